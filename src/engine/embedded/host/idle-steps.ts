/**
 * Walks through steps of work, by name, one each turn of the event loop, so that messages are answered between them.
 * Steps that were started again or stopped under a name end.
 */
export class IdleSteps {
  readonly #running = new Map<string, Iterator<void>>();

  start(name: string, steps: Iterator<void>): void {
    this.#running.set(name, steps);
    this.#walk(name, steps);
  }

  stop(name: string): void {
    this.#running.delete(name);
  }

  #walk(name: string, steps: Iterator<void>): void {
    setImmediate(() => {
      if (this.#running.get(name) !== steps) return;
      if (isMore(steps)) this.#walk(name, steps);
      else this.#running.delete(name);
    });
  }
}

/** A step that fails ends the steps: they only prepare, and whoever asks for the same is told why it fails. */
function isMore(steps: Iterator<void>): boolean {
  try {
    return steps.next().done !== true;
  } catch {
    return false;
  }
}
