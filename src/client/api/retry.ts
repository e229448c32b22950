export interface Timing {
  now(): Date;
  /** A random number from 0 to 1, for jitter and ids. */
  random(): number;
  /** Waits, or rejects with the reason of `signal` when that comes first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const DEFAULT_TRIES = 5;
/** Upper end of the first pause; it doubles with every try. */
const BASE_MS = 500;
const MAX_PAUSE_MS = 20_000;
/** A service that asks for a longer pause than this is left alone. */
export const MAX_RETRY_AFTER_MS = 120_000;

/**
 * Pause before the next try: exponential, full jitter against herds, at least what the service asked (doc: public-facts
 * B5). `failures`: tries that failed, from 1.
 */
export function computeBackoffMs(failures: number, random: number, retryAfterMs: number | undefined): number {
  const ceiling = Math.min(MAX_PAUSE_MS, BASE_MS * 2 ** (failures - 1));
  return Math.max(Math.round(ceiling * random), retryAfterMs ?? 0);
}

/** `Retry-After`, seconds or HTTP date, in ms from now; else undefined (RFC 9110, section 10.2.3). */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse takes nearly anything; an HTTP date names its zone.
  const time = / GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime());
}
