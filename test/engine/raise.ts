import type { Boost } from '../../src/engine/query/model.ts';

/** A boost of what has a value in a field. */
export function raise(field: string, value: string, weight: number): Boost {
  return { by: { kind: 'test', field, test: { kind: 'value', value } }, weight };
}
