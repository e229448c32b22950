import { type Analyser, ENGLISH_ANALYSER } from '../text/analyser.ts';
import { splitWords } from '../text/analysis.ts';
import { enlargeNumbers, Uint32List } from '../values/number-list.ts';

/** By the code of a letter or digit its code in lower case; 0 for what parts words. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});
const SPACES = /\s+/;
/** Longer ones do not come again. */
const MAX_KEPT_LENGTH = 40;
/** A shorter text is copied sooner by its characters than by a call. */
const MIN_WRITTEN_LENGTH = 32;
const MAX_BYTES_PER_UNIT = 3;

const HASH_FACTOR = 0x01000193;

/**
 * Numbers the distinct words of texts, so that counting and collecting them needs no strings. The words are kept and looked up
 * as UTF-8: as strings they would be most of what the garbage collector has to move.
 */
export class TermDictionary {
  /** Words, one after the other; each ends where `ends` says. */
  #bytes = Buffer.alloc(1 << 12);
  readonly #ends = new Uint32List();
  readonly #hashes = new Uint32List();
  /** The number + 1 of each word, at its hash or in the next free slot; 0 where a slot is free. */
  #slots = new Uint32Array(1 << 10);
  /** The text at hand; words of ASCII in it are put into lower case as they are read. */
  #text = Buffer.alloc(1 << 12);
  /** By text between two spaces that has to be folded, its words: to fold costs more than to look up. */
  readonly #folded = new Map<string, readonly number[]>();
  readonly #stems = new Map<Analyser, Uint32List>();

  /** Distinct words so far, numbered from 0. */
  get size(): number {
    return this.#ends.length;
  }

  /** Adds the numbers of the words of a text to a list in their order. */
  read(text: string, found: Uint32List): void {
    const length = this.#copy(text);
    if (length === text.length) {
      this.#readAscii(length, found);
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

  #readAscii(length: number, found: Uint32List): void {
    const text = this.#text;
    let start = 0;
    let hash = 0;
    for (let index = 0; index < length; index++) {
      const letter = LETTERS[text[index] ?? 0] ?? 0;
      if (letter !== 0) {
        text[index] = letter;
        hash = Math.imul(hash ^ letter, HASH_FACTOR);
        continue;
      }
      if (index > start) found.push(this.#readNumber(start, index, hash));
      start = index + 1;
      hash = 0;
    }
    if (length > start) found.push(this.#readNumber(start, length, hash));
  }

  /** The number of a folded word. */
  numberOf(word: string): number {
    const length = this.#copy(word);
    let hash = 0;
    for (let at = 0; at < length; at++) hash = Math.imul(hash ^ (this.#text[at] ?? 0), HASH_FACTOR);
    return this.#readNumber(0, length, hash);
  }

  /** The number of the word that is a part of the text at hand. */
  #readNumber(start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = findSlot(hash, mask); ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return this.#add(start, end, hash, slot);
      if (this.#hashes.at(number) === hash >>> 0 && this.#isWord(number, start, end)) return number;
    }
  }

  #isWord(number: number, start: number, end: number): boolean {
    const bytes = this.#bytes;
    const text = this.#text;
    let at = this.#getStart(number);
    if (this.#ends.at(number) - at !== end - start) return false;
    for (let byte = start; byte < end; byte++) if (bytes[at++] !== text[byte]) return false;
    return true;
  }

  #add(start: number, end: number, hash: number, slot: number): number {
    const number = this.size;
    const first = this.#getStart(number);
    const needed = first + end - start;
    if (needed > this.#bytes.length) {
      const enlarged = Buffer.alloc(needed * 2);
      enlarged.set(this.#bytes);
      this.#bytes = enlarged;
    }
    for (let index = start; index < end; index++) this.#bytes[first + index - start] = this.#text[index] ?? 0;
    this.#ends.push(needed);
    this.#hashes.push(hash);
    this.#slots[slot] = number + 1;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return number;
  }

  #rehash(): void {
    const slots = enlargeNumbers(this.#slots).fill(0);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = findSlot(this.#hashes.at(number), mask);
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }

  #getStart(number: number): number {
    return number === 0 ? 0 : this.#ends.at(number - 1);
  }

  word(number: number): string {
    return this.#bytes.toString('utf8', this.#getStart(number), this.#ends.at(number));
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

/** The upper half of a hash depends on every letter of a word. */
function findSlot(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}
