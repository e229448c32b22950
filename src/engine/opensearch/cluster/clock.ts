import { hrtime } from 'node:process';
import { setTimeout } from 'node:timers/promises';

/** A time that only ascends; of this process alone, clocks of machines are never compared. */
export interface Clock {
  nowMs(): number;
  /** Keeps no process running. @throws the signal's reason */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The same in all threads. */
export const STEADY_CLOCK: Clock = {
  nowMs: () => Number(hrtime.bigint() / 1_000_000n),
  wait: (ms, signal) => setTimeout(ms, undefined, { ref: false, ...(signal && { signal }) }),
};
