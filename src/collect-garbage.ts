import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Frees at once what this thread no longer refers to. A closed database keeps its files, their room on the disk and its
 * page cache until the driver's statements are collected, and a thread that makes little garbage would not collect for hours.
 */
export function collectGarbage(): void {
  collect ??= exposedCollector();
  collect();
}

function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Small pieces of work between two collections where they follow one another without a pause. */
const MOST_UNCOLLECTED = 16;
/** A pause after which the next piece of work will hardly have to wait for a collection. */
const PAUSE_MS = 5_000;

/**
 * Collects after large pieces of work, and when a thread has had nothing to do for a while: with much in memory a
 * collection takes as long as a small piece of work, and databases that are closed for good pay for moving their logs.
 */
export class IdleCollector {
  #uncollected = 0;
  #timer: NodeJS.Timeout | undefined;

  /** A piece of work begins. */
  begin(): void {
    clearTimeout(this.#timer);
  }

  /** A piece of work has ended. */
  end(isLarge: boolean): void {
    this.#uncollected++;
    if (isLarge || this.#uncollected >= MOST_UNCOLLECTED) this.#collect();
    else this.#timer = setTimeout(() => this.#collect(), PAUSE_MS).unref();
  }

  #collect(): void {
    this.#uncollected = 0;
    collectGarbage();
  }
}
