import { textOfUnits } from '../text/code-units.ts';
import { enlarged } from './number-list.ts';

/** Numbers distinct texts from 1 on. Texts come as UTF-16 code units of a larger text, so that none is made a string to be looked up. */
export class StringInterner {
  /** The greatest number given so far. */
  size = 0;
  #units = new Uint16Array(1 << 12);
  /** Where each text's units end; they begin where those of the one before end. */
  #ends = new Uint32Array(1 << 8);
  #hashes = new Uint32Array(1 << 8);
  /** Numbers at their hash or next to it; 0 is free. */
  #slots = new Uint32Array(1 << 9);

  /** The text's number, a new one if it was not met before. */
  numberOf(units: Uint16Array, start: number, end: number): number {
    const hash = hashOf(units, start, end);
    const slot = this.#slotOf(hash, units, start, end);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return known;
    const number = this.append(units, start, end);
    this.#hashes[number] = hash;
    this.#slots[slot] = number;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return number;
  }

  /** The text's number, 0 if it was not met before. */
  find(units: Uint16Array, start: number, end: number): number {
    return this.#slots[this.#slotOf(hashOf(units, start, end), units, start, end)] ?? 0;
  }

  /** Its own number for a text that no search finds. */
  protected append(units: Uint16Array, start: number, end: number): number {
    const number = ++this.size;
    if (number === this.#ends.length) {
      this.#ends = enlarged(this.#ends);
      this.#hashes = enlarged(this.#hashes);
    }
    const from = this.#ends[number - 1] ?? 0;
    const to = from + end - start;
    if (to > this.#units.length) this.#growUnits(to);
    if (end - start < FEW_UNITS) {
      for (let at = 0; at < end - start; at++) this.#units[from + at] = units[start + at] ?? 0;
    } else this.#units.set(units.subarray(start, end), from);
    this.#ends[number] = to;
    return number;
  }

  lengthOf(number: number): number {
    return (this.#ends[number] ?? 0) - (this.#ends[number - 1] ?? 0);
  }

  textOf(number: number): string {
    return textOfUnits(this.#units, this.#ends[number - 1] ?? 0, this.#ends[number] ?? 0);
  }

  /** The units of all texts, one after the other; valid until the next text. */
  get allUnits(): Uint16Array {
    return this.#units;
  }

  /** Where a text begins among all units. */
  startOf(number: number): number {
    return this.#ends[number - 1] ?? 0;
  }

  endOf(number: number): number {
    return this.#ends[number] ?? 0;
  }

  /** The JSON text of a list of texts. */
  jsonOf(numbers: Uint32Array): string {
    const units = this.#units;
    let length = 2;
    for (let at = 0; at < numbers.length; at++) length += this.lengthOf(numbers[at] ?? 0) + 3;
    const json = new Uint16Array(length);
    let to = 0;
    json[to++] = OPEN_BRACKET;
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] ?? 0;
      if (at > 0) json[to++] = COMMA;
      json[to++] = QUOTE;
      const end = this.endOf(number);
      for (let from = this.startOf(number); from < end; from++) {
        const unit = units[from] ?? 0;
        if (isEscaped(unit)) return JSON.stringify(Array.from(numbers, (each) => this.textOf(each)));
        json[to++] = unit;
      }
      json[to++] = QUOTE;
    }
    json[to++] = CLOSE_BRACKET;
    return textOfUnits(json, 0, to);
  }

  /** Where the text stands, or a free slot for it. */
  #slotOf(hash: number, units: Uint16Array, start: number, end: number): number {
    const slots = this.#slots;
    const hashes = this.#hashes;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot] ?? 0;
      if (number === 0 || (hashes[number] === hash && this.#is(number, units, start, end))) return slot;
    }
  }

  #is(number: number, units: Uint16Array, start: number, end: number): boolean {
    const own = this.#units;
    let at = this.#ends[number - 1] ?? 0;
    if ((this.#ends[number] ?? 0) - at !== end - start) return false;
    for (let other = start; other < end; other++, at++) if (own[at] !== units[other]) return false;
    return true;
  }

  #growUnits(needed: number): void {
    const grown = new Uint16Array(Math.max(needed, this.#units.length * 2));
    grown.set(this.#units);
    this.#units = grown;
  }

  #rehash(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let at = 0; at < old.length; at++) {
      const number = old[at] ?? 0;
      if (number === 0) continue;
      let slot = (this.#hashes[number] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}

const [QUOTE, COMMA, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x2c, 0x5c, 0x5b, 0x5d];

/** Whether the unit may not stand in a JSON string as it is. */
function isEscaped(unit: number): boolean {
  return unit < 0x20 || unit === QUOTE || unit === BACKSLASH || (unit >= 0xd800 && unit <= 0xdfff);
}

/** Shorter texts are copied faster unit by unit. */
const FEW_UNITS = 32;

function hashOf(units: Uint16Array, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at += 2) {
    const pair = (units[at] ?? 0) | (at + 1 < end ? (units[at + 1] ?? 0) << 16 : 0);
    hash = Math.imul(hash ^ pair, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return (hash ^ (hash >>> 13)) >>> 0;
}
