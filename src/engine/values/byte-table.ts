import { enlargeBytes, Uint32List } from './number-list.ts';

const HASH_FACTOR = 0x01000193;

/** The hash of a run of bytes and a further one. */
export function hashNext(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, HASH_FACTOR);
}

/**
 * Numbers distinct texts of bytes from 0 on. They are kept one after the other: as strings they would be most of what the garbage
 * collector has to move, and looked up at several places of memory each.
 */
export class ByteTable {
  #bytes = Buffer.alloc(1 << 12);
  /** Where each text ends; it begins where the one before ends. */
  readonly #ends = new Uint32List();
  readonly #hashes = new Uint32List();
  /** The number + 1 of each text, at its hash or in the next free slot; 0 where a slot is free. */
  #slots = new Uint32Array(1 << 10);

  /** How many numbers there are. */
  get size(): number {
    return this.#ends.length;
  }

  /** All texts, one after the other; valid until the next one, as `ends` is. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#bytes.buffer, 0, this.#getStart(this.size));
  }

  get ends(): Uint32Array {
    return this.#ends.view();
  }

  /** The number of a run of bytes, which is not empty; a new one if it was not met before. */
  numberOf(from: Uint8Array, start: number, end: number, hash: number): number {
    const slot = this.#findSlot(from, start, end, hash);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return known - 1;
    const number = this.#append(from, start, end, hash);
    this.#slots[slot] = number + 1;
    if (number * 2 > this.#slots.length) this.#rehash();
    return number;
  }

  /** The number of a run of bytes, -1 if it was not met before. */
  find(from: Uint8Array, start: number, end: number, hash: number): number {
    return (this.#slots[this.#findSlot(from, start, end, hash)] ?? 0) - 1;
  }

  /** A number that no text has: its own is empty. */
  reserve(): number {
    return this.#append(this.#bytes, 0, 0, 0);
  }

  lengthOf(number: number): number {
    return this.#ends.at(number) - this.#getStart(number);
  }

  decode(number: number, encoding: 'utf8' | 'latin1'): string {
    return this.#bytes.toString(encoding, this.#getStart(number), this.#ends.at(number));
  }

  /** The slot where a run of bytes is, or a free one for it. */
  #findSlot(from: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = chooseSlot(hash, mask); ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return slot;
      if (this.#isText(number, from, start, end)) return slot;
    }
  }

  #isText(number: number, from: Uint8Array, start: number, end: number): boolean {
    const bytes = this.#bytes;
    let at = this.#getStart(number);
    if (this.#ends.at(number) - at !== end - start) return false;
    for (let byte = start; byte < end; byte++) if (bytes[at++] !== from[byte]) return false;
    return true;
  }

  #append(from: Uint8Array, start: number, end: number, hash: number): number {
    const number = this.size;
    const first = this.#getStart(number);
    const needed = first + end - start;
    if (needed > this.#bytes.length) this.#bytes = Buffer.from(enlargeBytes(this.#bytes, needed).buffer);
    const bytes = this.#bytes;
    for (let index = start; index < end; index++) bytes[first + index - start] = from[index] ?? 0;
    this.#ends.push(needed);
    this.#hashes.push(hash);
    return number;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      if (this.lengthOf(number) === 0) continue;
      let slot = chooseSlot(this.#hashes.at(number), mask);
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }

  #getStart(number: number): number {
    return number === 0 ? 0 : this.#ends.at(number - 1);
  }
}

/** The upper half of a hash depends on every letter of a text. */
function chooseSlot(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}
