import type { Database, Statement } from '../../../base/files/sqlite.ts';
import { ByteList, Uint32List } from '../../values/number-list.ts';
import type { TermDictionary } from '../../words/word-table.ts';
import { toBytes } from '../columns/column-rows.ts';
import { writePostings } from './posting-bytes.ts';

/** A block ends when it has this many terms or bytes. */
const MAX_TERMS = 128;
const MAX_BYTES = 8192;
/** A list of more documents has its own block, so that nobody reads it for a rare word's sake. */
const MAX_SHARED_COUNT = 1024;

/** The entries of a log by term: those of `term` end at `ends[term]` and begin where those of the one before end. */
export interface ByTerm<Values> {
  ends: Uint32Array;
  values: Values;
}

export interface SortedLog {
  ordinals: ByTerm<Uint32Array>;
  fields: Uint8Array;
  places: ByTerm<Uint32Array>;
}

/**
 * Writes a segment: the posting lists of a run of documents, in blocks of terms that follow one another. A block is a row,
 * as a row for each term would cost more than its list. A list's places (where its terms are in the short fields) are
 * kept apart, since only phrases need them.
 */
export class BlockWriter {
  readonly #first: number;
  readonly #insert: Statement<never>;
  #terms = '';
  readonly #ends = new Uint32List();
  readonly #lists = new ByteList();
  readonly #places = new ByteList();

  constructor(db: Database, first: number) {
    this.#first = first;
    db.prepare('INSERT INTO segment(first) VALUES (?)').run(first);
    this.#insert = db.prepare(
      'INSERT INTO posting(first, term, terms, ends, lists, places) VALUES (?, ?, ?, ?, ?, ?)',
    );
  }

  writeSegment(table: TermDictionary, { ordinals, fields, places }: SortedLog): void {
    const getStart = (ends: Uint32Array, term: number) => (term === 0 ? 0 : (ends[term - 1] ?? 0));
    for (const text of sortTerms(table, ordinals.ends)) {
      const term = table.numberOf(text);
      const from = getStart(ordinals.ends, term);
      const to = ordinals.ends[term] ?? 0;
      if (to - from > MAX_SHARED_COUNT) this.#endBlock();
      writePostings(this.#lists, ordinals.values, fields, { from, to, first: this.#first });
      const placesEnd = places.ends[term] ?? 0;
      for (let index = getStart(places.ends, term); index < placesEnd; index++) {
        this.#places.pushNumber(places.values[index] ?? 0);
      }
      this.#endTerm(text);
    }
    this.#endBlock();
  }

  #endTerm(term: string): void {
    this.#terms += this.#terms === '' ? term : ` ${term}`;
    this.#ends.push(this.#lists.length);
    this.#ends.push(this.#places.length);
    const bytes = this.#lists.length + this.#places.length;
    if (this.#ends.length === 2 * MAX_TERMS || bytes > MAX_BYTES) this.#endBlock();
  }

  #endBlock(): void {
    if (this.#terms === '') return;
    const ends = this.#ends;
    const lists = this.#lists;
    const places = this.#places;
    const [term = ''] = this.#terms.split(' ', 1);
    this.#insert.run(this.#first, term, this.#terms, toBytes(ends.view()), lists.view(), places.view());
    this.#terms = '';
    for (const list of [ends, lists, places]) list.length = 0;
  }
}

/** The terms that some document holds, in the order in which SQLite compares texts. */
function sortTerms(table: TermDictionary, ends: Uint32Array): string[] {
  const terms: string[] = [];
  for (let term = 0, before = 0; term < ends.length; term++) {
    const end = ends[term] ?? 0;
    if (end > before) terms.push(table.word(term));
    before = end;
  }
  // That is the order of UTF-8 bytes; `sort` alone compares code units, which is quicker and the same without surrogates.
  const isPlain = !terms.some((term) => SURROGATE.test(term));
  return terms.sort(isPlain ? undefined : (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

const SURROGATE = /[\ud800-\udfff]/;
