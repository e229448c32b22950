/** A growing list of 32-bit unsigned integers without the cost of boxed numbers. */
export class Uint32List {
  length = 0;
  #items = new Uint32Array(64);

  push(value: number): void {
    if (this.length === this.#items.length) this.#items = enlargeNumbers(this.#items);
    this.#items[this.length++] = value;
  }

  /** Makes room for this many more; gives the items, to be filled from `length` on, which is to be set then. */
  room(count: number): Uint32Array {
    const needed = this.length + count;
    if (needed > this.#items.length) this.#items = enlargeNumbers(this.#items, needed);
    return this.#items;
  }

  append(values: Uint32Array): void {
    this.room(values.length).set(values, this.length);
    this.length += values.length;
  }

  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  /** Changes what was pushed before. */
  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  /** The pushed numbers; valid until the next push. */
  view(): Uint32Array {
    return this.#items.subarray(0, this.length);
  }
}

/** A growing list of bytes. */
export class ByteList {
  length = 0;
  #items = new Uint8Array(256);

  push(value: number): void {
    if (this.length === this.#items.length) this.#items = enlargeBytes(this.#items);
    this.#items[this.length++] = value;
  }

  /** Appends a whole number of up to 32 bits, seven of them a byte, the lowest first. */
  pushNumber(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.push((rest & 0x7f) | 0x80);
    this.push(rest);
  }

  /** The pushed numbers; valid until the next push. */
  view(): Uint8Array {
    return this.#items.subarray(0, this.length);
  }
}

/** A set of numbers that are not large, to be emptied often. */
export class NumberSet {
  /** When each number was added last. */
  #rounds = new Uint32Array(1 << 8);
  #round = 1;

  clear(): void {
    this.#round++;
  }

  has(number: number): boolean {
    return this.#rounds[number] === this.#round;
  }

  /** False for a number that was in the set. */
  add(number: number): boolean {
    if (number >= this.#rounds.length) this.#rounds = enlargeNumbers(this.#rounds, number + 1);
    if (this.#rounds[number] === this.#round) return false;
    this.#rounds[number] = this.#round;
    return true;
  }
}

/** A copy twice as long, or longer if this many numbers are needed. */
export function enlargeNumbers(old: Uint32Array, needed = 0): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(needed, old.length * 2));
  grown.set(old);
  return grown;
}

export function enlargeBytes(old: Uint8Array, needed = 0): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(Math.max(needed, old.length * 2));
  grown.set(old);
  return grown;
}
