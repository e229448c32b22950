import { parseFieldList } from '../../../engine/query/field-name.ts';
import type { FacetRequest, SearchQuery, SortKey } from '../../../engine/query/model.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { AnswerSettings, SearchConditions } from './answer-settings.ts';
import {
  invalidParameterRefusal,
  type QueryParameters,
  readIntegerParameter,
  readTextParameter,
  unexpectedValueRefusal,
} from './query-parameter.ts';
import {
  isSkuField,
  readCallback,
  readDiagnostics,
  readFieldList,
  readSegmentBoosts,
  readSort,
  readStatsFields,
} from './search-fields.ts';
import {
  checkConditions,
  DISTANCE_FIELD,
  readBooleanFilters,
  readFacetFilters,
  readStorePickup,
} from './search-filters.ts';
import {
  checkFeatures,
  checkPreviewTime,
  notEmulatedRefusal,
  readCategoryId,
  readKeywordRecall,
  readSearchType,
} from './search-recall.ts';

/** Sort keys of `search_type=bestseller` and global widgets (assumption: no ranking is documented). */
export const BESTSELLER_SORT: readonly SortKey[] = [
  { field: 'best_seller', direction: 'desc' },
  { field: 'reviews', direction: 'desc' },
];

const PREFIX_PARAMETER = /^f\.(?<field>.+)\.facet\.prefix$/;

/**
 * All facetable fields, of content each `facet.field`, ranges and prefixes (doc: public-facts C4, D1). A numeric facet is its extent only if the settings name it,
 * or `stats.field` beside a `facet.version` (rec: public-facts H).
 */
function readFacetRequest(
  parameters: QueryParameters,
  family: RecordFamily,
  { facetLimit, statsFacets }: AnswerSettings,
): FacetRequest | null {
  const fields = family === 'items' ? parseFieldList(parameters.getAll('facet.field')) : 'auto';
  if (fields.length === 0) return null;
  return {
    fields,
    ranges: parseFieldList(parameters.getAll('facet.range')),
    stats: [...statsFacets, ...readFacetStats(parameters)],
    prefixes: readPrefixes(parameters),
    limit: facetLimit,
  };
}

/** A published plugin that asks for `stats.field` alone reads no facet but lists; the samples name the version, too. */
function readFacetStats(parameters: QueryParameters): string[] {
  return readTextParameter(parameters, 'facet.version') === '' ? [] : readStatsFields(parameters);
}

function readPrefixes(parameters: QueryParameters): Record<string, string> {
  const prefixes = new Map<string, string>();
  for (const [name, value] of parameters) {
    const field = PREFIX_PARAMETER.exec(name)?.groups?.field;
    if (field !== undefined && value !== '') prefixes.set(field, value);
  }
  return Object.fromEntries(prefixes);
}

/** 3.0, or lower for the older shape; else the account decides (doc: public-facts C4). @throws Refusal for no version */
function readFacetVersion(parameters: QueryParameters, fallback: AnswerSettings['facetVersion']) {
  const text = readTextParameter(parameters, 'facet.version');
  if (text === '') return fallback;
  if (!/^\d(\.\d+)?$/.test(text) || Number(text) > 3)
    throw unexpectedValueRefusal('facet.version should be 3.0', text);
  return Number(text) === 3 ? '3.0' : 'legacy';
}

export type SearchRequest = ReturnType<typeof readSearchRequest>;

/** Without `fl`, the fields of the documentation's own example (doc: public-facts C1, D1). */
const FAMILIES = {
  products: { idField: 'pid', defaultFields: ['pid', 'url', 'description'], paging: LIMITS },
  items: {
    idField: 'item_id',
    defaultFields: ['item_id', 'item_title', 'thumb_image', 'url', 'description'],
    paging: {
      rowsDefault: LIMITS.contentRowsDefault,
      rowsMax: LIMITS.contentRowsMax,
      startMax: LIMITS.contentStartMax,
    },
  },
};

/**
 * A search of products, checked in the order of the documentation's tables (doc: public-facts C9, then C1), or of content: other
 * pages, words only, no grouping (doc: public-facts D1).
 * @throws Refusal `invalid_parameter`, `query_too_long`, `not_emulated` (as several views of content in one request)
 */
