import type { JsonSchema } from '../route.ts';

/** Schemas that several control calls share. */
export const NAME_PARAMS: JsonSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
};

export const SNAPSHOT_NAME: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' };

/** The name of a snapshot that is to be made; any other name is none that there is. */
export const SNAPSHOT_PARAMS: JsonSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: SNAPSHOT_NAME },
};

/** Milliseconds since 1970 as RFC 3339, null where there is no time. */
export function timestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
