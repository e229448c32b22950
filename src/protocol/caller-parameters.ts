/** Parameters that tell callers apart; no answer depends on them (doc: public-facts C1). */
export const CALLER_PARAMETERS: ReadonlySet<string> = new Set([
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
