import { BrctlError } from '../../../base/errors.ts';
import { CatalogReader } from '../../../engine/documents/catalog-reader.ts';
import type {
  EngineReader,
  ProductPage,
  PublishedVersion,
  SearchEngine,
  Suggestions,
  SuggestRequest,
} from '../../../engine/engine.ts';
import type { ExplainRequest, Explanation } from '../../../engine/explain/explanation.ts';
import { LruCache } from '../../../engine/lru-cache.ts';
import type { SearchQuery, SearchResult } from '../../../engine/query/model.ts';
import { getAnalyser } from '../../../engine/text/analyser.ts';
import { CALLER_PARAMETERS } from '../../../protocol/caller-parameters.ts';
import type { RulesFile, RulesState } from '../merchandising/rules-file.ts';
import { selectMerchandising } from '../merchandising/select-merchandising.ts';
import { Refusal } from '../refusals.ts';
import { readTextParameter } from './query-parameter.ts';
import {
  type AnsweringContext,
  createSearchCalls,
  type PackedRefusal,
  type SearchAnswer,
  type SearchArgument,
  type SearchCalls,
} from './search-service.ts';

interface CatalogSearchOptions {
  engine: SearchEngine;
  /** Live version of a catalog; undefined before its first index run. */
  published(catalog: string): PublishedVersion | undefined;
  answering: AnsweringContext;
  /** The merchandising rules; null where there are none. */
  rules?: RulesFile | null;
  /** An index is gone that answered before: resolves when `published` knows what has taken its place. */
  lookAgain?(): Promise<void>;
}

export class CatalogSearch {
  readonly #options: CatalogSearchOptions;
  readonly #calls: SearchCalls;
  readonly #bodies = new ResponseCache();
  /** Readers of the versions that are published now, where the calls run here. */
  readonly #readers = new Map<string, { ref: string; reader: CatalogReader }>();

  constructor(options: CatalogSearchOptions) {
    this.#options = options;
    this.#calls = createSearchCalls(options.answering);
  }

  warm(catalog: string): void {
    const published = this.#options.published(catalog);
    if (published !== undefined) this.#options.engine.warm(withSynonyms(published, this.rules));
  }

  changed(catalog: string): void {
    this.#bodies.drop(catalog);
    this.#readers.delete(catalog);
  }

  /** Bytes of the published index; undefined where there is none, or it is being replaced at this moment. */
  async measureIndex(catalog: string): Promise<number | undefined> {
    const published = this.#options.published(catalog);
    return published && this.#options.engine.sizeBytes(published.ref).catch(() => undefined);
  }

  search(catalog: string, query: SearchQuery): Promise<SearchResult> {
    return this.#call(catalog, 'documents', query) as Promise<SearchResult>;
  }

