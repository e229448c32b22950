import type { JsonSchema } from '../route.ts';

/**
 * A query string for openapi.json. No types or required members are in it: the service's own checks have a documented
 * order and documented sentences, which a schema's check would come before. query-values.ts tells the types.
 *
 * @param described name and meaning of each parameter
 * @param patterns names by regular expression
 */
export function querySchema(
  described: Readonly<Record<string, string>>,
  patterns: Readonly<Record<string, string>> = {},
): JsonSchema {
  return { type: 'object', properties: schemas(described), patternProperties: schemas(patterns) };
}

function schemas(described: Readonly<Record<string, string>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(described).map(([name, description]) => [name, { description }]));
}

/** Parameters that every call of the search, suggest and pathways areas carries (doc: public-facts C1, A2). */
export const CALLER_PARAMETERS = {
  account_id: 'Account identifier',
  auth_key: 'Authentication key of the account',
  domain_key: 'The catalog; mandatory',
  request_id: 'Identifier of the request, accepted but not checked',
  _br_uid_2: 'Visitor cookie, accepted but not checked',
  url: 'Address of the page; an app sends a dummy value',
  ref_url: 'Referring address; an app leaves it empty',
  user_id: 'Identifier of a signed-in visitor, accepted without effect',
  user_agent: 'Client of the visitor, accepted without effect',
  user_ip: 'Address of the visitor, accepted without effect',
} as const;
