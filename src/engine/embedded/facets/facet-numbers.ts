import { type Column, forEachCodeOfRow, type NumberColumn } from '../columns/column.ts';
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
  column: NumberColumn,
  ids: Uint32Array,
): GatheredNumbers {
  const { dictionary } = column;
  const isSingle = resolved.kind !== 'variant' && column.sets === null;
  // Not worth it where that is more than a look at every document's number.
  if (isSingle && dictionary.length <= ids.length) return gatherCounted(snapshot, column, ids);
  const values: number[] = [];
  const documents: number[] = [];
  for (let index = 0; index < ids.length; index++) {
    forEachOwnCode(snapshot, resolved, column, ids[index] ?? 0, (code) => {
      values.push(dictionary[code - 1] ?? 0);
      documents.push(index);
    });
  }
  return { values: Float64Array.from(values), counts: null, documents: Uint32Array.from(documents) };
}

function gatherCounted(snapshot: Snapshot, column: NumberColumn, ids: Uint32Array): GatheredNumbers {
  const { dictionary } = column;
  const byCode = countCodes(snapshot, column, dictionary.length, ids);
  const values = snapshot.scratch.float64(dictionary.length);
  const counts = snapshot.scratch.uint32(dictionary.length);
  let size = 0;
  for (let index = 0; index < dictionary.length; index++) {
    const count = byCode[index + 1] ?? 0;
    if (count === 0) continue;
    values[size] = dictionary[index] ?? 0;
    counts[size++] = count;
  }
  return { values: values.subarray(0, size), counts: counts.subarray(0, size), documents: null };
}

/** The codes of a document's values; of a variants' field each distinct one once. */
export function forEachOwnCode(
  snapshot: Snapshot,
  resolved: ResolvedField,
  column: Column,
  ordinal: number,
  visit: (code: number) => void,
): void {
  if (resolved.kind !== 'variant') {
    forEachCodeOfRow(column, ordinal, visit);
    return;
  }
  const { from, to } = snapshot.variantRange(ordinal);
  const seen = new Set<number>();
  for (let row = from; row < to; row++) forEachCodeOfRow(column, row, (code) => seen.add(code));
  for (const code of seen) visit(code);
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