  /** @throws Refusal for every request that the service refuses */
  answerSearch(catalog: string, queryString: string, nowMs: number): Promise<SearchAnswer> {
    const selected = this.merchandising(catalog, new URLSearchParams(queryString), nowMs);
    const argument: SearchArgument = { queryString, nowMs, merchandising: selected?.merchandising ?? null };
    const make = async () => {
      const answer = (await this.#call(catalog, 'answer', argument)) as SearchAnswer | PackedRefusal;
      if ('refused' in answer) {
        const { code, message, more } = answer.refused;
        throw new Refusal(code, message, { more });
      }
      // A Buffer arrives from another thread as a Uint8Array.
      return { ...answer, body: Buffer.from(answer.body.buffer) };
    };
    if (this.#options.published(catalog) === undefined) return make();
    return this.#bodies.get(catalog, toResponseCacheKey(queryString) + (selected?.key ?? ''), make);
  }

  /** The merchandising file, as it was last right. */
  get rules(): RulesState | null {
    return this.#options.rules?.state ?? null;
  }

  /** Merchandising of a search, at the time of `merchandising.ts` if given, with a cache key. */
  merchandising(catalog: string, parameters: URLSearchParams, nowMs: number) {
    const { rules } = this;
    const settings = this.#options.published(catalog)?.settings;
    if (rules === null || settings?.family !== 'products') return null;
    const text = readTextParameter(parameters, 'q');
    const isCategory = readTextParameter(parameters, 'search_type') === 'category';
    const view = readTextParameter(parameters, 'view_id') || null;
    const seconds = readTextParameter(parameters, 'merchandising.ts');
    const { merchandising, key } = selectMerchandising(rules.rules, {
      text: isCategory ? '' : text,
      category: isCategory ? text : null,
      view,
      analyser: getAnalyser(settings, view),
      nowMs: seconds === '' ? nowMs : Number(seconds) * 1000,
    });
    return { merchandising, key: ` ${rules.generation}:${key}` };
  }

  /** The product whose `url` attribute is this address (scheme, host case, trailing slash and query apart). */
  productByUrl(catalog: string, url: string): Promise<ProductPage | null> {
    return this.#call(catalog, 'pageByUrl', url) as Promise<ProductPage | null>;
  }

  /** The products of these ids, in this order; unknown ids are left out. */
  productsById(catalog: string, ids: readonly string[]): Promise<ProductPage[]> {
    return this.#call(catalog, 'pagesById', ids) as Promise<ProductPage[]>;
  }

  /** The category that an address names: by id or by the words of its name in the last path segment. */
  async categoryByUrl(catalog: string, url: string): Promise<{ id: string; name: string } | null> {
    return this.#options.engine.reader(this.#getPublished(catalog)).categoryByUrl(url);
  }

  async explain(catalog: string, request: ExplainRequest): Promise<Explanation[]> {
    return this.#options.engine.reader(this.#getPublished(catalog)).explain(request);
  }

  suggest(catalog: string, request: SuggestRequest): Promise<Suggestions> {
    return this.#call(catalog, 'suggestions', request) as Promise<Suggestions>;
  }

  async #call(catalog: string, call: keyof SearchCalls, argument: unknown): Promise<unknown> {
    try {
      return await this.#callOnce(catalog, call, argument);
    } catch (error) {
      if (this.#options.lookAgain === undefined || !isGone(error)) throw error;
      await this.#options.lookAgain();
      return this.#callOnce(catalog, call, argument);
    }
  }

  async #callOnce(catalog: string, call: keyof SearchCalls, argument: unknown): Promise<unknown> {
    const published = this.#getPublished(catalog);
    const reader = this.#options.engine.reader(published);
    if (reader.near !== undefined) return reader.near(call, argument);
    // The argument is that of the call: they come together.
    return this.#calls[call](this.#getReader(published, reader), published.settings, argument as never);
  }

  #getReader(published: PublishedVersion, over: EngineReader): CatalogReader {
    const { catalog, ref } = published;
    const key = `${ref.name} ${ref.version} ${this.rules?.generation ?? 0}`;
    const known = this.#readers.get(catalog);
    if (known?.ref === key) return known.reader;
    const reader = new CatalogReader(over, published);
    this.#readers.set(catalog, { ref: key, reader });
    return reader;
  }

  #getPublished(catalog: string): PublishedVersion {
    const published = this.#options.published(catalog);
    if (published !== undefined) return withSynonyms(published, this.rules);
    throw new BrctlError(`catalog "${catalog}" cannot be searched`, {
      kind: 'not-found',
      code: 'engine.unknown_catalog',
      why: 'no index run has published it',
      hint: 'load it, then run its index job',
    });
  }
}

/** The synonyms of the merchandising file stand behind those of the settings. */
function withSynonyms(published: PublishedVersion, rules: RulesState | null): PublishedVersion {
  const { settings } = published;
  const added = rules?.rules.synonyms ?? [];
  if (added.length === 0 || settings.family !== 'products') return published;
  return { ...published, settings: { ...settings, synonyms: [...settings.synonyms, ...added] } };
}

/** The engine has no such index, or no such version of it, any more. */
function isGone(error: unknown): boolean {
  return error instanceof BrctlError && error.details.status === 404;
}

const MAX_BODIES = 500;
const MAX_BYTES = 8 * 1024 * 1024;

/** Response cache by catalog and request, cleared on publish. A response computed during a publish is not cached. */
export class ResponseCache {
  readonly #bodies = new LruCache<{ catalog: string; answer: SearchAnswer }>(MAX_BODIES, {
    bytes: MAX_BYTES,
    bytesOf: ({ answer }, key) => key.length + answer.body.length,
  });
  readonly #drops = new Map<string, number>();

  /** The answer to the request, given as a text, which `make` works out unless it is kept. What depends on the time is not. */
  async get(catalog: string, request: string, make: () => Promise<SearchAnswer>): Promise<SearchAnswer> {
    const key = JSON.stringify(catalog) + request;
    const kept = this.#bodies.get(key);
    if (kept !== undefined) return kept.answer;
    const drops = this.#drops.get(catalog);
    const answer = await make();
    if (this.#drops.get(catalog) === drops && !answer.isDated) this.#bodies.set(key, { catalog, answer });
    return answer;
  }

  drop(catalog: string): void {
    this.#drops.set(catalog, (this.#drops.get(catalog) ?? 0) + 1);
    this.#bodies.deleteAll((kept) => kept.catalog === catalog);
  }
}

/** Cache key of a query string, without the caller. Another order or encoding gives another key. */
export function toResponseCacheKey(queryString: string): string {
  return queryString
    .split('&')
    .filter((part) => !CALLER_PARAMETERS.has(part.split('=', 1)[0] ?? ''))
    .join('&');
}
