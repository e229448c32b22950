import type { ExplainRequest, Explanation } from './explain/explanation.ts';
import type { FieldCatalog } from './fields/field-survey.ts';
import type { SearchQuery, SearchResult, SortKey } from './query/model.ts';
import type { LanguageSettings } from './text/analyser.ts';
import type { Synonyms } from './text/synonyms.ts';

/*
 * The engine interface: everything the service needs from an engine. test/engine/conformance specifies its behaviour.
 */

/** A record version as the catalog store keeps it. `docid` ascends and is never reused. */
export interface SourceRecord {
  docid: number;
  id: string;
  /** JSON text of `{"attributes":…,"variants":…,"views":…}`, numbers with the digits they came with. */
  json: string;
}

/** Change of a record since an earlier version. */
export type RecordChange = SourceRecord | { id: string; docid: null; json: null };

/** Input of an index run: one fixed version of a catalog. Implemented by the catalog store. */
export interface CatalogVersion {
  /** Ascends with every applied job. */
  readonly version: number;
  readonly count: number;
  /** Every record, ascending by docid, some at a time. */
  records(): AsyncIterable<readonly SourceRecord[]>;
  /** Changes since an earlier version, each record once, in batches; null if they are no longer known. */
  changesSince(version: number): { count: number; changes: AsyncIterable<readonly RecordChange[]> } | null;
}

/** Record versions by docid, for as long as a published index refers to them. */
export interface RecordTexts {
  /** Their JSON texts in the order asked for, at once: callers run where they hold nobody up. */
  get(docids: readonly number[]): (string | undefined)[];
  close(): void;
}

/** Where a catalog's records are; opaque to engines, and the same in every thread. */
export type RecordLocator = string;

/** Opens records where an engine needs them: injected, as the catalog store keeps them. */
export interface RecordOpeners {
  /** At their present version, which stays as it is until it is closed. */
  openVersion(locator: RecordLocator): CatalogVersion & RecordTexts;
  openTexts(locator: RecordLocator): RecordTexts;
}

/** How a catalog is searched; a dashboard setting of the hosted service (doc: public-facts B4). */
export interface SearchSettings extends LanguageSettings {
  family: 'products' | 'items';
  /** `index.search_unavailable_docs`. */
  searchUnavailable: boolean;
  distanceUnit: 'km' | 'mi';
  /** Products without an entry for the asked view: shown with base values, or hidden (rec: public-facts C12). */
  showProductsOutsideView: boolean;
  /** Fields that come back as facets; null takes them from the data. */
  facetFields: readonly string[] | null;
  /** Words that mean the same, from the configuration. */
  synonyms: readonly Synonyms[];
  /** `<segment name>:<value>` to boosts, from the configuration. */
  segmentBoosts: Readonly<Record<string, readonly { field: string; value: string; weight: number }[]>>;
}

/** One version of an index. Opaque but for equality: versions of one index have one name. Kept by the service. */
export interface IndexRef {
  /** Which engine has it, and in which format: another one cannot read it. */
  engine: string;
  format: string;
  name: string;
  /** Of the catalog. */
  version: number;
}

/** Result of an index run, invisible until it is published. */
export interface BuiltIndex {
  ref: IndexRef;
  fields: FieldCatalog;
  documents: number;
  mode: 'full' | 'delta' | 'unchanged';
  /** Why the index it was to go on from could not be carried on; null where it was, or was too different. */
  rebuiltFor: string | null;
}

export interface IndexRun {
  catalog: string;
  records: RecordLocator;
  settings: SearchSettings;
  /** The published version, where it is of the same records and settings: an index run may go on from it. */
  from: { ref: IndexRef; fields: FieldCatalog } | null;
  signal: AbortSignal;
  /** Given what tells, at any time, how many records have been read; called by an engine that counts them. */
  onBegin?(recordsRead: () => number): void;
}

export interface PublishedVersion {
  catalog: string;
  ref: IndexRef;
  fields: FieldCatalog;
  records: RecordLocator;
  settings: SearchSettings;
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
}

