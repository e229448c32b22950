import { words } from './analysis.ts';
import type { Uint32List } from './number-list.ts';
import { stem } from './stem.ts';

/** Latin letters with accents; most texts have no character beyond. */
const TABLE_SIZE = 0x180;
const SEPARATOR = 0;
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const LETTER_A = 97;
const LETTER_Z = 122;
/** As many characters are made a text at once. */
const MAX_ARGUMENTS = 1024;

/** What each character becomes within a word, or a separator. */
const FOLDED = Uint16Array.from({ length: TABLE_SIZE }, (_, code) => {
  const folded = words(String.fromCharCode(code)).join('');
  return folded.length === 1 ? folded.charCodeAt(0) : SEPARATOR;
});

const HASH_START = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/**
 * Numbers the distinct words of texts, so that counting and collecting them needs no strings. A word is looked up by its
 * folded characters as they are read; a string is made of it once, for its stem.
 */
export class WordTable {
  /** Whether the text that was read last has a digit. */
  hasDigit = false;
  /** Distinct words so far, numbered from 0. */
  size = 0;
  private characters = new Uint16Array(1 << 12);
  private ends = new Uint32Array(1 << 9);
  private hashes = new Uint32Array(1 << 9);
  private stems = new Uint32Array(1 << 9);
  /** Word numbers + 1 at their hash or next to it; 0 is free. */
  private slots = new Uint32Array(1 << 10);

  /** Adds the numbers of a text's words, in order, to a list. */
  read(text: string, found: Uint32List): void {
    const before = found.length;
    this.hasDigit = false;
    if (this.readLatin(text, found)) return;
    found.length = before;
    this.hasDigit = true;
    for (const word of words(text)) found.push(this.numberOf(word));
  }

  /** Reads a text of which every character is in the table of folded ones; false for others. */
  private readLatin(text: string, found: Uint32List): boolean {
    let start = this.end;
    let at = start;
    let hash = HASH_START;
    // A word that is new takes its own length and its stem's, which is no longer.
    this.reserve(text.length * 2);
    const { characters } = this;
    for (let from = 0; from < text.length; from++) {
      const code = text.charCodeAt(from);
      if (code >= TABLE_SIZE) return false;
      const folded = FOLDED[code] ?? SEPARATOR;
      if (folded !== SEPARATOR) {
        if (folded >= DIGIT_0 && folded <= DIGIT_9) this.hasDigit = true;
        characters[at++] = folded;
        hash = Math.imul(hash ^ folded, HASH_PRIME);
      } else if (at > start) {
        found.push(this.placed(start, at, hash >>> 0));
        start = this.end;
        at = start;
        hash = HASH_START;
      }
    }
    if (at > start) found.push(this.placed(start, at, hash >>> 0));
    return true;
  }

  /** The number of a folded word. */
  numberOf(word: string): number {
    this.reserve(word.length);
    const start = this.end;
    let hash = HASH_START;
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at);
      this.characters[start + at] = code;
      hash = Math.imul(hash ^ code, HASH_PRIME);
    }
    return this.placed(start, start + word.length, hash >>> 0);
  }

  /** The number of the word whose characters stand behind those of all others. */
  private placed(start: number, end: number, hash: number): number {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return this.insert(slot, end, hash);
      if (hashes[number] === hash && this.isSame(number, start, end)) return number;
    }
  }

  private isSame(number: number, start: number, end: number): boolean {
    const { characters, ends } = this;
    const from = number === 0 ? 0 : (ends[number - 1] ?? 0);
    if ((ends[number] ?? 0) - from !== end - start) return false;
    for (let at = start, other = from; at < end; at++, other++) {
      if (characters[at] !== characters[other]) return false;
    }
    return true;
  }

  private insert(slot: number, end: number, hash: number): number {
    const number = this.size++;
    if (number === this.ends.length) this.grow();
    this.ends[number] = end;
    this.hashes[number] = hash;
    this.slots[slot] = number + 1;
    if (this.size * 2 > this.slots.length) this.rehash();
    // The arrays may have grown when the stem is known.
    const stemNumber = this.mayHaveEnding(number) ? this.addStem(number) : number;
    this.stems[number] = stemNumber;
    return number;
  }

  /** Most words that only one product has are numbers and codes. */
  private mayHaveEnding(number: number): boolean {
    const last = this.characters[(this.ends[number] ?? 0) - 1] ?? 0;
    return last >= LETTER_A && last <= LETTER_Z;
  }

  private addStem(number: number): number {
    const word = this.word(number);
    const stemmed = stem(word);
    return stemmed === word ? number : this.numberOf(stemmed);
  }

  /** The number of a word's stem, which is a word itself. */
  stemOf(number: number): number {
    return this.stems[number] ?? 0;
  }

  word(number: number): string {
    const from = number === 0 ? 0 : (this.ends[number - 1] ?? 0);
    let text = '';
    for (let at = from; at < (this.ends[number] ?? 0); at += MAX_ARGUMENTS) {
      const some = this.characters.subarray(at, Math.min(at + MAX_ARGUMENTS, this.ends[number] ?? 0));
      text += String.fromCharCode.apply(null, some as unknown as number[]);
    }
    return text;
  }

  private get end(): number {
    return this.size === 0 ? 0 : (this.ends[this.size - 1] ?? 0);
  }

  private reserve(length: number): void {
    const needed = this.end + length;
    if (needed <= this.characters.length) return;
    const grown = new Uint16Array(Math.max(needed, this.characters.length * 2));
    grown.set(this.characters);
    this.characters = grown;
  }

  private grow(): void {
    const doubled = (old: Uint32Array) => {
      const grown = new Uint32Array(old.length * 2);
      grown.set(old);
      return grown;
    };
    this.ends = doubled(this.ends);
    this.hashes = doubled(this.hashes);
    this.stems = doubled(this.stems);
  }

  private rehash(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = (this.hashes[number] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}
