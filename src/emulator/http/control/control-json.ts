import type { JsonSchema } from '../route.ts';

/** Schemas that several control calls share. */
export const NAME_PARAMS: JsonSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
};

/** Any JSON object: what stands in it is described in docs/serve.md. */
export const ANY_OBJECT: JsonSchema = { type: 'object', additionalProperties: true };

/** Milliseconds since 1970 as RFC 3339, null where there is no time. */
export function timestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
