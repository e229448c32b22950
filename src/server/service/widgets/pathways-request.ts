import { EVERYTHING } from '../../../engine/complete-engine.ts';
import { excludeIds } from '../../../engine/query/boolean-filter.ts';
import { parseFieldList } from '../../../engine/query/field-name.ts';
import type { BooleanFilter, Recall, SearchQuery } from '../../../engine/query/model.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { SearchConditions } from '../search/answer-settings.ts';
import {
  invalidParameterRefusal,
  type QueryParameters,
  quoteValue,
  readBooleanParameter,
  readTextParameter,
  unexpectedValueRefusal,
} from '../search/query-parameter.ts';
import { readSegmentBoosts, readSort } from '../search/search-fields.ts';
import {
  checkConditions,
  listTests,
  readBooleanFilters,
  readFacetFilters,
  splitVariantFilters,
} from '../search/search-filters.ts';
import { checkFeatures, readCategoryId, readQueryText } from '../search/search-recall.ts';
import { BESTSELLER_SORT, readPaging } from '../search/search-request.ts';

export type PathwaysRequest = ReturnType<typeof readPathwaysRequest>;

/** `rows` is what the dashboard says; 10 stands for it (assumption). Maximums: doc, public-facts A2. */
export const PATHWAYS_PAGING = { ...LIMITS, rowsDefault: 10 };
/** Fields of the documentation's own example, in place of the dashboard's (doc: public-facts A2). */
const FIELDS = ['pid', 'title', 'url', 'price', 'sale_price', 'thumb_image'];
const RANGES = ['price', 'sale_price'];

/** doc: public-facts A2. @throws Refusal `invalid_parameter`, `query_too_long`, `not_emulated` */
export function readPathwaysRequest(
  type: WidgetType,
  parameters: QueryParameters,
  context: SearchConditions,
) {
  const { recall, seeds = [], fallbackIds = [] }: PathwaysRecall = RECALLS[type](parameters);
  const { start, rows } = readPaging(parameters, PATHWAYS_PAGING);
  const fields = parseFieldList(parameters.getAll('fields'));
  const withFacets = readBooleanParameter(parameters, 'facet');
  const sort = readSort(parameters, false);
  const facetFilters = readFacetFilters(parameters, 'filter_facet');
  const filters = readWidgetFilters(parameters);
  checkConditions(facetFilters, filters);
  const { onVariants, others } = splitVariantFilters(filters);
  const query: SearchQuery = {
    ...EVERYTHING,
    recall,
    fields: fields.length === 0 ? FIELDS : fields,
    start,
    rows,
    includeUnavailable: context.search.searchUnavailable,
    facetFilters: [...facetFilters, ...onVariants],
    filters: [...others, ...excludeIds(seeds)],
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
    viewId: readTextParameter(parameters, 'view_id') || null,
    boosts: readSegmentBoosts(parameters, context.search.segmentBoosts),
  };
  return { query, withFacets, fallbackIds, passedOver: checkFeatures(parameters, context.loose) };
}

/** `filter`, repeatable and joined by AND; a negative range is not supported (doc: public-facts A2). */
function readWidgetFilters(parameters: QueryParameters): BooleanFilter[] {
  const filters = readBooleanFilters(parameters, 'filter');
  const negative = filters
    .flatMap((filter) => listTests(filter))
    .find(({ negated, test }) => negated && test.kind === 'range');
  if (negative === undefined) return filters;
  throw invalidParameterRefusal(`a negative range of ${quoteValue(negative.field)} is not supported`);
}

/** `facet.prefix=<facet>:<prefix>`, repeatable (doc: public-facts A2). */
function readPrefix(parameters: QueryParameters): Record<string, string> {
  const pairs = parameters.getAll('facet.prefix').map((text): [string, string] => {
    const colon = text.indexOf(':');
    if (colon > 0) return [text.slice(0, colon).trim(), text.slice(colon + 1)];
    throw unexpectedValueRefusal('facet.prefix expects <facet>:<prefix>', text);
  });
  return Object.fromEntries(pairs);
}

interface PathwaysRecall {
  recall: Recall;
  /** Products to be similar to where the catalog has none of the recall's. */
  fallbackIds?: readonly string[];
  /** Named by the request: no answer has them. */
  seeds?: readonly string[];
}

/** Products that one call may name (assumption; the request length bounds them anyway). */
const MAX_SEEDS = 50;

/**
 * Parameters of each type, the first part of a path (doc: public-facts A2). No visits are known here: `personalized` answers for
 * everybody (assumption). @throws Refusal `invalid_parameter` where what the type needs is missing
 */
const RECALLS = {
  item: readItemRecall,
  category: (parameters) => ({ recall: { kind: 'category', id: readCategoryId(parameters, 'cat_id') } }),
  keyword: (parameters) => ({ recall: toKeywordRecall(readQueryText(parameters, 'query')) }),
  personalized: (parameters) => ({ recall: readPersonalRecall(parameters) }),
  global: () => ({ recall: EVERYTHING.recall }),
} satisfies Record<string, (parameters: QueryParameters) => PathwaysRecall>;

export type WidgetType = keyof typeof RECALLS;

export const WIDGET_TYPES = Object.keys(RECALLS) as WidgetType[];

/** `context_pids` are the primary seeds, `item_ids` the fallback (doc: the API description of the item widget). */
function readItemRecall(parameters: QueryParameters): PathwaysRecall {
  const ids = parseFieldList(parameters.getAll('item_ids'));
  const context = parseFieldList(parameters.getAll('context_pids'));
  if (ids.length === 0) throw invalidParameterRefusal('item_ids is required');
  if (ids.length + context.length > MAX_SEEDS)
    throw invalidParameterRefusal(`item_ids and context_pids name more than ${MAX_SEEDS} products`);
  return {
    recall: { kind: 'similar', ids: context.length > 0 ? context : ids, text: '', categoryIds: [] },
    fallbackIds: ids,
    seeds: [...new Set([...ids, ...context])],
  };
}

function readPersonalRecall(parameters: QueryParameters): Recall {
  const visitor = readTextParameter(parameters, 'user_id') || readTextParameter(parameters, '_br_uid_2');
  if (visitor === '') throw invalidParameterRefusal('user_id is required');
  const query = readTextParameter(parameters, 'query');
  return query === '' ? EVERYTHING.recall : toKeywordRecall(readQueryText(parameters, 'query'));
}

function toKeywordRecall(text: string): Recall {
  return text === '*'
    ? EVERYTHING.recall
    : { kind: 'keyword', text, tolerant: true, spelling: 'term_frequency' };
}
