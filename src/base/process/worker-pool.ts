import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { BrctlError } from '../errors.ts';
import { AbortedError, type AbortFlag } from './abort-flag.ts';
import { waitAtMost } from './wait-at-most.ts';

/**
 * Limits per worker. Only a collection that may not come, or the thread's end, frees closed databases: with 512 tasks per
 * worker ten minutes of small deltas kept 747 handles. A start costs about 150 ms of CPU, some 2 ms a task.
 */
const IDLE_MS = 5_000;
const MAX_TASKS = 64;
const MAX_WORK_MS = 10_000;
/** Duration of a start: a small task that began later ends before another worker is ready. */
const START_MS = 150;
/** How long a stop waits for a worker at work, which has been told to give up before, and for one that may still start. */
const STOP_MS = 150;
const STOP_IDLE_MS = 800;

/** Message to a worker thread. It answers each task with a message, its outcome, and ends when it is told to stop. */
export type WorkerMessage<Task> = { kind: 'run'; task: Task; abort: SharedArrayBuffer } | { kind: 'stop' };

interface PoolWorker<Outcome> {
  worker: Worker;
  ended: Promise<void>;
  /** Ends the task at hand; undefined while there is none. */
  finish: ((outcome: Outcome) => void) | undefined;
  /** Tells the task at hand to give up. */
  abort: AbortFlag | undefined;
  idleTimer: NodeJS.Timeout | undefined;
  tasks: number;
  /** Time at work, without the task at hand. */
  workedMs: number;
  /** When it was given its last task, by `performance.now()`. */
  beganMs: number;
}

/** Worker threads for long tasks: started when first needed, kept while there is work, stopped when idle. */
export class WorkerPool<Task, Outcome> {
  readonly #script: URL;
  /** Text of the script at the start of this process; it names its chunks by their contents. */
  readonly #scriptText: string;
  readonly #outcomeOf: (thrown: unknown) => Outcome;
  readonly #idleMs: number;
  readonly #maxWorkMs: number;
  readonly #workers = new Set<PoolWorker<Outcome>>();
  /** One for each thread that has not ended, also where the pool has lost it. */
  readonly #threads = new Set<Promise<void>>();
  #isClosed = false;

  /**
   * @param script of the workers
   * @param outcomeOf how a task ends whose worker throws or, with an AbortedError, is lost; or with code `process.replaced`
   *   where the script has become another one meanwhile
   * @param idleMs how long a worker stays without work
   * @param maxWorkMs time at work after which it is replaced
   */
  constructor(
    script: URL,
    outcomeOf: (thrown: unknown) => Outcome,
    { idleMs = IDLE_MS, maxWorkMs = MAX_WORK_MS } = {},
  ) {
    this.#script = script;
    this.#scriptText = readFileSync(script, 'utf8');
    this.#outcomeOf = outcomeOf;
    this.#idleMs = idleMs;
    this.#maxWorkMs = maxWorkMs;
  }

  /** Starts a worker ahead of the task that will want it, unless one is free or has just begun with what may be small. */
  warm(): void {
    const now = performance.now();
    const isSoonFree = [...this.#workers].some((each) => !isAtWork(each) || now - each.beganMs < START_MS);
    if (!isSoonFree && this.#isSameScript()) this.#release(this.#start());
  }

  /** Runs a task in its own worker; never rejects. How many run at once is the caller's choice. */
  run(task: Task, abort: AbortFlag): Promise<Outcome> {
    if (this.#isClosed) return Promise.resolve(this.#outcomeOf(new AbortedError()));
    const idle = [...this.#workers].find((each) => !isAtWork(each));
    if (idle === undefined && !this.#isSameScript()) return Promise.resolve(this.#outcomeOf(replacedError()));
    const pooled = idle ?? this.#start();
    clearTimeout(pooled.idleTimer);
    pooled.worker.ref();
    return new Promise((resolve) => {
      pooled.finish = resolve;
      pooled.abort = abort;
      pooled.tasks++;
      pooled.beganMs = performance.now();
      pooled.worker.postMessage({ kind: 'run', task, abort: abort.shared } satisfies WorkerMessage<Task>);
    });
  }

  /** Ends every worker, its task as given up. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((pooled) => this.#stop(pooled)));
  }

  /** Resolves when every thread has ended, those too that `close` did not wait for. */
  async threadsEnded(): Promise<void> {
    await Promise.all(this.#threads);
  }

  /**
   * Ended by force inside native code, while it loads SQLite or is in a long step of it, a worker takes the process down: each
   * ends by itself.
   */
  async #stop(pooled: PoolWorker<Outcome>): Promise<void> {
    const { worker, ended } = pooled;
    pooled.abort?.set();
    worker.postMessage({ kind: 'stop' } satisfies WorkerMessage<Task>);
    await waitAtMost(pooled.finish === undefined ? STOP_IDLE_MS : STOP_MS, ended);
    worker.unref();
    this.#lose(pooled, new AbortedError());
  }

  /** A worker of another build of brctl would read other messages than this process writes. */
  #isSameScript(): boolean {
    try {
      return readFileSync(this.#script, 'utf8') === this.#scriptText;
    } catch {
      return false;
    }
  }

  #start(): PoolWorker<Outcome> {
    const worker = new Worker(this.#script);
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.#threads.add(ended);
    void ended.then(() => this.#threads.delete(ended));
    const pooled: PoolWorker<Outcome> = {
      worker,
      ended,
      finish: undefined,
      abort: undefined,
      idleTimer: undefined,
      tasks: 0,
      workedMs: 0,
      beganMs: 0,
    };
    this.#workers.add(pooled);
    worker.on('message', (outcome: Outcome) => this.#finish(pooled, outcome));
    worker.on('error', (error) => this.#lose(pooled, error));
    void ended.then(() => this.#lose(pooled, new AbortedError()));
    return pooled;
  }

  #finish(pooled: PoolWorker<Outcome>, outcome: Outcome): void {
    const { finish } = pooled;
    pooled.finish = undefined;
    pooled.workedMs += performance.now() - pooled.beganMs;
    if (pooled.tasks < MAX_TASKS && pooled.workedMs < this.#maxWorkMs) this.#release(pooled);
    else this.#retire(pooled);
    finish?.(outcome);
  }

  /** An idle worker neither keeps the process alive nor stays for long. */
  #release(pooled: PoolWorker<Outcome>): void {
    pooled.worker.unref();
    pooled.idleTimer = setTimeout(() => this.#retire(pooled), this.#idleMs);
    pooled.idleTimer.unref();
  }

  #retire(pooled: PoolWorker<Outcome>): void {
    this.#workers.delete(pooled);
    pooled.worker.unref();
    pooled.worker.postMessage({ kind: 'stop' } satisfies WorkerMessage<Task>);
  }

  #lose(pooled: PoolWorker<Outcome>, thrown: unknown): void {
    clearTimeout(pooled.idleTimer);
    this.#workers.delete(pooled);
    const { finish } = pooled;
    pooled.finish = undefined;
    finish?.(this.#outcomeOf(thrown));
  }
}

function isAtWork({ finish }: PoolWorker<never>): boolean {
  return finish !== undefined;
}

function replacedError(): BrctlError {
  return new BrctlError('brctl was updated on disk while this process ran: restart it', {
    kind: 'unexpected',
    code: 'process.replaced',
  });
}
