import { dedupe } from '../../dedupe.ts';
import { isNumeric } from '../../field-values.ts';
import type { FieldType } from '../../fields/field-survey.ts';
import { Float64List, Uint32List } from '../../values/number-list.ts';
import type { CodedValues, ValueInterner } from '../../values/value-table.ts';
import type { ValueSets } from './column.ts';
import type { StoredColumn, StoredTexts } from './column-rows.ts';

/** Collects one field's values row by row: rows ascending, a row's values each once and together. */
export class ColumnBuilder {
  readonly #rows = new Uint32List();
  #lastRow = -1;
  #multi = false;
  /** By number in the table. */
  readonly #values = new Uint32List();
  readonly #table: ValueInterner;
  #coded: CodedValues | undefined;
  /** Rows with a value. */
  filled = 0;

  /** The columns of an index run share a table. */
  constructor(table: ValueInterner) {
    this.#table = table;
  }

  add(row: number, value: number): void {
    if (row === this.#lastRow) this.#multi = true;
    else this.filled++;
    this.#lastRow = row;
    this.#rows.push(row);
    this.#values.push(value);
  }

  /** The distinct values by number in the table, when all have been added. */
  get distinct(): Uint32Array {
    return this.#codes.distinct;
  }

  get #codes(): CodedValues {
    this.#coded ??= this.#table.code(this.#values.view());
    return this.#coded;
  }

  /** The column over `rowCount` rows. As a number column, values that are no numbers are left out. */
  finish(rowCount: number, type: FieldType): StoredColumn {
    return type === 'number' ? this.#numberColumn(rowCount) : this.#textColumn(rowCount);
  }

  #textColumn(rowCount: number): StoredColumn {
    const { distinct, codes } = this.#codes;
    const scalars = Array.from(distinct, (value) => this.#table.scalarOf(value));
    if (scalars.every((scalar) => typeof scalar === 'string')) {
      const dictionary = JSON.stringify(scalars);
      return { kind: 'text', ...this.#numberRows(rowCount, this.#rows, codes), dictionary };
    }
    return { kind: 'text', ...this.#mergedTexts(rowCount, scalars.map(String), codes) };
  }

  /** As texts, values that are none may read the same as others: 5 as "5". */
  #mergedTexts(rowCount: number, texts: readonly string[], codes: Uint32Array): Omit<StoredTexts, 'kind'> {
    const dictionary: string[] = [];
    const codeOf = new Map<string, number>();
    const renamed = new Uint32Array(texts.length + 1);
    for (const [at, text] of texts.entries()) {
      const known = codeOf.get(text);
      renamed[at + 1] = known ?? dictionary.push(text);
      if (known === undefined) codeOf.set(text, dictionary.length);
    }
    const rows = new Uint32List();
    const merged = new Uint32List();
    this.#eachRow(
      (at) => renamed[codes[at] ?? 0] ?? 0,
      (row, own) => {
        for (const code of own) {
          rows.push(row);
          merged.push(code);
        }
      },
    );
    return { ...this.#numberRows(rowCount, rows, merged.view()), dictionary: JSON.stringify(dictionary) };
  }

  /** Each row's code or, where some rows have several, the number of its set of codes. */
  #numberRows(
    rowCount: number,
    rowList: Uint32List,
    codes: Uint32Array,
  ): Pick<StoredTexts, 'values' | 'sets'> {
    const rows = rowList.view();
    const values = new Uint32Array(rowCount);
    if (!this.#multi) {
      for (let at = 0; at < rows.length; at++) values[rows[at] ?? 0] = codes[at] ?? 0;
      return { values, sets: null };
    }
    const sets = new SetCollector(codes);
    for (let from = 0, to = 0; from < rows.length; from = to) {
      const row = rows[from] ?? 0;
      while (to < rows.length && rows[to] === row) to++;
      values[row] = sets.numberOf(from, to);
    }
    return { values, sets: sets.finish() };
  }

  #numberColumn(rowCount: number): StoredColumn {
    const numberAt = this.#numberReader();
    if (!this.#multi) return { kind: 'number', ends: null, values: this.#singleNumbers(rowCount, numberAt) };
    const values = new Float64List();
    const ends = new Uint32Array(rowCount);
    this.#eachRow(numberAt, (row, own) => {
      for (const value of own) values.push(value);
      ends[row] = values.length;
    });
    for (let row = 1; row < rowCount; row++) ends[row] = Math.max(ends[row] ?? 0, ends[row - 1] ?? 0);
    return { kind: 'number', ends, values: values.view() };
  }

  /** Gives the n-th value as a number, NaN where it is none. */
  #numberReader(): (at: number) => number {
    const { distinct, codes } = this.#codes;
    const byCode = Float64Array.from(distinct, (value) => {
      const scalar = this.#table.scalarOf(value);
      return isNumeric(scalar) ? Number(scalar) : Number.NaN;
    });
    return (at) => byCode[(codes[at] ?? 0) - 1] ?? Number.NaN;
  }

  #singleNumbers(rowCount: number, numberAt: (at: number) => number): Float64Array {
    const rows = this.#rows.view();
    const values = new Float64Array(rowCount).fill(Number.NaN);
    for (let at = 0; at < rows.length; at++) values[rows[at] ?? 0] = numberAt(at);
    return values;
  }

  /** Visits each row that was added with its values, each once: 22.5 and "22.5" are one number. */
  #eachRow(valueAt: (at: number) => number, visit: (row: number, values: readonly number[]) => void): void {
    const rows = this.#rows.view();
    const own: number[] = [];
    for (let at = 0; at < rows.length; ) {
      const row = rows[at] ?? 0;
      own.length = 0;
      for (; at < rows.length && rows[at] === row; at++) {
        const value = valueAt(at);
        if (!Number.isNaN(value)) own.push(value);
      }
      visit(row, dedupe(own));
    }
  }
}

class SetCollector {
  readonly #numbers = new Map<number | string, number>();
  readonly #ends = new Uint32List();
  readonly #members = new Uint32List();
  readonly #codes: Uint32Array;

  /** The lists are runs of `codes`. */
  constructor(codes: Uint32Array) {
    this.#codes = codes;
    this.#ends.push(0);
  }

  numberOf(from: number, to: number): number {
    const list = this.#codes.subarray(from, to);
    const key = list.length === 1 ? (list[0] ?? 0) : list.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#members.append(list);
    this.#ends.push(this.#members.length);
    this.#numbers.set(key, this.#ends.length - 1);
    return this.#ends.length - 1;
  }

  finish(): ValueSets {
    return { ends: this.#ends.view(), codes: this.#members.view() };
  }
}
