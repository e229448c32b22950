import { Uint32List } from '../../values/number-list.ts';
import {
  type Codes,
  type Column,
  forEachCode,
  forEachValue,
  getMaxNumber,
  type NumberColumn,
  type TextColumn,
  type ValueSets,
} from './column.ts';

/** A part's column, null where no record of the part has the field, and how many rows the part has. */
export interface ColumnPart<Part extends Column> {
  column: Part | null;
  rows: number;
}

/**
 * Text columns of the same field over consecutive rows as one; their dictionaries are merged. The first column with
 * values keeps its codes, so that a large one followed by small ones is copied and not taken apart.
 */
export function concatTexts(parts: readonly ColumnPart<TextColumn>[]): TextColumn {
  const columns = parts.flatMap(({ column }) => column ?? []);
  const [first] = columns;
  const dictionaries = columns.map(({ dictionary }) => dictionary);
  const dictionary = new MergedDictionary(dictionaries[0] ?? [], dictionaries.slice(1));
  const sets = columns.some((column) => column.sets !== null) ? new SetList() : null;
  const values = new Uint32Array(rowCount(parts));
  let row = 0;
  for (const { column, rows } of parts) {
    if (column) {
      const renamed = column === first ? sameCode : dictionary.add(column.dictionary);
      const numberOf = sets ? sets.add(column, renamed) : renamed;
      copyNumbers(column.values, numberOf, values.subarray(row, row + rows));
    }
    row += rows;
  }
  const whole: TextColumn = {
    kind: 'text',
    values,
    sets: sets === null ? null : sets.finish(),
    dictionary: dictionary.values,
  };
  return { ...whole, values: narrowNumbers(values, getMaxNumber(whole)) };
}

function sameCode(code: number): number {
  return code;
}

function copyNumbers(numbers: Codes, renamed: (number: number) => number, into: Uint32Array): void {
  if (renamed === sameCode) {
    into.set(numbers);
    return;
  }
  for (let at = 0; at < into.length; at++) {
    const number = numbers[at] ?? 0;
    if (number !== 0) into[at] = renamed(number);
  }
}

class SetList {
  readonly #ends = new Uint32List();
  readonly #codes = new Uint32List();

  constructor() {
    this.#ends.push(0);
  }

  /** Appends a part's sets, or a set for each of its codes where it has single values; gives a translation of its numbers. */
  add(column: TextColumn, renamed: (code: number) => number): (number: number) => number {
    const before = this.#ends.length - 1;
    if (before === 0 && column.sets !== null && renamed === sameCode) {
      this.#ends.append(column.sets.ends.subarray(1));
      this.#codes.append(column.sets.codes);
      return sameCode;
    }
    for (let number = 1; number <= getMaxNumber(column); number++) {
      forEachCode(column, number, (code) => this.#codes.push(renamed(code)));
      this.#ends.push(this.#codes.length);
    }
    return (number) => before + number;
  }

  finish(): ValueSets {
    return { ends: this.#ends.view().slice(), codes: this.#codes.view().slice() };
  }
}

/** The numbers in as few bytes as the greatest allows. */
export function narrowNumbers(numbers: Uint32Array, greatest: number): Codes {
  if (greatest <= 0xff) return Uint8Array.from(numbers);
  return greatest <= 0xffff ? Uint16Array.from(numbers) : numbers;
}

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
        forEachValue(column, at, (value) => {
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

class MergedDictionary {
  readonly values: string[];
  /** Codes of the texts that come again or were added. The first dictionary may have a text for every product, the others few. */
  readonly #codes = new Map<string, number>();

  /** @param later the dictionaries that will be added */
  constructor(first: readonly string[], later: readonly (readonly string[])[]) {
    this.values = [...first];
    const sought = new Set(later.flat());
    if (sought.size === 0) return;
    for (let at = 0; at < first.length; at++) {
      const text = first[at] ?? '';
      if (sought.has(text)) this.#codes.set(text, at + 1);
    }
  }

  add(dictionary: readonly string[]): (code: number) => number {
    const renamed = new Uint32Array(dictionary.length + 1);
    for (const [at, value] of dictionary.entries()) renamed[at + 1] = this.#codeOf(value);
    return (code) => renamed[code] ?? 0;
  }

  #codeOf(value: string): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.values.push(value);
    this.#codes.set(value, this.values.length);
    return this.values.length;
  }
}
