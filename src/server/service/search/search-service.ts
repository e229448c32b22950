import type { CatalogReader } from '../../../engine/documents/catalog-reader.ts';
import type { SearchSettings, SuggestRequest } from '../../../engine/engine.ts';
import type { ExplainedProduct, Ranking } from '../../../engine/explain/explanation.ts';
import type { SearchQuery, SearchResult } from '../../../engine/query/model.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import {
  applyMerchandising,
  arrangeFacets,
  type MerchandisedQuery,
  searchPinned,
} from '../merchandising/merchandised-search.ts';
import {
  listOperations,
  type Merchandising,
  NO_MERCHANDISING,
} from '../merchandising/select-merchandising.ts';
import { Refusal } from '../refusals.ts';
import type { SearchConditions } from './answer-settings.ts';
import { findLeniences, type Lenience } from './leniences.ts';
import { readMerchandising } from './merchandising-parameters.ts';
import { type QueryParameters, readTextParameter } from './query-parameter.ts';
import type { DiagnosticSection } from './search-fields.ts';
import { readSearchRequest, type SearchRequest } from './search-request.ts';
import { formatSearchBody } from './search-response.ts';

export interface SearchAnswer {
  contentType: 'application/json' | 'application/javascript';
  /** In its own memory, which can be handed to another thread. */
  body: Buffer;
  passedOver: readonly string[];
  /** Leniences that do not depend on the caller. */
  lenient: readonly Lenience[];
  /** The request may be refused later, as it names a time. */
  isDated: boolean;
  indexVersion: number;
  hits: number;
}

/** spec: C; doc: public-facts C, D1, D4. @throws Refusal for every request that the service refuses */
export async function answerSearch(
  parameters: QueryParameters,
  family: RecordFamily,
  reader: Pick<CatalogReader, 'search' | 'explain' | 'fields'>,
  context: SearchConditions,
): Promise<SearchAnswer> {
  const request = readSearchRequest(parameters, context, family);
  const { query } = request;
  const rules =
    family === 'items' ? NO_MERCHANDISING : readMerchandising(parameters, query, context.merchandising);
  const merchandised = await applyMerchandising(reader, query, rules);
  const searched = await searchPinned(reader, merchandised);
  const result = { ...searched, facets: arrangeFacets(searched.facets, rules.facets) };
  const lenient = findLeniences(parameters, query, reader.fields);
  const diagnostics = await buildDiagnostics(request, result, reader, { rules, merchandised });
  const codes = lenient.map(({ code }) => code);
  const debug = diagnostics && { ...diagnostics, ...(codes.length > 0 && { lenient: codes }) };
  const { redirects } = context.answers;
  const text = formatSearchBody(request, result, { redirects, redirect: rules.redirect, debug });
  const { callback, passedOver } = request;
  return {
    contentType: callback === null ? 'application/json' : 'application/javascript',
    body: toBytes(callback === null ? text : `${callback}(${text});`),
    passedOver,
    lenient,
    isDated: readTextParameter(parameters, 'merchandising.ts') !== '',
    indexVersion: result.indexVersion,
    hits: result.total,
  };
}

function toBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

type ExplainedHit = Awaited<ReturnType<typeof explainHits>>[number];

/**
 * `debug` of an answer. The names of the sections are documented; what is in them is ours but for `merchandising_rules` and
 * `products_locked` (assumption).
 */
async function buildDiagnostics(
  { diagnostics, text }: SearchRequest,
  result: SearchResult,
  reader: Pick<CatalogReader, 'explain'>,
  { rules, merchandised: { query, pins } }: { rules: Merchandising; merchandised: MerchandisedQuery },
): Promise<Record<string, unknown> | undefined> {
  if (diagnostics.length === 0) return undefined;
  const hits = await explainHits(query, result, reader, diagnostics);
  const getRank = (index: number) => (pins === null ? {} : { rank: query.start + index + 1 });
  const contents: Record<DiagnosticSection, () => unknown> = {
    recall: () => describeRecall(text, result, hits, rules),
    merchandising: () => describeMerchandising(rules, pins),
    ranking: () => ({ products: hits.map((hit, index) => ({ ...describeRank(hit), ...getRank(index) })) }),
  };
  return Object.fromEntries(diagnostics.map((section) => [section, contents[section]()]));
}

