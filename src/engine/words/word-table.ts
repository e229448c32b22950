import { type Analyser, ENGLISH_ANALYSER } from '../text/analyser.ts';
import { splitWords } from '../text/analysis.ts';
import { NOT_ASCII } from '../text/stem.ts';
import { Uint32List } from '../values/number-list.ts';

const ASCII_WORDS = /[a-z0-9]+/g;
const SPACES = /\s+/;
/** Longer ones do not come again. */
const MAX_KEPT_LENGTH = 40;

/** Numbers the distinct words of texts, so that counting and collecting them needs no strings. */
export class TermDictionary {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** By text between two spaces that has to be folded, its words: to fold costs more than to look up. */
  readonly #folded = new Map<string, readonly number[]>();
  readonly #stems = new Map<Analyser, Uint32List>();

  /** Distinct words so far, numbered from 0. */
  get size(): number {
    return this.#words.length;
  }

  /** Adds the numbers of the words of a text to a list in their order. */
  read(text: string, found: Uint32List): void {
    if (!NOT_ASCII.test(text)) {
      for (const word of text.toLowerCase().match(ASCII_WORDS) ?? []) found.push(this.numberOf(word));
      return;
    }
    for (const part of text.split(SPACES)) {
      let numbers = this.#folded.get(part);
      if (numbers === undefined) {
        numbers = splitWords(part).map((word) => this.numberOf(word));
        if (part.length <= MAX_KEPT_LENGTH) this.#folded.set(part, numbers);
      }
      for (const number of numbers) found.push(number);
    }
  }

  /** The number of a folded word. */
  numberOf(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#words.push(word) - 1;
      this.#numbers.set(word, number);
    }
    return number;
  }

  word(number: number): string {
    return this.#words[number] ?? '';
  }

  /** By the number of each word the number of its stem in a language, which is a word itself; valid until the next text. */
  stemsBy(analyser: Analyser = ENGLISH_ANALYSER): Uint32Array {
    let stems = this.#stems.get(analyser);
    if (stems === undefined) {
      stems = new Uint32List();
      this.#stems.set(analyser, stems);
    }
    // A stem may be a further word.
    while (stems.length < this.size) stems.push(this.numberOf(analyser.stem(this.word(stems.length))));
    return stems.view();
  }
}
