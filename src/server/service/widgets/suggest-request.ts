import { LIMITS } from '../../../protocol/limits.ts';
import { Refusal } from '../refusals.ts';
import {
  invalidParameterRefusal,
  type QueryParameters,
  readTextParameter,
  unexpectedValueRefusal,
} from '../search/query-parameter.ts';
import { readCallback, readSort } from '../search/search-fields.ts';

export type SuggestRequest = ReturnType<typeof readSuggestRequest>;

/**
 * `q` may be empty while nothing is typed, `domain_key` has no effect (doc: public-facts D3); `sort` orders the products
 * (assumption). @throws Refusal `invalid_parameter`, `query_too_long`
 */
export function readSuggestRequest(parameters: QueryParameters) {
  const requestType = readTextParameter(parameters, 'request_type');
  if (requestType !== 'suggest') throw unexpectedValueRefusal('request_type should be suggest', requestType);
  const text = parameters.get('q');
  if (text === null) throw invalidParameterRefusal('q is required');
  if (text.length > LIMITS.queryCharacters)
    throw new Refusal('query_too_long', `q is too long: Max ${LIMITS.queryCharacters} characters`);
  const views = readTextParameter(parameters, 'catalog_views');
  if (views === '') throw invalidParameterRefusal('catalog_views is required');
  return {
    text,
    catalogs: parseCatalogViews(views),
    sort: readSort(parameters, false),
    callback: readCallback(parameters),
  };
}

/** The view of a catalog that names none, the base record (doc: public-facts D3). */
export const DEFAULT_VIEW = 'default';
/** Catalogs and views of one request together (assumption). */
const MAX_GROUPS = 20;

/** `catalog[:view1,view2][|catalog2[:view]]` (doc: public-facts D3). @throws Refusal `invalid_parameter` */
export function parseCatalogViews(text: string) {
  const catalogs = text.split('|').map((part) => readCatalog(part, text));
  const groups = catalogs.reduce((sum, { views }) => sum + views.length, 0);
  if (groups <= MAX_GROUPS) return catalogs;
  throw invalidParameterRefusal(`catalog_views names more than ${MAX_GROUPS} views`);
}

function readCatalog(part: string, text: string) {
  const colon = part.indexOf(':');
  const catalog = (colon < 0 ? part : part.slice(0, colon)).trim();
  const listed = colon < 0 ? [] : part.slice(colon + 1).split(',');
  const views = listed.map((view) => view.trim()).filter((view) => view !== '');
  if (catalog !== '') return { catalog, views: views.length === 0 ? [DEFAULT_VIEW] : views };
  throw unexpectedValueRefusal('catalog_views expects catalog[:view1,view2][|catalog2[:view]]', text);
}
