import { AsyncLocalStorage } from 'node:async_hooks';

export interface Call {
  /** By `performance.now()`. */
  deadlineMs: number;
  /** Aborted when nobody waits any more. */
  signal: AbortSignal;
}

const calls = new AsyncLocalStorage<Call | undefined>();
const callers = new AsyncLocalStorage<AbortSignal | undefined>();

/** Runs work for a caller who may leave: what is asked of other machines meanwhile is cancelled then. */
export function runForCaller<Result>(signal: AbortSignal, work: () => Result): Result {
  return callers.run(signal, work);
}

/** Runs work that has to end within a time. When it ends, however, or its caller leaves, requests that are still under way are cancelled. */
export async function runWithinTime<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const ended = new AbortController();
  const caller = callers.getStore();
  const signal = caller === undefined ? ended.signal : AbortSignal.any([ended.signal, caller]);
  try {
    return await calls.run({ deadlineMs: performance.now() + ms, signal }, work);
  } finally {
    ended.abort();
  }
}

/** The call that this is part of; undefined for work that no caller waits for. */
export function getCurrentCall(): Call | undefined {
  return calls.getStore();
}

/** Runs work of which others profit, too: it goes on when the caller at hand leaves. */
export function runForAll<Result>(work: () => Result): Result {
  return callers.run(undefined, () => calls.run(undefined, work));
}
