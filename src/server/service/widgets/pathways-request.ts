import { parseFieldList } from '../../../engine/query/field-name.ts';
import type { BooleanFilter, SearchQuery } from '../../../engine/query/model.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { SearchConditions } from '../search/answer-settings.ts';
import { readPaging } from '../search/paging.ts';
import { BESTSELLER_SORT, plainQuery, withoutIds } from '../search/plain-query.ts';
import {
  booleanParameter,
  invalidParameter,
  type QueryParameters,
  shown,
  textParameter,
} from '../search/query-parameter.ts';
import { checkFeatures } from '../search/search-features.ts';
import {
  checkConditions,
  readBooleanFilters,
  readFacetFilters,
  splitVariantFilters,
} from '../search/search-filters.ts';
import { readSort } from '../search/search-sort.ts';
import { readSegmentBoosts } from '../search/segment-boosts.ts';
import { readPathwaysRecall, type WidgetType } from './pathways-recall.ts';

export interface PathwaysRequest {
  query: SearchQuery;
  withFacets: boolean;
  /** Products to be similar to where the catalog has none that the query names. */
  fallbackIds: readonly string[];
  passedOver: string[];
}

/** `rows` is what the dashboard says; 10 stands for it (assumption). Maximums: doc, public-facts A2. */
export const PATHWAYS_PAGING = { rowsDefault: 10, rowsMax: LIMITS.rowsMax, startMax: LIMITS.startMax };
/** Fields of the documentation's own example, in place of the dashboard's (doc: public-facts A2). */
const FIELDS = ['pid', 'title', 'url', 'price', 'sale_price', 'thumb_image'];
const RANGES = ['price', 'sale_price'];

/**
 * Checks a call of a recommendation or pathways widget and makes the engine's query of it (doc: public-facts A2).
 * @throws Refusal `invalid_parameter`, `query_too_long`, `not_emulated`
 */
export function readPathwaysRequest(
  type: WidgetType,
  parameters: QueryParameters,
  context: SearchConditions,
): PathwaysRequest {
  const { recall, leftOut, fallbackIds = [] } = readPathwaysRecall(type, parameters);
  const { start, rows } = readPaging(parameters, PATHWAYS_PAGING);
  const fields = parseFieldList(parameters.getAll('fields'));
  const withFacets = booleanParameter(parameters, 'facet');
  const sort = readSort(parameters, false);
  const facetFilters = readFacetFilters(parameters, 'filter_facet');
  const filters = readWidgetFilters(parameters);
  checkConditions(facetFilters, filters, 'filter');
  const { onVariants, others } = splitVariantFilters(filters);
  const query: SearchQuery = {
    ...plainQuery(recall, fields.length === 0 ? FIELDS : fields, rows, context),
    start,
    facetFilters: [...facetFilters, ...onVariants],
    filters: [...others, ...withoutIds(leftOut)],
    sort: sort.length === 0 && recall.kind === 'all' ? BESTSELLER_SORT : sort,
    facets: withFacets
      ? {
          fields: 'auto',
          ranges: RANGES,
          stats: context.answers.statsFacets,
          prefixes: readPrefix(parameters),
          limit: context.answers.facetLimit,
        }
      : null,
    viewId: textParameter(parameters, 'view_id') || null,
    boosts: readSegmentBoosts(parameters, context.search.segmentBoosts),
  };
  return { query, withFacets, fallbackIds, passedOver: checkFeatures(parameters, context.loose) };
}

/** `filter`, repeatable and joined by AND; a negative range is not supported (doc: public-facts A2). */
function readWidgetFilters(parameters: QueryParameters): BooleanFilter[] {
  const filters = readBooleanFilters(parameters, 'filter');
  for (const filter of filters) refuseNegativeRange(filter, false);
  return filters;
}

function refuseNegativeRange(filter: BooleanFilter, negated: boolean): void {
  if (filter.kind === 'not') refuseNegativeRange(filter.operand, true);
  else if (filter.kind !== 'test')
    for (const operand of filter.operands) refuseNegativeRange(operand, negated);
  else if (negated && filter.test.kind === 'range') {
    throw invalidParameter('filter', `a negative range of ${shown(filter.field)} is not supported`);
  }
}

/** `facet.prefix=<facet>:<prefix>`, repeatable (doc: public-facts A2). */
function readPrefix(parameters: QueryParameters): Record<string, string> {
  const pairs = parameters.getAll('facet.prefix').map((text): [string, string] => {
    const colon = text.indexOf(':');
    if (colon > 0) return [text.slice(0, colon).trim(), text.slice(colon + 1)];
    throw invalidParameter(
      'facet.prefix',
      `facet.prefix expects <facet>:<prefix>, instead got ${shown(text)}`,
    );
  });
  return Object.fromEntries(pairs);
}
