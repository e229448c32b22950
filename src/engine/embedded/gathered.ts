import { type Column, eachValue } from './column.ts';
import type { ResolvedField } from './fields.ts';
import type { Snapshot } from './snapshot.ts';

/** Numbers of documents in a row; `documents` tells whose each is, by place in the list, where one may have several. */
export interface GatheredNumbers {
  values: Float64Array;
  documents: Uint32Array | null;
}

/** The numbers that documents have for a field; a variants' field gives each distinct number of a product once. */
export function gatherNumbers(
  snapshot: Snapshot,
  resolved: ResolvedField,
  column: Column & { kind: 'number' },
  ids: Uint32Array,
): GatheredNumbers {
  if (resolved.kind !== 'variant' && column.ends === null) {
    return { values: gatherSingle(snapshot, column.values, ids), documents: null };
  }
  const values: number[] = [];
  const documents: number[] = [];
  for (let at = 0; at < ids.length; at++) {
    eachOwnValue(snapshot, resolved, column, ids[at] ?? 0, (value) => {
      values.push(value);
      documents.push(at);
    });
  }
  return { values: Float64Array.from(values), documents: Uint32Array.from(documents) };
}

function gatherSingle(snapshot: Snapshot, column: Float64Array, ids: Uint32Array): Float64Array {
  const values = snapshot.scratch.float64(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const value = column[ids[at] ?? 0] ?? Number.NaN;
    if (!Number.isNaN(value)) values[count++] = value;
  }
  return values.subarray(0, count);
}

/** A document's values; of a variants' field each distinct value once. */
export function eachOwnValue(
  snapshot: Snapshot,
  resolved: ResolvedField,
  column: Column,
  ordinal: number,
  visit: (value: number) => void,
): void {
  if (resolved.kind !== 'variant') {
    eachValue(column, ordinal, visit);
    return;
  }
  const { from, to } = snapshot.variantRange(ordinal);
  const seen = new Set<number>();
  for (let row = from; row < to; row++) eachValue(column, row, (value) => seen.add(value));
  for (const value of seen) visit(value);
}

/** The least and the greatest, null of none. */
export function extentOf({ values }: GatheredNumbers): { min: number; max: number } | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : null;
}
