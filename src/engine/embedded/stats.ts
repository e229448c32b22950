import type { SearchResult } from '../query/model.ts';
import { eachValueOf } from './column.ts';
import { resolveField } from './fields.ts';
import type { Snapshot } from './snapshot.ts';

/** `stats.field` over the matches: every value of a product's number field counts; null without a value (C6). */
export function statsOf(snapshot: Snapshot, ids: Uint32Array, field: string): SearchResult['stats'][string] {
  const resolved = resolveField(snapshot, field);
  if (resolved.kind !== 'product' || resolved.column?.kind !== 'number') return null;
  const { column } = resolved;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  const add = (value: number) => {
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
    count++;
  };
  eachValueOf(column, ids, add);
  return count === 0 ? null : { min, max, mean: sum / count, count };
}
