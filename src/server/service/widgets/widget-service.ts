import { formatJson } from '../../../base/json/json-text.ts';
import { EVERYTHING } from '../../../engine/complete-engine.ts';
import { asText } from '../../../engine/field-values.ts';
import { excludeIds } from '../../../engine/query/boolean-filter.ts';
import type {
  CategoryFacetValue,
  FacetResult,
  Hit,
  Recall,
  SearchQuery,
  SearchResult,
} from '../../../engine/query/model.ts';
import type { SearchConditions } from '../search/answer-settings.ts';
import type { CatalogSearch } from '../search/catalog-search.ts';
import { findPage, type WidgetPage, type WidgetRequest } from './widget-page.ts';

export type Widget = Awaited<ReturnType<typeof buildWidget>>;

type WidgetEngine = Pick<CatalogSearch, 'search' | 'productByUrl' | 'productsById' | 'categoryByUrl'>;

/** How many of each are shown (assumption: merchants agree on the numbers with the service). */
const MOST = { categories: 8, relatedItems: 8, moreResults: 12 } as const;
const FACETED_CATEGORIES = 1_000;

/**
 * Products beside a page, never its own (spec: A; the relation is not documented).
 * @param catalogs the account's catalogs of products, the one to prefer first
 */
export async function buildWidget(
  request: WidgetRequest,
  catalogs: readonly string[],
  engine: WidgetEngine,
  context: SearchConditions,
) {
  const { catalog, page } = await choosePage(request, catalogs, engine);
  const query = buildRelatedQuery(page, request, context);
  const result = await engine.search(catalog, query);
  const hits = await fillHits(result, query, catalog, engine);
  const results = hits.map(formatResult).filter(({ url }) => url !== '' && url !== request.url);
  const split = Math.min(MOST.relatedItems, Math.ceil(results.length / 2));
  const counts = await countCategories(page, hits, result, { query, catalog, engine });
  const ownCategory = page.kind === 'category' ? page.category.id : null;
  return {
    relatedCategories: findRelatedCategories(counts, ownCategory, MOST.categories).map((category) =>
      buildCategoryLink(context.answers.categoryUrl, category),
    ),
    relatedItems: results.slice(0, split),
    moreResults: results.slice(split, split + MOST.moreResults),
  };
}

/** The first catalog that knows the page; the first of all where none does. */
async function choosePage(request: WidgetRequest, catalogs: readonly string[], engine: WidgetEngine) {
  let unknown: { catalog: string; page: WidgetPage } | undefined;
  for (const catalog of catalogs) {
    const page = await findPage(engine, catalog, request);
    if (page.kind !== 'words') return { catalog, page };
    unknown ??= { catalog, page };
  }
  if (unknown === undefined) throw new Error('buildWidget needs a catalog');
  return unknown;
}

function buildRelatedQuery(page: WidgetPage, request: WidgetRequest, context: SearchConditions): SearchQuery {
  const productId = page.kind === 'product' ? page.product.id : request.productId;
  return {
    ...EVERYTHING,
    recall: chooseRecall(page),
    fields: RESULT_FIELDS,
    rows: MOST.relatedItems + MOST.moreResults + 1,
    includeUnavailable: context.search.searchUnavailable,
    filters: excludeIds(productId === '' ? [] : [productId]),
    facets: { fields: ['category'], ranges: [], prefixes: {}, limit: FACETED_CATEGORIES },
  };
}

function chooseRecall(page: WidgetPage): Recall {
  if (page.kind === 'product') {
    const { id, title, categoryIds } = page.product;
    return { kind: 'similar', ids: [id], text: title, categoryIds };
  }
  if (page.kind === 'category') return { kind: 'category', id: page.category.id };
  if (page.text === '') return EVERYTHING.recall;
  return { kind: 'keyword', text: page.text, tolerant: true, spelling: 'term_frequency' };
}

/** Where few products were found, others of the catalog follow them. */
async function fillHits(result: SearchResult, query: SearchQuery, catalog: string, engine: WidgetEngine) {
  const missing = MOST.relatedItems - result.hits.length;
  if (missing <= 0 || query.recall.kind === 'all') return result.hits;
  const filters = [...query.filters, ...excludeIds(result.hits.map(({ id }) => id))];
  const others = { ...query, recall: EVERYTHING.recall, filters, rows: missing, facets: null };
  return [...result.hits, ...(await engine.search(catalog, others)).hits];
}

/** Nearly every product is somewhat like a given one: beside a product, those shown are counted against all like it. */
async function countCategories(
  page: WidgetPage,
  hits: readonly Hit[],
  { facets }: SearchResult,
  { query, catalog, engine }: { query: SearchQuery; catalog: string; engine: WidgetEngine },
): Promise<CategoryCounts> {
  const shown: Recall = { kind: 'ids', ids: hits.map(({ id }) => id) };
  const recall = page.kind === 'product' ? shown : EVERYTHING.recall;
  const counted = await engine.search(catalog, { ...query, recall, rows: 0 });
  return page.kind === 'product'
    ? { near: counted.facets, all: facets }
    : { near: facets, all: counted.facets };
}

