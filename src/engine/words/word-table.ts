import { type Analyser, ENGLISH_ANALYSER } from '../text/analyser.ts';
import { fold, words } from '../text/analysis.ts';
import { enlarged, type Uint32List } from '../values/number-list.ts';

/** Latin, Greek and Cyrillic letters; most texts of these scripts have no character beyond but punctuation. */
const TABLE_SIZE = 0x530;
const PUNCTUATION = 0x2000;
const PUNCTUATION_END = 0x2070;
const SYMBOLS = ' abcdefghijklmnopqrstuvwxyz0123456789';
const SEPARATOR = 0;
const FIRST_DIGIT = 27;
/** Part of a word that is read as text, and of a text that is. */
const OTHER = 62;
const UNREADABLE = 63;
const [APOSTROPHE, RIGHT_QUOTE, FIRST_CYRILLIC] = [0x27, 0x2019, 0x400];
const SYMBOL_BITS = 6;
const SYMBOL_MASK = 63;
/** Symbols in each of the two numbers that a word is packed into. */
const HALF = 5;
const HALF_MASK = (1 << (HALF * SYMBOL_BITS)) - 1;
/** Numbers a slot has; one is not used. */
const SLOT = 4;
const TOP_SHIFT = (HALF - 1) * SYMBOL_BITS;

/** The symbol that each character is in a word: a folded letter or digit, or another one. */
const SYMBOL_OF = Uint8Array.from({ length: TABLE_SIZE }, (_, code) => {
  const letter = String.fromCharCode(code);
  if (/\p{M}/u.test(letter)) return UNREADABLE;
  const folded = words(letter).join('');
  if (folded === '') return SEPARATOR;
  const symbol = folded.length === 1 ? SYMBOLS.indexOf(folded) : -1;
  return symbol === -1 ? OTHER : symbol;
});

/**
 * Numbers the distinct words of texts, so that counting and collecting them needs no strings. Plain words of up to ten
 * letters and digits are packed into two numbers as their characters are read, and looked up by these; the others are
 * looked up as strings.
 */
export class TermDictionary {
  /** Whether the text that was read last has a digit. */
  hasDigit = false;
  /** Distinct words so far, numbered from 0. */
  size = 0;
  /** The packed halves of each word by number; 0 where it is not packed. */
  #lows = new Uint32Array(1 << 9);
  #highs = new Uint32Array(1 << 9);
  /** Four numbers for each packed word, at its hash or next to it: its halves and its number + 1, which is 0 where a slot is free. */
  #slots = new Uint32Array(SLOT << 10);
  /** Longer words as they stand in texts, and the numbers of their folded words. */
  readonly #long = new Map<string, number>();
  readonly #others = new Map<string, number>();
  readonly #otherWords = new Map<number, string>();
  readonly #stems = new Map<Analyser, { numbers: Uint32Array; count: number }>();

