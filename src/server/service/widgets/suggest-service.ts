import { formatJson, type JsonPart } from '../../../base/json/json-text.ts';
import { type LosslessValue, parseLossless } from '../../../base/json/lossless.ts';
import type { Suggestions } from '../../../engine/engine.ts';
import type { PublishedIndex } from '../registry/catalog-registry.ts';
import type { CatalogSearch } from '../search/catalog-search.ts';
import { DEFAULT_VIEW, type SuggestRequest } from './suggest-request.ts';

/** How many of each a group holds (assumption). */
const MOST = { queries: 8, products: 6, attributes: 8 } as const;
/** Attribute suggestions come for the first two catalogs and the first view of each (doc: public-facts D3). */
const CATALOGS_WITH_ATTRIBUTES = 2;

const PRODUCT_FIELDS = ['pid', 'title', 'url', 'sale_price', 'price', 'thumb_image'];
const ITEM_FIELDS = ['item_id', 'item_title', 'title', 'url', 'thumb_image'];

/** One group for each view of each catalog (doc: public-facts D3). @param published the request's catalogs, in its order */
export async function answerSuggest(
  request: SuggestRequest,
  published: readonly Pick<PublishedIndex, 'catalog' | 'family'>[],
  engine: Pick<CatalogSearch, 'suggest'>,
): Promise<string> {
  const groups: JsonPart[] = [];
  for (const [place, { views }] of request.catalogs.entries()) {
    const catalog = published[place];
    if (catalog === undefined) continue;
    for (const [order, view] of views.entries()) {
      const withAttributes = place < CATALOGS_WITH_ATTRIBUTES && order === 0;
      const found = await findSuggestions(engine, catalog, view, request, withAttributes);
      groups.push(group(catalog.catalog, view, found));
    }
  }
  return formatJson({ queryContext: { originalQuery: request.text }, suggestionGroups: groups });
}

async function findSuggestions(
  engine: Pick<CatalogSearch, 'suggest'>,
  { catalog, family }: Pick<PublishedIndex, 'catalog' | 'family'>,
  view: string,
  { text, sort }: SuggestRequest,
  withAttributes: boolean,
): Promise<Suggestions> {
  const prefix = text.replace(/[\p{Cc}\s]+/gu, ' ').trimStart();
  if (prefix === '') return { queries: [], products: [], attributes: [] };
  return engine.suggest(catalog, {
    prefix,
    queries: MOST.queries,
    products: MOST.products,
    attributes: withAttributes ? MOST.attributes : 0,
    fields: family === 'products' ? PRODUCT_FIELDS : ITEM_FIELDS,
    viewId: view === DEFAULT_VIEW ? null : view,
    sort,
  });
}

function group(catalogName: string, view: string, { queries, products, attributes }: Suggestions): JsonPart {
  return {
    catalogName,
    view,
    querySuggestions: queries.map(({ query, displayText }) => ({ query, displayText })),
    searchSuggestions: products.map(({ json }) => formatProduct(json)),
    attributeSuggestions: attributes.map(({ name, value }) => {
      // A category is named twice, with its own type (doc: the example of the API's page, which has paths in place of names).
      if (name === 'category') return { name: value, value, attributeType: 'category' };
      return { name, value, attributeType: 'text' };
    }),
  };
}

/** `sale_price` is the price where there is no other: clients read no second one (doc: public-facts D3). */
function formatProduct(json: string): JsonPart {
  const members = Object.entries(parseLossless(json) as Record<string, LosslessValue>);
  const hasSalePrice = members.some(([name]) => name === 'sale_price');
  return Object.fromEntries(
    members.flatMap(([name, value]) =>
      name === 'price' ? (hasSalePrice ? [] : [['sale_price', value]]) : [[name, value]],
    ),
  );
}
