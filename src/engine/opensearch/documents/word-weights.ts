import {
  FIELD_WEIGHTS,
  lengthNorm,
  REST_LENGTH_EFFECT,
  TITLE_LENGTH_EFFECT,
} from '../../ranking/word-weights.ts';
import { enlarged, Uint32List } from '../../values/number-list.ts';
import type { DocumentWords, SearchedField } from '../../words/document-words.ts';
import type { WordTable } from '../../words/word-table.ts';
import { MAX_WORD_LENGTH, WEIGHT_SCALE } from './index-body.ts';
import { KeptTexts } from './kept-texts.ts';
import { SMILE } from './smile.ts';
import type { SmileBytes } from './smile-bytes.ts';

const FIELDS: readonly SearchedField[] = ['title', 'brand', 'categories', 'keywords', 'other', 'description'];
const TITLE_BIT = 1;
const NAMING: readonly SearchedField[] = ['title', 'categories', 'keywords'];
const SHORT = FIELDS.slice(0, -1);
const WRITTEN: readonly SearchedField[] = ['title', 'brand', 'categories', 'keywords'];
/** Stands between two fields: no word of a text is written so. */
const GAP = Buffer.from(' |');
const [SPACE, BAR] = [0x20, 0x7c];

/** The weight of every combination of fields, the title apart. */
const REST_WEIGHTS = Float64Array.from({ length: 1 << FIELDS.length }, (_, bits) =>
  FIELDS.reduce(
    (sum, field, at) => (at > 0 && (bits & (1 << at)) !== 0 ? sum + FIELD_WEIGHTS[field] : sum),
    0,
  ),
);

/** The words of documents as the fields of the index have them: texts of stems and weights, separated by spaces. Each appends to what is written. */
export class WordTexts {
  readonly #table: WordTable;
  readonly #means: { title: number; rest: number };
  /** The text of each word by number, empty where it is too long to be searched for. */
  readonly #texts = new KeptTexts();
  readonly #found = new Uint32List();
  /** By stem the fields of the document at hand that have it. */
  #bits = new Uint8Array(1 << 9);
  /** By word the last document of which it was written. */
  #marks = new Uint32Array(1 << 9);
  #mark = 0;

  constructor(table: WordTable, means: { title: number; rest: number }) {
    this.#table = table;
    this.#means = means;
  }

  /** Every stem of a document with its weight, `lamp|20000`. */
  weighted(words: DocumentWords, restLength: number, into: SmileBytes): void {
    this.#collect(words);
    const titleNorm = lengthNorm(words.title.ownCount, this.#means.title, TITLE_LENGTH_EFFECT);
    const restNorm = lengthNorm(restLength, this.#means.rest, REST_LENGTH_EFFECT);
    const start = into.length;
    for (let at = 0; at < this.#found.length; at++) {
      const stem = this.#found.at(at);
      const bits = this.#bits[stem] ?? 0;
      this.#bits[stem] = 0;
      if (!this.#isSearched(stem)) continue;
      let weight = (REST_WEIGHTS[bits] ?? 0) * restNorm;
      if ((bits & TITLE_BIT) !== 0) weight += FIELD_WEIGHTS.title * titleNorm;
      if (into.length > start) into.byte(SPACE);
      this.#texts.write(stem, into);
      into.byte(BAR);
      into.whole(Math.max(1, Math.round(weight * WEIGHT_SCALE)));
    }
  }

  /** The stems of the title. */
  title(words: DocumentWords, into: SmileBytes): void {
    this.#stems(words.title.words, into, into.length);
  }

  /** The stems of what names a product. */
  naming(words: DocumentWords, into: SmileBytes): void {
    const start = into.length;
    for (const field of NAMING) this.#stems(words[field].words, into, start);
  }

  /** The stems of the short fields in their order. */
  short(words: DocumentWords, into: SmileBytes): void {
    const start = into.length;
    for (const field of SHORT) {
      const before = into.length;
      this.#stems(words[field].words, into, start);
      if (into.length > before && field !== 'other') into.copy(GAP);
    }
  }

  /** Words as they are written, those that measures make apart, as entries of an array. */
  written(words: DocumentWords, into: SmileBytes): void {
    if (this.#marks.length < this.#table.size) this.#marks = enlarged(this.#marks, this.#table.size * 2);
    const mark = ++this.#mark;
    for (const field of WRITTEN) {
      const { words: own, ownCount } = words[field];
      for (let at = 0; at < ownCount; at++) {
        const word = own.at(at);
        if (this.#marks[word] === mark) continue;
        this.#marks[word] = mark;
        if (!this.#isSearched(word)) continue;
        into.byte(SMILE.textBegin);
        this.#texts.write(word, into);
        into.byte(SMILE.textEnd);
      }
    }
  }

  /** False for a word that is too long. */
  #isSearched(number: number): boolean {
    if (!this.#texts.has(number)) {
      const word = this.#table.word(number);
      this.#texts.keep(number, word.length > MAX_WORD_LENGTH ? '' : word);
    }
    return !this.#texts.isEmpty(number);
  }

  /** @param start where the text begins */
  #stems(words: Uint32List, into: SmileBytes, start: number): void {
    const { stemOf } = this.#table;
    for (let at = 0; at < words.length; at++) {
      const stem = stemOf[words.at(at)] ?? 0;
      if (!this.#isSearched(stem)) continue;
      if (into.length > start) into.byte(SPACE);
      this.#texts.write(stem, into);
    }
  }

  #collect(words: DocumentWords): void {
    const { stemOf, size } = this.#table;
    if (this.#bits.length < size) this.#bits = new Uint8Array(size * 2);
    this.#found.length = 0;
    for (const [place, field] of FIELDS.entries()) {
      const { words: own } = words[field];
      for (let at = 0; at < own.length; at++) {
        const stem = stemOf[own.at(at)] ?? 0;
        const bits = this.#bits[stem] ?? 0;
        if (bits === 0) this.#found.push(stem);
        this.#bits[stem] = bits | (1 << place);
      }
    }
  }
}
