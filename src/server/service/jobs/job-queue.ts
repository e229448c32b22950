import { AbortFlag } from '../../../base/process/abort-flag.ts';
import type { JobDocument } from '../../../protocol/control-documents.ts';

export type AbortReason = 'killed' | 'reset' | 'closing';

export interface Run {
  readonly flag: AbortFlag;
  /** For whatever waits on the main thread; its reason is an AbortReason. */
  readonly signal: AbortSignal;
  /** Frees the parallel slot but keeps the catalog blocked. */
  standAside(): void;
  /** Waits before a step that could not be stored is retried, for as long as it takes. */
  stall(pause: Promise<void>): Promise<void>;
  follow(progress: () => JobProgress): void;
}

export type JobProgress = NonNullable<JobDocument['progress']>;

interface RunningJob extends Run {
  jobId: string;
  controller: AbortController;
  holdsPlace: boolean;
  progress?: () => JobProgress;
  done: Promise<void>;
}

export interface JobQueueOptions<Job> {
  maxParallel: number;
  /** Runs a job to its end; must not reject. */
  execute(job: Job, run: Run): Promise<void>;
}

/** One job at a time for each catalog, in order of arrival, catalogs side by side (doc: public-facts B7). */
export class JobQueue<Job extends { id: string; catalog: string }> {
  readonly #options: JobQueueOptions<Job>;
  readonly #queues = new Map<string, { job: Job; dueMs: number }[]>();
  readonly #running = new Map<string, RunningJob>();
  #paused = 0;
  #stalls = 0;
  #stalled = new AbortController();

  constructor(options: JobQueueOptions<Job>) {
    this.#options = options;
  }

  add(job: Job, delayMs: number): void {
    const queue = this.#queues.get(job.catalog) ?? [];
    queue.push({ job, dueMs: performance.now() + delayMs });
    this.#queues.set(job.catalog, queue);
    if (delayMs > 0) setTimeout(() => this.#startWhatCan(), delayMs + 1).unref();
    else this.#startWhatCan();
  }

  isWaiting(jobId: string): boolean {
    return [...this.#queues.values()].flat().some(({ job }) => job.id === jobId);
  }

  /** Takes a waiting job out. */
  remove(jobId: string): void {
    for (const [catalog, queue] of this.#queues) {
      const others = queue.filter(({ job }) => job.id !== jobId);
      this.#queues.set(catalog, others);
    }
  }

  /** Tells a running job to give up and waits until it has. */
  async kill(jobId: string): Promise<void> {
    const run = this.#find(jobId);
    if (run === undefined) return;
    this.#stop(run, 'killed');
    await run.done;
  }

  progress(jobId: string): JobProgress | null {
    return this.#find(jobId)?.progress?.() ?? null;
  }

  #find(jobId: string): RunningJob | undefined {
    return [...this.#running.values()].find((running) => running.jobId === jobId);
  }

  /** Drops every job that waits, tells every running one to give up, and waits for none. */
  dropAll(reason: AbortReason): void {
    this.#queues.clear();
    for (const run of this.#running.values()) this.#stop(run, reason);
    if (reason === 'reset') this.#running.clear();
  }

  get isAtWork(): boolean {
    return this.#running.size > 0;
  }

  /** Aborted while a running job waits for a retry. */
  get stalled(): AbortSignal {
    return this.#stalled.signal;
  }

  /** Starts no more jobs and waits for the running ones, except hung jobs. */
  async pause(): Promise<void> {
    this.#paused++;
    await Promise.all(this.#listInPlace().map(({ done }) => done));
  }

  resume(): void {
    this.#paused--;
    this.#startWhatCan();
  }

  #listInPlace(): RunningJob[] {
    return [...this.#running.values()].filter(({ holdsPlace }) => holdsPlace);
  }

  #stop(run: RunningJob, reason: AbortReason): void {
    run.flag.set();
    run.controller.abort(reason);
  }

  #startWhatCan(): void {
    if (this.#paused > 0) return;
    for (const [catalog, queue] of this.#queues) {
      const next = queue[0];
      if (next === undefined) this.#queues.delete(catalog);
      else if (!this.#running.has(catalog) && next.dueMs <= performance.now()) {
        if (this.#listInPlace().length >= this.#options.maxParallel) return;
        queue.shift();
        this.#start(catalog, next.job);
      }
    }
  }

  /** Two catalogs with much to do do not keep a third waiting. */
  #moveBehindOthers(catalog: string): void {
    const queue = this.#queues.get(catalog);
    if (queue === undefined) return;
    this.#queues.delete(catalog);
    this.#queues.set(catalog, queue);
  }

  #start(catalog: string, job: Job): void {
    const controller = new AbortController();
    const run: RunningJob = {
      jobId: job.id,
      controller,
      flag: new AbortFlag(),
      signal: controller.signal,
      holdsPlace: true,
      done: Promise.resolve(),
      standAside: () => {
        run.holdsPlace = false;
        this.#startWhatCan();
      },
      stall: async (pause) => {
        this.#stalls++;
        this.#stalled.abort();
        await pause;
        if (--this.#stalls === 0) this.#stalled = new AbortController();
      },
      follow: (progress) => {
        run.progress = progress;
      },
    };
    this.#running.set(catalog, run);
    run.done = this.#options.execute(job, run).finally(() => {
      if (this.#running.get(catalog) === run) this.#running.delete(catalog);
      this.#moveBehindOthers(catalog);
      this.#startWhatCan();
    });
  }
}
