import { eachOnce } from '../../each-once.ts';
import type { Scalar } from '../../field-values.ts';
import type { Column, TextColumn, ValueSets } from './column.ts';
import { Float64List, Uint32List } from './number-list.ts';

export type FieldType = 'text' | 'number';

/** Beyond this many, distinct numbers are not counted on. */
const MAX_COUNTED_NUMBERS = 1000;

/**
 * Collects one field's values row by row (rows ascending, each row at most once) and settles at the end what the field
 * is: numbers when every value is one, or a text that reads as one beside at least one real number; text otherwise.
 */
export class ColumnBuilder {
  /** Rows that have a value. */
  filled = 0;
  private readonly rows = new Uint32List();
  private multi = false;
  /** The values while all of them are numbers; they need no codes. */
  private numbers: Float64List | null = new Float64List();
  /** Else each value by its code. */
  private readonly codes = new Map<Scalar, number>();
  private readonly coded = new Uint32List();
  /** Some value is no text: then several values may read the same. */
  private mixed = false;

  add(row: number, values: readonly Scalar[]): void {
    if (values.length === 0) return;
    this.filled++;
    if (values.length > 1) this.multi = true;
    for (const value of values) {
      this.rows.push(row);
      if (this.numbers && typeof value === 'number') this.numbers.push(value);
      else this.addCoded(value);
    }
  }

  private addCoded(value: Scalar): void {
    if (this.numbers) this.codeNumbers(this.numbers);
    let code = this.codes.get(value);
    if (code === undefined) {
      code = this.codes.size + 1;
      this.codes.set(value, code);
      if (typeof value !== 'string') this.mixed = true;
    }
    this.coded.push(code);
  }

  /** From here on values have codes, those so far too. */
  private codeNumbers(numbers: Float64List): void {
    this.numbers = null;
    for (const number of numbers.view()) this.addCoded(number);
  }

  /** How many distinct values there are; of numbers not more than a thousand and one. */
  get distinct(): number {
    if (!this.numbers) return this.codes.size;
    const seen = new Set<number>();
    for (const number of this.numbers.view()) {
      seen.add(number);
      if (seen.size > MAX_COUNTED_NUMBERS) break;
    }
    return seen.size;
  }

  /** The type its values speak for. */
  type(): FieldType {
    if (this.numbers) return 'number';
    let numberSeen = false;
    for (const value of this.codes.keys()) {
      if (typeof value === 'number') numberSeen = true;
      else if (!isNumeric(value)) return 'text';
    }
    return numberSeen ? 'number' : 'text';
  }

  /** The column over `rowCount` rows. As a number column, values that are no numbers are left out. */
  finish(rowCount: number, type: FieldType): Column {
    if (type === 'number') return this.numberColumn(rowCount);
    if (this.numbers) this.codeNumbers(this.numbers);
    return this.texts(rowCount);
  }

  private texts(rowCount: number): Column {
    if (!this.mixed) {
      return {
        kind: 'text',
        ...this.numberRows(rowCount, null),
        dictionary: [...this.codes.keys()].map(String),
      };
    }
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

  /** Each row's code or, where some rows have several, the number of its set of codes; `renamed` gives other codes. */
  private numberRows(rowCount: number, renamed: Float64Array | null): Pick<TextColumn, 'values' | 'sets'> {
    const rows = this.rows.view();
    const values = new Uint32Array(rowCount);
    const codes = renamed
      ? Uint32Array.from(this.coded.view(), (code) => renamed[code] ?? 0)
      : this.coded.view();
    if (!this.multi) {
      for (let at = 0; at < rows.length; at++) values[rows[at] ?? 0] = codes[at] ?? 0;
      return { values, sets: null };
    }
    const sets = new SetCollector();
    this.eachRow(
      (at) => codes[at] ?? Number.NaN,
      (row, own) => {
        values[row] = sets.numberOf(own);
      },
    );
    return { values, sets: sets.finish() };
  }

  private numberColumn(rowCount: number): Column {
    const numberAt = this.numberReader();
    if (!this.multi) return { kind: 'number', ends: null, values: this.singleNumbers(rowCount, numberAt) };
    const values = new Float64List();
    const ends = new Uint32Array(rowCount);
    this.eachRow(numberAt, (row, own) => {
      for (const value of own) values.push(value);
      ends[row] = values.length;
    });
    for (let row = 1; row < rowCount; row++) ends[row] = Math.max(ends[row] ?? 0, ends[row - 1] ?? 0);
    return { kind: 'number', ends, values: values.view() };
  }

  /** Gives the n-th value as a number, NaN where it is none. */
  private numberReader(): (at: number) => number {
    const numbers = this.numbers?.view();
    if (numbers) return (at) => numbers[at] ?? Number.NaN;
    const byCode = new Float64Array(this.codes.size + 1).fill(Number.NaN);
    for (const [value, code] of this.codes) if (isNumeric(value)) byCode[code] = Number(value);
    const codes = this.coded.view();
    return (at) => byCode[codes[at] ?? 0] ?? Number.NaN;
  }

  private singleNumbers(rowCount: number, numberAt: (at: number) => number): Float64Array {
    const rows = this.rows.view();
    const values = new Float64Array(rowCount).fill(Number.NaN);
    for (let at = 0; at < rows.length; at++) values[rows[at] ?? 0] = numberAt(at);
    return values;
  }

  /** Visits each row that was added with its values, each once: 22.5 and "22.5" are one number. */
  private eachRow(
    valueAt: (at: number) => number,
    visit: (row: number, values: readonly number[]) => void,
  ): void {
    const rows = this.rows.view();
    for (let at = 0; at < rows.length; ) {
      const row = rows[at] ?? 0;
      const own: number[] = [];
      for (; at < rows.length && rows[at] === row; at++) {
        const value = valueAt(at);
        if (!Number.isNaN(value)) own.push(value);
      }
      visit(row, eachOnce(own));
    }
  }
}

/** Numbers distinct lists of codes. */
class SetCollector {
  private readonly known = new Map<string, number>();
  private readonly ofOne: (number | undefined)[] = [];
  private readonly ends = new Uint32List();
  private readonly codes = new Uint32List();

  constructor() {
    this.ends.push(0);
  }

  numberOf(codes: readonly number[]): number {
    const [only = 0] = codes;
    const key = codes.length === 1 ? null : codes.join();
    const known = key === null ? this.ofOne[only] : this.known.get(key);
    if (known !== undefined) return known;
    if (key === null) this.ofOne[only] = this.ends.length;
    else this.known.set(key, this.ends.length);
    for (const code of codes) this.codes.push(code);
    this.ends.push(this.codes.length);
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
