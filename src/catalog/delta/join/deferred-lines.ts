import { computeSortPermutation } from '../bytes/sort-permutation.ts';
import type { ByteSource } from '../source/byte-source.ts';
import type { DiffRun } from './diff-run.ts';
import { LineBatch, NONE } from './line-batch.ts';
import type { RecordPair } from './record-pair.ts';

/** Of the memory for tables, what is to be compared may take this share; it takes this many bytes a line while it is sorted. */
const SHARE = 0.25;
const BYTES_PER_LINE = 32;
const MIN_LINES = 1 << 14;

/**
 * Re-reads and compares lines matched late or without counterpart. Sorts them by file position first, within the
 * memory limit, for sequential reads.
 */
export class DeferredLines {
  readonly #run: DiffRun;
  readonly #batch: LineBatch;
  readonly #maxLines: number;
  /** Positions of lines of the new catalog, each with that of the old one. */
  #news: number[] = [];
  #olds: number[] = [];
  /** Positions of lines that are in the old catalog only. */
  #gone: number[] = [];

  constructor(run: DiffRun, pair: RecordPair, sources: readonly [ByteSource, ByteSource]) {
    this.#run = run;
    this.#batch = new LineBatch(run, pair, sources);
    this.#maxLines = Math.max(MIN_LINES, (run.maxMemoryBytes * SHARE) / BYTES_PER_LINE);
  }

  /** Takes pairs of positions, -1 for none. */
  async add(matches: Float64Array): Promise<void> {
    for (let index = 0; index < matches.length; index += 2) {
      const newPosition = matches[index + 1] as number;
      if (newPosition === NONE) this.#gone.push(matches[index] as number);
      else {
        this.#olds.push(matches[index] as number);
        this.#news.push(newPosition);
      }
    }
    if (this.#news.length + this.#gone.length >= this.#maxLines) await this.compare();
  }

  /** Compares what was taken. */
  async compare(): Promise<void> {
    const [news, olds, gone] = [this.#news, this.#olds, this.#gone];
    this.#news = [];
    this.#olds = [];
    this.#gone = [];
    for (const index of computeSortPermutation(Float64Array.from(news))) {
      const [old, fresh] = [olds[index] as number, news[index] as number];
      if (!this.#batch.add(old, fresh)) await this.#settle(old, fresh);
    }
    if (this.#run.missing === 'ignore') this.#run.counts.removed += gone.length;
    else {
      for (const position of Float64Array.from(gone).sort()) {
        if (!this.#batch.add(position, NONE)) await this.#settle(position, NONE);
      }
    }
    await this.#batch.settle();
  }

  /** Compares what the batch has, and begins another one. */
  async #settle(oldPosition: number, newPosition: number): Promise<void> {
    await this.#batch.settle();
    await this.#run.pace.step();
    this.#batch.add(oldPosition, newPosition);
  }
}
