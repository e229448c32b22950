import { arrayOf, type JsonSchema, means, oneOf, TEXT } from '../../../protocol/json-schema.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { FUNCTION_NAME, FUNCTION_NAME_CHARACTERS } from '../../service/search/search-fields.ts';
import { FEATURES } from '../../service/search/search-recall.ts';

/*
 * Parameters of the areas of the real service, for openapi.json and the request log alone: the service's own checks have a
 * documented order and documented sentences.
 */

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
