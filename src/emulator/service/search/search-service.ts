import type { SearchEngine } from '../../../engine/engine.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import { readContentRequest } from './content-search.ts';
import type { QueryParameters } from './query-parameter.ts';
import { readSearchRequest, type SearchContext } from './search-request.ts';
import { searchBody } from './search-response.ts';

/** A finished answer of the search area. */
export interface SearchAnswer {
  contentType: 'application/json' | 'application/javascript';
  body: string;
  /** What loose mode passed over. */
  passedOver: readonly string[];
}

/**
 * Answers a product, category, bestseller or content search over the published version of a catalog
 * (spec: C; doc: public-facts C, D1, D4).
 *
 * @throws Refusal for every request that the service refuses
 */
export async function answerSearch(
  parameters: QueryParameters,
  catalog: { name: string; family: RecordFamily },
  engine: Pick<SearchEngine, 'search'>,
  context: SearchContext,
): Promise<SearchAnswer> {
  const read = catalog.family === 'items' ? readContentRequest : readSearchRequest;
  const request = read(parameters, context);
  const result = await engine.search(catalog.name, request.query);
  const body = searchBody(request, result, context.answers.redirects);
  const { callback, passedOver } = request;
  if (callback === null) return { contentType: 'application/json', body, passedOver };
  return { contentType: 'application/javascript', body: `${callback}(${body});`, passedOver };
}
