import { parentPort } from 'node:worker_threads';
import { AbortFlag } from '../base/process/abort-flag.ts';
import { lowerThreadPriority } from '../base/process/lower-priority.ts';
import { deserializeError, type SerializedError, serializeError } from '../base/process/serialized-error.ts';
import { type WorkerMessage, WorkerPool } from '../base/process/worker-pool.ts';
import type { IndexRun } from './engine.ts';

/** How a task ended. One that failed has left nothing behind. */
type Outcome<Result> = { result: Result } | { failure: SerializedError };

/** The threads in which an engine indexes, so that this one goes on answering. */
export class IndexThreads<Task, Result> {
  readonly #pool: WorkerPool<Task, Outcome<Result>>;

  /** @param script calls `serveIndexTasks` */
  constructor(script: URL, times?: { idleMs: number; maxWorkMs: number }) {
    const toFailure = (thrown: unknown) => ({ failure: serializeError(thrown) });
    this.#pool = new WorkerPool<Task, Outcome<Result>>(script, toFailure, times);
  }

  /** @throws what the task has thrown; AbortedError when the signal says so */
  async run(task: Task, signal?: AbortSignal, onBegin?: IndexRun['onBegin']): Promise<Result> {
    const flag = new AbortFlag();
    onBegin?.(() => flag.done);
    const abort = () => flag.set();
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    const outcome = await this.#pool
      .run(task, flag)
      .finally(() => signal?.removeEventListener('abort', abort));
    if ('failure' in outcome) throw deserializeError(outcome.failure);
    return outcome.result;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  ended(): Promise<void> {
    return this.#pool.threadsEnded();
  }
}

export function serveIndexTasks<Task, Result>(run: (task: Task, abort: AbortFlag) => Promise<Result>): void {
  lowerThreadPriority();
  parentPort?.on('message', async (message: WorkerMessage<Task>) => {
    if (message.kind === 'stop') {
      parentPort?.close();
      return;
    }
    let outcome: Outcome<Result>;
    try {
      outcome = { result: await run(message.task, new AbortFlag(message.abort)) };
    } catch (error) {
      outcome = { failure: serializeError(error) };
    }
    parentPort?.postMessage(outcome);
  });
}
