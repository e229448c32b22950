import type { Scalar } from '../document.ts';
import type { Column } from './column.ts';
import { Uint32List } from './number-list.ts';

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
    const { ends, values } = this.layOut(rowCount, renamed, (size) => new Uint32Array(size));
    return { kind: 'text', ends, values, dictionary };
  }

  private numbers(rowCount: number): Column {
    const numbers = new Float64Array(this.codes.size + 1).fill(Number.NaN);
    for (const [value, code] of this.codes) if (isNumeric(value)) numbers[code] = Number(value);
    const empty = (size: number) => new Float64Array(size).fill(Number.NaN);
    return { kind: 'number', ...this.layOut(rowCount, numbers, empty) };
  }

  private layOut<Values extends Uint32Array | Float64Array>(
    rowCount: number,
    translated: Float64Array,
    make: (size: number) => Values,
  ): { ends: Uint32Array | null; values: Values } {
    const rows = this.rows.view();
    const codes = this.values.view();
    if (!this.multi) {
      const values = make(rowCount);
      for (let at = 0; at < rows.length; at++) values[rows[at] ?? 0] = translated[codes[at] ?? 0] ?? 0;
      return { ends: null, values };
    }
    const values = make(rows.length);
    const ends = new Uint32Array(rowCount);
    const canRepeat = new Set(translated).size < translated.length;
    let kept = 0;
    let rowStart = 0;
    for (let at = 0; at < rows.length; at++) {
      if (rows[at] !== rows[at - 1]) rowStart = kept;
      const value = translated[codes[at] ?? 0] ?? Number.NaN;
      // 22.5 and "22.5" in one row are one value.
      const repeats = canRepeat && values.subarray(rowStart, kept).includes(value);
      if (!Number.isNaN(value) && !repeats) values[kept++] = value;
      ends[rows[at] ?? 0] = kept;
    }
    for (let row = 1; row < rowCount; row++) ends[row] = Math.max(ends[row] ?? 0, ends[row - 1] ?? 0);
    return { ends, values: values.subarray(0, kept) as Values };
  }
}

function isNumeric(value: Scalar): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}
