import { setTimeout as delay } from 'node:timers/promises';
import type { FaultRules } from '../service/faults.ts';
import { Refusal } from '../service/refusals.ts';

/** Thrown where a fault rule lets the connection drop. */
export class DroppedByFault extends Error {
  override readonly name = 'DroppedByFault';
}

/** What fault rules do to one session. */
export class SessionFaults {
  readonly #rules: Pick<FaultRules, 'strike'>;
  readonly #signal: AbortSignal;
  /** Bytes that may still pass before the connection drops; infinite while no rule struck. */
  #bytesUntilDrop = Number.POSITIVE_INFINITY;

  constructor(rules: Pick<FaultRules, 'strike'>, signal: AbortSignal) {
    this.#rules = rules;
    this.#signal = signal;
  }

  /**
   * Lets the rules strike one request that moves `bytes`.
   *
   * @throws DroppedByFault, or Refusal `storage_full` or `unavailable`
   */
  async meet(operation: string, bytes: number): Promise<void> {
    const fault = this.#rules.strike(operation);
    if (fault?.latencyMs) await delay(fault.latencyMs, undefined, { signal: this.#signal });
    if (fault?.drop || fault?.reset) this.#bytesUntilDrop = fault.afterBytes ?? 0;
    this.#bytesUntilDrop -= bytes;
    if (this.#bytesUntilDrop < 0 || (fault?.drop && fault.afterBytes === undefined)) {
      throw new DroppedByFault('dropped by a fault rule');
    }
    if (fault?.diskFull) throw new Refusal('storage_full', fault.message ?? 'No space left on device');
    if (fault?.status !== undefined) throw new Refusal('unavailable', fault.message ?? 'Failure');
  }
}
