import { TempFile } from '../source/temp-file.ts';

/** [id low, id high, hash low, hash high, position low, position high] */
export const TUPLE_WORDS = 6;
export const PARTITIONS = 256;

const BLOCK_TUPLES = 340;
const BLOCK_WORDS = BLOCK_TUPLES * TUPLE_WORDS;
const WORD_BYTES = 4;

/**
 * The partition of a fingerprint: lines of one id are in the same one in both catalogs. By the low word, since the
 * tables that a partition is matched with go by the high one.
 */
function partitionOf(idLow: number): number {
  return idLow >>> 24;
}

/**
 * Six words for each line of a catalog, in a temporary file, by partitions of the ids. They are written in blocks and
 * read back a partition at a time.
 */
export class TupleFile {
  readonly #file: TempFile;
  readonly #blocks: Int32Array[] = Array.from({ length: PARTITIONS }, () => new Int32Array(BLOCK_WORDS));
  readonly #used = new Int32Array(PARTITIONS);
  /** Positions in the file of the full blocks of each partition. */
  readonly #written: number[][] = Array.from({ length: PARTITIONS }, () => []);
  #end = 0;

  constructor(tempDir: string | undefined) {
    this.#file = new TempFile(tempDir);
  }

  /** Appends one line's words. */
  add(idLow: number, idHigh: number, hashLow: number, hashHigh: number, position: number): void {
    const partition = partitionOf(idLow);
    const block = this.#blocks[partition] as Int32Array;
    const at = this.#used[partition] as number;
    block[at] = idLow;
    block[at + 1] = idHigh;
    block[at + 2] = hashLow;
    block[at + 3] = hashHigh;
    block[at + 4] = (position % 2 ** 32) | 0;
    block[at + 5] = Math.floor(position / 2 ** 32);
    this.#used[partition] = at + TUPLE_WORDS;
    if (at + TUPLE_WORDS === BLOCK_WORDS) this.#writeBlock(partition, block);
  }

  /** All words of a partition, in the order of the lines. */
  read(partition: number): Int32Array {
    const written = this.#written[partition] as number[];
    const used = this.#used[partition] as number;
    const words = new Int32Array(written.length * BLOCK_WORDS + used);
    const bytes = new Uint8Array(words.buffer);
    for (const [index, position] of written.entries()) {
      this.#file.read(bytes, index * BLOCK_WORDS * WORD_BYTES, BLOCK_WORDS * WORD_BYTES, position);
    }
    const block = this.#blocks[partition] as Int32Array;
    words.set(block.subarray(0, used), written.length * BLOCK_WORDS);
    return words;
  }

  close(): void {
    this.#file.close();
  }

  #writeBlock(partition: number, block: Int32Array): void {
    const bytes = new Uint8Array(block.buffer);
    this.#file.write(bytes, 0, bytes.length, this.#end);
    this.#written[partition]?.push(this.#end);
    this.#end += bytes.length;
    this.#used[partition] = 0;
  }
}

/** Position of the line that a tuple at `at` stands for. */
export function tuplePosition(words: Int32Array, at: number): number {
  return ((words[at + 4] as number) >>> 0) + (words[at + 5] as number) * 2 ** 32;
}
