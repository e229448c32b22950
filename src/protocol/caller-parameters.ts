import { means } from './json-schema.ts';

/** Parameters that tell callers apart: every call of the search, suggest and pathways areas has them, and no answer depends on them (doc: public-facts C1, A2). */
export const CALLER = {
  account_id: means('Account identifier'),
  auth_key: means('Authentication key of the account'),
  domain_key: means('The catalog; mandatory'),
  request_id: means('Identifier of the request, accepted but not checked'),
  _br_uid_2: means('Visitor cookie, accepted but not checked'),
  url: means('Address of the page; an app sends a dummy value'),
  ref_url: means('Referring address; an app leaves it empty'),
  user_id: means('Identifier of a signed-in visitor, accepted without effect'),
  user_agent: means('Client of the visitor, accepted without effect'),
  user_ip: means('Address of the visitor, accepted without effect'),
};

export const CALLER_PARAMETERS: ReadonlySet<string> = new Set(Object.keys(CALLER));
