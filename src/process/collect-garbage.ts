import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's own function. */
type Collector = () => void;

let collect: Collector | undefined;

/**
 * Frees at once what this thread no longer refers to. A closed database keeps its files, their room on the disk and its
 * page cache until the driver's statements are collected, and a thread that makes little garbage would not collect for hours.
 */
export function collectGarbage(): void {
  collect ??= exposedCollector();
  collect();
}

function exposedCollector(): Collector {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collector;
}

/** Small pieces of work between two collections where they follow one another without a pause. */
const MOST_UNCOLLECTED = 16;
/** A pause after which the next piece of work will hardly have to wait for a collection. */
const PAUSE_MS = 5_000;

/**
 * Collects when a thread has had nothing to do for a while, and before a large piece of work where another has left its
 * memory behind. Not at once: what follows a large piece is often small, and takes twice as long on a heap that has just
 * been collected and given back.
 */
export class IdleCollector {
  readonly #collectGarbage: () => void;
  #uncollected = 0;
  #holdsLarge = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(collect: () => void = collectGarbage) {
    this.#collectGarbage = collect;
  }

  /** A piece of work begins; a large one fills the memory. */
  begin(isLarge: boolean): void {
    clearTimeout(this.#timer);
    if (isLarge && this.#holdsLarge) this.#collect();
  }

  /** A piece of work has ended; whether it was large may be known only now. */
  end(isLarge: boolean): void {
    this.#uncollected++;
    this.#holdsLarge ||= isLarge;
    if (this.#uncollected >= MOST_UNCOLLECTED) this.#collect();
    else this.#timer = setTimeout(() => this.#collect(), PAUSE_MS).unref();
  }

  #collect(): void {
    this.#uncollected = 0;
    this.#holdsLarge = false;
    this.#collectGarbage();
  }
}
