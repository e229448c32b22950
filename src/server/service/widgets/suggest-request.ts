import type { SortKey } from '../../../engine/query/model.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { Refusal } from '../refusals.ts';
import { readCallback } from '../search/answer-parameters.ts';
import { invalidParameter, type QueryParameters, shown, textParameter } from '../search/query-parameter.ts';
import { readSort } from '../search/search-fields.ts';
import { type CatalogViews, parseCatalogViews } from './catalog-views.ts';

export interface SuggestRequest {
  text: string;
  catalogs: CatalogViews[];
  sort: SortKey[];
  callback: string | null;
}

/**
 * Checks an autosuggest request: `request_type=suggest`, `q` (which may be empty while nothing is typed) and
 * `catalog_views`. `domain_key` is taken without effect (doc: public-facts D3); `sort` orders the products (assumption: the
 * documentation names it and no more).
 * @throws Refusal `invalid_parameter`, `query_too_long`
 */
export function readSuggestRequest(parameters: QueryParameters): SuggestRequest {
  const requestType = textParameter(parameters, 'request_type');
  if (requestType !== 'suggest') {
    throw invalidParameter(
      'request_type',
      `request_type should be suggest, instead got ${shown(requestType)}`,
    );
  }
  const text = parameters.get('q');
  if (text === null) throw invalidParameter('q', 'q is required');
  if (text.length > LIMITS.queryCharacters) {
    throw new Refusal('query_too_long', `q is too long: Max ${LIMITS.queryCharacters} characters`, {
      at: 'q',
    });
  }
  const views = textParameter(parameters, 'catalog_views');
  if (views === '') throw invalidParameter('catalog_views', 'catalog_views is required');
  return {
    text,
    catalogs: parseCatalogViews(views),
    sort: readSort(parameters, false),
    callback: readCallback(parameters),
  };
}