/** The catalog has no addresses of categories: they follow a template of the settings (assumption). */
export function buildCategoryLink(template: string, { id, name }: { id: string; name: string }) {
  const url = template
    .replaceAll('{id}', encodeURIComponent(id))
    .replaceAll('{slug}', toSlug(name) || encodeURIComponent(id));
  return { anchor: name, url };
}

/** `Small Spaces & Dens` becomes `small-spaces-dens`. */
function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .replace(/[^a-z0-9-]/g, encodeURIComponent);
}

interface CategoryCounts {
  near: readonly FacetResult[];
  all: readonly FacetResult[];
}

/** Categories that hold much of what is shown and little else, without the page's own; its ancestors come last (assumption). */
export function findRelatedCategories({ near, all }: CategoryCounts, ownId: string | null, most: number) {
  const totals = indexById(all);
  const measureCloseness = ({ id, count }: CategoryFacetValue) =>
    count ** 2 / Math.max(totals.get(id)?.count ?? count, count);
  const others = [...indexById(near).values()]
    .filter(({ id, name }) => id !== ownId && name !== '')
    .sort((a, b) => measureCloseness(b) - measureCloseness(a) || (a.id < b.id ? -1 : 1));
  const ancestors = ownId === null ? new Set<string>() : listAncestors(near, ownId);
  const beside = others.filter(({ id }) => !ancestors.has(id));
  return [...beside, ...others.filter(({ id }) => ancestors.has(id))].slice(0, most);
}

/** A category that is on several paths counts once, by its greatest count. */
function indexById(facets: readonly FacetResult[]): Map<string, CategoryFacetValue> {
  // Of equal ones the first counts.
  const rising = listCategories(facets)
    .reverse()
    .sort((a, b) => a.count - b.count);
  return new Map(rising.map((value) => [value.id, value]));
}

function listAncestors(facets: readonly FacetResult[], id: string): Set<string> {
  const own = listCategories(facets).filter((value) => value.id === id);
  return new Set(own.flatMap(({ crumb }) => crumb.split('/').slice(1, -1)));
}

function listCategories(facets: readonly FacetResult[]): CategoryFacetValue[] {
  return facets.flatMap((facet) => (facet.kind === 'category' ? facet.values : []));
}

const RESULT_FIELDS = 'pid title description short_description thumb_image large_image url'.split(' ');

const SHORT_CHARACTERS = 120;

/** A product as an answer shows it: every member is a text, empty where the product has none (spec: A; Widget response). */
function formatResult({ id, json }: Hit) {
  const product = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const description = asText(product.description);
  const url = asText(product.url);
  return {
    title: asText(product.title),
    description,
    'short-description': asText(product.short_description) || shortenDescription(description),
    image: asText(product.thumb_image) || asText(product.large_image),
    url,
    attributes: [
      { key: 'product_id', value: id },
      { key: 'rp_url', value: url },
    ],
  };
}

/** The first sentence where it is short, else as many words as fit. */
function shortenDescription(description: string): string {
  const sentence = /^.+?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description;
  if (sentence.length <= SHORT_CHARACTERS) return sentence.trim();
  const cut = sentence.slice(0, SHORT_CHARACTERS);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).trim()}…`;
}

const CACHE_SECONDS = 3_600;
const BOT = /bot|crawl|spider|slurp|bingpreview|facebookexternalhit|mediapartners|lighthouse|archiver/i;

/**
 * Answers expire within an hour, well inside the 24 allowed, and are not kept for bots (spec: Limits). The id of the request and
 * the escaped slashes of closing tags are as in the documentation (public-facts A1).
 */
export function buildWidgetAnswer(
  { relatedCategories, relatedItems, moreResults }: Widget,
  request: WidgetRequest,
  random: string,
): { cacheControl: string; body: string } {
  const rid = `R${random}-m${moreResults.length},i${relatedItems.length},c${relatedCategories.length},uf`;
  const text = formatJson({
    br_iuid: Buffer.from(request.url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''), 'utf8').toString('base64'),
    br_related_rid: rid,
    br_related_rid_tag: `<script type="text/javascript">var br_related_rid = "${rid}";</script>`,
    'related-category': relatedCategories,
    'related-item': relatedItems.map(({ title, url }) => ({ anchor: title, url })),
    'more-results': moreResults,
  });
  const cacheControl = BOT.test(request.userAgent) ? 'no-store' : `public, max-age=${CACHE_SECONDS}`;
  return { cacheControl, body: text.replaceAll('</', '<\\/') };
}
