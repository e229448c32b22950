export interface Timing {
  now(): Date;
  random(): number;
  /** Waits, or rejects with the reason of `signal` when that comes first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface RetryPolicy {
  tries: number;
  /** Upper end of the first pause; it doubles with every try. */
  baseMs: number;
  maxPauseMs: number;
  /** A service that asks for a longer pause than this is left alone. */
  maxRetryAfterMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  tries: 5,
  baseMs: 500,
  maxPauseMs: 20_000,
  maxRetryAfterMs: 120_000,
};

/**
 * The pause before the next try: exponential with full jitter, so that clients which failed together do not come back
 * together; never shorter than the service asked for (doc: public-facts B5, "Retry-After, exponential back-off").
 * @param failures tries that failed so far, from 1
 */
export function backoffMs(
  failures: number,
  policy: RetryPolicy,
  random: number,
  retryAfterMs: number | undefined,
): number {
  const ceiling = Math.min(policy.maxPauseMs, policy.baseMs * 2 ** (failures - 1));
  return Math.max(Math.round(ceiling * random), retryAfterMs ?? 0);
}

/**
 * `Retry-After` in either form, seconds or an HTTP date, as milliseconds from now; undefined for anything else (RFC
 * 9110, section 10.2.3).
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse takes nearly anything; an HTTP date names its zone.
  const at = / GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
