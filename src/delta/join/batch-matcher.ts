import type { Fingerprints } from '../kernel/line-kernel.ts';
import type { Hash } from '../kernel/memory.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import { BOTH_SIDES } from './id-log.ts';
import type { Pairing, WindowLine } from './pairing.ts';
import { BATCH_LINES, type Batches, type BatchTaker } from './unordered-join.ts';

/** Of all lines of two shuffled catalogs, this share is pending at the peak. */
const PENDING_SHARE = 0.27;

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
  /** Lines that are kept or checked as they become pending pass through our hands. */
  readonly #inKernel: boolean;
  readonly #line: WindowLine = { start: 0, end: 0, next: 0, id: { low: 0, high: 0 }, hash: this.#hash };

  constructor(run: DiffRun, pairing: Pairing) {
    this.#run = run;
    this.#pairing = pairing;
    const keeps = run.windows.some(({ source }) => source.keep !== undefined);
    this.#inKernel = !run.strict && !keeps;
  }

  /** Makes room for what a random order leaves pending, so that the table need not grow step by step. */
  begin(): void {
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

  /** Takes the lines of both batches in turns: in the kernel, or one by one where it leaves a line to us. */
  take(batches: Batches): void {
    const steps = 2 * Math.max(batches[OLD].count, batches[NEW].count);
    let step = 0;
    while (step < steps) {
      if (this.#inKernel) step = this.#matchInKernel(batches, step);
      if (step < steps) this.#match(batches, (step & 1) as Side, step >> 1);
      step++;
    }
    this.#pairing.checkMemory();
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
}
