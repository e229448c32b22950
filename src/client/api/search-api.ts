import type { HttpAnswer } from './http.ts';
import { type HttpClient, sendCall } from './http-call.ts';

export interface SearchCall {
  /** Whole address with its query. */
  url: string;
  timeoutMs: number;
  signal?: AbortSignal;
  /** Name of the request for "not found": `widget w1a2b3c4`. */
  subject: string;
}

/**
 * Sends a GET and gives status, headers and the body as text, unread.
 * @throws BrctlError `search.unauthorized` (401, 403), `search.not_found`, `search.too_long` (414), `search.refused`
 *   with the service's own message, `search.no_answer` and its like after every retry
 */
export function fetchSearch(caller: HttpClient, { subject, ...request }: SearchCall): Promise<HttpAnswer> {
  return sendCall(caller, {
    name: 'search',
    writes: false,
    subject,
    request: { method: 'GET', headers: {}, ...request },
    decode: (answer) => answer,
  });
}
