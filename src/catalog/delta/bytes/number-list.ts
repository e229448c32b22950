const BLOCK_BITS = 12;
const BLOCK_NUMBERS = 1 << BLOCK_BITS;

/** Numbers that are appended one after the other. The list is made of blocks: one that grows leaves no smaller copy behind. */
export class NumberList {
  length = 0;
  readonly #blocks: Float64Array[] = [];

  push(value: number): void {
    const index = this.length & (BLOCK_NUMBERS - 1);
    if (index === 0) this.#blocks.push(new Float64Array(BLOCK_NUMBERS));
    (this.#blocks[this.length++ >>> BLOCK_BITS] as Float64Array)[index] = value;
  }

  /** Appends a copy of many numbers. */
  append(values: Float64Array): void {
    for (let from = 0; from < values.length; ) {
      const index = this.length & (BLOCK_NUMBERS - 1);
      if (index === 0) this.#blocks.push(new Float64Array(BLOCK_NUMBERS));
      const part = values.subarray(from, from + BLOCK_NUMBERS - index);
      (this.#blocks.at(-1) as Float64Array).set(part, index);
      this.length += part.length;
      from += part.length;
    }
  }

  /** The number at an index below `length`. */
  at(index: number): number {
    return (this.#blocks[index >>> BLOCK_BITS] as Float64Array)[index & (BLOCK_NUMBERS - 1)] as number;
  }

  /** A copy of all numbers. */
  toArray(): Float64Array {
    const numbers = new Float64Array(this.length);
    for (const [index, block] of this.#blocks.entries()) {
      const start = index << BLOCK_BITS;
      numbers.set(block.subarray(0, this.length - start), start);
    }
    return numbers;
  }
}
