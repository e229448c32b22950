import type { Scalar } from '../document.ts';
import type { Column, TextColumn, ValueSets } from './column.ts';
import { Float64List, Uint32List } from './number-list.ts';

export type FieldType = 'text' | 'number';

/**
 * Collects one field's values row by row (rows ascending, each row at most once) and settles at the end what the field
 * is: numbers when every value is one, or a text that reads as one beside at least one real number; text otherwise.
 */
export class ColumnBuilder {
  /** Rows that have a value. */
  filled = 0;
  private readonly codes = new Map<Scalar, number>();
  private readonly rows = new Uint32List();
  private readonly values = new Uint32List();
  private multi = false;

  add(row: number, values: readonly Scalar[]): void {
    if (values.length === 0) return;
    this.filled++;
    if (values.length > 1) this.multi = true;
    for (const value of values) {
      let code = this.codes.get(value);
      if (code === undefined) {
        code = this.codes.size + 1;
        this.codes.set(value, code);
      }
      this.rows.push(row);
      this.values.push(code);
    }
  }

  get distinct(): number {
    return this.codes.size;
  }

  /** The type its values speak for. */
  type(): FieldType {
    let numberSeen = false;
    for (const value of this.codes.keys()) {
      if (typeof value === 'number') numberSeen = true;
      else if (!isNumeric(value)) return 'text';
    }
    return numberSeen ? 'number' : 'text';
  }

  /** The column over `rowCount` rows. As a number column, values that are no numbers are left out. */
  finish(rowCount: number, type: FieldType): Column {
    return type === 'number' ? this.numbers(rowCount) : this.texts(rowCount);
  }

  private texts(rowCount: number): Column {
    const dictionary: string[] = [];
    const codeOf = new Map<string, number>();
    const renamed = new Float64Array(this.codes.size + 1);
    for (const [value, code] of this.codes) {
      const text = String(value);
      const known = codeOf.get(text);
      renamed[code] = known ?? dictionary.push(text);
      if (known === undefined) codeOf.set(text, dictionary.length);
    }
    return { kind: 'text', ...this.numberRows(rowCount, renamed), dictionary };
  }

  /** Each row's code or, where some rows have several, the number of its set of codes. */
  private numberRows(rowCount: number, renamed: Float64Array): Pick<TextColumn, 'values' | 'sets'> {
    const rows = this.rows.view();
    const values = new Uint32Array(rowCount);
    if (!this.multi) {
      const codes = this.values.view();
      for (let at = 0; at < rows.length; at++) values[rows[at] ?? 0] = renamed[codes[at] ?? 0] ?? 0;
      return { values, sets: null };
    }
    const sets = new SetCollector();
    this.eachRow(renamed, (row, own) => {
      values[row] = sets.numberOf(own);
    });
    return { values, sets: sets.finish() };
  }

  private numbers(rowCount: number): Column {
    const numbers = new Float64Array(this.codes.size + 1).fill(Number.NaN);
    for (const [value, code] of this.codes) if (isNumeric(value)) numbers[code] = Number(value);
    if (!this.multi) return { kind: 'number', ends: null, values: this.singleNumbers(rowCount, numbers) };
    const values = new Float64List();
    const ends = new Uint32Array(rowCount);
    this.eachRow(numbers, (row, own) => {
      for (const value of own) values.push(value);
      ends[row] = values.length;
    });
    for (let row = 1; row < rowCount; row++) ends[row] = Math.max(ends[row] ?? 0, ends[row - 1] ?? 0);
    return { kind: 'number', ends, values: values.view() };
  }

  private singleNumbers(rowCount: number, numbers: Float64Array): Float64Array {
    const rows = this.rows.view();
    const codes = this.values.view();
    const values = new Float64Array(rowCount).fill(Number.NaN);
    for (let at = 0; at < rows.length; at++) values[rows[at] ?? 0] = numbers[codes[at] ?? 0] ?? Number.NaN;
    return values;
  }

  /** Visits each row that was added with its translated values, each once: 22.5 and "22.5" are one number. */
  private eachRow(translated: Float64Array, visit: (row: number, values: readonly number[]) => void): void {
    const rows = this.rows.view();
    const codes = this.values.view();
    for (let at = 0; at < rows.length; ) {
      const row = rows[at] ?? 0;
      const own: number[] = [];
      for (; at < rows.length && rows[at] === row; at++) {
        const value = translated[codes[at] ?? 0] ?? Number.NaN;
        if (!Number.isNaN(value) && !own.includes(value)) own.push(value);
      }
      visit(row, own);
    }
  }
}

/** Numbers distinct lists of codes. */
class SetCollector {
  private readonly known = new Map<string, number>();
  private readonly ends = new Uint32List();
  private readonly codes = new Uint32List();

  constructor() {
    this.ends.push(0);
  }

  numberOf(codes: readonly number[]): number {
    const key = codes.join();
    const known = this.known.get(key);
    if (known !== undefined) return known;
    for (const code of codes) this.codes.push(code);
    this.ends.push(this.codes.length);
    this.known.set(key, this.ends.length - 1);
    return this.ends.length - 1;
  }

  finish(): ValueSets {
    return { ends: this.ends.view(), codes: this.codes.view() };
  }
}

function isNumeric(value: Scalar): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}
