import type { BrctlError } from '../errors.ts';
import { type HttpAnswer, type HttpRequest, type HttpTransport, NoAnswerError } from './http.ts';
import { type CallKind, type Failure, judgeBadAnswer, judgeNoAnswer, judgeStatus } from './http-failures.ts';
import { BadAnswerError } from './http-json.ts';
import { parseRetryAfter, pauseBeforeRetry, type RetryPolicy, type Timing } from './retry.ts';

/** What every call needs. */
export interface Caller {
  transport: HttpTransport;
  timing: Timing;
  retry: RetryPolicy;
  /** Told of every failed try that will be repeated. */
  onRetry?(failure: BrctlError, pauseMs: number): void;
}

/** One call of the service: what is sent, and how its answer is read. */
export interface Call<T> extends CallKind {
  request: HttpRequest;
  /** Reads a successful answer; throws BadAnswerError when it cannot. */
  decode(answer: HttpAnswer): T;
}

type Outcome<T> = { value: T } | (Failure & { retryAfterMs?: number | undefined });

/**
 * Sends a request until it succeeds, fails for good, or repeating it is no longer safe or useful.
 *
 * @throws BrctlError `<call>.no_answer`, `.outcome_unknown`, `.rate_limited`, `.unauthorized`, … or the reason of the signal
 */
export async function sendCall<T>(caller: Caller, call: Call<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    const outcome = await tryOnce(caller, call);
    if ('value' in outcome) return outcome.value;
    const { retryAfterMs } = outcome;
    const tooLong = (retryAfterMs ?? 0) > caller.retry.maxRetryAfterMs;
    if (!outcome.repeat || tooLong || failures >= caller.retry.tries) throw outcome.error;
    const pauseMs = pauseBeforeRetry(failures, caller.retry, caller.timing.random(), retryAfterMs);
    caller.onRetry?.(outcome.error, pauseMs);
    await caller.timing.sleep(pauseMs, call.request.signal);
  }
}

async function tryOnce<T>(caller: Caller, call: Call<T>): Promise<Outcome<T>> {
  let answer: HttpAnswer;
  try {
    answer = await caller.transport(call.request);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return judgeNoAnswer(error, call, new URL(call.request.url).host);
  }
  const failure = judgeStatus(answer, call);
  if (failure)
    return { ...failure, retryAfterMs: parseRetryAfter(answer.headers['retry-after'], caller.timing.now()) };
  try {
    return { value: call.decode(answer) };
  } catch (error) {
    if (!(error instanceof BadAnswerError)) throw error;
    return judgeBadAnswer(error, call, answer.status);
  }
}
