import type { Database, Statement } from '../../../base/files/sqlite.ts';
import { Uint32List } from '../../values/number-list.ts';
import { copyToBuffer } from '../columns/column-rows.ts';
import { findPhrasePostings, type PlacedPostings } from './phrase-postings.ts';
import { readCount, readPlaces, readPostings } from './posting-bytes.ts';
import { type Postings, unitePostings } from './posting-list.ts';
import type { Alternatives } from './term-postings.ts';

interface BlockRow {
  first: number;
  terms: string;
  ends: Uint8Array;
  lists: Uint8Array;
  places?: Uint8Array;
}

interface StoredList {
  first: number;
  list: Uint8Array;
  places: Uint8Array;
}

/** In each segment the block that holds a term if any does. */
const selectBlocks = (columns: string) => `
  SELECT block.first, terms, ends, ${columns} FROM segment JOIN posting AS block ON block.rowid =
    (SELECT rowid FROM posting WHERE first = segment.first AND term <= ?1 ORDER BY term DESC LIMIT 1)
  WHERE segment.first >= ?2 AND segment.first < ?3 ORDER BY segment.first`;
/** In each segment the blocks that may hold terms which begin so. */
const PREFIX_BLOCKS = `
  SELECT block.first, terms, ends, lists FROM segment JOIN posting AS block ON block.first = segment.first
  WHERE segment.first < ?3 AND block.term < ?2 AND block.term >= coalesce(
    (SELECT max(term) FROM posting WHERE first = segment.first AND term <= ?1), ?1)
  ORDER BY segment.first, block.term`;
/** Behind every text that begins alike. */
export const LAST_CHARACTER = '\u{10ffff}';
const NO_BYTES = new Uint8Array();

/** Reads posting lists. They hold removed documents too. */
export class PostingReader {
  readonly #blocks: Statement<BlockRow>;
  readonly #blocksWithPlaces: Statement<BlockRow>;
  readonly #prefixBlocks: Statement<BlockRow>;

  constructor(db: Database) {
    this.#blocks = db.prepare(selectBlocks('lists'));
    this.#blocksWithPlaces = db.prepare(selectBlocks('lists, places'));
    this.#prefixBlocks = db.prepare(PREFIX_BLOCKS);
  }

  /** The documents from ordinal `from` on and below `to`, where parts begin, that hold one of the alternatives. */
  read(alternatives: Alternatives, from: number, to: number): Postings {
    const lists = alternatives.map((words) => this.#readAlternative(words, from, to));
    return lists.reduce(unitePostings);
  }

  #readAlternative(words: readonly string[], from: number, to: number): Postings {
    const [word = '', ...more] = words;
    if (more.length === 0) return this.#readWord(word, from, to);
    return findPhrasePostings(words.map((each) => this.#readPlaced(each, from, to)));
  }

  #readWord(term: string, from: number, to: number): Postings {
    const stored = this.#blocks.all(term, from, to).flatMap((row) => findList(row, term) ?? []);
    const postings = createEmpty(stored);
    let at = 0;
    for (const { first, list } of stored) {
      readPostings(list, first, (ordinal, bits) => {
        postings.ids[at] = ordinal;
        postings.fields[at++] = bits;
      });
    }
    return postings;
  }

  #readPlaced(term: string, from: number, to: number): PlacedPostings {
    const stored = this.#blocksWithPlaces.all(term, from, to).flatMap((row) => findList(row, term) ?? []);
    const placed = { ...createEmpty(stored), places: new Uint32List(), ends: new Uint32List() };
    let at = 0;
    for (const { first, list, places } of stored) {
      const next = readPlaces(places);
      readPostings(list, first, (ordinal, bits) => {
        placed.ids[at] = ordinal;
        placed.fields[at++] = bits;
        next(bits, placed.places);
        placed.ends.push(placed.places.length);
      });
    }
    return placed;
  }

  /** Calls `visit` with the documents below ordinal `to`, and their fields, that hold a stem. */
  eachOf(term: string, to: number, visit: (ordinal: number, bits: number) => void): void {
    for (const row of this.#blocks.all(term, 0, to)) {
      const stored = findList(row, term);
      if (stored !== undefined) readPostings(stored.list, row.first, visit);
    }
  }

  /** Calls `visit` with the documents below ordinal `to`, and their fields, that hold a stem which begins so; in no order. */
  eachWithPrefix(begin: string, to: number, visit: (ordinal: number, bits: number) => void): void {
    for (const row of this.#prefixBlocks.iterate(begin, begin + LAST_CHARACTER, to)) {
      for (const [at, term] of row.terms.split(' ').entries()) {
        if (term.startsWith(begin)) readPostings(readStored(row, at).list, row.first, visit);
      }
    }
  }
}

function createEmpty(stored: readonly StoredList[]): Postings {
  const count = stored.reduce((sum, { list }) => sum + readCount(list), 0);
  return { count, ids: new Uint32Array(count), fields: new Uint8Array(count) };
}

function findList(row: BlockRow, term: string): StoredList | undefined {
  const at = row.terms.split(' ').indexOf(term);
  return at === -1 ? undefined : readStored(row, at);
}

function readStored({ first, ends: endBytes, lists, places = NO_BYTES }: BlockRow, at: number): StoredList {
  const ends = new Uint32Array(copyToBuffer(endBytes));
  const getEnd = (index: number) => (index < 0 ? 0 : (ends[index] ?? 0));
  return {
    first,
    list: lists.subarray(getEnd(at * 2 - 2), getEnd(at * 2)),
    places: places.subarray(getEnd(at * 2 - 1), getEnd(at * 2 + 1)),
  };
}
