import { arrayOf, type JsonSchema, means, oneOf, TEXT } from '../../../protocol/json-schema.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { FUNCTION_NAME, FUNCTION_NAME_CHARACTERS } from '../../service/search/search-fields.ts';
import { FEATURES } from '../../service/search/search-recall.ts';

/*
 * Parameters of the areas of the real service, for openapi.json and the request log alone: the service's own checks have a
 * documented order and documented sentences.
 */

/** The caller parameters, which every call of the search, suggest and pathways areas carries (doc: public-facts C1, A2). */
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

export const REPEATABLE = arrayOf(TEXT);
export const NOT_EMPTY: JsonSchema = { ...TEXT, minLength: 1 };
export const KEYWORDS: JsonSchema = { ...NOT_EMPTY, maxLength: LIMITS.queryCharacters };
export const SEGMENT = means('<segment_name>:<segment_value>; an empty one is an error', {
  ...TEXT,
  pattern: '^[^:]+:.+$',
  examples: ['customer_tier:gold'],
});
export const CALLBACK = means('br_server, br_app, or the JSONP function that wraps the answer', {
  ...TEXT,
  pattern: FUNCTION_NAME.source,
  maxLength: FUNCTION_NAME_CHARACTERS,
});

export function describeInteger(minimum: number, maximum: number | null, fallback: number): JsonSchema {
  return { type: 'integer', minimum, ...(maximum !== null && { maximum }), default: fallback };
}

/** The values of a switch that are emulated: the others that the real service knows are refused by name (501). */
export function describeSwitch(name: string): JsonSchema {
  const emulated = FEATURES.find((feature) => feature.name === name)?.emulated ?? [];
  return emulated.length === 0 ? { not: {} } : oneOf(...emulated);
}
