import { RULES } from '../ranking/rules.ts';
import { computeLengthNorm, computeRestWeights, FIELD_WEIGHTS } from '../ranking/word-weights.ts';
import type { DocumentTexts } from '../record/document-texts.ts';
import { type Analyser, ENGLISH_ANALYSER } from '../text/analyser.ts';
import { Uint32List } from '../values/number-list.ts';
import { SEARCHED_FIELDS, type SearchedField } from '../words/field-words.ts';
import type { TermDictionary } from '../words/word-table.ts';

/**
 * Weights are whole numbers in texts: one of 1 is this much. A coarser scale shows in the printed digits of scores; a finer one would
 * be too much for a document of many words, all of whose weights together must stay below 2³¹.
 */
export const WEIGHT_SCALE = 16_384;

/** A longer word is none that anybody types; an engine would cut it. */
export const MAX_WORD_LENGTH = 200;

const TITLE_BIT = 1;
const SHORT = SEARCHED_FIELDS.slice(0, -1);
const WRITTEN: readonly SearchedField[] = ['title', 'brand', 'categories', 'keywords'];
/** Stands between two fields: no word of a text is written so. */
const GAP = '|';

const REST_WEIGHTS = computeRestWeights();

/** The words of documents as texts of stems, separated by spaces, for engines that cut texts there. */
export class WordTexts {
  analyser: Analyser = ENGLISH_ANALYSER;
  readonly #table: TermDictionary;
  readonly #means: { title: number; rest: number };
  /** The text of each word by number, empty if it is too long to be searched for. */
  readonly #texts: string[] = [];
  readonly #found = new Uint32List();
  /** By stem the fields of the document at hand that have it. */
  #bits = new Uint8Array(1 << 9);

  constructor(table: TermDictionary, means: { title: number; rest: number }) {
    this.#table = table;
    this.#means = means;
  }

  /** Every stem of a document with its weight, `lamp|20000`. */
  weighted(texts: DocumentTexts): string {
    this.#collect(texts);
    const titleNorm = computeLengthNorm(texts.title.ownCount, this.#means.title, RULES.titleLength);
    const restNorm = computeLengthNorm(texts.restLength, this.#means.rest, RULES.restLength);
    let text = '';
    for (let index = 0; index < this.#found.length; index++) {
      const stem = this.#found.at(index);
      const bits = this.#bits[stem] ?? 0;
      this.#bits[stem] = 0;
      const word = this.#getText(stem);
      if (word === '') continue;
      let weight = (REST_WEIGHTS[bits] ?? 0) * restNorm;
      if ((bits & TITLE_BIT) !== 0) weight += FIELD_WEIGHTS.title * titleNorm;
      text += `${text === '' ? '' : ' '}${word}|${Math.max(1, Math.round(weight * WEIGHT_SCALE))}`;
    }
    return text;
  }

  title(texts: DocumentTexts): string {
    return this.#joinStems('', texts.title.words);
  }

  short(texts: DocumentTexts): string {
    return SHORT.reduce((before, field) => {
      const text = this.#joinStems(before, texts[field].words);
      return text === before || field === 'other' ? text : `${text} ${GAP}`;
    }, '');
  }

  /** Words as they are written, those that measures make apart, each once. */
  written(texts: DocumentTexts): string[] {
    const found = new Set<string>();
    for (const field of WRITTEN) {
      const { words: own, ownCount } = texts[field];
      for (let at = 0; at < ownCount; at++) found.add(this.#getText(own.at(at)));
    }
    for (let at = 0; at < texts.titleRest; at++) found.add(this.#getText(texts.other.words.at(at)));
    found.delete('');
    return [...found];
  }

  #getText(number: number): string {
    const known = this.#texts[number];
    if (known !== undefined) return known;
    const word = this.#table.word(number);
    const text = word.length > MAX_WORD_LENGTH ? '' : word;
    this.#texts[number] = text;
    return text;
  }

  /** A text, and the stems of words behind it. */
  #joinStems(before: string, words: Uint32List): string {
    const stemOf = this.#table.stemsBy(this.analyser);
    let text = before;
    for (let at = 0; at < words.length; at++) {
      const stem = this.#getText(stemOf[words.at(at)] ?? 0);
      if (stem !== '') text += text === '' ? stem : ` ${stem}`;
    }
    return text;
  }

  #collect(texts: DocumentTexts): void {
    const stemOf = this.#table.stemsBy(this.analyser);
    const { size } = this.#table;
    if (this.#bits.length < size) this.#bits = new Uint8Array(size * 2);
    this.#found.length = 0;
    for (const [place, field] of SEARCHED_FIELDS.entries()) {
      const { words: own } = texts[field];
      for (let index = 0; index < own.length; index++) {
        const stem = stemOf[own.at(index)] ?? 0;
        const bits = this.#bits[stem] ?? 0;
        if (bits === 0) this.#found.push(stem);
        this.#bits[stem] = bits | (1 << place);
      }
    }
  }
}