  /** Adds the numbers of the words of a text to a list in their order. */
  read(text: string, found: Uint32List): void {
    const before = found.length;
    this.hasDigit = false;
    if (this.#readPlain(text, found)) return;
    found.length = before;
    this.hasDigit = true;
    for (const word of words(text)) found.push(this.numberOf(word));
  }

  /** Reads a text of scripts whose words are known by their letters; false for others. */
  #readPlain(text: string, found: Uint32List): boolean {
    // No text has more words than every second character.
    const numbers = found.room((text.length >>> 1) + 1);
    let count = found.length;
    let low = 0;
    let high = 0;
    let start = 0;
    let digits = 0;
    let isPacked = true;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const symbol = symbolOf(code);
      if (symbol === SEPARATOR) {
        if (at > start) {
          if ((code === APOSTROPHE || code === RIGHT_QUOTE) && text.charCodeAt(at - 1) >= FIRST_CYRILLIC)
            return false;
          numbers[count++] = this.#numberAt(low, high, text, start, at, isPacked);
        }
        isPacked = true;
        low = 0;
        high = 0;
        start = at + 1;
      } else {
        if (symbol === UNREADABLE) return false;
        if (symbol === OTHER) isPacked = false;
        if (symbol >= FIRST_DIGIT && symbol < OTHER) digits++;
        high = ((high << SYMBOL_BITS) | (low >>> TOP_SHIFT)) & HALF_MASK;
        low = ((low << SYMBOL_BITS) | symbol) & HALF_MASK;
      }
    }
    if (text.length > start) numbers[count++] = this.#numberAt(low, high, text, start, text.length, isPacked);
    found.length = count;
    this.hasDigit = digits > 0;
    return true;
  }

  /** The number of a word of the text, which is packed into two numbers if it is short and plain enough. */
  #numberAt(low: number, high: number, text: string, start: number, end: number, isPacked: boolean): number {
    if (isPacked && end - start <= 2 * HALF) return this.#packedNumber(low, high);
    const word = text.slice(start, end);
    let number = this.#long.get(word);
    if (number === undefined) {
      number = this.numberOf(fold(word));
      this.#long.set(word, number);
    }
    return number;
  }

  #packedNumber(low: number, high: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = (hashOf(low, high) * SLOT) & mask; ; slot = (slot + SLOT) & mask) {
      const number = (slots[slot + 2] ?? 0) - 1;
      if (number < 0) return this.#insert(slot, low, high);
      if (slots[slot] === low && slots[slot + 1] === high) return number;
    }
  }

  /** The number of a folded word. */
  numberOf(word: string): number {
    let low = 0;
    let high = 0;
    if (word.length > 2 * HALF) return this.#otherNumber(word);
    for (let at = 0; at < word.length; at++) {
      const symbol = SYMBOLS.indexOf(word[at] ?? '');
      if (symbol === -1) return this.#otherNumber(word);
      high = ((high << SYMBOL_BITS) | (low >>> TOP_SHIFT)) & HALF_MASK;
      low = ((low << SYMBOL_BITS) | symbol) & HALF_MASK;
    }
    return this.#packedNumber(low, high);
  }

  #otherNumber(word: string): number {
    const known = this.#others.get(word);
    if (known !== undefined) return known;
    const number = this.#add(0, 0);
    this.#others.set(word, number);
    this.#otherWords.set(number, word);
    return number;
  }

  #insert(slot: number, low: number, high: number): number {
    const number = this.#add(low, high);
    this.#slots[slot] = low;
    this.#slots[slot + 1] = high;
    this.#slots[slot + 2] = number + 1;
    if (this.size * 2 * SLOT > this.#slots.length) this.#rehash();
    return number;
  }

  #add(low: number, high: number): number {
    const number = this.size++;
    if (number === this.#lows.length) this.#grow();
    this.#lows[number] = low;
    this.#highs[number] = high;
    return number;
  }

  /** By the number of each word the number of its stem in a language, which is a word itself; valid until the next text. */
  stemsBy(analyser: Analyser = ENGLISH_ANALYSER): Uint32Array {
    let stems = this.#stems.get(analyser);
    if (stems === undefined) {
      stems = { numbers: new Uint32Array(this.#lows.length), count: 0 };
      this.#stems.set(analyser, stems);
    }
    // A stem may be a further word.
    for (; stems.count < this.size; stems.count++) {
      const stem = this.#stemNumber(stems.count, analyser);
      if (stems.numbers.length < this.#lows.length)
        stems.numbers = enlarged(stems.numbers, this.#lows.length);
      stems.numbers[stems.count] = stem;
    }
    return stems.numbers;
  }

  #stemNumber(number: number, analyser: Analyser): number {
    // Most words that only one product has are numbers and codes.
    const last = (this.#lows[number] ?? 0) & SYMBOL_MASK;
    if (last >= FIRST_DIGIT) return number;
    const word = this.word(number);
    const stemmed = analyser.stem(word);
    return stemmed === word ? number : this.numberOf(stemmed);
  }

  word(number: number): string {
    return (
      this.#otherWords.get(number) ?? unpacked(this.#highs[number] ?? 0) + unpacked(this.#lows[number] ?? 0)
    );
  }

  #grow(): void {
    this.#lows = enlarged(this.#lows);
    this.#highs = enlarged(this.#highs);
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      const low = this.#lows[number] ?? 0;
      if (low === 0) continue;
      const high = this.#highs[number] ?? 0;
      let slot = (hashOf(low, high) * SLOT) & mask;
      while (slots[slot + 2] !== 0) slot = (slot + SLOT) & mask;
      slots[slot] = low;
      slots[slot + 1] = high;
      slots[slot + 2] = number + 1;
    }
    this.#slots = slots;
  }
}

/** So that four times as much is no more than 32 bits. */
const MAX_HASH = 0x1fffffff;

function hashOf(low: number, high: number): number {
  const hash = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) & MAX_HASH;
}

/** What of characters separates words, and what is in them. */
function symbolOf(code: number): number {
  if (code < TABLE_SIZE) return SYMBOL_OF[code] ?? UNREADABLE;
  return code >= PUNCTUATION && code < PUNCTUATION_END ? SEPARATOR : UNREADABLE;
}

function unpacked(half: number): string {
  let text = '';
  for (let rest = half; rest > 0; rest >>>= SYMBOL_BITS) text = (SYMBOLS[rest & SYMBOL_MASK] ?? '') + text;
  return text;
}
