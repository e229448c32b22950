import type { CodedNumbers, Codes, NumberColumn } from './column.ts';
import { narrowNumbers } from './concat-columns.ts';

/** With more distinct numbers than this, counting by code gains nothing. */
const MAX_DISTINCT = 20_000;

const known = new WeakMap<NumberColumn, CodedNumbers | null>();

/**
 * The column by code, so that a facet over many documents counts codes and looks at each distinct number once. Null where
 * rows have several numbers, or most a number of their own. Worked out once a column.
 */
export function encodeNumbers(column: NumberColumn): CodedNumbers | null {
  let coded = known.get(column);
  if (coded === undefined) {
    coded = column.ends === null ? encode(column.values, NOTHING) : null;
    known.set(column, coded);
  }
  return coded;
}

/** Has the codes of a column that `grown` begins with, if they have been worked out, serve for `grown`: only its last rows are looked at. */
export function growCodes(column: NumberColumn, grown: NumberColumn): void {
  const before = known.get(column);
  if (before === undefined || grown.ends !== null) return;
  known.set(grown, before && encode(grown.values, before));
}

const NOTHING: Omit<CodedNumbers, 'sets'> = { values: new Uint32Array(0), distinct: new Float64Array(0) };

/** The first rows have their codes already. */
function encode(numbers: Float64Array, before: Omit<CodedNumbers, 'sets'>): CodedNumbers | null {
  const places = new Map<number, number>();
  for (const [at, number] of before.distinct.entries()) places.set(number, at + 1);
  const values = new Uint32Array(numbers.length);
  values.set(before.values);
  for (let row = before.values.length; row < numbers.length; row++) {
    const number = numbers[row] ?? Number.NaN;
    if (Number.isNaN(number)) continue;
    let place = places.get(number);
    if (place === undefined) {
      if (places.size === MAX_DISTINCT) return null;
      place = places.size + 1;
      places.set(number, place);
    }
    values[row] = place;
  }
  return { ...ascending(values, places), sets: null };
}

/** Gives the numbers codes in their order instead of the order in which they were met. */
function ascending(
  values: Uint32Array,
  places: ReadonlyMap<number, number>,
): { values: Codes; distinct: Float64Array } {
  const distinct = Float64Array.from(places.keys()).sort();
  const codes = new Uint32Array(distinct.length + 1);
  for (const [at, number] of distinct.entries()) codes[places.get(number) ?? 0] = at + 1;
  for (let row = 0; row < values.length; row++) values[row] = codes[values[row] ?? 0] ?? 0;
  return { values: narrowNumbers(values, distinct.length), distinct };
}
