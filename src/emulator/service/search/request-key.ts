/** Parameters that tell callers apart; no answer depends on them (doc: public-facts C1). */
const OF_CALLERS: ReadonlySet<string> = new Set([
  'account_id',
  'auth_key',
  'domain_key',
  'request_id',
  '_br_uid_2',
  'url',
  'ref_url',
  'user_id',
  'user_agent',
  'user_ip',
]);

/** What a query string asks for, whoever asks. The same request in another order, or encoded otherwise, is another. */
export function requestKey(queryString: string): string {
  return queryString
    .split('&')
    .filter((part) => !OF_CALLERS.has(nameOf(part)))
    .join('&');
}

function nameOf(part: string): string {
  const sign = part.indexOf('=');
  return sign === -1 ? part : part.slice(0, sign);
}
