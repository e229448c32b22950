import type { SearchResult } from '../query/model.ts';
import { resolveField } from './fields.ts';
import { extentOf, gatherNumbers } from './gathered.ts';
import type { Snapshot } from './snapshot.ts';

/** `stats.field` over the matches: every value of a product's number field counts; null without a value (C6). */
export function statsOf(snapshot: Snapshot, ids: Uint32Array, field: string): SearchResult['stats'][string] {
  const resolved = resolveField(snapshot, field);
  if (resolved.kind !== 'product' || resolved.column?.kind !== 'number') return null;
  const gathered = gatherNumbers(snapshot, resolved, resolved.column, ids);
  const extent = extentOf(gathered);
  if (extent === null) return null;
  const { values } = gathered;
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0;
  return { ...extent, mean: sum / values.length, count: values.length };
}
