import type { Side } from '../side.ts';

const PARTITIONS = 256;
/** Words of a block: 64 ids. */
const BLOCK_WORDS = 128;
const SLAB_BITS = 16;
const SLAB_WORDS = 1 << SLAB_BITS;
const SIDE_BITS = 3;

/** In which catalogs an id was seen: one bit a side. */
export const BOTH_SIDES = 3;

/** The bit of one side. */
export function sideBit(side: Side): number {
  return 1 << side;
}

/**
 * The fingerprints of all ids, to tell duplicates at the end. They are only appended, to one of 256 lists by their
 * high bits, and each list is checked by a table that fits the cache: a large hash table would cost a miss for every
 * record. Of 64 bits two make room for the sides, so an id in both catalogs takes eight bytes. The lists are made of
 * blocks, so that they grow without being copied.
 */
export class IdLog {
  /** Words of all blocks, in pieces. */
  readonly #slabs: Int32Array[] = [];
  /** Where each partition's blocks start, counted in words over all slabs. */
  readonly #blocks: number[][] = Array.from({ length: PARTITIONS }, () => []);
  /** Where each partition goes on; at the start of a block when it needs a new one. */
  readonly #next = new Int32Array(PARTITIONS);
  #end = 0;

  /** Bytes that the log takes. */
  get bytes(): number {
    return this.#slabs.length * SLAB_WORDS * 4;
  }

  /** Logs an id as seen in the catalogs of `sides`. */
  add(low: number, high: number, sides: number): void {
    const partition = high >>> 24;
    let next = this.#next[partition] as number;
    if ((next & (BLOCK_WORDS - 1)) === 0) next = this.#newBlock(partition);
    const slab = this.#slabs[next >>> SLAB_BITS] as Int32Array;
    const at = next & (SLAB_WORDS - 1);
    slab[at] = (low & ~SIDE_BITS) | sides;
    slab[at + 1] = high;
    this.#next[partition] = next + 2;
  }

  /** Was a fingerprint seen twice in one catalog? */
  hasDuplicates(): boolean {
    const mostBlocks = this.#blocks.reduce((most, blocks) => Math.max(most, blocks.length), 0);
    let slots = 16;
    while (slots < mostBlocks * BLOCK_WORDS) slots *= 2;
    const table = new Int32Array(slots * 2);
    return this.#blocks.some((_, partition) => this.#hasDuplicate(partition, table));
  }

  #newBlock(partition: number): number {
    const start = this.#end;
    if ((start & (SLAB_WORDS - 1)) === 0) this.#slabs.push(new Int32Array(SLAB_WORDS));
    this.#blocks[partition]?.push(start);
    this.#end += BLOCK_WORDS;
    return start;
  }

  #hasDuplicate(partition: number, table: Int32Array): boolean {
    const blocks = this.#blocks[partition] as number[];
    if (blocks.length > 0) table.fill(0);
    return blocks.some((start, index) => {
      const isLast = index === blocks.length - 1;
      const end = isLast ? (this.#next[partition] as number) : start + BLOCK_WORDS;
      const slab = this.#slabs[start >>> SLAB_BITS] as Int32Array;
      const at = start & (SLAB_WORDS - 1);
      return hasDuplicate(slab, at, at + end - start, table);
    });
  }
}

/** Puts the pairs of a range into a table of `[low with sides, high]` slots. True: one was there, for the same side. */
function hasDuplicate(words: Int32Array, start: number, end: number, table: Int32Array): boolean {
  const mask = table.length / 2 - 1;
  for (let at = start; at < end; at += 2) {
    const low = words[at] as number;
    const high = words[at + 1] as number;
    let slot = (high ^ (high >>> 11)) & mask;
    while (table[slot * 2] !== 0 && !isSame(table, slot, low, high)) slot = (slot + 1) & mask;
    const sides = (table[slot * 2] as number) & SIDE_BITS;
    if ((sides & low) !== 0) return true;
    table[slot * 2] = low | sides;
    table[slot * 2 + 1] = high;
  }
  return false;
}

function isSame(table: Int32Array, slot: number, low: number, high: number): boolean {
  return table[slot * 2 + 1] === high && ((table[slot * 2] as number) & ~SIDE_BITS) === (low & ~SIDE_BITS);
}
