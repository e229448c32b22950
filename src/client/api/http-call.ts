import { type BrctlError, getMessage } from '../../base/errors.ts';
import { type HttpAnswer, type HttpRequest, type HttpTransport, NoAnswerError } from './http.ts';
import {
  type CallKind,
  classifyBadAnswer,
  classifyNoAnswer,
  classifyStatus,
  type Failure,
} from './http-failures.ts';
import { BadAnswerError } from './http-json.ts';
import { computeBackoffMs, MAX_RETRY_AFTER_MS, parseRetryAfter, type Timing } from './retry.ts';

export interface HttpClient {
  transport: HttpTransport;
  timing: Timing;
  tries: number;
  onRetry?(failure: BrctlError, pauseMs: number): void;
  onExchange?(exchange: Attempt): void;
}

export interface Attempt {
  request: HttpRequest;
  /** From 1. */
  attempt: number;
  ms: number;
  /** Bytes of the body that were handed to the network. */
  sentBytes: number;
  /** Undefined where no whole answer came: then `failure` says why. */
  answer?: HttpAnswer;
  failure?: string;
}

export interface Call<T> extends CallKind {
  request: HttpRequest;
  /** Reads a successful answer; throws BadAnswerError when it cannot. */
  decode(answer: HttpAnswer): T;
}

type Outcome<T> = { value: T } | (Failure & { retryAfterMs?: number | undefined });

/**
 * Sends a request until it succeeds, fails for good, or repeating it is no longer safe or useful.
 * @throws BrctlError `<call>.no_answer`, `.outcome_unknown`, `.rate_limited`, `.unauthorized`, … or the reason of the signal
 */
export async function sendCall<T>(caller: HttpClient, call: Call<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    const outcome = await attemptCall(caller, call, failures);
    if ('value' in outcome) return outcome.value;
    const { retryAfterMs } = outcome;
    const tooLong = (retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS;
    if (!outcome.repeat || tooLong || failures >= caller.tries) throw outcome.error;
    const pauseMs = computeBackoffMs(failures, caller.timing.random(), retryAfterMs);
    caller.onRetry?.(outcome.error, pauseMs);
    await caller.timing.sleep(pauseMs, call.request.signal);
  }
}

async function attemptCall<T>(caller: HttpClient, call: Call<T>, attempt: number): Promise<Outcome<T>> {
  let answer: HttpAnswer;
  try {
    answer = await sendOnce(caller, call.request, attempt);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return classifyNoAnswer(error, call, new URL(call.request.url).host);
  }
  const failure = classifyStatus(answer, call);
  if (failure)
    return { ...failure, retryAfterMs: parseRetryAfter(answer.headers['retry-after'], caller.timing.now()) };
  try {
    return { value: call.decode(answer) };
  } catch (error) {
    if (!(error instanceof BadAnswerError)) throw error;
    return classifyBadAnswer(error, call, answer.status);
  }
}

async function sendOnce(caller: HttpClient, request: HttpRequest, attempt: number): Promise<HttpAnswer> {
  const { transport, timing, onExchange } = caller;
  if (onExchange === undefined) return await transport(request);
  const startedMs = timing.now().getTime();
  const { body } = request;
  let sentBytes = 0;
  const onSent = (bytes: number) => {
    sentBytes = bytes;
    body?.onSent?.(bytes);
  };
  const reportAttempt = (outcome: Pick<Attempt, 'answer' | 'failure'>) =>
    onExchange({ request, attempt, ms: timing.now().getTime() - startedMs, sentBytes, ...outcome });
  try {
    const answer = await transport(body === undefined ? request : { ...request, body: { ...body, onSent } });
    reportAttempt({ answer });
    return answer;
  } catch (error) {
    reportAttempt({ failure: getMessage(error) });
    throw error;
  }
}
