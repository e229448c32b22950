import { parentPort, workerData } from 'node:worker_threads';
import { watchStatements } from '../../../base/files/sqlite.ts';
import {
  deserializeError,
  type SerializedError,
  serializeError,
} from '../../../base/process/serialized-error.ts';
import { CatalogReader } from '../../documents/catalog-reader.ts';
import {
  createReader,
  type EngineReader,
  READER_CALLS,
  type ReaderCall,
  type RecordOpeners,
  type RecordTexts,
} from '../../engine.ts';
import { type IndexReader, openIndex } from '../reader.ts';
import {
  isSameIndex,
  type SearchThreadData,
  type ThreadCalls,
  type ThreadCatalog,
  type ThreadReply,
  type ThreadRequest,
} from './search-messages.ts';
import { ThreadState } from './thread-state.ts';

interface OpenCatalog {
  opened: ThreadCatalog;
  index: IndexReader;
  found: EngineReader;
  reader: CatalogReader;
  texts: RecordTexts;
}

class OpenCatalogs {
  readonly #openTexts: RecordOpeners['openTexts'];
  /** By name, or why a catalog could not be opened. */
  readonly #catalogs = new Map<string, OpenCatalog | SerializedError>();

  constructor(openTexts: RecordOpeners['openTexts']) {
    this.#openTexts = openTexts;
  }

  open(opened: ThreadCatalog): void {
    const { catalog } = opened;
    const old = this.#catalogs.get(catalog);
    if (old && 'index' in old && isSameIndex(old.opened, opened) && refresh(old, opened)) return;
    this.close(catalog);
    try {
      this.#catalogs.set(catalog, this.#openCatalog(opened));
    } catch (error) {
      this.#catalogs.set(catalog, serializeError(error));
      throw error;
    }
  }

  close(catalog: string): void {
    const old = this.#catalogs.get(catalog);
    this.#catalogs.delete(catalog);
    if (!old || !('index' in old)) return;
    old.index.close();
    old.texts.close();
  }

  closeAll(): void {
    for (const catalog of [...this.#catalogs.keys()]) this.close(catalog);
  }

  get(catalog: string): OpenCatalog {
    const open = this.#catalogs.get(catalog);
    if (open === undefined) throw new Error(`catalog ${catalog} is not open`);
    if ('index' in open) return open;
    throw deserializeError(open);
  }

  #openCatalog(opened: ThreadCatalog): OpenCatalog {
    const texts = this.#openTexts(opened.records);
    try {
      const index = openIndex(opened.indexFile, texts, opened.settings, opened.version);
      const found = createReader(async (call, argument) => index[call](argument));
      return { opened, texts, index, found, reader: withDocuments(found, index, opened) };
    } catch (error) {
      texts.close();
      throw error;
    }
  }
}

function withDocuments(found: EngineReader, index: IndexReader, { settings }: ThreadCatalog): CatalogReader {
  return new CatalogReader(found, { settings, fields: index.fields });
}

/** False where the files have to be opened again. */
function refresh(open: OpenCatalog, opened: ThreadCatalog): boolean {
  try {
    open.index.refresh(opened.version);
    open.opened = opened;
    open.reader = withDocuments(open.found, open.index, opened);
    return true;
  } catch {
    return false;
  }
}

function isOwnCall(call: string): call is ReaderCall {
  return (READER_CALLS as readonly string[]).includes(call);
}

/** Bytes are handed over instead of copied. */
function handOver(reply: ThreadReply): ArrayBuffer[] {
  const body = 'result' in reply ? (reply.result as { body?: unknown } | null | undefined)?.body : undefined;
  return body instanceof Uint8Array ? [body.buffer as ArrayBuffer] : [];
}

/**
 * Answers searches in this thread.
 *
 * @param callsOf makes the calls of what the host gave the thread to know; the binary `body` of a result has its own memory
 */
export function serveSearches(
  { openTexts }: Pick<RecordOpeners, 'openTexts'>,
  callsOf: (given: unknown) => ThreadCalls,
): void {
  const given = workerData as SearchThreadData;
  const calls = callsOf(given.calls);
  const state = new ThreadState(given.state);
  watchStatements({ before: () => state.enterDatabase(), after: () => state.leaveDatabase() });
  const catalogs = new OpenCatalogs(openTexts);
  const handle = (request: ThreadRequest): unknown => {
    switch (request.kind) {
      case 'open':
        return catalogs.open(request.opened);
      case 'close':
        return catalogs.close(request.catalog);
      case 'call': {
        const { found, reader, opened } = catalogs.get(request.catalog);
        const { call, argument } = request;
        // The argument is that of the call: they come together.
        if (isOwnCall(call)) return found[call](argument as never);
        return calls[call]?.(reader, opened.settings, argument as never);
      }
      case 'stop':
        return catalogs.closeAll();
    }
  };
  parentPort?.on('message', async (request: ThreadRequest) => {
    const { id } = request;
    state.begin(id);
    let reply: ThreadReply;
    try {
      reply = { id, result: await handle(request) };
    } catch (error) {
      reply = { id, failure: serializeError(error) };
    }
    parentPort?.postMessage(reply, handOver(reply));
    if (request.kind === 'stop') parentPort?.close();
  });
}
