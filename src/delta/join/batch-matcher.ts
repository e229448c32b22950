import type { Fingerprints } from '../kernel/line-kernel.ts';
import type { Hash } from '../kernel/memory.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import { BOTH_SIDES } from './id-log.ts';
import { type LineBatch, PENDING, UNKNOWN } from './line-batch.ts';
import type { Pairing, WindowLine } from './pairing.ts';
import { BATCH_LINES, type Batches, type BatchTaker } from './unordered-join.ts';

/** Of all lines of two shuffled catalogs, this share is pending at the peak. */
const PENDING_SHARE = 0.27;
/** Of the memory for tables, lines that their source cannot give again may take this share. */
const KEPT_SHARE = 0.25;

/** Matches lines at once: each meets its counterpart among the pending ones, or becomes pending itself. */
export class BatchMatcher implements BatchTaker {
  readonly #run: DiffRun;
  readonly #pairing: Pairing;
  readonly #hash: Hash = { low: 0, high: 0 };
  readonly #found: Fingerprints = {
    low: new Int32Array(2 * BATCH_LINES),
    high: new Int32Array(2 * BATCH_LINES),
    count: 0,
  };
  readonly #line: WindowLine = { start: 0, end: 0, next: 0, id: { low: 0, high: 0 }, hash: this.#hash };

  constructor(run: DiffRun, pairing: Pairing) {
    this.#run = run;
    this.#pairing = pairing;
  }

  /** Makes room for what a random order leaves pending, so that the table need not grow step by step. */
  begin(): void {
    const { windows, counts, pending } = this.#run;
    const [oldWindow, newWindow] = windows;
    this.#keepLines();
    const seen = counts.records[OLD] + counts.records[NEW];
    if (seen === 0) return;
    const seenBytes = oldWindow.position + newWindow.position;
    const leftBytes = Math.max(0, oldWindow.source.sizeBytes + newWindow.source.sizeBytes - seenBytes);
    const pendingLines = pending.count + Math.ceil((leftBytes / seenBytes) * seen * PENDING_SHARE);
    this.#pairing.checkMemory(pendingLines);
    pending.reserve(pendingLines);
  }

  /** Takes the lines of both batches in turns: in the kernel, or one by one where it leaves a line to us, or lines are checked. */
  take(batches: Batches): void {
    const steps = 2 * Math.max(batches[OLD].count, batches[NEW].count);
    let step = 0;
    while (step < steps) {
      if (!this.#run.strict) step = this.#matchInKernel(batches, step);
      if (step < steps) this.#match(batches, (step & 1) as Side, step >> 1);
      step++;
    }
    this.#keepPending(OLD, batches[OLD]);
    this.#keepPending(NEW, batches[NEW]);
    this.#pairing.checkMemory();
  }

  /** Has the kernel keep lines whose source would write them to a file. */
  #keepLines(): void {
    const { windows, kernel, maxMemoryBytes } = this.#run;
    const [olds, news] = windows.map(({ source }) => source.keptInMemoryBytes ?? 0) as [number, number];
    const bytes = Math.min(olds + news, Math.floor(maxMemoryBytes * KEPT_SHARE));
    if (bytes > 0) kernel.keepLines(bytes);
  }

  #matchInKernel(batches: Batches, step: number): number {
    const { kernel, windows, pending, idLog, counts } = this.#run;
    const found = this.#found;
    const next = kernel.matchBatches(windows, batches, step, pending, found);
    counts.unchanged += found.count;
    for (let index = 0; index < found.count; index++) {
      idLog.add(found.low[index] as number, found.high[index] as number, BOTH_SIDES);
    }
    return next;
  }

  #match(batches: Batches, side: Side, index: number): void {
    const batch = batches[side];
    if (index >= batch.count || batch.markOf(index) === UNKNOWN) return;
    const line = this.#line;
    line.start = batch.startOf(index);
    line.end = batch.endOf(index);
    line.next = batch.nextOf(index);
    line.id.low = batch.idLowOf(index);
    line.id.high = batch.idHighOf(index);
    this.#hash.low = batch.hashLowOf(index);
    this.#hash.high = batch.hashHighOf(index);
    if (this.#pairing.resolve(side, line)) return;
    this.#pairing.pend(side, line);
    batch.setPending(index);
  }

  /** Lines that are pending are read again when their counterpart is another. */
  #keepPending(side: Side, batch: LineBatch): void {
    const window = this.#run.windows[side];
    if (window.source.keep === undefined) return;
    for (let index = 0; index < batch.count; index++) {
      if (batch.markOf(index) === PENDING) window.keep(batch.startOf(index), batch.nextOf(index));
    }
  }
}
