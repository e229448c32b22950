/** Lists by the high bits of fingerprints: each is small enough to be looked through in cache. */
export const PARTITIONS = 256;

const BLOCK_ENTRIES = 64;
const SLAB_BLOCK_BITS = 9;
const SLAB_BLOCKS = 1 << SLAB_BLOCK_BITS;
const WORD_BYTES = 4;
const NO_BLOCK = -1;

/** The partition of a fingerprint. */
export function partitionOf(high: number): number {
  return high >>> 24;
}

/** All that a log holds, to be given to another thread: the words themselves are not copied. */
export interface LogContent {
  readonly entryWords: number;
  /** Each holds its blocks, then for each of them the block that its partition filled before it, `NO_BLOCK` for none. */
  readonly slabs: readonly Int32Array[];
  /** How many blocks each partition has. */
  readonly blocks: Int32Array;
  /** The last block of each partition, counted over all slabs, and how many of its words are used. */
  readonly last: Int32Array;
  readonly used: Int32Array;
}

/**
 * Entries of a few words each, appended to one of 256 lists. The lists are made of blocks, so that they grow without
 * being copied, in memory that other threads can read. Blocks are linked in that memory too: arrays that live as long
 * as the log would make V8 double its young generation.
 */
export class PartitionLog {
  /** The words that hold the place that `place` gave last. */
  words: Int32Array = new Int32Array(0);
  readonly #entryWords: number;
  readonly #blockWords: number;
  readonly #slabs: Int32Array[] = [];
  readonly #blocks = new Int32Array(PARTITIONS);
  readonly #last = new Int32Array(PARTITIONS).fill(NO_BLOCK);
  readonly #used = new Int32Array(PARTITIONS);
  #blockCount = 0;

  constructor(entryWords: number) {
    this.#entryWords = entryWords;
    this.#blockWords = entryWords * BLOCK_ENTRIES;
    this.#used.fill(this.#blockWords);
  }

  /** Bytes that the log takes. */
  get bytes(): number {
    return this.#slabs.length * this.#slabWords * WORD_BYTES;
  }

  get content(): LogContent {
    return {
      entryWords: this.#entryWords,
      slabs: this.#slabs,
      blocks: this.#blocks,
      last: this.#last,
      used: this.#used,
    };
  }

  get #slabWords(): number {
    return SLAB_BLOCKS * (this.#blockWords + 1);
  }

  /** Makes room for one more entry of a partition; returns the index in `words` of its first word. */
  place(partition: number): number {
    let used = this.#used[partition] as number;
    if (used === this.#blockWords) used = this.#startBlock(partition);
    this.#used[partition] = used + this.#entryWords;
    const block = this.#last[partition] as number;
    this.words = this.#slabs[block >>> SLAB_BLOCK_BITS] as Int32Array;
    return (block & (SLAB_BLOCKS - 1)) * this.#blockWords + used;
  }

  #startBlock(partition: number): number {
    const block = this.#blockCount++;
    if ((block & (SLAB_BLOCKS - 1)) === 0) this.#slabs.push(this.#newSlab());
    const slab = this.#slabs[block >>> SLAB_BLOCK_BITS] as Int32Array;
    slab[linkOf(block, this.#blockWords)] = this.#last[partition] as number;
    this.#blocks[partition] = (this.#blocks[partition] as number) + 1;
    this.#last[partition] = block;
    return 0;
  }

  #newSlab(): Int32Array {
    return new Int32Array(new SharedArrayBuffer(this.#slabWords * WORD_BYTES));
  }
}

/** Where in its slab the block is told that its partition filled before this one. */
function linkOf(block: number, blockWords: number): number {
  return SLAB_BLOCKS * blockWords + (block & (SLAB_BLOCKS - 1));
}

/** Calls `visit` with the entries of a partition, some at a time, the last ones first: they are the words `[start, end)`. */
export function forEachPiece(
  { entryWords, slabs, last, used }: LogContent,
  partition: number,
  visit: (words: Int32Array, start: number, end: number) => void,
): void {
  const blockWords = entryWords * BLOCK_ENTRIES;
  let block = last[partition] as number;
  let length = used[partition] as number;
  while (block !== NO_BLOCK) {
    const slab = slabs[block >>> SLAB_BLOCK_BITS] as Int32Array;
    const start = (block & (SLAB_BLOCKS - 1)) * blockWords;
    visit(slab, start, start + length);
    block = slab[linkOf(block, blockWords)] as number;
    length = blockWords;
  }
}

/** How many entries a partition has at most. */
export function entriesOf({ blocks }: LogContent, partition: number): number {
  return (blocks[partition] as number) * BLOCK_ENTRIES;
}
