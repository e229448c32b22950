import { CALLER_PARAMETERS } from '../../../protocol/caller-parameters.ts';

/** What a query string asks for, whoever asks. The same request in another order, or encoded otherwise, is another. */
export function requestKey(queryString: string): string {
  return queryString
    .split('&')
    .filter((part) => !CALLER_PARAMETERS.has(nameOf(part)))
    .join('&');
}

function nameOf(part: string): string {
  const sign = part.indexOf('=');
  return sign === -1 ? part : part.slice(0, sign);
}
