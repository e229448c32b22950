import { Worker } from 'node:worker_threads';
import { builtFile } from '../../../files/built-file.ts';
import { atMost } from '../../at-most.ts';
import type { AbortFlag } from '../tasks/abort-flag.ts';
import { outcomeOf } from '../tasks/job-failure.ts';
import type { JobTask, TaskOutcome, WorkerMessage } from '../tasks/job-task.ts';

/** A worker without work is stopped after this time, and its memory with it. */
const IDLE_MS = 30_000;
/** How long a stop waits for a worker, which has been told to give up before. */
const STOP_MS = 150;

interface PoolWorker {
  worker: Worker;
  /** Its thread has ended. */
  ended: Promise<void>;
  /** Ends the task at hand; undefined while there is none. */
  finish: ((outcome: TaskOutcome) => void) | undefined;
  /** Tells the task at hand to give up. */
  abort: AbortFlag | undefined;
  idleTimer: NodeJS.Timeout | undefined;
}

/** Worker threads for jobs: started when first needed, kept while there is work, stopped when idle. */
export class WorkerPool {
  readonly #workers = new Set<PoolWorker>();
  /** One for each thread that has not ended, also where the pool has lost it. */
  readonly #threads = new Set<Promise<void>>();
  #isClosed = false;

  /** Starts a worker ahead of the task that will want it. */
  warm(): void {
    if (this.#idle() === undefined) this.#rest(this.#start());
  }

  /** Runs a task in a worker of its own; never rejects. How many run at once is the caller's choice. */
  run(task: JobTask, abort: AbortFlag): Promise<TaskOutcome> {
    if (this.#isClosed) return Promise.resolve({ end: 'aborted' });
    const pooled = this.#idle() ?? this.#start();
    clearTimeout(pooled.idleTimer);
    pooled.worker.ref();
    return new Promise((resolve) => {
      pooled.finish = resolve;
      pooled.abort = abort;
      pooled.worker.postMessage({ kind: 'run', task, abort: abort.shared } satisfies WorkerMessage);
    });
  }

  /**
   * Ends every worker; a task that still runs ends as given up. Workers are asked, not terminated: cut short inside
   * the database's native code they take the whole process down.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((pooled) => this.#stop(pooled)));
  }

  /** Resolves when every thread has ended, those too that `close` did not wait for. */
  async threadsEnded(): Promise<void> {
    await Promise.all(this.#threads);
  }

  /** A worker that is in a long step of the database is left to end by itself. */
  async #stop(pooled: PoolWorker): Promise<void> {
    const { worker, ended } = pooled;
    pooled.abort?.set();
    // One without a task is not inside the database; it may not even have started yet.
    if (pooled.finish === undefined) void worker.terminate();
    else worker.postMessage({ kind: 'stop' } satisfies WorkerMessage);
    await atMost(STOP_MS, ended);
    worker.unref();
    this.#lose(pooled, { end: 'aborted' });
  }

  #idle(): PoolWorker | undefined {
    return [...this.#workers].find(({ finish }) => finish === undefined);
  }

  #start(): PoolWorker {
    const worker = new Worker(builtFile('job.worker.js'));
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.#threads.add(ended);
    void ended.then(() => this.#threads.delete(ended));
    const pooled: PoolWorker = {
      worker,
      ended,
      finish: undefined,
      abort: undefined,
      idleTimer: undefined,
    };
    this.#workers.add(pooled);
    worker.on('message', (outcome: TaskOutcome) => this.#finish(pooled, outcome));
    worker.on('error', (error) => this.#lose(pooled, outcomeOf(error)));
    void ended.then(() => this.#lose(pooled, { end: 'aborted' }));
    return pooled;
  }

  #finish(pooled: PoolWorker, outcome: TaskOutcome): void {
    const { finish } = pooled;
    pooled.finish = undefined;
    this.#rest(pooled);
    finish?.(outcome);
  }

  /** An idle worker neither keeps the process alive nor stays for long. */
  #rest(pooled: PoolWorker): void {
    pooled.worker.unref();
    pooled.idleTimer = setTimeout(() => {
      this.#workers.delete(pooled);
      pooled.worker.postMessage({ kind: 'stop' } satisfies WorkerMessage);
    }, IDLE_MS);
    pooled.idleTimer.unref();
  }

  #lose(pooled: PoolWorker, outcome: TaskOutcome): void {
    clearTimeout(pooled.idleTimer);
    this.#workers.delete(pooled);
    const { finish } = pooled;
    pooled.finish = undefined;
    finish?.(outcome);
  }
}
