import { parseFieldList } from '../../../engine/query/field-name.ts';
import type { SearchQuery } from '../../../engine/query/model.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { type DiagnosticSection, readCallback, readDiagnostics } from './answer-parameters.ts';
import type { AnswerSettings, SearchConditions } from './answer-settings.ts';
import { readFacetRequest, readFacetVersion } from './facet-request.ts';
import { readGrouping } from './grouping.ts';
import { type PagingLimits, readPaging } from './paging.ts';
import { BESTSELLER_SORT } from './plain-query.ts';
import { type QueryParameters, textParameter } from './query-parameter.ts';
import { checkFeatures, checkPreviewTime } from './search-features.ts';
import { readFieldList, readStatsFields } from './search-fields.ts';
import { checkConditions, readBooleanFilters, readFacetFilters } from './search-filters.ts';
import { readCategoryId, readKeywordRecall, readSearchType, type SearchType } from './search-recall.ts';
import { readSort } from './search-sort.ts';
import { readSegmentBoosts } from './segment-boosts.ts';
import { readStorePickup, withoutDistance } from './store-pickup.ts';

export interface SearchRequest {
  searchType: SearchType;
  /** `q` as it was typed, or the category id. */
  text: string;
  query: SearchQuery;
  facetVersion: AnswerSettings['facetVersion'];
  withScores: boolean;
  diagnostics: readonly DiagnosticSection[];
  callback: string | null;
  passedOver: string[];
}

const PRODUCT_PAGING: PagingLimits = {
  rowsDefault: LIMITS.rowsDefault,
  rowsMax: LIMITS.rowsMax,
  startMax: LIMITS.startMax,
};
/** `fl` of the documentation's own example (doc: public-facts C1). */
const PRODUCT_FIELDS = ['pid', 'url', 'description'];

/**
 * Checks a product, category or bestseller search and makes the engine's query of it. The order of the checks is that of
 * the documentation's table (doc: public-facts C9), then that of its parameters (C1).
 * @throws Refusal `invalid_parameter`, `query_too_long`, `not_emulated`
 */
export function readSearchRequest(parameters: QueryParameters, context: SearchConditions): SearchRequest {
  const searchType = readSearchType(parameters);
  const recall: SearchQuery['recall'] =
    searchType === 'category'
      ? { kind: 'category', id: readCategoryId(parameters) }
      : readKeywordRecall(parameters);
  const common = readCommonQuery(parameters, context, 'pid', PRODUCT_FIELDS, PRODUCT_PAGING);
  const sort = searchType === 'bestseller' && common.sort.length === 0 ? BESTSELLER_SORT : common.sort;
  const facets = readFacetRequest(parameters, 'auto', context.answers);
  const group = readGrouping(parameters, context.loose);
  const query = {
    ...common,
    recall,
    sort,
    facets,
    group,
    viewId: textParameter(parameters, 'view_id') || null,
  };
  return { searchType, query, ...readAnswerShape(parameters, context) };
}

export function readCommonQuery(
  parameters: QueryParameters,
  context: SearchConditions,
  idField: 'pid' | 'item_id',
  defaultFields: readonly string[],
  paging: PagingLimits,
): Omit<SearchQuery, 'recall' | 'facets' | 'group' | 'viewId'> {
  const fields = readFieldList(parameters, idField, defaultFields);
  const { start, rows } = readPaging(parameters, paging);
  const facetFilters = readFacetFilters(parameters, 'fq');
  const filters = readBooleanFilters(parameters, 'efq');
  checkConditions(facetFilters, filters, 'efq');
  const geo = readStorePickup(parameters, facetFilters, context.search.distanceUnit);
  return {
    // Not an attribute: the answer adds it.
    fields: fields.filter((field) => field !== 'score'),
    start,
    rows,
    facetFilters: withoutDistance(facetFilters),
    filters,
    geo,
    sort: readSort(parameters, geo !== null),
    stats: readStatsFields(parameters),
    boosts: readSegmentBoosts(parameters, context.search.segmentBoosts),
    includeUnavailable: context.search.searchUnavailable,
  };
}

export function readAnswerShape(
  parameters: QueryParameters,
  context: SearchConditions,
): Omit<SearchRequest, 'searchType' | 'query'> {
  const passedOver = checkFeatures(parameters, context.loose);
  checkPreviewTime(parameters, context.nowMs);
  return {
    text: textParameter(parameters, 'q'),
    facetVersion: readFacetVersion(parameters, context.answers.facetVersion),
    withScores: parseFieldList(parameters.getAll('fl')).includes('score'),
    diagnostics: readDiagnostics(parameters),
    callback: readCallback(parameters),
    passedOver,
  };
}
