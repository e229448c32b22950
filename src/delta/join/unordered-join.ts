import type { Fingerprints, Hash } from '../kernel/line-kernel.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import { BOTH_SIDES } from './id-log.ts';
import { LineBatch } from './line-batch.ts';
import type { LineReader } from './line-reader.ts';
import type { Pairing, WindowLine } from './pairing.ts';

/** Lines looked up together: enough for their cache misses to overlap. */
const BATCH_LINES = 32;
/** Of all lines of two shuffled catalogs, this share is pending at the peak. */
const PENDING_SHARE = 0.27;

/**
 * Goes through two catalogs in any order, a batch of lines of each side in turn: a line meets its counterpart among
 * the pending ones, or becomes pending itself.
 */
export class UnorderedJoin {
  readonly #run: DiffRun;
  readonly #reader: LineReader;
  readonly #pairing: Pairing;
  readonly #batches = [new LineBatch(BATCH_LINES), new LineBatch(BATCH_LINES)] as const;
  readonly #hash: Hash = { low: 0, high: 0 };
  readonly #found: Fingerprints = {
    low: new Int32Array(2 * BATCH_LINES),
    high: new Int32Array(2 * BATCH_LINES),
    count: 0,
  };
  /** Lines that are kept or checked as they become pending pass through our hands. */
  readonly #inKernel: boolean;
  readonly #line: WindowLine = { start: 0, end: 0, next: 0, id: { low: 0, high: 0 }, hash: this.#hash };

  constructor(run: DiffRun, reader: LineReader, pairing: Pairing) {
    this.#run = run;
    this.#reader = reader;
    this.#pairing = pairing;
    const keeps = run.windows.some(({ source }) => source.keep !== undefined);
    this.#inKernel = !run.strict && !keeps;
  }

  /** Goes on until both catalogs end (true) or turn out to be in the same order again (false). */
  async run(): Promise<boolean> {
    this.#reserve();
    for (;;) {
      const oldCount = await this.#fill(OLD);
      const newCount = await this.#fill(NEW);
      if (oldCount === 0 && newCount === 0) return true;
      const sameOrder = this.#countAligned() * 2 > BATCH_LINES;
      this.#matchAll(2 * Math.max(oldCount, newCount));
      if (sameOrder) return false;
    }
  }

  /** Room for what a random order leaves pending, so that the table need not grow step by step. */
  #reserve(): void {
    const { windows, counts, pending } = this.#run;
    const [oldWindow, newWindow] = windows;
    const seen = counts.records[OLD] + counts.records[NEW];
    if (seen === 0) return;
    const seenBytes = oldWindow.position + newWindow.position;
    const leftBytes = Math.max(0, oldWindow.source.sizeBytes + newWindow.source.sizeBytes - seenBytes);
    const pendingLines = pending.count + Math.ceil((leftBytes / seenBytes) * seen * PENDING_SHARE);
    this.#pairing.checkMemory(pendingLines);
    pending.reserve(pendingLines);
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
      if (batch.known[index] === 1) continue;
      const start = batch.start[index] as number;
      if (!this.#reader.identifyOdd(window, start, batch.end[index] as number, this.#hash)) continue;
      batch.known[index] = 1;
      batch.idLow[index] = this.#hash.low;
      batch.idHigh[index] = this.#hash.high;
    }
  }

  /** Takes the lines of both batches in turns: in the kernel, or one by one where it leaves a line to us. */
  #matchAll(steps: number): void {
    let step = 0;
    while (step < steps) {
      if (this.#inKernel) step = this.#matchInKernel(step);
      if (step < steps) this.#match((step & 1) as Side, step >> 1);
      step++;
    }
    this.#pairing.checkMemory();
  }

  #matchInKernel(step: number): number {
    const { kernel, windows, pending, idLog, counts } = this.#run;
    const found = this.#found;
    const next = kernel.matchBatches(windows, this.#batches, step, pending, found);
    counts.unchanged += found.count;
    for (let index = 0; index < found.count; index++) {
      idLog.add(found.low[index] as number, found.high[index] as number, BOTH_SIDES);
    }
    return next;
  }

  #match(side: Side, index: number): void {
    const batch = this.#batches[side];
    if (index >= batch.count || batch.known[index] === 0) return;
    const line = this.#line;
    line.start = batch.start[index] as number;
    line.end = batch.end[index] as number;
    line.next = batch.next[index] as number;
    line.id.low = batch.idLow[index] as number;
    line.id.high = batch.idHigh[index] as number;
    this.#hash.low = batch.hashLow[index] as number;
    this.#hash.high = batch.hashHigh[index] as number;
    if (!this.#pairing.resolve(side, line)) this.#pairing.pend(side, line);
  }

  #countAligned(): number {
    const [olds, news] = this.#batches;
    let aligned = 0;
    for (let index = 0; index < olds.count && index < news.count; index++) {
      const isSame = olds.idLow[index] === news.idLow[index] && olds.idHigh[index] === news.idHigh[index];
      if (isSame && olds.known[index] === 1) aligned++;
    }
    return aligned;
  }
}
