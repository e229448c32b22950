import { hrtime } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 50;

/** Milliseconds of a clock that only ascends and is the same in all threads. */
export function readMonotonicMs(): number {
  return Number(hrtime.bigint() / 1_000_000n);
}

/** Shares the lease deadline with worker threads, which check it before each request. */
export class LeaseGate {
  readonly shared: SharedArrayBuffer;
  readonly #untilMs: BigInt64Array;

  /** @param shared the memory of a gate that another thread holds; a new gate, closed, by default */
  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#untilMs = new BigInt64Array(shared);
  }

  /** @param untilMs by `readMonotonicMs` */
  openUntil(untilMs: number): void {
    Atomics.store(this.#untilMs, 0, BigInt(Math.floor(untilMs)));
  }

  get isOpen(): boolean {
    return readMonotonicMs() < Number(Atomics.load(this.#untilMs, 0));
  }

  /** Resolves when the gate is open; `throwIfGivenUp` ends the wait. */
  async waitUntilOpen(throwIfGivenUp: () => void): Promise<void> {
    while (!this.isOpen) {
      throwIfGivenUp();
      await wait(LOOK_MS);
    }
  }
}
