import { NumberList } from '../bytes/number-list.ts';
import { sortPermutation } from '../bytes/sort-permutation.ts';
import type { LocatedLine } from '../kernel/kernel.ts';
import { NEW, OLD } from '../side.ts';
import type { ByteSource } from '../source/byte-source.ts';
import type { DiffRun } from './diff-run.ts';
import { LineBatch } from './line-batch.ts';
import { LineFetcher } from './line-fetcher.ts';
import type { RecordPair } from './record-pair.ts';

const NONE = -1;
/** Lines that are compared one by one between two steps of the pace. */
const LINES_PER_STEP = 32;
/** Of the memory for tables, what is to be compared may take this share; it takes this many bytes a line while it is sorted. */
const SHARE = 0.25;
const BYTES_PER_LINE = 32;
const MIN_LINES = 1 << 14;

/**
 * Lines that were matched in the end, or have no counterpart: read again and compared, in the order of their catalogs as far
 * as memory allows, because files are read faster that way.
 */
export class DeferredLines {
  readonly #run: DiffRun;
  readonly #pair: RecordPair;
  readonly #fetchers: readonly [LineFetcher, LineFetcher];
  readonly #batch: LineBatch;
  readonly #maxLines: number;
  /** Lines that were compared one by one. */
  #alone = 0;
  /** Positions of lines of the new catalog, each with that of the old one. */
  #news = new NumberList();
  #olds = new NumberList();
  /** Positions of lines that are in the old catalog only. */
  #gone = new NumberList();

  constructor(run: DiffRun, pair: RecordPair, sources: readonly [ByteSource, ByteSource]) {
    this.#run = run;
    this.#pair = pair;
    const { memory } = run.kernel;
    this.#fetchers = [new LineFetcher(sources[OLD], memory), new LineFetcher(sources[NEW], memory)];
    this.#batch = new LineBatch(run, sources);
    this.#maxLines = Math.max(MIN_LINES, (run.maxMemoryBytes * SHARE) / BYTES_PER_LINE);
  }

  /** The line at a position of a catalog, until the next call for that catalog. */
  #fetch(side: typeof OLD | typeof NEW, position: number): LocatedLine {
    return this.#fetchers[side].fetch(position);
  }

  /** Takes pairs of positions, -1 for none. */
  async add(matches: Float64Array): Promise<void> {
    for (let at = 0; at < matches.length; at += 2) {
      const newPosition = matches[at + 1] as number;
      if (newPosition === NONE) this.#gone.push(matches[at] as number);
      else {
        this.#olds.push(matches[at] as number);
        this.#news.push(newPosition);
      }
    }
    if (this.#news.length + this.#gone.length >= this.#maxLines) await this.compare();
  }

  /** Compares what was taken. */
  async compare(): Promise<void> {
    const [news, olds, gone] = [this.#news, this.#olds, this.#gone];
    this.#news = new NumberList();
    this.#olds = new NumberList();
    this.#gone = new NumberList();
    for (const index of sortPermutation(news.toArray())) {
      const waiting = this.#take(olds.at(index), news.at(index));
      if (waiting !== undefined) await waiting;
    }
    for (const position of gone.toArray().sort()) {
      const waiting = this.#take(position, NONE);
      if (waiting !== undefined) await waiting;
    }
    await this.#settleBatch();
  }

  /** Compares two lines, or one that has no counterpart. */
  #settle(oldPosition: number, newPosition: number): void {
    if (oldPosition === NONE) this.#pair.add(this.#fetch(NEW, newPosition));
    else if (newPosition === NONE) this.#vanish(oldPosition);
    else this.#pair.compare(this.#fetch(OLD, oldPosition), this.#fetch(NEW, newPosition));
  }

  #vanish(position: number): void {
    if (this.#run.missing === 'ignore') this.#run.counts.removed++;
    else this.#pair.vanish(this.#fetch(OLD, position));
  }

  /** Has two lines, or one without a counterpart, be compared with others at once, where the kernel may. */
  #take(oldPosition: number, newPosition: number): Promise<void> | undefined {
    const { missing, counts } = this.#run;
    if (newPosition === NONE && missing === 'ignore') counts.removed++;
    else if (this.#pair.kernelFamily === undefined) return this.#settleAlone(oldPosition, newPosition);
    else if (!this.#batch.add(oldPosition, newPosition)) {
      const waiting = this.#settleBatch();
      this.#batch.add(oldPosition, newPosition);
      return waiting;
    }
    return undefined;
  }

  #settleAlone(oldPosition: number, newPosition: number): Promise<void> | undefined {
    this.#settle(oldPosition, newPosition);
    return ++this.#alone % LINES_PER_STEP === 0 ? this.#run.pace.step() : undefined;
  }

  #settleBatch(): Promise<void> | undefined {
    const family = this.#pair.kernelFamily;
    if (family !== undefined)
      this.#batch.settle(family, (oldPosition, newPosition) => this.#settle(oldPosition, newPosition));
    return this.#run.pace.step();
  }
}
