import type { Database, Statement } from '../../sqlite.ts';
import { LONG_FIELD_BIT, type SparsePostings } from './posting-list.ts';
import { SHORT_FIELDS } from './schema.ts';

/** Beyond this share of all documents, collecting by a sweep is cheaper than sorting what was touched. */
const SWEEP_SHARE = 1 / 50;

/** Words of a term; each alternative is a list of folded words that follow one another. */
export type Alternatives = readonly (readonly string[])[];

/** A JSON array of rowids as bytes: as a text it would be decoded first. */
interface RowidList {
  ids: Uint8Array;
}

/** Reads posting lists from the text indexes. */
export class PostingReader {
  private readonly short: Statement<RowidList>;
  private readonly long: Statement<RowidList>;
  private touched = new Uint8Array(0);

  constructor(db: Database) {
    const select = (table: string) =>
      db.prepare<RowidList>(
        `SELECT CAST(json_group_array(rowid) AS BLOB) AS ids FROM ${table} WHERE ${table} MATCH ? AND rowid > ?`,
      );
    this.short = select('fts');
    this.long = select('long_fts');
  }

  /** The documents from ordinal `from` to before `to` that hold one of the alternatives, removed ones too. */
  read(alternatives: Alternatives, from: number, to: number): SparsePostings {
    if (this.touched.length < to) this.touched = new Uint8Array(to);
    const found = new FoundDocuments((to - from) * SWEEP_SHARE);
    const phrases = alternatives.map(phrase).join(' OR ');
    for (const [bit, field] of SHORT_FIELDS.entries()) {
      this.mark(this.short.get(`${field} : (${phrases})`, from), 1 << bit, found);
    }
    this.mark(this.long.get(alternatives.map(conjunction).join(' OR '), from), LONG_FIELD_BIT, found);
    return this.collect(found, from, to);
  }

  private mark(row: RowidList | undefined, bit: number, found: FoundDocuments): void {
    const { touched } = this;
    eachNumber(row?.ids ?? NO_BYTES, (rowid) => {
      const ordinal = rowid - 1;
      const before = touched[ordinal] ?? 0;
      if (before === 0) found.add(ordinal);
      touched[ordinal] = before | bit;
    });
  }

  /** The marked documents in order; takes the marks away. */
  private collect(found: FoundDocuments, from: number, to: number): SparsePostings {
    const { touched } = this;
    const ids = found.few() ?? ordinalsMarked(touched, from, to, found.count);
    const fields = new Uint8Array(ids.length);
    for (let at = 0; at < ids.length; at++) {
      const ordinal = ids[at] ?? 0;
      fields[at] = touched[ordinal] ?? 0;
      touched[ordinal] = 0;
    }
    return { count: ids.length, ids, fields };
  }
}

const DIGIT_0 = 48;
const NO_BYTES = new Uint8Array(0);

/** Reads a JSON array of whole numbers: in less than half the time of `JSON.parse`, as no array is made of them. */
function eachNumber(json: Uint8Array, visit: (number: number) => void): void {
  let number = 0;
  for (let at = 1; at < json.length && json.length > 2; at++) {
    const digit = (json[at] ?? 0) - DIGIT_0;
    if (digit >= 0 && digit <= 9) number = number * 10 + digit;
    else {
      visit(number);
      number = 0;
    }
  }
}

/** Counts documents, and remembers them while they are few. */
class FoundDocuments {
  count = 0;
  private readonly ordinals: number[] = [];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  add(ordinal: number): void {
    if (this.count++ < this.most) this.ordinals.push(ordinal);
  }

  /** All of them ascending, or null when there were too many to remember. */
  few(): Uint32Array | null {
    return this.count > this.ordinals.length ? null : Uint32Array.from(this.ordinals).sort();
  }
}

function ordinalsMarked(marks: Uint8Array, from: number, to: number, count: number): Uint32Array {
  const ids = new Uint32Array(count);
  let at = 0;
  for (let ordinal = from; ordinal < to; ordinal++) if (marks[ordinal] !== 0) ids[at++] = ordinal;
  return ids;
}

/** Words hold letters and digits only, so they need no escape inside the quotes. */
function phrase(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}

/** The long text keeps no positions: there, words of a phrase need only stand in the same description. */
function conjunction(words: readonly string[]): string {
  return `(${words.map((word) => `"${word}"`).join(' AND ')})`;
}
