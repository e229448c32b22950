import type { Database, Statement } from '../../../base/files/sqlite.ts';
import type { FieldType } from '../../fields/field-survey.ts';
import type { CodedRows, Codes, Column } from './column.ts';

/** A column as it is written: the dictionary is a JSON text already. */
export interface StoredColumn extends CodedRows {
  dictionary: string;
}

/** The engine's own numbers, as many a row as the column says: ranks, counts, flags and hashes. */
export type PlainColumn = Uint32Array | Float64Array;

interface ColumnRow {
  part: number;
  data: Uint8Array;
  ends: Uint8Array | null;
  sets: Uint8Array | null;
  dictionary: string;
}

/** The columns of an index file as rows: written by index runs, read when a query first needs them. */
export class ColumnRows {
  readonly #insert: Statement<never>;
  readonly #select: Statement<ColumnRow>;

  constructor(db: Database) {
    this.#insert = db.prepare(
      'INSERT INTO col(name, part, data, ends, sets, dictionary) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#select = db.prepare(
      'SELECT part, data, ends, sets, dictionary FROM col WHERE name = ? AND part >= ? AND part <= ? ORDER BY part',
    );
  }

  write(name: string, part: number, { values, sets, dictionary }: StoredColumn): void {
    const ends = sets && toBytes(sets.ends);
    this.#insert.run(name, part, toBytes(values), ends, sets && toBytes(sets.codes), dictionary);
  }

  writePlain(name: string, part: number, values: PlainColumn): void {
    this.#insert.run(name, part, toBytes(values), null, null, null);
  }

  /** The column's parts from one to another, by part number; parts without a value of the field are absent. */
  read(name: string, kind: FieldType, firstPart: number, lastPart: number): Map<number, Column> {
    return new Map(this.#select.all(name, firstPart, lastPart).map((row) => [row.part, decode(kind, row)]));
  }

  /** The bytes of a plain column up to a part. */
  readPlain(name: string, lastPart: number): ArrayBuffer {
    const parts = this.#select.all(name, 0, lastPart).map(({ data }) => data);
    return new Uint8Array(Buffer.concat(parts)).buffer;
  }
}

function decode(kind: FieldType, { data, ends, sets, dictionary }: ColumnRow): Column {
  return {
    kind,
    values: new Uint32Array(copyToBuffer(data)),
    sets: ends &&
      sets && { ends: new Uint32Array(copyToBuffer(ends)), codes: new Uint32Array(copyToBuffer(sets)) },
    dictionary: JSON.parse(dictionary),
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
