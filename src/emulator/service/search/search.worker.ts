import { parentPort, workerData } from 'node:worker_threads';
import { CatalogReader } from '../../../engine/documents/catalog-reader.ts';
import { type IndexReader, openIndex } from '../../../engine/embedded/reader.ts';
import type { EngineReader } from '../../../engine/engine.ts';
import { collectGarbage } from '../../../process/collect-garbage.ts';
import { watchStatements } from '../../../sqlite.ts';
import { openRecordReader, type RecordReader } from '../../store/record-source.ts';
import { IdleSteps } from './idle-steps.ts';
import {
  answer,
  errorOf,
  type Failure,
  failureOf,
  type ReaderFiles,
  type SearchReply,
  type SearchRequest,
  unknownCatalog,
} from './search-messages.ts';
import type { SearchAnswer } from './search-service.ts';
import { ThreadState } from './thread-state.ts';

interface OpenCatalog {
  files: ReaderFiles;
  index: IndexReader;
  /** Over the version at hand. */
  reader: CatalogReader;
  records: RecordReader;
}

/** Readers by catalog, or why a catalog's reader could not be opened. */
const catalogs = new Map<string, OpenCatalog | Failure>();
/** The first shoppers of a version should not wait for what all queries need. */
const warming = new IdleSteps();
/** Catalogs whose version at hand has not been made ready yet. */
const cold = new Set<string>();

function open(catalog: string, files: ReaderFiles): void {
  const old = catalogs.get(catalog);
  warming.stop(catalog);
  cold.add(catalog);
  if (old && 'reader' in old && sameFiles(old.files, files)) {
    if (refreshed(old, files)) return;
  }
  drop(catalog);
  try {
    catalogs.set(catalog, openFiles(files));
  } catch (error) {
    catalogs.set(catalog, failureOf(error));
    throw error;
  }
}

/** False where the files have to be opened again. */
function refreshed(open: OpenCatalog, files: ReaderFiles): boolean {
  try {
    open.index.refresh(files.version);
    open.files = files;
    open.reader = readerOf(open.index, files);
    return true;
  } catch {
    return false;
  }
}

function openFiles(files: ReaderFiles): OpenCatalog {
  const records = openRecordReader(files.recordsFile);
  try {
    const index = openIndex(files.indexFile, records, files.settings, files.version);
    return { files, records, index, reader: readerOf(index, files) };
  } catch (error) {
    records.close();
    throw error;
  }
}

function readerOf(index: IndexReader, { settings }: ReaderFiles): CatalogReader {
  const reader: EngineReader = {
    search: async (query) => index.search(query),
    suggest: async (request) => index.suggest(request),
    productByUrl: async (url) => index.productByUrl(url),
    productsById: async (ids) => index.productsById(ids),
    categoryByUrl: async (url) => index.categoryByUrl(url),
  };
  return new CatalogReader(reader, { family: settings.family, fields: index.fields });
}

function warm(catalog: string): void {
  const open = catalogs.get(catalog);
  if (open && 'reader' in open && cold.delete(catalog)) warming.start(catalog, open.index.warming());
}

function drop(catalog: string): void {
  const old = catalogs.get(catalog);
  catalogs.delete(catalog);
  warming.stop(catalog);
  if (!old || !('reader' in old)) return;
  old.index.close();
  old.records.close();
  setImmediate(collectGarbage);
}

/** Whatever version of them. */
function sameFiles(a: ReaderFiles, b: ReaderFiles): boolean {
  return JSON.stringify({ ...a, version: 0 }) === JSON.stringify({ ...b, version: 0 });
}

function openedOf(catalog: string): OpenCatalog {
  const open = catalogs.get(catalog);
  if (open === undefined) throw unknownCatalog(catalog);
  if ('reader' in open) return open;
  throw errorOf(open);
}

function handle(request: SearchRequest): unknown {
  switch (request.kind) {
    case 'open':
      return open(request.catalog, request.files);
    case 'warm':
      return warm(request.catalog);
    case 'drop':
      return drop(request.catalog);
    case 'call':
      return answer(openedOf(request.catalog), request.call, request.argument);
    case 'stop':
      for (const catalog of [...catalogs.keys()]) drop(catalog);
      return undefined;
  }
}

/** Bytes are handed over instead of copied. */
function handedOver(reply: SearchReply): ArrayBuffer[] {
  const body =
    'result' in reply ? (reply.result as Partial<SearchAnswer> | null | undefined)?.body : undefined;
  return body === undefined ? [] : [body.buffer as ArrayBuffer];
}

const state = new ThreadState(workerData as SharedArrayBuffer);
watchStatements({ before: () => state.enterDatabase(), after: () => state.leaveDatabase() });

parentPort?.on('message', async (request: SearchRequest) => {
  const { id } = request;
  state.begin(id);
  let reply: SearchReply;
  try {
    reply = { id, result: await handle(request) };
  } catch (error) {
    reply = { id, failure: failureOf(error) };
  }
  parentPort?.postMessage(reply, handedOver(reply));
  if (request.kind === 'stop') parentPort?.close();
});
