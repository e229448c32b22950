import type { JsonSchema } from '../route.ts';

export const TEXT: JsonSchema = { type: 'string' };
export const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
export const NUMBER: JsonSchema = { type: 'number' };

export function oneOf(...texts: readonly string[]): JsonSchema {
  return { type: 'string', enum: texts };
}

/** An object that has exactly these members, and perhaps some of the optional ones. */
export function exactly(
  properties: Record<string, JsonSchema>,
  optional: Record<string, JsonSchema> = {},
): JsonSchema {
  return {
    type: 'object',
    required: Object.keys(properties),
    additionalProperties: false,
    properties: { ...properties, ...optional },
  };
}

/** An object whose members have names of the catalog's own, such as its attributes. */
export function mapOf(values: JsonSchema): JsonSchema {
  return { type: 'object', additionalProperties: values };
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
