import { type Analyser, ENGLISH_ANALYSER } from '../text/analyser.ts';
import { splitWords } from '../text/analysis.ts';
import { NOT_ASCII } from '../text/stem.ts';
import { Uint32List } from '../values/number-list.ts';

/** By the code of a letter or digit its code in lower case; 0 for what parts words. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});
/** A power of two. */
const RECENT_WORDS = 1 << 15;
const SPACES = /\s+/;
/** Longer ones do not come again. */
const MAX_KEPT_LENGTH = 40;

const HASH_FACTOR = 0x01000193;

/** Numbers the distinct words of texts, so that counting and collecting them needs no strings. */
export class TermDictionary {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** By hash the number of the word that had it last, and 1: most words come again, and then no string is made of them. */
  readonly #recent = new Uint32Array(RECENT_WORDS);
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
      this.#readAscii(text, found);
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

  #readAscii(text: string, found: Uint32List): void {
    let start = 0;
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      const letter = LETTERS[text.charCodeAt(at)] ?? 0;
      if (letter !== 0) {
        hash = Math.imul(hash ^ letter, HASH_FACTOR);
        continue;
      }
      if (at > start) found.push(this.#numberAt(text, start, at, hash));
      start = at + 1;
      hash = 0;
    }
    if (text.length > start) found.push(this.#numberAt(text, start, text.length, hash));
  }

  #numberAt(text: string, start: number, end: number, hash: number): number {
    const place = (hash >>> 16) % RECENT_WORDS;
    const recent = (this.#recent[place] ?? 0) - 1;
    if (isWordAt(text, start, end, this.word(recent))) return recent;
    const number = this.numberOf(text.slice(start, end).toLowerCase());
    this.#recent[place] = number + 1;
    return number;
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

/** Whether letters and digits of a text are the word, but for their case. */
function isWordAt(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) {
    if (LETTERS[text.charCodeAt(start + at)] !== word.charCodeAt(at)) return false;
  }
  return true;
}
