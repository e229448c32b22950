import type { CatalogReader } from '../../../engine/documents/catalog-reader.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { SearchConditions } from './answer-settings.ts';
import { readContentRequest } from './content-search.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { type Lenience, leniencesOf } from './leniences.ts';
import { type QueryParameters, textParameter } from './query-parameter.ts';
import { readSearchRequest } from './search-request.ts';
import { searchBody } from './search-response.ts';

export interface SearchAnswer {
  contentType: 'application/json' | 'application/javascript';
  /** In its own memory, which can be handed to another thread. */
  body: Buffer;
  passedOver: readonly string[];
  /** What the hosted service probably refuses, for any caller. */
  lenient: readonly Lenience[];
  /** The request may be refused later, as it names a time. */
  isDated: boolean;
  indexVersion: number;
  hits: number;
}

/**
 * Answers a product, category, bestseller or content search (spec: C; doc: public-facts C, D1, D4).
 * @throws Refusal for every request that the service refuses
 */
export async function answerSearch(
  parameters: QueryParameters,
  family: RecordFamily,
  reader: Pick<CatalogReader, 'search' | 'explain' | 'fields'>,
  context: SearchConditions,
): Promise<SearchAnswer> {
  const read = family === 'items' ? readContentRequest : readSearchRequest;
  const request = read(parameters, context);
  const result = await reader.search(request.query);
  const lenient = leniencesOf(parameters, request.query, reader.fields);
  const diagnostics = await diagnosticsOf(request, result, reader);
  const debug = diagnostics && { ...diagnostics, ...(lenient.length > 0 && { lenient }) };
  const text = searchBody(request, result, { redirects: context.answers.redirects, debug });
  const { callback, passedOver } = request;
  return {
    contentType: callback === null ? 'application/json' : 'application/javascript',
    body: bytesOf(callback === null ? text : `${callback}(${text});`),
    passedOver,
    lenient,
    isDated: textParameter(parameters, 'merchandising.ts') !== '',
    indexVersion: result.indexVersion,
    hits: result.total,
  };
}

function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
