import {
  FIELD_WEIGHTS,
  lengthNorm,
  REST_LENGTH_EFFECT,
  TITLE_LENGTH_EFFECT,
} from '../../ranking/word-weights.ts';
import { Uint32List } from '../../values/number-list.ts';
import type { DocumentWords, SearchedField } from '../../words/document-words.ts';
import type { WordTable } from '../../words/word-table.ts';
import { MAX_WORD_LENGTH, WEIGHT_SCALE } from './index-body.ts';

const FIELDS: readonly SearchedField[] = ['title', 'brand', 'categories', 'keywords', 'other', 'description'];
const TITLE_BIT = 1;
const NAMING: readonly SearchedField[] = ['title', 'categories', 'keywords'];
const SHORT = FIELDS.slice(0, -1);
/** Stands between two fields: no word of a text is written so. */
const GAP = '|';

/** The weight of every combination of fields, the title apart. */
const REST_WEIGHTS = Float64Array.from({ length: 1 << FIELDS.length }, (_, bits) =>
  FIELDS.reduce(
    (sum, field, at) => (at > 0 && (bits & (1 << at)) !== 0 ? sum + FIELD_WEIGHTS[field] : sum),
    0,
  ),
);

/** The words of documents as the fields of the index have them: texts of stems and weights, separated by spaces. */
export class WordTexts {
  readonly #table: WordTable;
  readonly #means: { title: number; rest: number };
  /** The text of each word by number, undefined before it is asked for, null where it is too long. */
  readonly #texts: (string | null | undefined)[] = [];
  readonly #found = new Uint32List();
  /** By stem the fields of the document at hand that have it. */
  #bits = new Uint8Array(1 << 9);

  constructor(table: WordTable, means: { title: number; rest: number }) {
    this.#table = table;
    this.#means = means;
  }

  /** Every stem of a document with its weight, `lamp|20000`. */
  weighted(words: DocumentWords, restLength: number): string {
    this.#collect(words);
    const titleNorm = lengthNorm(words.title.ownCount, this.#means.title, TITLE_LENGTH_EFFECT);
    const restNorm = lengthNorm(restLength, this.#means.rest, REST_LENGTH_EFFECT);
    let text = '';
    for (let at = 0; at < this.#found.length; at++) {
      const stem = this.#found.at(at);
      const bits = this.#bits[stem] ?? 0;
      this.#bits[stem] = 0;
      const word = this.text(stem);
      if (word === null) continue;
      let weight = (REST_WEIGHTS[bits] ?? 0) * restNorm;
      if ((bits & TITLE_BIT) !== 0) weight += FIELD_WEIGHTS.title * titleNorm;
      text += `${text === '' ? '' : ' '}${word}|${Math.max(1, Math.round(weight * WEIGHT_SCALE))}`;
    }
    return text;
  }

  /** The stems of the title. */
  title(words: DocumentWords): string {
    return this.#stems(words.title.words, '');
  }

  /** The stems of what names a product. */
  naming(words: DocumentWords): string {
    return NAMING.reduce((text, field) => this.#stems(words[field].words, text), '');
  }

  /** The stems of the short fields in their order. */
  short(words: DocumentWords): string {
    return SHORT.reduce((text, field) => {
      const found = this.#stems(words[field].words, text);
      return found === text || field === 'other' ? found : `${found} ${GAP}`;
    }, '');
  }

  /** A word by its number; null for one that is too long to be searched for. */
  text(number: number): string | null {
    const known = this.#texts[number];
    if (known !== undefined) return known;
    const word = this.#table.word(number);
    const text = word.length > MAX_WORD_LENGTH ? null : word;
    this.#texts[number] = text;
    return text;
  }

  #stems(words: Uint32List, before: string): string {
    const { stemOf } = this.#table;
    let text = before;
    for (let at = 0; at < words.length; at++) {
      const stem = this.text(stemOf[words.at(at)] ?? 0);
      if (stem !== null) text += text === '' ? stem : ` ${stem}`;
    }
    return text;
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
