import { setTimeout as delay } from 'node:timers/promises';
import type { FaultRules } from '../service/control/faults.ts';
import { Refusal } from '../service/refusals.ts';
import { REQUEST } from './protocol.ts';

/** Thrown where a fault rule lets the connection drop. */
export class DroppedByFault extends Error {
  override readonly name = 'DroppedByFault';
}

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

/** Type and id of a request; READ and WRITE continue with a handle, an offset and a length (draft section 6.4). */
const HANDLE_AT = 5;
const UINT32_BYTES = 4;
const OFFSET_BYTES = 8;

/** Where a READ or WRITE says how many bytes it moves; undefined for other requests, and for those that end early. */
function lengthPlace(packet: Buffer): number | undefined {
  if (packet[0] !== REQUEST.read && packet[0] !== REQUEST.write) return undefined;
  if (packet.length < HANDLE_AT + UINT32_BYTES) return undefined;
  const at = HANDLE_AT + UINT32_BYTES + packet.readUInt32BE(HANDLE_AT) + OFFSET_BYTES;
  return packet.length < at + UINT32_BYTES ? undefined : at;
}

export function transferBytes(packet: Buffer): number {
  const at = lengthPlace(packet);
  return at === undefined ? 0 : packet.readUInt32BE(at);
}

/** The same request for only the first `bytes` of what it moves. */
export function cutTransfer(packet: Buffer, bytes: number): Buffer {
  const at = lengthPlace(packet);
  if (at === undefined) return packet;
  const data = packet.subarray(at + UINT32_BYTES, at + UINT32_BYTES + bytes);
  const cut = Buffer.concat([packet.subarray(0, at + UINT32_BYTES), data]);
  cut.writeUInt32BE(bytes, at);
  return cut;
}
