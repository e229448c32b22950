import type { SearchThreadData, ThreadCatalog } from './search-messages.ts';
import { SearchThread, type SearchThreadOptions, ThreadLost } from './search-thread.ts';

export interface SearchPoolOptions extends SearchThreadOptions {
  /** What the calls of a thread need to know. */
  calls: SearchThreadData['calls'];
  /** Search threads (1). Each keeps columns of its own in memory. */
  threads?: number;
}

/** Threads that a call is given to before it fails with the last of them. */
const MAX_THREADS_A_CALL = 3;

/**
 * The threads that search, so that a long search never holds up HTTP. A catalog is opened when it is first asked for; threads
 * start with the first call and are replaced when they end.
 */
export class SearchPool {
  readonly #options: SearchPoolOptions;
  /** The threads, each with the catalogs it has been told to open. */
  readonly #threads = new Map<SearchThread, Set<string>>();
  #closed = false;

  constructor(options: SearchPoolOptions) {
    this.#options = options;
  }

  /** Has a catalog opened and made ready without anyone waiting for it; whoever searches one that cannot be is told why. */
  warm(opened: ThreadCatalog): void {
    if (this.#closed) return;
    this.#open(...this.#leastBusy(), opened);
    const { catalog } = opened;
    for (const [thread, catalogs] of this.#threads) {
      if (catalogs.has(catalog)) thread.send({ kind: 'warm', catalog }).catch(() => undefined);
    }
  }

  /** Has the threads that answer for the catalog take up another version; resolves when they have. */
  async take(opened: ThreadCatalog): Promise<void> {
    const sent = [...this.#threads].map(([thread, catalogs]) =>
      catalogs.has(opened.catalog) ? this.#sendOpen(thread, catalogs, opened) : undefined,
    );
    await Promise.all(sent);
  }

  /** Has the threads close a catalog. */
  async forget(catalog: string): Promise<void> {
    const sent = [...this.#threads].map(([thread, catalogs]) =>
      catalogs.delete(catalog) ? thread.send({ kind: 'close', catalog }) : undefined,
    );
    await Promise.allSettled(sent);
  }

  /** @param opened what a thread opens that has not opened any version of the catalog yet */
  async call(opened: ThreadCatalog, call: string, argument: unknown): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const [thread, catalogs] = this.#leastBusy();
      // Messages keep their order, and a catalog that cannot be opened fails the call itself.
      this.#open(thread, catalogs, opened);
      try {
        return await thread.send({ kind: 'call', catalog: opened.catalog, call, argument });
      } catch (error) {
        if (!(error instanceof ThreadLost) || attempt === MAX_THREADS_A_CALL) throw error;
      }
    }
  }

  /** Ends the threads once they have answered what they were asked. */
  async close(): Promise<void> {
    this.#closed = true;
    const threads = [...this.#threads.keys()].filter(({ alive }) => alive);
    this.#threads.clear();
    await Promise.allSettled(threads.map((thread) => thread.send({ kind: 'stop' })));
  }

  #open(thread: SearchThread, catalogs: Set<string>, opened: ThreadCatalog): void {
    if (!catalogs.has(opened.catalog)) this.#sendOpen(thread, catalogs, opened).catch(() => undefined);
  }

  /** A catalog that could not be opened, or taken up anew, is opened by the next call. */
  async #sendOpen(thread: SearchThread, catalogs: Set<string>, opened: ThreadCatalog): Promise<void> {
    catalogs.add(opened.catalog);
    try {
      await thread.send({ kind: 'open', opened });
    } catch (error) {
      catalogs.delete(opened.catalog);
      throw error;
    }
  }

  #leastBusy(): [SearchThread, Set<string>] {
    if (this.#closed) throw new Error('The search engine is closed');
    for (const thread of this.#threads.keys()) if (!thread.alive) this.#threads.delete(thread);
    if (this.#threads.size < (this.#options.threads ?? 1)) {
      const started: [SearchThread, Set<string>] = [
        new SearchThread(this.#options, this.#options.calls),
        new Set(),
      ];
      this.#threads.set(...started);
      return started;
    }
    return [...this.#threads].reduce((least, other) => (other[0].load < least[0].load ? other : least));
  }
}