export function readSearchRequest(
  parameters: QueryParameters,
  context: SearchConditions,
  family: RecordFamily = 'products',
) {
  const { answers, loose, search } = context;
  const isContent = family === 'items';
  const searchType = readSearchType(parameters);
  if (isContent && searchType !== 'keyword') throw invalidParameterRefusal('Invalid or empty search_type');
  const recall: SearchQuery['recall'] =
    searchType === 'category'
      ? { kind: 'category', id: readCategoryId(parameters) }
      : readKeywordRecall(parameters);
  const { idField, defaultFields, paging } = FAMILIES[family];
  const fields = readFieldList(parameters, idField, defaultFields);
  const { start, rows } = readPaging(parameters, paging);
  const facetFilters = readFacetFilters(parameters, 'fq');
  const filters = readBooleanFilters(parameters, 'efq');
  checkConditions(facetFilters, filters);
  const geo = readStorePickup(parameters, facetFilters, search.distanceUnit);
  const sort = readSort(parameters, geo !== null);
  const query: SearchQuery = {
    recall,
    // Not an attribute: the answer adds it.
    fields: fields.filter((field) => field !== 'score'),
    start,
    rows,
    facetFilters: facetFilters.filter(({ field }) => field !== DISTANCE_FIELD),
    filters,
    geo,
    sort: searchType === 'bestseller' && sort.length === 0 ? BESTSELLER_SORT : sort,
    stats: readStatsFields(parameters),
    boosts: readSegmentBoosts(parameters, search.segmentBoosts),
    includeUnavailable: search.searchUnavailable,
    facets: readFacetRequest(parameters, family, answers),
    group: isContent ? null : readGrouping(parameters, rows, loose),
    viewId: isContent ? readContentView(parameters) : readTextParameter(parameters, 'view_id') || null,
  };
  const passedOver = checkFeatures(parameters, loose);
  checkPreviewTime(parameters, context.nowMs);
  return {
    searchType,
    query,
    /** `q` as it was typed, or the category id. */
    text: readTextParameter(parameters, 'q'),
    facetVersion: readFacetVersion(parameters, answers.facetVersion),
    withScores: parseFieldList(parameters.getAll('fl')).includes('score'),
    diagnostics: readDiagnostics(parameters),
    callback: readCallback(parameters),
    passedOver,
  };
}

/** The view of content without its own views (doc: public-facts D1). */
const DEFAULT_VIEW = 'br_default_view';

function readContentView(parameters: QueryParameters): string | null {
  const view = readTextParameter(parameters, 'view_id');
  if (view === '*' || view.includes(',')) throw notEmulatedRefusal('a content search over several views');
  return view === '' || view === DEFAULT_VIEW ? null : view;
}

type PagingLimits = Record<'rowsDefault' | 'rowsMax' | 'startMax', number>;

/** More than the maximum is refused, never clamped, in the documented sentences (doc: public-facts C1, C9). @throws Refusal */
export function readPaging(parameters: QueryParameters, limits: PagingLimits) {
  const rows = readIntegerParameter(parameters, 'rows', limits.rowsDefault);
  const start = readIntegerParameter(parameters, 'start', 0);
  if (rows < 0) throw invalidParameterRefusal('rows should be >=0');
  if (start < 0) throw invalidParameterRefusal('start should be >=0');
  if (start <= limits.startMax && rows <= limits.rowsMax) return { start, rows };
  throw invalidParameterRefusal(
    `Pagination limit exceeded: requested start ${start}, rows ${rows}. ` +
      `Max start ${limits.startMax}, rows ${limits.rowsMax}`,
  );
}

/** Reserved by the service (doc: public-facts B4), with the names that it gives them in answers (its page on grouping). */
const RESERVED = new Set(
  (
    'pid item_id category variants views store_lat_lon colors color_groups sizes ' +
    'availability brand br_high_confidence_field capacity catalog_code category_paths city_location color ' +
    'color_group condition depth description flags gender height i_level is_buyable is_monogramed is_perishable ' +
    'is_sellable item_condition item_no keywords large_image launch_date low_price low_sale_price model_name ' +
    'model_no price price_range reviews sale_keywords sale_price sale_price_range size sku_id store_id ' +
    'store_location suite_info swatch_image thumb_image title url width'
  ).split(' '),
);

/** Products of one group; not documented (assumption). */
export const GROUP_LIMIT_MAX = 100;

/** Products of all groups of an answer, each a document to make: 40,000 held the search thread for 8 s (assumption). */
const MAX_GROUPED_PRODUCTS = 2_000;

/** One attribute that is neither reserved nor of variants (doc: public-facts C1, C7). Loose mode takes a reserved one. */
function readGrouping(parameters: QueryParameters, rows: number, loose: boolean): SearchQuery['group'] {
  const field = readTextParameter(parameters, 'groupby');
  const limit = readIntegerParameter(parameters, 'group_limit', 1);
  const offset = readIntegerParameter(parameters, 'group_offset', 0);
  if (field === '') return null;
  if (field.includes(',') || isSkuField(field))
    throw unexpectedValueRefusal('groupby expects one attribute of products', field);
  if (RESERVED.has(field) && !loose)
    throw invalidParameterRefusal(`groupby does not work on the reserved attribute ${field}`);
  if (limit < 1 || limit > GROUP_LIMIT_MAX)
    throw invalidParameterRefusal(`group_limit should be from 1 to ${GROUP_LIMIT_MAX}, instead got ${limit}`);
  if (rows * limit > MAX_GROUPED_PRODUCTS)
    throw invalidParameterRefusal(
      `rows ${rows} groups of group_limit ${limit} products are too many. Max ${MAX_GROUPED_PRODUCTS} products`,
    );
  if (offset < 0) throw invalidParameterRefusal('group_offset should be >=0');
  return { field, limit, offset };
}