/** Products that `debug` tells of: each takes up to 7 ms with all conditions that a request may have (assumption). */
const MAX_DIAGNOSED = 30;

async function explainHits(
  query: SearchRequest['query'],
  { hits, groups }: SearchResult,
  reader: Pick<CatalogReader, 'explain'>,
  diagnostics: readonly DiagnosticSection[],
) {
  if (diagnostics.every((section) => section === 'merchandising')) return [];
  const shown = groups === null ? hits : groups.flatMap((group) => group.hits);
  const ids = shown.slice(0, MAX_DIAGNOSED).map(({ id }) => id);
  if (ids.length === 0) return [];
  const explained = await reader.explain({ ids, query, counterfactuals: false });
  return explained.flatMap(({ id, product }) => (product === null ? [] : [{ id, product }]));
}

/** Effects of the rules that apply; those of the request under `request`. */
function groupOperations({ rules }: Merchandising): Record<string, readonly string[]> {
  const named = rules.map((rule) => [rule.name, listOperations(rule)] as const);
  return Object.fromEntries(named.filter(([, operations]) => operations.length > 0));
}

function describeMerchandising(rules: Merchandising, pins: MerchandisedQuery['pins']): unknown {
  return {
    products_locked: (pins?.locks ?? []).map(({ id, position }) => ({ product_id: id, position })),
    rules: groupOperations(rules),
    signals: rules.signals,
    redirect: rules.redirect,
  };
}

function describeRecall(
  text: string,
  result: SearchResult,
  hits: readonly ExplainedHit[],
  rules: Merchandising,
): unknown {
  return {
    merchandising_rules: groupOperations(rules),
    query: text,
    corrected_query: result.correctedQuery,
    relaxed: result.relaxed,
    terms: result.terms,
    numFound: result.total,
    products: hits.map(({ id, product }) => ({ product_id: id, words: product.words.map(describeWord) })),
  };
}

function describeWord({ words, held }: ExplainedProduct['words'][number]): unknown {
  const word = words.join(' ');
  if (held === null) return { word, found: false };
  return { word, found: true, as: held.words.join(' '), by: held.by, fields: held.fields };
}

function describeRank({ id, product: { ranking } }: ExplainedHit): object {
  const { rank, score, parts, above }: Partial<Ranking> = ranking ?? {};
  return { product_id: id, rank, score, parts, above };
}

export type AnsweringContext = Pick<SearchConditions, 'loose' | 'answers'>;

export interface SearchArgument {
  queryString: string;
  nowMs: number;
  merchandising: Merchandising | null;
}

export interface PackedRefusal {
  refused: Pick<Refusal, 'code' | 'message' | 'more'>;
}

export type SearchCalls = ReturnType<typeof createSearchCalls>;

/** Calls of the service on a catalog, whose arguments and results can cross threads. */
export function createSearchCalls(answering: AnsweringContext) {
  return {
    documents: (reader: CatalogReader, _settings: SearchSettings, query: SearchQuery) => reader.search(query),
    /** A whole answer, its body as bytes in memory of their own. */
    answer: async (
      reader: CatalogReader,
      settings: SearchSettings,
      { queryString, nowMs, merchandising }: SearchArgument,
    ): Promise<SearchAnswer | PackedRefusal> => {
      const context = { ...answering, search: settings, nowMs, merchandising };
      try {
        return await answerSearch(new URLSearchParams(queryString), settings.family, reader, context);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, message, more } = error;
        return { refused: { code, message, more } };
      }
    },
    suggestions: (reader: CatalogReader, _settings: SearchSettings, request: SuggestRequest) =>
      reader.suggest(request),
    pageByUrl: (reader: CatalogReader, _settings: SearchSettings, url: string) => reader.productByUrl(url),
    pagesById: (reader: CatalogReader, _settings: SearchSettings, ids: readonly string[]) =>
      reader.productsById(ids),
  };
}
