import { isNumeric, type Scalar } from '../../field-values.ts';
import type { FieldType } from '../../fields/field-survey.ts';
import { ByteTable, hashNext } from '../../values/byte-table.ts';
import { Uint32List } from '../../values/number-list.ts';
import type { CodedValues, ValueInterner } from '../../values/value-table.ts';
import type { CodedRows } from './column.ts';
import { copyToBuffer, type StoredColumn, toBytes } from './column-rows.ts';

const CODE_BYTES = Uint32Array.BYTES_PER_ELEMENT;

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
    const { distinct, codes } = this.#codes;
    const scalars = Array.from(distinct, (value) => this.#table.scalarOf(value));
    const isAsGiven = scalars.every((scalar) => typeof scalar === (type === 'number' ? 'number' : 'string'));
    if (isAsGiven)
      return { ...this.#numberRows(rowCount, this.#rows, codes), dictionary: JSON.stringify(scalars) };
    const readNumber = (scalar: Scalar) => (isNumeric(scalar) ? Number(scalar) : null);
    const values = scalars.map((scalar) => (type === 'number' ? readNumber(scalar) : String(scalar)));
    return this.#convert(rowCount, values, codes);
  }

  /** Values of another type may read the same as others: 5 as "5". */
  #convert(rowCount: number, values: readonly (string | number | null)[], codes: Uint32Array) {
    const codeOf = new Map<string | number, number>();
    const renamed = new Uint32Array(values.length + 1);
    for (const [at, value] of values.entries()) {
      if (value === null) continue;
      const known = codeOf.get(value) ?? codeOf.size + 1;
      codeOf.set(value, known);
      renamed[at + 1] = known;
    }
    const allRows = this.#rows.view();
    const rows = new Uint32List();
    const merged = new Uint32List();
    for (let from = 0, to = 0; from < allRows.length; from = to) {
      const row = allRows[from] ?? 0;
      const own: number[] = [];
      for (; to < allRows.length && allRows[to] === row; to++) own.push(renamed[codes[to] ?? 0] ?? 0);
      for (const code of new Set(own)) {
        if (code === 0) continue;
        rows.push(row);
        merged.push(code);
      }
    }
    const dictionary = JSON.stringify([...codeOf.keys()]);
    return { ...this.#numberRows(rowCount, rows, merged.view()), dictionary };
  }

  /** Each row's code or, where some rows have several, the number of its set of codes. */
  #numberRows(rowCount: number, rowList: Uint32List, codes: Uint32Array): CodedRows {
    const rows = rowList.view();
    const values = new Uint32Array(rowCount);
    if (!this.#multi) {
      for (let index = 0; index < rows.length; index++) values[rows[index] ?? 0] = codes[index] ?? 0;
      return { values, sets: null };
    }
    const bytes = toBytes(codes);
    const sets = new ByteTable();
    // The set of rows without a value.
    sets.reserve();
    for (let from = 0, to = 0; from < rows.length; from = to) {
      const row = rows[from] ?? 0;
      let hash = 0;
      for (; to < rows.length && rows[to] === row; to++) hash = hashNext(hash, codes[to] ?? 0);
      values[row] = sets.numberOf(bytes, from * CODE_BYTES, to * CODE_BYTES, hash);
    }
    const ends = sets.ends.map((end) => end / CODE_BYTES);
    return { values, sets: { ends, codes: new Uint32Array(copyToBuffer(sets.bytes)) } };
  }
}
