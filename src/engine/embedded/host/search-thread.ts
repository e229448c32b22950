import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import { deserializeError } from '../../../base/process/serialized-error.ts';
import type { SearchThreadData, ThreadReply, ThreadRequest } from './search-messages.ts';
import { ThreadState } from './thread-state.ts';

type WithoutId<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never;

interface PendingCall {
  kind: ThreadRequest['kind'];
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export interface SearchThreadOptions {
  /** The script of the worker, which calls `serveSearches`. */
  script: URL;
  /** Time for one call; the columns that it needs may have to be read first, on a machine that does other work. */
  maxCallMs?: number;
}

const MAX_CALL_MS = 10_000;
/** A call that has been told to give up does so with its next statement. Behind this it is in a loop without any. */
const GIVE_UP_MS = 250;
const LOOK_MS = 10;

/** The thread ended before it came to this call, which another may answer. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

/**
 * One search worker and the calls that wait for it. Messages are handled in the order they are sent. A call that takes too
 * long fails alone, and so does one that ends the worker: those behind it are rejected with `ThreadLost`.
 */
export class SearchThread {
  readonly #worker: Worker;
  readonly #state = new ThreadState();
  readonly #waiting = new Map<number, PendingCall>();
  /** Runs for the call at work, which is the first that waits. */
  readonly #deadline: NodeJS.Timeout;
  readonly #maxCallMs: number;
  /** When the call at work has begun. */
  beganMs = 0;
  #lastId = 0;
  #ended: Error | undefined;

  /** @param calls what the calls need to know */
  constructor({ script, maxCallMs = MAX_CALL_MS }: SearchThreadOptions, calls: unknown) {
    this.#maxCallMs = maxCallMs;
    this.#worker = new Worker(script, {
      workerData: { state: this.#state.shared, calls } satisfies SearchThreadData,
      // Searches allocate short-lived memory: a third of the usual young generation saves some 30 MB.
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
    });
    this.#worker.unref();
    this.#worker.on('message', (reply: ThreadReply) => this.#settle(reply));
    // Only when the worker has gone is every reply here that it had sent.
    let why = 'it has ended';
    this.#worker.on('error', (error) => {
      why = getMessage(error);
    });
    this.#worker.on('exit', () => this.#end(why));
    this.#deadline = setTimeout(() => void this.#giveUp(), maxCallMs).unref();
  }

  get load(): number {
    return this.#waiting.size;
  }

  /** False once the worker has ended; it then takes no further call. */
  get alive(): boolean {
    return this.#ended === undefined;
  }

  send(request: WithoutId<ThreadRequest>): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    // A call that waits keeps the process alive, an idle worker does not.
    this.#worker.ref();
    if (this.#waiting.size === 0) this.#deadline.refresh();
    if (this.#waiting.size === 0) this.beganMs = performance.now();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { kind: request.kind, resolve, reject });
      this.#worker.postMessage({ ...request, id } satisfies ThreadRequest);
    });
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    this.#deadline.refresh();
    this.beganMs = performance.now();
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('failure' in reply) waiting?.reject(deserializeError(reply.failure));
    else waiting?.resolve(reply.result);
  }

  /** Only calls have a deadline: to open a large catalog takes what it takes. */
  async #giveUp(): Promise<void> {
    const [id, call] = this.#takeFirst();
    if (id === undefined || call?.kind !== 'call') return;
    call.reject(tooLongError(this.#maxCallMs));
    this.#state.giveUp(id);
    await pause(GIVE_UP_MS, undefined, { ref: false });
    // Cut short inside the database's native code, a worker takes the whole process down.
    while (this.#waiting.has(id) && this.#state.isInDatabase) await pause(LOOK_MS, undefined, { ref: false });
    if (this.#waiting.has(id)) void this.#worker.terminate();
  }

  /** The first call that waits is at work, so it is the one that ended the worker; it must not end another. */
  #end(why: string): void {
    clearTimeout(this.#deadline);
    this.#ended = new ThreadLost(`the search thread is gone: ${why}`);
    const details = { kind: 'unexpected', code: 'engine.thread_ended' } as const;
    this.#takeFirst()[1]?.reject(new BrctlError(`the search crashed its worker thread: ${why}`, details));
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }

  #takeFirst(): [number | undefined, PendingCall | undefined] {
    const [first] = this.#waiting;
    return first ?? [undefined, undefined];
  }
}

function tooLongError(maxCallMs: number): BrctlError {
  return new BrctlError(`the search was cancelled after ${maxCallMs / 1000} s`, {
    kind: 'temporary',
    code: 'engine.deadline',
    hint: 'use fewer words, filters or facets',
    retryable: true,
  });
}
