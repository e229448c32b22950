import type { HttpAnswer, HttpRequest } from './http.ts';
import { type HttpClient, sendCall } from './http-call.ts';
import type { CallKind } from './http-failures.ts';

type SearchCall = Pick<HttpRequest, 'url' | 'timeoutMs' | 'signal'> & Pick<CallKind, 'subject'>;

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
