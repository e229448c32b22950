import type { SearchQuery, SearchResult, SortKey } from './query/model.ts';

/** A record version as the catalog store keeps it. `docid` ascends and is never reused. */
export interface SourceRecord {
  docid: number;
  /** Product or item id. */
  id: string;
  /** JSON text of `{"attributes":…,"variants":…,"views":…}`, numbers with the digits they came with. */
  json: string;
}

/** What an index run reads: one fixed version of a catalog. Implemented by the catalog store. */
export interface RecordSource {
  /** Version of the catalog that is read, ascending with every applied job. */
  readonly version: number;
  readonly count: number;
  /** Every record, ascending by docid. */
  all(): Iterable<SourceRecord>;
  /** What differs from the version that was indexed before; null when that is no longer known. */
  changesSince(
    version: number,
  ): { removed: readonly number[]; added: Iterable<SourceRecord>; count: number } | null;
  /** JSON text of record versions by docid, in the order asked for; also of versions that only a published index uses. */
  get(docids: readonly number[]): (string | undefined)[];
}

/** How a catalog is searched; a dashboard setting of the hosted service (doc: public-facts B4). */
export interface SearchSettings {
  family: 'products' | 'items';
  /** `index.search_unavailable_docs`. */
  searchUnavailable: boolean;
  distanceUnit: 'km' | 'mi';
  /** Products without an entry for the asked view: shown with base values, or hidden (rec: public-facts C12). */
  showProductsOutsideView: boolean;
  /** Fields that come back as facets; null takes them from the data. */
  facetFields: readonly string[] | null;
  /** Words that mean the same, from the configuration. */
  synonyms: readonly (readonly string[])[];
  /** `<segment name>:<value>` to boosts, from the configuration. */
  segmentBoosts: Readonly<Record<string, readonly { field: string; value: string; weight: number }[]>>;
}

export interface IndexReport {
  mode: 'full' | 'delta' | 'unchanged';
  /** Version of the catalog that the index now answers from. */
  version: number;
  documents: number;
  added: number;
  removed: number;
  ms: number;
  bytes: number;
}

export interface ProductPage {
  id: string;
  title: string;
  url: string;
  brand: string;
  categoryIds: string[];
}

export interface Suggestions {
  queries: { query: string; displayText: string }[];
  products: { id: string; json: string }[];
  attributes: { name: string; value: string }[];
}

/** A record that an engine knows by its id. */
export interface RecordOfId {
  id: string;
  /** JSON text of the record, numbers with the digits they came with. */
  record: string;
}

/** A record that an engine has found; what is shown of it is put together elsewhere, and once (documents/assemble.ts). */
export interface FoundRecord extends RecordOfId {
  /** The view whose values were found; null for the base. */
  view: string | null;
  score: number;
  /** To the nearest store in the query's unit; null without a place, and for a product without a store. */
  distance: number | null;
  /** Ids of the variants that meet the filters on variants; null where there are none. */
  leads: readonly string[] | null;
}

/** What an engine answers to a query. */
export interface FoundRecords extends Omit<SearchResult, 'hits' | 'groups'> {
  hits: FoundRecord[];
  groups: { value: string; total: number; hits: FoundRecord[] }[] | null;
}

export interface SuggestRequest {
  prefix: string;
  queries: number;
  products: number;
  attributes: number;
  fields: readonly string[];
  viewId: string | null;
  /** Order of the products; empty for the engine's own. */
  sort: readonly SortKey[];
}

export interface FoundSuggestions extends Omit<Suggestions, 'products'> {
  products: FoundRecord[];
}

/** Answers from one published version of a catalog. */
export interface EngineReader {
  search(query: SearchQuery): Promise<FoundRecords>;
  suggest(request: SuggestRequest): Promise<FoundSuggestions>;
  /** The product whose `url` attribute is this address (scheme, host case, trailing slash and query apart). */
  productByUrl(url: string): Promise<RecordOfId | null>;
  /** The products of these ids, in this order; unknown ids are left out. */
  productsById(ids: readonly string[]): Promise<RecordOfId[]>;
  /** The category that an address names: by id or by the words of its name in the last path segment. */
  categoryByUrl(url: string): Promise<{ id: string; name: string } | null>;
}

/**
 * Search over the published versions of catalogs. Knows no HTTP. The embedded engine answers from SQLite and
 * typed columns on this machine; another engine (a cluster) can stand behind the same calls.
 * `catalog` is the catalog's name. Every call rejects with `engine.unknown_catalog` before the first publish.
 */
export interface SearchEngine {
  /** Takes up the version that the last index run published. Queries already running finish on the old one. */
  reload(catalog: string): Promise<void>;
  search(catalog: string, query: SearchQuery): Promise<SearchResult>;
  /** The product whose `url` attribute is this address (scheme, host case, trailing slash and query apart). */
  productByUrl(catalog: string, url: string): Promise<ProductPage | null>;
  productsById(catalog: string, ids: readonly string[]): Promise<ProductPage[]>;
  /** The category that an address names: by id or by the words of its name in the last path segment. */
  categoryByUrl(catalog: string, url: string): Promise<{ id: string; name: string } | null>;
  suggest(catalog: string, request: SuggestRequest): Promise<Suggestions>;
  close(): Promise<void>;
}
