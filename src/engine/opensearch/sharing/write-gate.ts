import { type Clock, STEADY_CLOCK } from '../cluster/clock.ts';

const LOOK_MS = 50;

/** Shares the lease deadline with worker threads, which check it before each request. */
export class LeaseGate {
  readonly shared: SharedArrayBuffer;
  readonly #clock: Clock;
  readonly #untilMs: BigInt64Array;

  /** @param shared the memory of a gate that another thread holds; a new gate, closed, by default */
  constructor(clock: Clock = STEADY_CLOCK, shared: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#clock = clock;
    this.#untilMs = new BigInt64Array(shared);
  }

  openUntil(untilMs: number): void {
    Atomics.store(this.#untilMs, 0, BigInt(Math.floor(untilMs)));
  }

  get isOpen(): boolean {
    return this.#clock.nowMs() < Number(Atomics.load(this.#untilMs, 0));
  }

  /** Resolves when the gate is open; `throwIfGivenUp` ends the wait. */
  async waitUntilOpen(throwIfGivenUp: () => void): Promise<void> {
    while (!this.isOpen) {
      throwIfGivenUp();
      await this.#clock.wait(LOOK_MS);
    }
  }
}