export interface FoundRecords extends Omit<SearchResult, 'hits' | 'groups' | 'categoryMap'> {
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

/** How a cluster is reached, for engines that have one. Plain data, so that worker threads can be given it. */
export interface ClusterOptions {
  /** Addresses of nodes, `http://127.0.0.1:9200`; without names or passwords in them. */
  urls: readonly string[];
  user?: string;
  password?: string;
  /** Certificates to trust, PEM text, in place of the system's. */
  ca?: string;
}

/** Answers from a published version of a catalog, or from one that was published after it. */
export interface EngineReader {
  search(query: SearchQuery): Promise<FoundRecords>;
  suggest(request: SuggestRequest): Promise<FoundSuggestions>;
  /** The product whose `url` attribute is this address (scheme, host case, trailing slash and query apart). */
  productByUrl(url: string): Promise<RecordOfId | null>;
  /** The products of these ids, in this order; unknown ids are left out. */
  productsById(ids: readonly string[]): Promise<RecordOfId[]>;
  /** The category that an address names: by id or by the words of its name in the last path segment. */
  categoryByUrl(url: string): Promise<{ id: string; name: string } | null>;
  /** Why products are, or are not, among the hits of a query: each in turn. */
  explain(request: ExplainRequest): Promise<Explanation[]>;
  /**
   * Runs a service call by name in the thread that has the index, so that only the answer crosses threads.
   * Absent if the engine does not search in threads of this process.
   */
  near?(call: string, argument: unknown): Promise<unknown>;
}

/** The calls of a reader that have an answer each. */
export const READER_CALLS = [
  'search',
  'suggest',
  'productByUrl',
  'productsById',
  'categoryByUrl',
  'explain',
] as const;
export type ReaderCall = (typeof READER_CALLS)[number];

/** A reader all of whose calls one function answers. */
export function createReader(answer: (call: ReaderCall, argument: never) => Promise<unknown>): EngineReader {
  const calls = READER_CALLS.map((call) => [call, (argument: never) => answer(call, argument)] as const);
  // The names are those of the reader, which `fromEntries` forgets.
  return Object.fromEntries(calls) as unknown as EngineReader;
}

/** How an engine is: `green` is well, `yellow` answers everything without spare copies, `red` cannot answer some or all. */
export interface EngineHealth {
  engine: string;
  state: 'green' | 'yellow' | 'red';
  /** Short description without secrets. */
  detail: string;
}

/** Indexes versions of catalogs and searches them. Knows no HTTP, and no jobs. */
export interface SearchEngine {
  readonly engine: string;
  readonly format: string;
  /** Before any other call: drops what a killed process has left, which is every index that is not in use. */
  start(inUse: readonly IndexRef[]): Promise<void>;
  /**
   * Indexes the present version of a catalog. Whenever it ends, and however, what was published goes on answering.
   *
   * @throws AbortedError when the signal says so, and the system's error for a full disk; nothing is left then
   */
  build(run: IndexRun): Promise<BuiltIndex>;
  /**
   * Has readers of the catalog answer from this version from now on. To publish a version again does no harm.
   *
   * @throws BrctlError where it cannot; what was published before goes on answering
   */
  publish(version: PublishedVersion): Promise<void>;
  /** Of a version of a catalog that nobody has published, too, for as long as it is not dropped. */
  reader(version: PublishedVersion): EngineReader;
  /** Gets a version ready for its first queries, without anyone waiting for it. */
  warm(version: PublishedVersion): void;
  has(ref: IndexRef): Promise<boolean>;
  sizeBytes(ref: IndexRef): Promise<number>;
  /** A copy under its own name, which no run changes. */
  copy(ref: IndexRef): Promise<IndexRef>;
  drop(ref: IndexRef): Promise<void>;
  /** How it is now; what cannot be found out is red, and no error. */
  health(): Promise<EngineHealth>;
  /** Stops within a moment, once the searches at work are answered; index runs at work are given up. */
  close(): Promise<void>;
  /** Resolves when everything has ended that `close` did not wait for. */
  ended(): Promise<void>;
}

export const DEFAULT_SEARCH_SETTINGS: Omit<SearchSettings, 'family'> = {
  searchUnavailable: false,
  distanceUnit: 'km',
  showProductsOutsideView: true,
  facetFields: null,
  synonyms: [],
  language: 'en',
  languages: {},
  segmentBoosts: {},
};

/** Beyond this share of changed records a full build is cheaper (measured: docs/explanation/search-engine.md). */
const MAX_DELTA_SHARE = 0.1;

/** Whether an index run should add changes to an index or build it anew, by how many records have changed. */
export function chooseIndexMode(changed: number, total: number): 'full' | 'delta' {
  return total > 0 && changed <= Math.max(total * MAX_DELTA_SHARE, 1) ? 'delta' : 'full';
}
