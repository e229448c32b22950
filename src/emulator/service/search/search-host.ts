import type {
  ProductPage,
  SearchEngine,
  SearchSettings,
  Suggestions,
  SuggestRequest,
} from '../../../engine/engine.ts';
import type { SearchQuery, SearchResult } from '../../../engine/query/model.ts';
import type { PublishedIndex } from '../registry/published-index.ts';
import { KeptBodies } from './kept-bodies.ts';
import { type PackedResult, unpackResult } from './packed-result.ts';
import { requestKey } from './request-key.ts';
import {
  type Answering,
  type ReaderCall,
  type ReaderFiles,
  type SearchArgument,
  unknownCatalog,
} from './search-messages.ts';
import type { SearchAnswer, SearchAnswers } from './search-service.ts';
import { SearchThread, type SearchThreadOptions, ThreadLost } from './search-thread.ts';

export interface SearchHostOptions {
  /** The files that answer for a catalog now; undefined before its first index run. */
  published(catalog: string): PublishedIndex | undefined;
  settings: Omit<SearchSettings, 'family'>;
  answering: Answering;
  /** Search threads (1). Each keeps columns of its own in memory. */
  threads?: number;
  thread?: SearchThreadOptions;
}

/** Threads that a call is given to before it fails with the last of them. */
const MAX_THREADS_A_CALL = 3;

/**
 * The embedded engine behind worker threads, so that a long search never holds up HTTP. A catalog is opened when it is
 * first asked for; threads start with the first call and are replaced when they end.
 */
export class SearchHost implements SearchEngine, SearchAnswers {
  readonly #options: SearchHostOptions;
  /** The threads, each with the catalogs it has been told to open. */
  readonly #threads = new Map<SearchThread, Set<string>>();
  readonly #bodies = new KeptBodies();
  #closed = false;

  constructor(options: SearchHostOptions) {
    this.#options = options;
  }

  /**
   * Has a published catalog opened and made ready for its first shoppers, without anyone waiting for it. A catalog that
   * cannot be opened is skipped: whoever searches it is told why.
   */
  warm(catalog: string): void {
    const published = this.#options.published(catalog);
    if (published === undefined || this.#closed) return;
    this.#open(...this.#leastBusy(), catalog, published);
    for (const [thread, opened] of this.#threads) {
      if (opened.has(catalog)) thread.send({ kind: 'warm', catalog }).catch(() => undefined);
    }
  }

  async reload(catalog: string): Promise<void> {
    const published = this.#options.published(catalog);
    this.#bodies.drop(catalog);
    const sent = [...this.#threads].map(([thread, opened]) => {
      if (!opened.has(catalog)) return undefined;
      if (published) return this.#sendFiles(thread, opened, catalog, published);
      opened.delete(catalog);
      return thread.send({ kind: 'drop', catalog });
    });
    await Promise.all(sent);
    // What was asked while a thread still had the old version.
    this.#bodies.drop(catalog);
  }

  async search(catalog: string, query: SearchQuery): Promise<SearchResult> {
    return unpackResult((await this.#call(catalog, 'search', query)) as PackedResult);
  }

  answerSearch(catalog: string, queryString: string, nowMs: number): Promise<SearchAnswer> {
    const argument: SearchArgument = { queryString, nowMs };
    const make = async () => {
      const answer = (await this.#call(catalog, 'answerSearch', argument)) as SearchAnswer;
      // What crosses threads is no Buffer any more.
      return { ...answer, body: Buffer.from(answer.body.buffer) };
    };
    if (this.#options.published(catalog) === undefined) return make();
    return this.#bodies.get(catalog, requestKey(queryString), make);
  }

  productByUrl(catalog: string, url: string): Promise<ProductPage | null> {
    return this.#call(catalog, 'productByUrl', url) as Promise<ProductPage | null>;
  }

  productsById(catalog: string, ids: readonly string[]): Promise<ProductPage[]> {
    return this.#call(catalog, 'productsById', ids) as Promise<ProductPage[]>;
  }

  categoryByUrl(catalog: string, url: string): Promise<{ id: string; name: string } | null> {
    return this.#call(catalog, 'categoryByUrl', url) as Promise<{ id: string; name: string } | null>;
  }

  suggest(catalog: string, request: SuggestRequest): Promise<Suggestions> {
    return this.#call(catalog, 'suggest', request) as Promise<Suggestions>;
  }

  /** Ends the threads once they have answered what they were asked. */
  async close(): Promise<void> {
    this.#closed = true;
    const threads = [...this.#threads.keys()].filter(({ alive }) => alive);
    this.#threads.clear();
    await Promise.allSettled(threads.map((thread) => thread.send({ kind: 'stop' })));
  }

  async #call(catalog: string, call: ReaderCall, argument: unknown): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const published = this.#options.published(catalog);
      if (published === undefined) throw unknownCatalog(catalog);
      const [thread, opened] = this.#leastBusy();
      // Messages keep their order, and a catalog that cannot be opened fails the call itself.
      this.#open(thread, opened, catalog, published);
      try {
        return await thread.send({ kind: 'call', catalog, call, argument });
      } catch (error) {
        if (!(error instanceof ThreadLost) || attempt === MAX_THREADS_A_CALL) throw error;
      }
    }
  }

  #open(thread: SearchThread, opened: Set<string>, catalog: string, published: PublishedIndex): void {
    if (opened.has(catalog)) return;
    opened.add(catalog);
    this.#sendFiles(thread, opened, catalog, published).catch(() => undefined);
  }

  /** A catalog that could not be opened, or taken up anew, is opened by the next call. */
  async #sendFiles(
    thread: SearchThread,
    opened: Set<string>,
    catalog: string,
    published: PublishedIndex,
  ): Promise<void> {
    try {
      await thread.send({ kind: 'open', catalog, files: this.#files(published) });
    } catch (error) {
      opened.delete(catalog);
      throw error;
    }
  }

  #leastBusy(): [SearchThread, Set<string>] {
    if (this.#closed) throw new Error('The search engine is closed');
    for (const thread of this.#threads.keys()) if (!thread.alive) this.#threads.delete(thread);
    if (this.#threads.size < (this.#options.threads ?? 1)) {
      const started: [SearchThread, Set<string>] = [new SearchThread(this.#options.thread), new Set()];
      this.#threads.set(...started);
      return started;
    }
    return [...this.#threads].reduce((least, other) => (other[0].load < least[0].load ? other : least));
  }

  #files({ indexFile, recordsFile, version, family }: PublishedIndex): ReaderFiles {
    const { settings, answering } = this.#options;
    return { indexFile, recordsFile, version, settings: { ...settings, family }, answering };
  }
}
