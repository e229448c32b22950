import type { Column, NumberColumn } from '../columns/column.ts';
import type { ResolvedField } from '../filters/fields.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countCodes } from './count-codes.ts';

/** Distinct values, and how many documents have each. */
export interface CountedValues<Value> {
  values: readonly Value[];
  counts: readonly number[];
}

/** Where a field has more codes, a map of the documents' own values takes less time than a look at all codes. */
const MAX_CODES_PER_DOCUMENT = 4;

/** The numbers that documents have for a field; a variants' field gives each distinct number of a product once. */
export function collectNumbers(
  snapshot: Snapshot,
  resolved: ResolvedField,
  column: NumberColumn,
  ids: Uint32Array,
): CountedValues<number> {
  const { dictionary } = column;
  if (dictionary.length <= ids.length * MAX_CODES_PER_DOCUMENT)
    return pickCounted(dictionary, countValues(snapshot, resolved, column, ids));
  const found = new Map<number, number>();
  const last = new Map<number, number>();
  forEachCode(snapshot, resolved, column, ids, (code, index) => {
    if (last.get(code) !== index) found.set(code, (found.get(code) ?? 0) + 1);
    last.set(code, index);
  });
  return {
    values: Array.from(found.keys(), (code) => dictionary[code - 1] ?? 0),
    counts: [...found.values()],
  };
}

/** How many of the documents have each value, by code. */
export function countValues(
  snapshot: Snapshot,
  resolved: ResolvedField,
  column: Column,
  ids: Uint32Array,
): Uint32Array {
  const greatest = column.dictionary.length;
  if (resolved.kind !== 'variant') return countCodes(snapshot, column, greatest, ids);
  const counts = new Uint32Array(greatest + 1);
  const last = new Int32Array(greatest + 1).fill(-1);
  forEachCode(snapshot, resolved, column, ids, (code, index) => {
    if (last[code] !== index) counts[code] = (counts[code] ?? 0) + 1;
    last[code] = index;
  });
  return counts;
}

/** The values that any document has, of counts by code. */
export function pickCounted<Value extends string | number>(
  dictionary: readonly Value[],
  counts: Uint32Array,
  prefix = '',
): CountedValues<Value> {
  const values: Value[] = [];
  const picked: number[] = [];
  for (let code = 1; code < counts.length; code++) {
    const count = counts[code] ?? 0;
    if (count === 0) continue;
    const value = dictionary[code - 1] as Value;
    if (prefix !== '' && !String(value).startsWith(prefix)) continue;
    picked.push(count);
    values.push(value);
  }
  return { values, counts: picked };
}

/** The codes of the values of each document, or of its variants, with its place in the list. */
export function forEachCode(
  snapshot: Snapshot,
  { kind }: ResolvedField,
  { values, sets }: Column,
  ids: Uint32Array,
  visit: (code: number, index: number) => void,
): void {
  for (let index = 0; index < ids.length; index++) {
    const row = ids[index] ?? 0;
    const { from, to } = kind === 'variant' ? snapshot.variantRange(row) : { from: row, to: row + 1 };
    for (let at = from; at < to; at++) {
      const number = values[at] ?? 0;
      if (sets === null && number > 0) visit(number, index);
      for (let place = sets?.ends[number - 1] ?? 0; place < (sets?.ends[number] ?? 0); place++)
        visit(sets?.codes[place] ?? 0, index);
    }
  }
}

/** The least and the greatest, null of none. */
export function findMinMax({ values }: CountedValues<number>): { min: number; max: number } | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : null;
}
