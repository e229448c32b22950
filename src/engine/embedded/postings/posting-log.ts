import type { Database } from '../../../base/files/sqlite.ts';
import type { DocumentTexts } from '../../record/document-texts.ts';
import { enlargeBytes, enlargeNumbers, Uint32List } from '../../values/number-list.ts';
import type { FieldWords } from '../../words/field-words.ts';
import type { TermDictionary } from '../../words/word-table.ts';
import { BlockWriter, type ByTerm, type SortedLog } from './posting-blocks.ts';
import { FIRST_PLACE, LONG_FIELD_BIT, PLACE_STEP } from './posting-list.ts';

/** This many entries are written as a segment, and their memory used for the next. */
const MAX_ENTRIES = 8_000_000;

/**
 * Which terms are in which documents, in the order in which documents were added, and where in the short fields. Terms
 * are numbers. Brought into the order of terms at once at the end: that is quicker than a growing list for each term.
 */
export class PostingLog {
  #documents = 0;
  #first: number;
  readonly #db: Database;
  /** A term and a byte of fields for each document that holds it. */
  #terms = new Uint32Array(1 << 10);
  #fields = new Uint8Array(1 << 10);
  #entries = 0;
  #placeTerms = new Uint32Array(1 << 10);
  #places = new Uint32Array(1 << 10);
  #placeCount = 0;
  readonly #documentEnds = new Uint32List();
  #documentStart = 0;
  /** The last entry of each term + 1. */
  #lastEntries = new Uint32Array(0);

  /** @param first the ordinal of the first document */
  constructor(db: Database, first: number) {
    this.#db = db;
    this.#first = first;
  }

  /** Whether there is so much that `writeSegment` should be called before the next document's texts are read. */
  get isFull(): boolean {
    return this.#entries + this.#placeCount > MAX_ENTRIES;
  }

  /** Adds the next document; `stemOf` gives the stems of words by number. */
  add({ inOrder }: Pick<DocumentTexts, 'inOrder'>, stemOf: Uint32Array): void {
    for (let field = 0; field < inOrder.length; field++) {
      this.#addField(field, (inOrder[field] as FieldWords).words, stemOf);
    }
    this.#documentStart = this.#entries;
    this.#documentEnds.push(this.#entries);
    this.#documents++;
  }

  /** Writes what was added since the last time, with the words of the table. */
  writeSegment(table: TermDictionary): void {
    if (this.#documents === 0) return;
    new BlockWriter(this.#db, this.#first).writeSegment(table, this.#sortLog(table.size));
    this.#first += this.#documents;
    this.#documents = 0;
    this.#entries = 0;
    this.#placeCount = 0;
    this.#documentEnds.length = 0;
    this.#documentStart = 0;
    this.#lastEntries.fill(0);
  }

  /**
   * Notes the words of a field of the document that is being added; `termOf` gives the term of each word. A document's
   * short fields go before its long one, of which places are not noted.
   */
  #addField(field: number, words: Uint32List, termOf: Uint32Array): void {
    this.#reserve(words.length, termOf.length);
    const terms = this.#terms;
    const fields = this.#fields;
    const lastEntries = this.#lastEntries;
    const documentStart = this.#documentStart;
    const placeTerms = this.#placeTerms;
    const places = this.#places;
    const bit = 1 << field;
    const hasPlaces = bit !== LONG_FIELD_BIT;
    for (let index = 0; index < words.length; index++) {
      const term = termOf[words.at(index)] ?? 0;
      const last = lastEntries[term] ?? 0;
      const isNew = last <= documentStart;
      if (isNew) {
        terms[this.#entries] = term;
        fields[this.#entries++] = bit;
        lastEntries[term] = this.#entries;
      } else fields[last - 1] = (fields[last - 1] ?? 0) | bit;
      if (!hasPlaces) continue;
      placeTerms[this.#placeCount] = term;
      places[this.#placeCount++] = index * PLACE_STEP + field * 2 + (isNew ? FIRST_PLACE : 0);
    }
  }

  /** Makes room for this many words, and for terms with numbers below `terms`. */
  #reserve(words: number, terms: number): void {
    if (this.#entries + words > this.#terms.length) {
      this.#terms = enlargeNumbers(this.#terms, this.#entries + words);
      this.#fields = enlargeBytes(this.#fields, this.#terms.length);
    }
    if (this.#placeCount + words > this.#places.length) {
      this.#placeTerms = enlargeNumbers(this.#placeTerms, this.#placeCount + words);
      this.#places = enlargeNumbers(this.#places, this.#placeCount + words);
    }
    if (terms > this.#lastEntries.length) this.#lastEntries = enlargeNumbers(this.#lastEntries, terms);
  }

  /** Everything noted, by term; there are this many terms. */
  #sortLog(termCount: number): SortedLog {
    const ordinals = new Uint32Array(this.#entries);
    const fields = new Uint8Array(this.#entries);
    const ends = computeStarts(this.#terms, this.#entries, termCount);
    for (let entry = 0, document = 0; document < this.#documents; document++) {
      const end = this.#documentEnds.at(document);
      for (; entry < end; entry++) {
        const at = takePlace(ends, this.#terms[entry] ?? 0);
        ordinals[at] = this.#first + document;
        fields[at] = this.#fields[entry] ?? 0;
      }
    }
    return { ordinals: { ends, values: ordinals }, fields, places: this.#sortPlaces(termCount) };
  }

  #sortPlaces(termCount: number): ByTerm<Uint32Array> {
    const values = new Uint32Array(this.#placeCount);
    const ends = computeStarts(this.#placeTerms, this.#placeCount, termCount);
    for (let entry = 0; entry < values.length; entry++) {
      values[takePlace(ends, this.#placeTerms[entry] ?? 0)] = this.#places[entry] ?? 0;
    }
    return { ends, values };
  }
}

/** Where the first this many entries of each term begin when they are in the order of terms. */
function computeStarts(terms: Uint32Array, entries: number, termCount: number): Uint32Array {
  const starts = new Uint32Array(termCount);
  for (let entry = 0; entry < entries; entry++) {
    const term = terms[entry] ?? 0;
    starts[term] = (starts[term] ?? 0) + 1;
  }
  let sum = 0;
  for (let term = 0; term < termCount; term++) {
    const count = starts[term] ?? 0;
    starts[term] = sum;
    sum += count;
  }
  return starts;
}

/** Takes the next place of a term; when all are taken, its start has become its end. */
function takePlace(starts: Uint32Array, term: number): number {
  const at = starts[term] ?? 0;
  starts[term] = at + 1;
  return at;
}
