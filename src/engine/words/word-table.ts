import { type Analyser, ENGLISH_ANALYSER } from '../text/analyser.ts';
import { splitWords } from '../text/analysis.ts';
import { ByteTable, hashNext } from '../values/byte-table.ts';
import { Uint32List } from '../values/number-list.ts';

/** By the code of a letter or digit its code in lower case; 0 for what parts words. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});
/** Digits come before letters. */
const DIGIT_9 = 0x39;
const SPACES = /\s+/;
/** Longer ones do not come again. */
const MAX_KEPT_LENGTH = 40;
/** A shorter text is copied sooner by its characters than by a call. */
const MIN_WRITTEN_LENGTH = 32;
const MAX_BYTES_PER_UNIT = 3;

/** Numbers the distinct words of texts, so that counting and collecting them needs no strings: they are kept as UTF-8. */
export class TermDictionary {
  readonly #words = new ByteTable();
  /** The text at hand; words of ASCII in it are put into lower case as they are read. */
  #text = Buffer.alloc(1 << 12);
  /** By text between two spaces that has to be folded, its words: to fold costs more than to look up. */
  readonly #folded = new Map<string, number[]>();
  readonly #stems = new Map<Analyser, Uint32List>();

  /** Distinct words so far, numbered from 0. */
  get size(): number {
    return this.#words.size;
  }

  /** Adds the numbers of the words of a text to a list in their order; whether the text has a digit. */
  read(text: string, found: Uint32List): boolean {
    const length = this.#copy(text);
    if (length === text.length) return this.#readAscii(length, found);
    for (const part of text.split(SPACES)) {
      let numbers = this.#folded.get(part);
      if (numbers === undefined) {
        numbers = [];
        for (const word of splitWords(part)) numbers.push(this.numberOf(word));
        if (part.length <= MAX_KEPT_LENGTH) this.#folded.set(part, numbers);
      }
      for (const number of numbers) found.push(number);
    }
    return /\d/.test(text);
  }

  /** Makes a text the one at hand, in UTF-8; it is of ASCII alone if it has as many bytes as characters. */
  #copy(text: string): number {
    const { length } = text;
    if (length * MAX_BYTES_PER_UNIT > this.#text.length)
      this.#text = Buffer.alloc(length * MAX_BYTES_PER_UNIT * 2);
    if (length >= MIN_WRITTEN_LENGTH) return this.#text.write(text);
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return this.#text.write(text);
      this.#text[index] = code;
    }
    return length;
  }

  #readAscii(length: number, found: Uint32List): boolean {
    const text = this.#text;
    const words = this.#words;
    let start = 0;
    let hash = 0;
    let hasDigit = false;
    for (let index = 0; index < length; index++) {
      const letter = LETTERS[text[index] ?? 0] ?? 0;
      if (letter !== 0) {
        if (letter <= DIGIT_9) hasDigit = true;
        text[index] = letter;
        hash = hashNext(hash, letter);
        continue;
      }
      if (index > start) found.push(words.numberOf(text, start, index, hash));
      start = index + 1;
      hash = 0;
    }
    if (length > start) found.push(words.numberOf(text, start, length, hash));
    return hasDigit;
  }

  /** The number of a folded word. */
  numberOf(word: string): number {
    const length = this.#copy(word);
    let hash = 0;
    for (let at = 0; at < length; at++) hash = hashNext(hash, this.#text[at] ?? 0);
    return this.#words.numberOf(this.#text, 0, length, hash);
  }

  word(number: number): string {
    return this.#words.decode(number, 'utf8');
  }

  /** By the number of each word the number of its stem in a language, which is a word itself; valid until the next text. */
  stemsBy(analyser: Analyser = ENGLISH_ANALYSER): Uint32Array {
    let stems = this.#stems.get(analyser);
    if (stems === undefined) {
      stems = new Uint32List();
      this.#stems.set(analyser, stems);
    }
    // A stem may be a further word.
    while (stems.length < this.size) {
      const word = this.word(stems.length);
      const stem = analyser.stem(word);
      stems.push(stem === word ? stems.length : this.numberOf(stem));
    }
    return stems.view();
  }
}
