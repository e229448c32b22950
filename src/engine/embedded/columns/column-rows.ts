import type { Database, Statement } from '../../../base/files/sqlite.ts';
import type { Codes, Column, NumberColumn, TextColumn } from './column.ts';

/** Plain unsigned integers, one a row: the engine's own counts, flags and hashes. */
export interface IntegerColumn {
  kind: 'integer';
  values: Uint32Array;
}

/** A text column as it is written: the dictionary is a JSON text already. */
export type StoredTexts = Omit<TextColumn, 'dictionary'> & { dictionary: string };

export type StoredColumn = NumberColumn | StoredTexts;

interface ColumnRow {
  part: number;
  kind: string;
  ends: Uint8Array | null;
  data: Uint8Array;
  sets: Uint8Array | null;
  dictionary: string | null;
}

/** The columns of an index file as rows: written by index runs, read when a query first needs them. */
export class ColumnRows {
  readonly #insert: Statement<never>;
  readonly #select: Statement<ColumnRow>;

  constructor(db: Database) {
    this.#insert = db.prepare(
      'INSERT INTO col(name, part, kind, ends, data, sets, dictionary) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#select = db.prepare(
      'SELECT part, kind, ends, data, sets, dictionary FROM col WHERE name = ? AND part >= ? AND part <= ? ORDER BY part',
    );
  }

  write(name: string, part: number, column: StoredColumn | IntegerColumn): void {
    const ends = endsOf(column);
    const sets = column.kind === 'text' && column.sets ? toBytes(column.sets.codes) : null;
    const dictionary = column.kind === 'text' ? column.dictionary : null;
    this.#insert.run(
      name,
      part,
      column.kind,
      ends && toBytes(ends),
      toBytes(column.values),
      sets,
      dictionary,
    );
  }

  /** The column's parts from one to another, by part number; parts without a value of the field are absent. */
  read(name: string, firstPart: number, lastPart: number): Map<number, Column | IntegerColumn> {
    return new Map(this.#select.all(name, firstPart, lastPart).map((row) => [row.part, decode(row)]));
  }

  /** One of the engine's own columns of numbers, one a document, up to a part. */
  readNumbers(name: string, lastPart: number): Float64Array {
    const parts = [...this.read(name, 0, lastPart).values()];
    const numbers = new Float64Array(parts.reduce((sum, { values }) => sum + values.length, 0));
    let first = 0;
    for (const { values } of parts) {
      numbers.set(values, first);
      first += values.length;
    }
    return numbers;
  }
}

function endsOf(column: StoredColumn | IntegerColumn): Uint32Array | null {
  if (column.kind === 'integer') return null;
  return column.kind === 'text' ? (column.sets?.ends ?? null) : column.ends;
}

function decode({ kind, ends: endBytes, data, sets, dictionary }: ColumnRow): Column | IntegerColumn {
  const ends = endBytes && new Uint32Array(copyToBuffer(endBytes));
  if (kind === 'number') return { kind, ends, values: new Float64Array(copyToBuffer(data)) };
  const values = new Uint32Array(copyToBuffer(data));
  if (kind === 'integer') return { kind, values };
  return {
    kind: 'text',
    values,
    sets: ends && sets && { ends, codes: new Uint32Array(copyToBuffer(sets)) },
    dictionary: JSON.parse(dictionary ?? '[]') as string[],
  };
}

/** The bytes of a typed array in this machine's byte order; an index file stays on the machine that built it. */
export function toBytes(values: Codes | Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** A buffer that holds exactly these bytes, so that it is aligned for any element size. */
export function copyToBuffer(bytes: Uint8Array): ArrayBuffer {
  if (bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength)
    return bytes.buffer as ArrayBuffer;
  return bytes.slice().buffer as ArrayBuffer;
}
