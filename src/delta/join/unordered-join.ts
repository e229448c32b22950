import type { Hash } from '../kernel/memory.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import { LineBatch, UNKNOWN } from './line-batch.ts';
import type { LineReader } from './line-reader.ts';

/** Lines looked up together: enough for their cache misses to overlap, and for what a batch takes by itself not to count. */
export const BATCH_LINES = 256;

/** A batch of lines of each catalog, in windows that are right behind them. */
export type Batches = readonly [LineBatch, LineBatch];

/** What becomes of the lines of two catalogs in different orders. */
export interface BatchTaker {
  /** Called when the catalogs turn out to be in different orders, before the first batches. */
  begin(): void;
  /** Takes all lines of the batches whose ids are known. */
  take(batches: Batches): void;
}

/** Goes through two catalogs in any order, a batch of lines of each side in turn, and hands the batches to a taker. */
export class UnorderedJoin {
  readonly #run: DiffRun;
  readonly #reader: LineReader;
  readonly #taker: BatchTaker;
  readonly #batches: Batches = [new LineBatch(BATCH_LINES), new LineBatch(BATCH_LINES)];
  readonly #id: Hash = { low: 0, high: 0 };

  constructor(run: DiffRun, reader: LineReader, taker: BatchTaker) {
    this.#run = run;
    this.#reader = reader;
    this.#taker = taker;
  }

  /** Goes on until both catalogs end (true) or turn out to be in the same order again (false). */
  async run(): Promise<boolean> {
    this.#taker.begin();
    for (;;) {
      const oldCount = await this.#fill(OLD);
      const newCount = await this.#fill(NEW);
      if (oldCount === 0 && newCount === 0) return true;
      const sameOrder = this.#countAligned() * 2 > BATCH_LINES;
      this.#taker.take(this.#batches);
      if (sameOrder) return false;
    }
  }

  async #fill(side: Side): Promise<number> {
    const window = this.#run.windows[side];
    const batch = this.#batches[side];
    batch.count = 0;
    if (!window.peek() && !(await window.line())) return 0;
    this.#run.kernel.scan(window, batch);
    this.#run.counts.records[side] += batch.count;
    this.#identifyOdd(side, batch);
    return batch.count;
  }

  #identifyOdd(side: Side, batch: LineBatch): void {
    const window = this.#run.windows[side];
    for (let index = 0; index < batch.count; index++) {
      if (batch.markOf(index) !== UNKNOWN) continue;
      const start = batch.startOf(index);
      if (!this.#reader.identifyOdd(window, start, batch.endOf(index), this.#id)) continue;
      batch.setId(index, this.#id.low, this.#id.high);
    }
  }

  #countAligned(): number {
    const [olds, news] = this.#batches;
    let aligned = 0;
    for (let index = 0; index < olds.count && index < news.count; index++) {
      const isSame =
        olds.idLowOf(index) === news.idLowOf(index) && olds.idHighOf(index) === news.idHighOf(index);
      if (isSame && olds.markOf(index) !== UNKNOWN) aligned++;
    }
    return aligned;
  }
}
