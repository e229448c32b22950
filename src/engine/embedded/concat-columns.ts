import type { Codes, Column, NumberColumn, TextColumn } from './column.ts';
import { eachCode, eachValue, greatestNumber } from './column.ts';
import { MergedDictionary } from './merged-dictionary.ts';
import { Uint32List } from './number-list.ts';

/** A part's column, null where no record of the part has the field, and how many rows the part has. */
export interface ColumnPart<Part extends Column> {
  column: Part | null;
  rows: number;
}

/** Text columns of the same field over consecutive rows as one; their dictionaries are merged. */
export function concatTexts(parts: readonly ColumnPart<TextColumn>[]): TextColumn {
  const multi = parts.some(({ column }) => column !== null && column.sets !== null);
  const dictionary = new MergedDictionary();
  const values = new Uint32Array(rowCount(parts));
  const ends = new Uint32List();
  const codes = new Uint32List();
  ends.push(0);
  let row = 0;
  for (const { column, rows } of parts) {
    if (column) {
      const renamed = dictionary.add(column.dictionary);
      const before = multi ? ends.length - 1 : 0;
      if (multi) appendSets(column, renamed, ends, codes);
      for (let at = 0; at < rows; at++) {
        const number = column.values[at] ?? 0;
        if (number !== 0) values[row + at] = multi ? before + number : renamed(number);
      }
    }
    row += rows;
  }
  const sets = multi ? { ends: ends.view().slice(), codes: codes.view().slice() } : null;
  const whole: TextColumn = { kind: 'text', values, sets, dictionary: dictionary.values };
  return { ...whole, values: narrowed(values, greatestNumber(whole)) };
}

/** Appends a part's sets; where it has single values, a set for each of its codes. */
function appendSets(
  column: TextColumn,
  renamed: (code: number) => number,
  ends: Uint32List,
  codes: Uint32List,
): void {
  for (let number = 1; number <= greatestNumber(column); number++) {
    eachCode(column, number, (code) => codes.push(renamed(code)));
    ends.push(codes.length);
  }
}

/** The numbers in as few bytes as the greatest allows. */
export function narrowed(numbers: Uint32Array, greatest: number): Codes {
  if (greatest <= 0xff) return Uint8Array.from(numbers);
  return greatest <= 0xffff ? Uint16Array.from(numbers) : numbers;
}

/** Number columns of the same field over consecutive rows as one. */
export function concatNumbers(parts: readonly ColumnPart<NumberColumn>[]): NumberColumn {
  const multi = parts.some(({ column }) => column !== null && column.ends !== null);
  return multi ? concatMulti(parts) : concatSingle(parts);
}

function concatSingle(parts: readonly ColumnPart<NumberColumn>[]): NumberColumn {
  const values = new Float64Array(rowCount(parts)).fill(Number.NaN);
  let row = 0;
  for (const { column, rows } of parts) {
    if (column) values.set(column.values, row);
    row += rows;
  }
  return { kind: 'number', ends: null, values };
}

function concatMulti(parts: readonly ColumnPart<NumberColumn>[]): NumberColumn {
  const values = new Float64Array(parts.reduce((sum, { column }) => sum + (column?.values.length ?? 0), 0));
  const ends = new Uint32Array(rowCount(parts));
  let row = 0;
  let count = 0;
  for (const { column, rows } of parts) {
    for (let at = 0; at < rows; at++) {
      if (column) {
        eachValue(column, at, (value) => {
          values[count++] = value;
        });
      }
      ends[row++] = count;
    }
  }
  return { kind: 'number', ends, values: values.subarray(0, count) };
}

function rowCount(parts: readonly { rows: number }[]): number {
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}
