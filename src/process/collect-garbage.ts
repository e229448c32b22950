import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's own function; `minor` looks at what was made lately, and takes a fraction of a millisecond. */
type Collector = (options?: { type: 'minor' }) => void;

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

let hasOneScavenger = false;

/** Buffers that may be left to be freed: as much as a processor's cache holds. */
const MOST_DROPPED_BYTES = 2 * 1024 * 1024;

/**
 * Frees the buffers of a stream while their memory is still in the processor's cache, to be used for the next ones. By
 * itself V8 waits until 30 MB are to be freed and then goes through all of the heap: two fifths of the processor time of
 * an upload.
 */
export class StreamCollector {
  #droppedBytes = 0;

  /** So much has been handed on, by way of buffers that nobody refers to any more. */
  passed(bytes: number): void {
    this.#droppedBytes += bytes;
    if (this.#droppedBytes < MOST_DROPPED_BYTES) return;
    this.#droppedBytes = 0;
    collect ??= exposedCollector();
    if (!hasOneScavenger) {
      // So little is soonest done by one thread; to wait for a second takes longer where all cores are at work.
      setFlagsFromString('--no-parallel-scavenge');
      hasOneScavenger = true;
    }
    collect({ type: 'minor' });
  }
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
