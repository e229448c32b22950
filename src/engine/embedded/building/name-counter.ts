import type { DocumentTexts } from '../../record/document-texts.ts';
import type { ValueInterner } from '../../values/value-table.ts';
import type { TermDictionary } from '../../words/word-table.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Counts the names of documents by number, and hands texts over once each. */
export class NameCounter {
  readonly #names = new Map<number, number>();
  readonly #keywords = new Map<number, number>();
  readonly #titles = new Map<number, number>();
  readonly #titleWords = new Map<number, number>();
  readonly #values: ValueInterner;
  readonly #vocabulary: Vocabulary;

  constructor(values: ValueInterner, vocabulary: Vocabulary) {
    this.#values = values;
    this.#vocabulary = vocabulary;
  }

  /** Counts the names of a document in or, by -1, out. */
  count(texts: DocumentTexts, by: 1 | -1): void {
    const { title, other, titleRest, titleValue, nameValues, keywordValues } = texts;
    for (const name of nameValues) add(this.#names, name, by);
    for (const keywords of keywordValues) add(this.#keywords, keywords, by);
    if (titleValue !== 0) add(this.#titles, titleValue, by);
    for (let index = 0; index < title.ownCount; index++) add(this.#titleWords, title.words.at(index), by);
    for (let index = 0; index < titleRest; index++) add(this.#titleWords, other.words.at(index), by);
  }

  /** Hands the counts of words over before their numbers are forgotten. */
  endSegment(table: TermDictionary): void {
    for (const [word, count] of this.#titleWords) this.#vocabulary.countWord(table.word(word), count);
    this.#titleWords.clear();
  }

  finish(): void {
    const [values, vocabulary] = [this.#values, this.#vocabulary];
    for (const [title, count] of this.#titles) vocabulary.countTitleEnds(values.textOf(title), count);
    for (const [name, count] of this.#names) vocabulary.countText(values.textOf(name), count);
    for (const [keywords, count] of this.#keywords) vocabulary.countKeywords(values.textOf(keywords), count);
  }
}

function add(counts: Map<number, number>, number: number, by: number): void {
  counts.set(number, (counts.get(number) ?? 0) + by);
}
