import { setImmediate } from 'node:timers/promises';

/** Some 30 ms of reading. */
const STEPS_PER_TURN = 64;

/** Yields to the event loop from time to time, so that long synchronous work can be aborted. */
export class CooperativeYield {
  readonly #signal: AbortSignal | undefined;
  #steps = 0;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /**
   * Call once a step of well under a millisecond; wait when it gives something to wait for.
   *
   * @throws the signal's reason when it was aborted
   */
  step(): Promise<void> | undefined {
    this.#signal?.throwIfAborted();
    this.#steps++;
    return this.#steps % STEPS_PER_TURN === 0 ? this.#yieldTurn() : undefined;
  }

  async #yieldTurn(): Promise<void> {
    await setImmediate();
    this.#signal?.throwIfAborted();
  }
}
