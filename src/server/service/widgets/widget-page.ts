import type { ProductPage } from '../../../engine/engine.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { decodePart } from '../../../protocol/paths.ts';
import type { CatalogSearch } from '../search/catalog-search.ts';
import {
  invalidParameterRefusal,
  type QueryParameters,
  readTextParameter,
} from '../search/query-parameter.ts';
import { notEmulatedRefusal } from '../search/search-recall.ts';

export type WidgetPage =
  | { kind: 'product'; product: ProductPage }
  | { kind: 'category'; category: { id: string; name: string } }
  | { kind: 'words'; text: string };

type Lookup = Pick<CatalogSearch, 'productByUrl' | 'productsById' | 'categoryByUrl'>;

/** Parameters of a search page's address that hold the query, most usual first (assumption). */
const QUERY_PARAMETERS = ['q', 'query', 'keyword', 'search', 'text', 'term', 's'];

/** A product by `prod_id` or `url`, a category by `url`; any other page stands for the words of its address. */
export async function findPage(engine: Lookup, catalog: string, request: WidgetRequest): Promise<WidgetPage> {
  const { pageType } = request;
  if (pageType !== 'category' && pageType !== 'search') {
    const product = await findProduct(engine, catalog, request);
    if (product !== null) return { kind: 'product', product };
  }
  if (pageType !== 'product' && pageType !== 'search') {
    const category = await engine.categoryByUrl(catalog, request.url);
    if (category !== null) return { kind: 'category', category };
  }
  return { kind: 'words', text: request.productName || extractAddressWords(request.url) };
}

async function findProduct(engine: Lookup, catalog: string, request: WidgetRequest) {
  if (request.productId !== '') {
    const [product] = await engine.productsById(catalog, [request.productId]);
    if (product !== undefined) return product;
  }
  return engine.productByUrl(catalog, request.url);
}

/** The query of a search page, or the words of the last part of the path; empty for what is not an address. */
export function extractAddressWords(address: string): string {
  const base = 'http://page.invalid/';
  if (!URL.canParse(address, base)) return '';
  const { pathname, searchParams } = new URL(address, base);
  const typed = QUERY_PARAMETERS.map((name) => searchParams.get(name)).find((text) => text);
  return limitWords(typed ?? splitSegment(pathname.split('/').findLast((part) => part !== '') ?? ''));
}

function splitSegment(segment: string): string {
  return decodePart(segment)
    .replace(/\.[a-z]{2,5}$/i, '')
    .replace(/[-_+.]+/g, ' ');
}

function limitWords(text: string): string {
  const words = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .split(' ')
    .slice(0, LIMITS.queryWords);
  return words.join(' ').slice(0, LIMITS.queryCharacters);
}

export type WidgetRequest = ReturnType<typeof readWidgetRequest>;

/** doc: public-facts A1. One published client cannot send `ref`, which is on the list; loose mode asks for `url` alone. */
const REQUIRED = ['ptype', 'url', 'user_agent'];
const JSON_FORMATS = new Set(['br_json', 'json']);

/**
 * `prod_…` belong to product pages. Whatever is not `br_json` or `json` asks for HTML (doc: public-facts A1), whose markup no
 * source tells. @throws Refusal `invalid_parameter` that names the missing parameter, `not_emulated`
 */
export function readWidgetRequest(parameters: QueryParameters, loose: boolean) {
  for (const name of loose ? ['url'] : REQUIRED) {
    if (readTextParameter(parameters, name) === '')
      throw invalidParameterRefusal(`missing required parameter ${name}`);
  }
  if (!JSON_FORMATS.has(readTextParameter(parameters, 'output_format')) && !loose)
    throw notEmulatedRefusal('the HTML of a widget', ': send output_format=br_json');
  // Any value is taken; `product`, `category` and `search` are told apart (doc: public-facts A1, the list is not published).
  const pageType = readTextParameter(parameters, 'ptype').toLowerCase();
  const isProductPage = pageType === 'product' || pageType === '';
  return {
    pageType,
    url: readTextParameter(parameters, 'url'),
    productId: isProductPage ? readTextParameter(parameters, 'prod_id') : '',
    productName: isProductPage ? readTextParameter(parameters, 'prod_name') : '',
    userAgent: readTextParameter(parameters, 'user_agent'),
  };
}
