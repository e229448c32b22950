import { Uint32List } from '../../values/number-list.ts';
import { type Codes, type Column, forEachCode, getMaxNumber, type ValueSets } from './column.ts';

/** A part's column, null where no record of the part has the field, and how many rows the part has. */
export interface ColumnPart {
  column: Column | null;
  rows: number;
}

/**
 * Columns of the same field over consecutive rows as one; their dictionaries are merged. The first column with values
 * keeps its codes, so that a large one followed by small ones is copied and not taken apart. Null of none.
 */
export function concatColumns(parts: readonly ColumnPart[]): Column | null {
  const columns = parts.flatMap(({ column }) => column ?? []);
  const [first] = columns;
  if (first === undefined) return null;
  const dictionaries: readonly Scalars[] = columns.map(({ dictionary }) => dictionary);
  const dictionary = new MergedDictionary(dictionaries[0] ?? [], dictionaries.slice(1));
  const sets = columns.some((column) => column.sets !== null) ? new SetList() : null;
  const values = new Uint32Array(parts.reduce((sum, { rows }) => sum + rows, 0));
  let row = 0;
  for (const { column, rows } of parts) {
    if (column) {
      const renamed = column === first ? keepCode : dictionary.add(column.dictionary);
      const numberOf = sets ? sets.add(column, renamed) : renamed;
      copyNumbers(column.values, numberOf, values.subarray(row, row + rows));
    }
    row += rows;
  }
  const whole = {
    kind: first.kind,
    values,
    sets: sets === null ? null : sets.finish(),
    dictionary: dictionary.values,
  } as Column;
  return { ...whole, values: narrowNumbers(values, getMaxNumber(whole)) };
}

function keepCode(code: number): number {
  return code;
}

function copyNumbers(numbers: Codes, renamed: (number: number) => number, into: Uint32Array): void {
  if (renamed === keepCode) {
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
  add(column: Column, renamed: (code: number) => number): (number: number) => number {
    const before = this.#ends.length - 1;
    if (before === 0 && column.sets !== null && renamed === keepCode) {
      this.#ends.append(column.sets.ends.subarray(1));
      this.#codes.append(column.sets.codes);
      return keepCode;
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
function narrowNumbers(numbers: Uint32Array, greatest: number): Codes {
  if (greatest <= 0xff) return Uint8Array.from(numbers);
  return greatest <= 0xffff ? Uint16Array.from(numbers) : numbers;
}

type Scalars = readonly (string | number)[];

class MergedDictionary {
  readonly values: (string | number)[];
  /** Codes of the values that come again or were added. The first dictionary may have one for every product, the others few. */
  readonly #codes = new Map<string | number, number>();

  /** @param later the dictionaries that will be added */
  constructor(first: Scalars, later: readonly Scalars[]) {
    this.values = [...first];
    const sought = new Set(later.flat());
    if (sought.size === 0) return;
    for (let at = 0; at < first.length; at++) {
      const value = first[at] ?? '';
      if (sought.has(value)) this.#codes.set(value, at + 1);
    }
  }

  add(dictionary: Scalars): (code: number) => number {
    const renamed = new Uint32Array(dictionary.length + 1);
    for (const [at, value] of dictionary.entries()) renamed[at + 1] = this.#getCode(value);
    return (code) => renamed[code] ?? 0;
  }

  #getCode(value: string | number): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.values.push(value);
    this.#codes.set(value, this.values.length);
    return this.values.length;
  }
}
