import { arrayOf, type JsonSchema, means, oneOf, TEXT } from '../../../protocol/json-schema.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { FUNCTION_NAME, FUNCTION_NAME_CHARACTERS } from '../../service/search/search-fields.ts';
import { FEATURES } from '../../service/search/search-recall.ts';
import type { JsonSchemas } from '../route.ts';

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

/** Switches, each with its emulated values: the others that the real service knows are refused by name (501). */
export const SWITCHES: JsonSchemas = Object.fromEntries(
  FEATURES.map(({ name, emulated }) => [
    name,
    emulated.length === 0
      ? { not: {} }
      : means(`${emulated.join(', ')}; other values are not emulated`, oneOf(...emulated)),
  ]),
);
