import { formatJson, type JsonPart, toRawJson } from '../../../base/json/json-text.ts';
import { RawJson } from '../../../base/json/lossless.ts';
import type { CategoryFacetValue, FacetResult, Recall, SearchResult } from '../../../engine/query/model.ts';
import { Refusal } from '../refusals.ts';
import type { SearchConditions, WidgetSetting } from '../search/answer-settings.ts';
import type { CatalogSearch } from '../search/catalog-search.ts';
import type { QueryParameters } from '../search/query-parameter.ts';
import { type PathwaysRequest, readPathwaysRequest, type WidgetType } from './pathways-request.ts';

/** `metadata.widget.type` by the path's type: `mlt` and `search` are documented (public-facts A2), the others assumed. */
const METADATA_TYPE: Readonly<Record<WidgetType, string>> = {
  item: 'mlt',
  category: 'search',
  keyword: 'search',
  personalized: 'personalized',
  global: 'global',
};

/** Any id answers unless the settings list the widgets (assumption). @throws Refusal `unknown_widget` (doc: public-facts A2) */
export function findWidget(type: WidgetType, id: string, widgets: readonly WidgetSetting[] | null) {
  if (widgets === null) return { id, name: id, description: '', type };
  const widget = widgets.find((known) => known.id === id && known.type === type);
  if (widget !== undefined) return widget;
  throw new Refusal('unknown_widget', `there is no ${type} widget with this id`);
}

/** doc: public-facts A2. @param rid reported by the pixel as `wrid`. @throws Refusal */
export async function answerPathways(
  call: { type: WidgetType; widget: WidgetSetting; catalog: string; rid: string },
  parameters: QueryParameters,
  engine: Pick<CatalogSearch, 'search' | 'productsById'>,
  context: SearchConditions,
): Promise<{ body: string; passedOver: readonly string[] }> {
  const request = readPathwaysRequest(call.type, parameters, context);
  const recall = await fillSeeds(call.catalog, request, engine);
  const result = await engine.search(call.catalog, { ...request.query, recall });
  const body = formatJson({
    response: {
      numFound: result.total,
      start: request.query.start,
      docs: result.hits.map(({ json }) => new RawJson(json)),
    },
    facet: request.withFacets ? toRawJson(formatPathwaysFacets(result.facets)) : undefined,
    metadata: describeAnswer(call, request, result),
  });
  return { body, passedOver: request.passedOver };
}

/** With titles and categories of the products to be similar to. */
async function fillSeeds(
  catalog: string,
  { query: { recall }, fallbackIds }: PathwaysRequest,
  engine: Pick<CatalogSearch, 'productsById'>,
): Promise<Recall> {
  if (recall.kind !== 'similar') return recall;
  const products = await engine.productsById(catalog, recall.ids);
  const ids = products.length > 0 ? recall.ids : fallbackIds;
  const seeds = products.length > 0 ? products : await engine.productsById(catalog, fallbackIds);
  const categoryIds = [...new Set(seeds.flatMap((seed) => seed.categoryIds))];
  return { ...recall, ids, text: seeds.map(({ title }) => title).join(' '), categoryIds };
}

/** Nothing is personalized here: such a widget says that it fell back (assumption; shape: doc, public-facts A2). */
function describeAnswer(
  { type, widget, rid }: { type: WidgetType; widget: WidgetSetting; rid: string },
  { query }: PathwaysRequest,
  result: SearchResult,
) {
  const { id, name, description } = widget;
  const fallback = type === 'personalized' ? (query.recall.kind === 'all' ? 'global' : 'keyword') : '';
  return {
    widget: { id, name, description, type: METADATA_TYPE[type], rid },
    query: {
      did_you_mean: result.didYouMean,
      modification: {
        mode: result.correctedQuery === null ? '' : 'autoCorrectQuery',
        value: result.correctedQuery ?? '',
      },
    },
    response: { personalized_results: false, fallback, recall: result.relaxed ? 'relaxed' : 'pure' },
  };
}

type CategoryNode = {
  count: number;
  cat_id: string;
  cat_name: string;
  children: CategoryNode[] | null;
};

/**
 * Categories nested, `key` in place of `name`, ranges once more by themselves (doc: public-facts A2). Every value is a list: a
 * published client reads no other (assumption).
 */
export function formatPathwaysFacets(facets: readonly FacetResult[]): JsonPart {
  return {
    category: facets.flatMap((facet) => (facet.kind === 'category' ? buildCategoryTree(facet.values) : [])),
    fields: facets.flatMap((facet) =>
      facet.kind === 'category'
        ? []
        : [
            {
              key: facet.field,
              type: facet.kind,
              value: facet.kind === 'number_stats' ? [{ start: facet.min, end: facet.max }] : facet.values,
            },
          ],
    ),
    ranges: facets.flatMap((facet) =>
      facet.kind === 'number_range' ? [{ key: facet.field, value: facet.values }] : [],
    ),
  };
}

/** Nodes below their parents; leaves have null children. A node whose parent is not in the list is at the root. */
function buildCategoryTree(values: readonly CategoryFacetValue[]): CategoryNode[] {
  const nodes = new Map<string, CategoryNode>();
  for (const { id, name, crumb, count } of values)
    nodes.set(crumb, { count, cat_id: id, cat_name: name, children: null });
  const roots: CategoryNode[] = [];
  for (const [crumb, node] of nodes) {
    const parent = nodes.get(crumb.slice(0, crumb.lastIndexOf('/')));
    if (parent === undefined) roots.push(node);
    else parent.children = [...(parent.children ?? []), node];
  }
  return roots;
}
