import type { Uint32List } from '../../values/number-list.ts';
import type { ValueInterner } from '../../values/value-table.ts';
import type { TermDictionary } from '../../words/word-table.ts';
import type { Vocabulary } from './vocabulary.ts';

class Counts {
  readonly counted = new Map<number, number>();

  add(number: number): void {
    this.counted.set(number, (this.counted.get(number) ?? 0) + 1);
  }
}

export class NameCounter {
  /** Brands and names of categories. */
  readonly names = new Counts();
  readonly keywords = new Counts();
  readonly #titleWords = new Counts();
  readonly #titles = new Counts();
  readonly #values: ValueInterner;
  readonly #vocabulary: Vocabulary;

  constructor(values: ValueInterner, vocabulary: Vocabulary) {
    this.#values = values;
    this.#vocabulary = vocabulary;
  }

  /** Counts a title, a value, and the first this many of its words, which belong to it. */
  countTitle(title: number, words: Uint32List, count: number): void {
    this.#titles.add(title);
    for (let at = 0; at < count; at++) this.#titleWords.add(words.at(at));
  }

  /** Hands the counts of words over before their numbers are forgotten. */
  segmentEnds(table: TermDictionary): void {
    for (const [word, count] of this.#titleWords.counted) this.#vocabulary.countWord(table.word(word), count);
    this.#titleWords.counted.clear();
  }

  finish(): void {
    const values = this.#values;
    const vocabulary = this.#vocabulary;
    for (const [title, count] of this.#titles.counted) vocabulary.countTitleEnds(values.textOf(title), count);
    for (const [name, count] of this.names.counted) vocabulary.countText(values.textOf(name), count);
    for (const [keywords, count] of this.keywords.counted)
      vocabulary.countKeywords(values.textOf(keywords), count);
  }
}
