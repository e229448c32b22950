import type { DocumentTexts } from '../../record/document-texts.ts';
import { enlargeNumbers } from '../../values/number-list.ts';
import type { ValueInterner } from '../../values/value-table.ts';
import type { TermDictionary } from '../../words/word-table.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Counts the names of documents by number, and hands texts over once each. */
export class NameCounter {
  readonly #names = new NumberCounts();
  readonly #keywords = new NumberCounts();
  readonly #titles = new NumberCounts();
  readonly #titleWords = new NumberCounts();
  readonly #values: ValueInterner;
  readonly #vocabulary: Vocabulary;

  constructor(values: ValueInterner, vocabulary: Vocabulary) {
    this.#values = values;
    this.#vocabulary = vocabulary;
  }

  /** Counts the names of a document in or, by -1, out. */
  count(texts: DocumentTexts, by: 1 | -1): void {
    const { title, other, titleRest, titleValue, nameValues, keywordValues } = texts;
    for (const name of nameValues) this.#names.add(name, by);
    for (const keywords of keywordValues) this.#keywords.add(keywords, by);
    if (titleValue !== 0) this.#titles.add(titleValue, by);
    for (let index = 0; index < title.ownCount; index++) this.#titleWords.add(title.words.at(index), by);
    for (let index = 0; index < titleRest; index++) this.#titleWords.add(other.words.at(index), by);
  }

  /** Hands the counts of words over before their numbers are forgotten. */
  endSegment(table: TermDictionary): void {
    this.#titleWords.empty((word, count) => this.#vocabulary.countWord(table.word(word), count));
  }

  finish(): void {
    const [values, vocabulary] = [this.#values, this.#vocabulary];
    this.#titles.empty((title, count) => vocabulary.countTitleEnds(values.textOf(title), count));
    this.#names.empty((name, count) => vocabulary.countText(values.textOf(name), count));
    this.#keywords.empty((keywords, count) => vocabulary.countKeywords(values.textOf(keywords), count));
  }
}

/** How often numbers were counted in; more often out, as 32 bits have negative numbers. */
class NumberCounts {
  #counts = new Uint32Array(1 << 8);

  add(number: number, by: number): void {
    if (number >= this.#counts.length) this.#counts = enlargeNumbers(this.#counts, number + 1);
    this.#counts[number] = (this.#counts[number] ?? 0) + by;
  }

  /** Hands over what was counted, and begins anew. */
  empty(visit: (number: number, count: number) => void): void {
    this.#counts.forEach((count, number) => {
      if (count !== 0) visit(number, count | 0);
    });
    this.#counts.fill(0);
  }
}
