import { setTimeout as delay } from 'node:timers/promises';
import type { FaultRules } from '../service/control/faults.ts';
import { Refusal } from '../service/refusals.ts';

/** Thrown where a fault rule lets the connection drop. */
export class DroppedByFault extends Error {
  override readonly name = 'DroppedByFault';
}

/** What fault rules do to one session. */
export class SessionFaults {
  readonly #rules: Pick<FaultRules, 'strike'>;
  readonly #signal: AbortSignal;
  /** Bytes of files that may still pass before the connection drops; infinite while no rule struck. */
  #bytesUntilDrop = Number.POSITIVE_INFINITY;

  constructor(rules: Pick<FaultRules, 'strike'>, signal: AbortSignal) {
    this.#rules = rules;
    this.#signal = signal;
  }

  /**
   * Lets the rules strike one request that moves `bytes` of a file.
   *
   * @returns how many of these bytes still pass; the connection is to drop behind them where it is less than all
   * @throws DroppedByFault, or Refusal `storage_full` or `unavailable`
   */
  async meet(operation: string, bytes: number): Promise<number> {
    const fault = this.#rules.strike(operation);
    if (fault?.latencyMs) await delay(fault.latencyMs, undefined, { signal: this.#signal });
    if (fault?.drop || fault?.reset) this.#startDrop(fault.afterBytes ?? 0);
    if (fault?.diskFull) throw new Refusal('storage_full', fault.message ?? 'No space left on device');
    if (fault?.status !== undefined) throw new Refusal('unavailable', fault.message ?? 'Failure');
    const passing = Math.min(bytes, this.#bytesUntilDrop);
    this.#bytesUntilDrop -= passing;
    return passing;
  }

  /** A rule that strikes every request counts from the first one. */
  #startDrop(afterBytes: number): void {
    if (afterBytes === 0) throw new DroppedByFault('dropped by a fault rule');
    this.#bytesUntilDrop = Math.min(this.#bytesUntilDrop, afterBytes);
  }
}
