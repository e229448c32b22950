import type { SearchResult } from '../../query/model.ts';
import { resolveField } from '../filters/fields.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { extentOf, gatherNumbers } from './gathered.ts';

/** `stats.field` over the matches: every value of a product's number field counts; null without a value (C6). */
export function statsOf(snapshot: Snapshot, ids: Uint32Array, field: string): SearchResult['stats'][string] {
  const resolved = resolveField(snapshot, field);
  if (resolved.kind !== 'product' || resolved.column?.kind !== 'number') return null;
  const gathered = gatherNumbers(snapshot, resolved, resolved.column, ids);
  const extent = extentOf(gathered);
  if (extent === null) return null;
  const { values, counts } = gathered;
  let sum = 0;
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    const times = counts?.[at] ?? 1;
    sum += times * (values[at] ?? 0);
    count += times;
  }
  return { ...extent, mean: sum / count, count };
}
