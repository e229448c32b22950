import { formatCount } from '../../base/wording/amounts.ts';
import type { Exchange } from '../../client/api/http-call.ts';

/** Headers that carry a key. */
const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'auth-key', 'cookie', 'set-cookie']);

/** `PATCH api.example /dataconnect/... 202 131 ms, sent 1,204 bytes, got 51 bytes, attempt 1`. */
export function describeExchange({ request, attempt, ms, sentBytes, answer, failure }: Exchange): string {
  const { host, pathname, search } = new URL(request.url);
  const outcome = answer === undefined ? `failed: ${failure}` : String(answer.status);
  const bytes = [
    `${ms} ms`,
    `sent ${count(sentBytes)}`,
    ...(answer === undefined ? [] : [`got ${count(Buffer.byteLength(answer.text))}`]),
    `attempt ${attempt}`,
  ];
  return `${request.method} ${host} ${pathname}${search} ${outcome}, ${bytes.join(', ')}`;
}

/** The headers of both sides, one a line, as curl shows them; those that carry keys are masked. */
export function describeHeaders({ request, answer }: Exchange): string[] {
  return [
    ...Object.entries(request.headers).map(([name, value]) => `> ${name}: ${masked(name, value)}`),
    ...Object.entries(answer?.headers ?? {}).map(([name, value]) => `< ${name}: ${masked(name, value)}`),
  ];
}

function masked(name: string, value: string): string {
  return SECRET_HEADERS.has(name.toLowerCase()) ? '***' : value;
}

function count(bytes: number): string {
  return `${formatCount(bytes)} bytes`;
}
