import { readCategory } from '../../category-paths.ts';
import type { FoundSuggestions, SuggestRequest } from '../../engine.ts';
import { PHRASE_SEPARATOR } from '../../indexing/document-phrases.ts';
import { fold, words } from '../../text/analysis.ts';
import { stem } from '../../text/stem.ts';
import { productPath } from '../documents/field-paths.ts';
import { livingIn } from '../documents/living.ts';
import { literal } from '../queries/facet-aggregations.ts';
import { sortKeys } from '../queries/sort-keys.ts';
import { visibleTo } from '../queries/visible.ts';
import { foundDocument, HIT_FIELDS, readHits } from './found-hits.ts';
import { type OpenVersion, RECORD_STORED } from './open-version.ts';

/** Phrases and their spellings that begin as typed; of more, the most frequent. */
const MAX_PHRASES = 2_000;
const MAX_VALUES = 30_000;

/** Completes what a shopper is typing: phrases of the catalog, products by title, brands and categories. */
export async function suggest(version: OpenVersion, request: SuggestRequest): Promise<FoundSuggestions> {
  const prefix = words(request.prefix).join(' ');
  if (prefix === '') return { queries: [], products: [], attributes: [] };
  const [queries, products, attributes] = await Promise.all([
    queriesOf(version, prefix, request.queries),
    productsOf(version, prefix, request),
    attributesOf(version, prefix, request),
  ]);
  return { queries, products, attributes };
}

/** The most frequent phrases, each in its most frequent spelling. */
async function queriesOf(
  version: OpenVersion,
  prefix: string,
  limit: number,
): Promise<FoundSuggestions['queries']> {
  const { must_not } = livingIn(version.state);
  const terms = { field: 'phrases', include: `${literal(prefix)}.*`, size: MAX_PHRASES };
  const [answer] = await version.ask([
    {
      size: 0,
      query: { bool: { filter: [{ prefix: { phrases: prefix } }], must_not } },
      aggs: { phrases: { terms } },
    },
  ]);
  const found = new Map<string, { uses: number; most: number; display: string }>();
  for (const { key, doc_count: count } of answer?.aggregations?.phrases?.buckets ?? []) {
    const [folded = '', display = ''] = String(key).split(PHRASE_SEPARATOR);
    const known = found.get(folded);
    if (known === undefined) found.set(folded, { uses: count, most: count, display });
    else known.uses += count;
  }
  return [...found]
    .sort(([a, one], [b, other]) => other.uses - one.uses || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([, { display }]) => ({ query: display.toLowerCase(), displayText: display }));
}

/** Products whose titles have the words, of the last one the beginning; by id unless they are wanted in another order. */
async function productsOf(
  version: OpenVersion,
  prefix: string,
  { products, viewId, sort }: SuggestRequest,
): Promise<FoundSuggestions['products']> {
  if (products <= 0) return [];
  const { filter, must_not } = visibleTo(version.state, version.settings, {
    viewId,
    includeUnavailable: false,
  });
  const typed = prefix.split(' ');
  const whole = typed.slice(0, -1).map((word) => ({ term: { title: stem(word) } }));
  const begun = { prefix: { title: stem(typed.at(-1) ?? '') } };
  const byId: typeof sort = [{ field: 'pid', direction: 'asc' }];
  const keys = sortKeys(version.fields, { sort: sort.length === 0 ? byId : sort, geo: null });
  const [answer] = await version.ask([
    {
      size: products,
      query: { bool: { filter: [...filter, ...whole, begun], must_not } },
      sort: keys,
      ...RECORD_STORED,
      docvalue_fields: HIT_FIELDS,
    },
  ]);
  const documents = (answer?.hits.hits ?? []).map((hit) => ({ ...foundDocument(hit), score: 1 }));
  return readHits(version, documents, { facetFilters: [], geo: null });
}

interface CountedValue {
  name: string;
  value: string;
  folded: string;
  count: number;
}

/** Brands and categories that begin with what was typed, or have a word that does; the most frequent first. */
async function attributesOf(
  version: OpenVersion,
  prefix: string,
  { attributes, viewId }: SuggestRequest,
): Promise<FoundSuggestions['attributes']> {
  const views = await version.askOnce('views', () => viewsOf(version));
  const known = viewId !== null && views.has(viewId) ? viewId : null;
  const isShown = known !== null || viewId === null || version.settings.showProductsOutsideView;
  if (!isShown) return [];
  const values = await version.askOnce(`attributes ${JSON.stringify(known)}`, () =>
    countValues(version, known),
  );
  return values
    .filter(({ folded }) => folded.includes(` ${prefix}`))
    .slice(0, attributes)
    .map(({ name, value }) => ({ name, value }));
}

/** The views that products have entries for. */
async function viewsOf(version: OpenVersion): Promise<ReadonlySet<string>> {
  const aggs = { views: { terms: { field: 'views', size: MAX_VALUES } } };
  const [answer] = await version.ask([{ size: 0, query: { bool: livingIn(version.state) }, aggs }]);
  return new Set((answer?.aggregations?.views?.buckets ?? []).map(({ key }) => String(key)));
}

/** Each value once, though a category may be at several places of the tree under one name. */
async function countValues(version: OpenVersion, viewId: string | null): Promise<CountedValue[]> {
  const bool = visibleTo(version.state, version.settings, { viewId, includeUnavailable: false });
  const brand = version.fields.of('brand');
  const hasBrands = brand.kind === 'product' && brand.info?.type === 'text';
  const aggs = {
    category: { terms: { field: 'category', size: MAX_VALUES } },
    ...(hasBrands && { brand: { terms: { field: productPath('s', 'brand'), size: MAX_VALUES } } }),
  };
  const [answer] = await version.ask([{ size: 0, query: { bool }, aggs }]);
  const counted = new Map<string, CountedValue>();
  for (const name of ['brand', 'category']) {
    for (const { key, doc_count: count } of answer?.aggregations?.[name]?.buckets ?? []) {
      const value = name === 'category' ? readCategory(String(key)).name : String(key);
      const known = counted.get(`${name}\t${value}`);
      if (known) known.count = Math.max(known.count, count);
      else counted.set(`${name}\t${value}`, { name, value, folded: ` ${fold(value)}`, count });
    }
  }
  return [...counted.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
