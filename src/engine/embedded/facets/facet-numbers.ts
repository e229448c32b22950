import { encodeNumbers } from '../columns/coded-numbers.ts';
import { type Column, forEachValue, type NumberColumn } from '../columns/column.ts';
import type { ResolvedField } from '../filters/fields.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countCodes } from './count-codes.ts';

export interface GatheredNumbers {
  values: Float64Array;
  /** How many documents have each of the values, which are then distinct; null: one each. */
  counts: Uint32Array | null;
  /** Whose each value is, by place in the list, where a document may have several. */
  documents: Uint32Array | null;
}

/** The numbers that documents have for a field; a variants' field gives each distinct number of a product once. */
export function collectNumbers(
  snapshot: Snapshot,
  resolved: ResolvedField,
  column: Column & { kind: 'number' },
  ids: Uint32Array,
): GatheredNumbers {
  if (resolved.kind !== 'variant' && column.ends === null) {
    return gatherCoded(snapshot, column, ids) ?? gatherSingle(snapshot, column.values, ids);
  }
  const values: number[] = [];
  const documents: number[] = [];
  for (let at = 0; at < ids.length; at++) {
    forEachOwnValue(snapshot, resolved, column, ids[at] ?? 0, (value) => {
      values.push(value);
      documents.push(at);
    });
  }
  return { values: Float64Array.from(values), counts: null, documents: Uint32Array.from(documents) };
}

/** Null where that would not be less work than looking at every document's number. */
function gatherCoded(snapshot: Snapshot, column: NumberColumn, ids: Uint32Array): GatheredNumbers | null {
  const coded = encodeNumbers(column);
  if (coded === null || coded.distinct.length > ids.length) return null;
  const { distinct } = coded;
  const byCode = countCodes(snapshot, coded, distinct.length, ids);
  const values = snapshot.scratch.float64(distinct.length);
  const counts = snapshot.scratch.uint32(distinct.length);
  let found = 0;
  for (let at = 0; at < distinct.length; at++) {
    const count = byCode[at + 1] ?? 0;
    if (count === 0) continue;
    values[found] = distinct[at] ?? 0;
    counts[found++] = count;
  }
  return { values: values.subarray(0, found), counts: counts.subarray(0, found), documents: null };
}

function gatherSingle(snapshot: Snapshot, column: Float64Array, ids: Uint32Array): GatheredNumbers {
  const values = snapshot.scratch.float64(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const value = column[ids[at] ?? 0] ?? Number.NaN;
    if (!Number.isNaN(value)) values[count++] = value;
  }
  return { values: values.subarray(0, count), counts: null, documents: null };
}

/** A document's values; of a variants' field each distinct value once. */
export function forEachOwnValue(
  snapshot: Snapshot,
  resolved: ResolvedField,
  column: Column,
  ordinal: number,
  visit: (value: number) => void,
): void {
  if (resolved.kind !== 'variant') {
    forEachValue(column, ordinal, visit);
    return;
  }
  const { from, to } = snapshot.variantRange(ordinal);
  const seen = new Set<number>();
  for (let row = from; row < to; row++) forEachValue(column, row, (value) => seen.add(value));
  for (const value of seen) visit(value);
}

/** The least and the greatest, null of none. */
export function findMinMax({ values }: GatheredNumbers): { min: number; max: number } | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : null;
}
