import type { RecordFamily } from '../../../protocol/paths.ts';
import type { AnswerSettings } from './answer-settings.ts';
import { readContentRequest } from './content-search.ts';
import type { QueryParameters } from './query-parameter.ts';
import type { SearchContext } from './search-context.ts';
import { readSearchRequest, type SearchRequest } from './search-request.ts';

/** Works out checked searches up to the bytes that are sent, so that nothing else has to leave the search thread. */
export interface SearchBodies {
  searchBody(
    catalog: string,
    request: SearchRequest,
    redirects: AnswerSettings['redirects'],
  ): Promise<Buffer>;
}

/** A finished answer of the search area. */
export interface SearchAnswer {
  contentType: 'application/json' | 'application/javascript';
  body: Buffer;
  /** What loose mode skipped. */
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
  bodies: SearchBodies,
  context: SearchContext,
): Promise<SearchAnswer> {
  const read = catalog.family === 'items' ? readContentRequest : readSearchRequest;
  const request = read(parameters, context);
  const body = await bodies.searchBody(catalog.name, request, context.answers.redirects);
  const { callback, passedOver } = request;
  if (callback === null) return { contentType: 'application/json', body, passedOver };
  const script = Buffer.concat([Buffer.from(`${callback}(`), body, Buffer.from(');')]);
  return { contentType: 'application/javascript', body: script, passedOver };
}
