/** Lists by the high bits of fingerprints: each is small enough to be looked through in cache. */
export const PARTITIONS = 256;

const BLOCK_ENTRIES = 64;
const SLAB_BLOCK_BITS = 9;
const SLAB_BLOCKS = 1 << SLAB_BLOCK_BITS;
const WORD_BYTES = 4;

/** The partition of a fingerprint. */
export function partitionOf(high: number): number {
  return high >>> 24;
}

/** All that a log holds, to be given to another thread: the words themselves are not copied. */
export interface LogContent {
  readonly entryWords: number;
  readonly slabs: readonly Int32Array[];
  /** The blocks of each partition, counted over all slabs. */
  readonly blocks: readonly (readonly number[])[];
  /** Words that are used of each partition's last block. */
  readonly used: Int32Array;
}

/**
 * Entries of a few words each, appended to one of 256 lists. The lists are made of blocks, so that they grow without
 * being copied, in memory that other threads can read.
 */
export class PartitionLog {
  /** The words that hold the place that `place` gave last. */
  words: Int32Array = new Int32Array(0);
  readonly #entryWords: number;
  readonly #blockWords: number;
  readonly #slabs: Int32Array[] = [];
  readonly #blocks: number[][] = Array.from({ length: PARTITIONS }, () => []);
  /** The last block of each partition, and how many of its words are used. */
  readonly #last = new Int32Array(PARTITIONS);
  readonly #used = new Int32Array(PARTITIONS);
  #blockCount = 0;

  constructor(entryWords: number) {
    this.#entryWords = entryWords;
    this.#blockWords = entryWords * BLOCK_ENTRIES;
    this.#used.fill(this.#blockWords);
  }

  /** Bytes that the log takes. */
  get bytes(): number {
    return this.#slabs.length * SLAB_BLOCKS * this.#blockWords * WORD_BYTES;
  }

  get content(): LogContent {
    return { entryWords: this.#entryWords, slabs: this.#slabs, blocks: this.#blocks, used: this.#used };
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
    this.#blocks[partition]?.push(block);
    this.#last[partition] = block;
    return 0;
  }

  #newSlab(): Int32Array {
    return new Int32Array(new SharedArrayBuffer(SLAB_BLOCKS * this.#blockWords * WORD_BYTES));
  }
}

/** Calls `visit` with the entries of a partition, some at a time: they are the words `[start, end)`. */
export function forEachPiece(
  { entryWords, slabs, blocks, used }: LogContent,
  partition: number,
  visit: (words: Int32Array, start: number, end: number) => void,
): void {
  const blockWords = entryWords * BLOCK_ENTRIES;
  const own = blocks[partition] ?? [];
  for (const [index, block] of own.entries()) {
    const start = (block & (SLAB_BLOCKS - 1)) * blockWords;
    const length = index === own.length - 1 ? (used[partition] as number) : blockWords;
    visit(slabs[block >>> SLAB_BLOCK_BITS] as Int32Array, start, start + length);
  }
}

/** How many entries a partition has at most. */
export function entriesOf({ blocks }: LogContent, partition: number): number {
  return (blocks[partition]?.length ?? 0) * BLOCK_ENTRIES;
}
