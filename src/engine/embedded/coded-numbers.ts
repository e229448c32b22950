import type { CodedNumbers, Codes, NumberColumn } from './column.ts';
import { narrowed } from './concat-columns.ts';
import type { Snapshot } from './snapshot.ts';

/** With more distinct numbers than this, counting by code gains nothing. */
const MAX_DISTINCT = 20_000;

/**
 * The column by code, so that a facet over many documents counts codes and looks at each distinct number once. Null where
 * rows have several numbers, or most a number of their own. Worked out once a version.
 */
export function codedNumbers(snapshot: Snapshot, column: NumberColumn): CodedNumbers | null {
  return snapshot.deriveFrom(column, () => (column.ends === null ? encode(column.values) : null));
}

function encode(numbers: Float64Array): CodedNumbers | null {
  const places = new Map<number, number>();
  const values = new Uint32Array(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
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
  return { values: narrowed(values, distinct.length), distinct };
}
