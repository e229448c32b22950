import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { getMessage } from '../../../base/errors.ts';
import { hasLog, moveLog, removeDatabaseAsync, toDatabaseFile } from '../../../base/files/database-files.ts';
import { waitAtMost } from '../../../base/process/wait-at-most.ts';
import {
  type BuiltIndex,
  createReader,
  type EngineHealth,
  type EngineReader,
  type IndexRef,
  type IndexRun,
  type PublishedVersion,
  type SearchEngine,
} from '../../engine.ts';
import { IndexThreads } from '../../index-threads.ts';
import { SCHEMA_VERSION } from '../snapshot/schema.ts';
import { type ThreadCatalog, withSynonyms } from './search-messages.ts';
import { SearchPool, type SearchPoolOptions } from './search-pool.ts';
import type { Built, IndexTask } from './serve-index-runs.ts';

export interface EmbeddedEngineOptions {
  /** For index files; made when missing. Nothing else is in it. */
  folder: string;
  durable: boolean;
  search: SearchPoolOptions;
  /** The script of index threads, which calls `serveIndexRuns`. */
  indexScript: URL;
  warn(message: string, fields: Record<string, unknown>): void;
}

const ENGINE = 'embedded';
const SEARCHES_MS = 150;
/** A log of this size is moved into its file: not by every delta. */
const MAX_LOG_BYTES = 4_000_000;
const INDEX_FILE = /^index-[\w-]+\.db$/;

/**
 * The engine for one machine: index files in a folder, built and searched in worker threads. The versions of an index are
 * parts of one file, and a reader looks at no part behind the version that it was given.
 */
export class EmbeddedEngine implements SearchEngine {
  readonly engine = ENGINE;
  readonly format = String(SCHEMA_VERSION);
  readonly #options: EmbeddedEngineOptions;
  readonly #searches: SearchPool;
  readonly #runs: IndexThreads<IndexTask, Built | null>;
  /** The last published version by catalog: a reader is never sent back to an earlier one. */
  readonly #published = new Map<string, PublishedVersion>();
  /** The index that readers of a catalog were last given, also of one that nobody has published. */
  readonly #read = new Map<string, string>();
  #searchesEnded: Promise<unknown> = Promise.resolve();

  constructor(options: EmbeddedEngineOptions) {
    this.#options = options;
    this.#searches = new SearchPool(options.search);
    this.#runs = new IndexThreads(options.indexScript);
  }

  async start(inUse: readonly IndexRef[]): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    const names = new Set(inUse.map(({ name }) => name));
    const found = (await readdir(this.#options.folder))
      .map(toDatabaseFile)
      .filter((name) => INDEX_FILE.test(name));
    for (const name of new Set(found)) {
      if (!names.has(name)) void this.#remove(name);
      // Left by a killed process.
      else if (hasLog(this.#getPath(name))) moveLog(this.#getPath(name));
    }
  }

  async build({ records, settings, from, signal, onBegin }: IndexRun): Promise<BuiltIndex> {
    const newName = `index-${randomUUID()}.db`;
    const current = from && this.#canRead(from.ref) ? from.ref : null;
    const task: IndexTask = {
      kind: 'build',
      records,
      current: current && { file: this.#getPath(current.name), version: current.version },
      newFile: this.#getPath(newName),
      durable: this.#options.durable,
      languages: { language: settings.language, languages: settings.languages },
    };
    const built = await this.#runs.run(task, signal, onBegin);
    if (built === null) throw new Error('an index run ended without an index');
    const { part, mode, documents, rebuiltFor } = built;
    const name = mode === 'full' || current === null ? newName : current.name;
    const ref = { engine: ENGINE, format: this.format, name, version: part.version };
    return { ref, fields: part.fields, documents, mode, rebuiltFor };
  }

  /** A thread that cannot take the version up now does so with the next search. */
  async publish(version: PublishedVersion): Promise<void> {
    const { catalog } = version;
    this.#published.set(catalog, version);
    const opened = this.#describeCatalog(version);
    try {
      await this.#searches.take(opened);
      if (hasLog(opened.indexFile, MAX_LOG_BYTES)) await this.#moveLog(opened);
    } catch (error) {
      this.#options.warn('published version not loaded', { catalog, message: getMessage(error) });
    }
  }

  reader(version: PublishedVersion): EngineReader {
    const callNear = (call: string, argument: unknown) => {
      const last = this.#published.get(version.catalog) ?? version;
      this.#read.set(version.catalog, last.ref.name);
      return this.#searches.call(withSynonyms(this.#describeCatalog(last), version), call, argument);
    };
    return { near: callNear, ...createReader(callNear) };
  }

  warm(version: PublishedVersion): void {
    this.#searches.warm(this.#describeCatalog(version));
  }

  async has(ref: IndexRef): Promise<boolean> {
    return existsSync(this.#getPath(ref.name));
  }

  async sizeBytes(ref: IndexRef): Promise<number> {
    return (await stat(this.#getPath(ref.name))).size;
  }

  async copy(ref: IndexRef): Promise<IndexRef> {
    const name = `index-${randomUUID()}.db`;
    const [from, to] = [this.#getPath(ref.name), this.#getPath(name)];
    try {
      await this.#runs.run({ kind: 'copy', from, to, durable: this.#options.durable });
    } catch (error) {
      await this.#remove(name);
      throw error;
    }
    return { ...ref, name };
  }

  async drop({ name }: IndexRef): Promise<void> {
    const indexes = [...this.#published].map(([catalog, { ref }]) => [catalog, ref.name] as const);
    for (const [catalog, index] of new Map([...this.#read, ...indexes])) {
      if (index !== name) continue;
      this.#published.delete(catalog);
      this.#read.delete(catalog);
      await this.#searches.forget(catalog);
    }
    await this.#remove(name);
  }

  async health(): Promise<EngineHealth> {
    return { engine: ENGINE, state: 'green', detail: 'index files on this machine' };
  }

  async close(): Promise<void> {
    this.#searchesEnded = this.#closeSearches();
    await Promise.all([waitAtMost(SEARCHES_MS, this.#searchesEnded), this.#runs.close()]);
  }

  async ended(): Promise<void> {
    await Promise.all([this.#searchesEnded, this.#runs.ended()]);
  }

  /** An index run leaves its log to readers, who keep it from being moved until all of them have gone. */
  async #closeSearches(): Promise<void> {
    await this.#searches.close();
    const names = [...this.#read.values(), ...[...this.#published.values()].map(({ ref }) => ref.name)];
    for (const name of new Set(names)) moveLog(this.#getPath(name));
  }

  #canRead(ref: IndexRef): boolean {
    return ref.engine === ENGINE && ref.format === this.format && existsSync(this.#getPath(ref.name));
  }

  #describeCatalog({ catalog, ref, records, settings }: PublishedVersion): ThreadCatalog {
    return { catalog, indexFile: this.#getPath(ref.name), version: ref.version, records, settings };
  }

  #getPath(name: string): string {
    return path.join(this.#options.folder, path.basename(name));
  }

  /** Readers keep a log from being written anew, even a moved one, until they have looked at the file again. */
  async #moveLog(opened: ThreadCatalog): Promise<void> {
    const task: IndexTask = { kind: 'rest', file: opened.indexFile };
    await this.#runs.run(task);
    await this.#searches.take(opened);
    await this.#runs.run(task);
  }

  async #remove(name: string): Promise<void> {
    try {
      await removeDatabaseAsync(this.#getPath(name));
    } catch (error) {
      this.#options.warn('file not removed', { file: name, message: getMessage(error) });
    }
  }
}
