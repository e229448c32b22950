import { statSync } from 'node:fs';
import { isSameIndex, type SearchThreadData, type ThreadCatalog, withSynonyms } from './search-messages.ts';
import { SearchThread, type SearchThreadOptions, ThreadLost } from './search-thread.ts';

export interface SearchPoolOptions extends SearchThreadOptions {
  calls: SearchThreadData['calls'];
  /** Search threads at most (2). Each keeps its own columns in memory: a further one begins when a call takes long. */
  threads?: number;
  /** A call that takes longer has those behind it wait (50). */
  longMs?: number;
}

/** Threads that a call is given to before it fails with the last of them. */
const MAX_THREADS_PER_CALL = 3;

/**
 * Replace a thread after it closed many files or a large one: the driver keeps closed files open until their
 * statements are collected.
 */
const MAX_CLOSED = 16;
const LARGE_FILE_BYTES = 16 * 1024 * 1024;

interface PoolThread {
  thread: SearchThread;
  /** Open indexes by catalog. */
  catalogs: Map<string, ThreadCatalog>;
  /** Catalogs that are being opened. */
  opening: number;
  closed: number;
}

/**
 * The threads that search, so that a long search never holds up HTTP. A catalog is opened when it is first asked for; threads
 * start with the first call and are replaced when they end.
 */
export class SearchPool {
  readonly #options: SearchPoolOptions;
  readonly #threads = new Set<PoolThread>();
  /** Resolve when threads that have been replaced have answered what they were asked. */
  readonly #leaving = new Set<Promise<unknown>>();
  #closed = false;

  constructor(options: SearchPoolOptions) {
    this.#options = options;
  }

  /** Has a catalog opened without anyone waiting for it; searching one that cannot be opened reports why. */
  warm(opened: ThreadCatalog): void {
    if (!this.#closed) this.#open(this.#findLeastBusy(opened), opened);
  }

  /** Has the threads that answer for the catalog take up another version; resolves when they have. */
  async take(opened: ThreadCatalog): Promise<void> {
    const sent = [...this.#threads].map((pooled) => {
      const before = pooled.catalogs.get(opened.catalog);
      if (before === undefined) return undefined;
      const next = withSynonyms(opened, before);
      if (isSameIndex(before, next) || !countClosedFile(pooled, before)) return this.#sendOpen(pooled, next);
      pooled.catalogs.delete(opened.catalog);
      return this.#sendOpen(this.#replace(pooled), next);
    });
    await Promise.all(sent);
  }

  async forget(catalog: string): Promise<void> {
    const sent = [...this.#threads].map((pooled) => {
      const before = pooled.catalogs.get(catalog);
      if (before === undefined) return undefined;
      const isWorn = countClosedFile(pooled, before);
      pooled.catalogs.delete(catalog);
      if (!isWorn) return pooled.thread.send({ kind: 'close', catalog });
      return pooled.catalogs.size > 0 ? void this.#replace(pooled) : this.#leave(pooled);
    });
    await Promise.allSettled([...sent, ...this.#leaving]);
  }

  /** @param opened what a thread opens that has not opened the catalog yet, or with other synonyms */
  async call(opened: ThreadCatalog, call: string, argument: unknown): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const pooled = this.#findLeastBusy(opened);
      const { threads = 2, longMs = 50 } = this.#options;
      const { opening, thread } = pooled;
      const isLong = opening === 0 && thread.load > 0 && performance.now() >= thread.beganMs + longMs;
      // To open a catalog takes longer than most calls: the new thread is for those that come later.
      if (isLong && this.#threads.size < threads) this.#open(this.#start(), opened);
      // Messages keep their order, and a catalog that cannot be opened fails the call itself.
      this.#open(pooled, opened);
      try {
        return await pooled.thread.send({ kind: 'call', catalog: opened.catalog, call, argument });
      } catch (error) {
        if (!(error instanceof ThreadLost) || attempt === MAX_THREADS_PER_CALL) throw error;
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const pooled of this.#threads) this.#leave(pooled);
    await Promise.all(this.#leaving);
  }

  #open(pooled: PoolThread, opened: ThreadCatalog): void {
    const before = pooled.catalogs.get(opened.catalog);
    const formatSynonyms = ({ settings }: ThreadCatalog) => JSON.stringify(settings.synonyms);
    if (before !== undefined && formatSynonyms(before) === formatSynonyms(opened)) return;
    this.#sendOpen(pooled, opened).catch(() => undefined);
  }

  /** A catalog that could not be opened, or taken up anew, is opened by the next call. */
  async #sendOpen(pooled: PoolThread, opened: ThreadCatalog): Promise<void> {
    pooled.catalogs.set(opened.catalog, opened);
    pooled.opening++;
    try {
      await pooled.thread.send({ kind: 'open', opened });
    } catch (error) {
      pooled.catalogs.delete(opened.catalog);
      throw error;
    } finally {
      pooled.opening--;
    }
  }

  /** Of the threads that have the catalog open, if any has. */
  #findLeastBusy({ catalog }: ThreadCatalog): PoolThread {
    if (this.#closed) throw new Error('the search engine is closed');
    for (const pooled of this.#threads) if (!pooled.thread.alive) this.#threads.delete(pooled);
    if (this.#threads.size === 0) return this.#start();
    const open = [...this.#threads].filter(({ catalogs, opening }) => opening === 0 && catalogs.has(catalog));
    const chooseLighter = (a: PoolThread, b: PoolThread) => (b.thread.load < a.thread.load ? b : a);
    return (open.length > 0 ? open : [...this.#threads]).reduce(chooseLighter);
  }

  #start(): PoolThread {
    const thread = new SearchThread(this.#options, this.#options.calls);
    const started: PoolThread = { thread, catalogs: new Map(), opening: 0, closed: 0 };
    this.#threads.add(started);
    return started;
  }

  #replace(worn: PoolThread): PoolThread {
    this.#leave(worn);
    const started = this.#start();
    for (const opened of worn.catalogs.values()) this.#open(started, opened);
    return started;
  }

  #leave(pooled: PoolThread): void {
    this.#threads.delete(pooled);
    const left = pooled.thread.send({ kind: 'stop' }).catch(() => undefined);
    this.#leaving.add(left);
    void left.then(() => this.#leaving.delete(left));
  }
}

/** Counts a file that is to be closed; true where that is one too many. */
function countClosedFile(pooled: PoolThread, { indexFile }: ThreadCatalog): boolean {
  const bytes = statSync(indexFile, { throwIfNoEntry: false })?.size ?? 0;
  return ++pooled.closed > MAX_CLOSED || bytes >= LARGE_FILE_BYTES;
}
