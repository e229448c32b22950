/** A growing list of 32-bit unsigned integers without the cost of boxed numbers. */
export class Uint32List {
  length = 0;
  #items = new Uint32Array(64);

  push(value: number): void {
    if (this.length === this.#items.length) {
      const grown = new Uint32Array(this.length * 2);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.length++] = value;
  }

  /** Makes room for this many more; gives the items, to be filled from `length` on, which is to be set then. */
  room(count: number): Uint32Array {
    if (this.length + count > this.#items.length) {
      const grown = new Uint32Array(Math.max(this.length + count, this.#items.length * 2));
      grown.set(this.view());
      this.#items = grown;
    }
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
    if (this.length === this.#items.length) {
      const grown = new Uint8Array(this.length * 2);
      grown.set(this.#items);
      this.#items = grown;
    }
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

/** A copy twice as long, or longer if this many numbers are needed. */
export function enlargeNumbers(old: Uint32Array, needed = 0): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(needed, old.length * 2));
  grown.set(old);
  return grown;
}
