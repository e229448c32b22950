import { setImmediate } from 'node:timers/promises';

/** Some 30 ms of reading. */
const STEPS_PER_TURN = 64;

/** Yields to the event loop from time to time, so that long synchronous work can be aborted. */
export function createPace(signal: AbortSignal | undefined) {
  let steps = 0;

  /**
   * Call once a step of well under a millisecond; wait when it gives something to wait for.
   *
   * @throws the signal's reason when it was aborted
   */
  function step(): Promise<void> | undefined {
    signal?.throwIfAborted();
    steps++;
    return steps % STEPS_PER_TURN === 0 ? yieldTurn() : undefined;
  }

  async function yieldTurn(): Promise<void> {
    await setImmediate();
    signal?.throwIfAborted();
  }

  return { step };
}

export type CooperativeYield = ReturnType<typeof createPace>;
