import { Worker } from 'node:worker_threads';
import { BrctlError } from '../../errors.ts';
import { builtFile } from '../../files/built-file.ts';
import { takePiece } from '../output/touched-pieces.ts';
import type { TouchedSink } from '../output/touched-products.ts';
import type { JoinJob, JoinOrder, JoinReport, ThreadResult } from './join-job.ts';
import type { ThreadLogs } from './partition-join.ts';
import { Undecided } from './undecided.ts';

/** The thread needs little memory of its own; a small heap is collected before it grows. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 4 };

/** The other thread of a join: takes what it finds, and waits for what it reports. */
export class SecondThread {
  readonly #worker: Worker;
  readonly #touched: TouchedSink;
  readonly #signal: AbortSignal | undefined;
  readonly #abort = () => this.#fail(this.#signal?.reason);
  #report: JoinReport | undefined;
  #failure: { error: unknown } | undefined;
  /** Whoever waits is told that there is a report, or a failure. */
  #wake = () => {};

  /** @param touched gets the operations that the thread finds */
  constructor(job: JoinJob, touched: TouchedSink, signal: AbortSignal | undefined) {
    this.#touched = touched;
    this.#signal = signal;
    this.#worker = startWorker(job);
    this.#worker.on('message', (report: JoinReport) => this.#take(report));
    this.#worker.once('error', (cause) => this.#fail(threadFailed(cause)));
    this.#worker.once('exit', () => this.#fail(threadFailed()));
    signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** Says what comes next. */
  order(order: JoinOrder): void {
    this.#worker.postMessage(order);
  }

  /**
   * Waits for what the thread found in its ranges.
   *
   * @throws Undecided, BrctlError `diff.thread_failed`, the signal's reason
   */
  async ranges(): Promise<ThreadLogs> {
    const report = await this.#next();
    if (report.kind !== 'ranges') throw new Undecided();
    return report.logs;
  }

  /** Waits for the end of the thread's work; throws as `ranges`. */
  async result(): Promise<ThreadResult> {
    const report = await this.#next();
    if (report.kind !== 'done') throw new Undecided();
    return report.result;
  }

  /** Returns when the thread has ended: it reads descriptors that may be given to other files right after. */
  async stop(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#abort);
    await this.#worker.terminate();
  }

  #take(report: JoinReport): void {
    if (report.kind === 'touched') takePiece(report.piece, this.#touched);
    else {
      this.#report = report;
      this.#wake();
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  async #next(): Promise<JoinReport> {
    while (this.#report === undefined) {
      if (this.#failure !== undefined) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const report = this.#report;
    this.#report = undefined;
    return report;
  }
}

/** @throws Undecided where the system has no room for another thread */
function startWorker(job: JoinJob): Worker {
  try {
    return new Worker(builtFile('join.worker.js'), { workerData: job, resourceLimits: HEAP_LIMITS });
  } catch {
    throw new Undecided();
  }
}

function threadFailed(cause?: unknown): BrctlError {
  return new BrctlError('a thread of the comparison ended before its work was done', {
    kind: 'unexpected',
    code: 'diff.thread_failed',
    why: cause instanceof Error ? cause.message : 'it ended without a result',
    hint: 'brctl diff --threads 1 compares without a second thread',
    cause,
  });
}
