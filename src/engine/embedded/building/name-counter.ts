import { enlarged, type Uint32List } from '../../values/number-list.ts';
import type { ValueInterner } from '../../values/value-table.ts';
import type { TermDictionary } from '../../words/word-table.ts';
import type { Vocabulary } from './vocabulary.ts';

/** How often each number was counted. */
class Counts {
  #counts = new Uint32Array(1 << 8);
  #end = 0;

  add(number: number): void {
    if (number >= this.#counts.length) this.#counts = enlarged(this.#counts, number * 2);
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    if (number >= this.#end) this.#end = number + 1;
  }

  each(visit: (number: number, count: number) => void): void {
    for (let number = 0; number < this.#end; number++) {
      const count = this.#counts[number] ?? 0;
      if (count > 0) visit(number, count);
    }
  }

  clear(): void {
    this.#counts.fill(0, 0, this.#end);
    this.#end = 0;
  }
}

/** Counts what the vocabulary wants to know of documents while they are added, by numbers. */
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
    this.#titleWords.each((word, count) => this.#vocabulary.countWord(table.word(word), count));
    this.#titleWords.clear();
  }

  /** Hands all other counts over. */
  finish(): void {
    const values = this.#values;
    const vocabulary = this.#vocabulary;
    this.#titles.each((title, count) => vocabulary.countTitleEnds(values.textOf(title), count));
    this.names.each((name, count) => vocabulary.countText(values.textOf(name), count));
    this.keywords.each((keywords, count) => vocabulary.countKeywords(values.textOf(keywords), count));
  }
}
