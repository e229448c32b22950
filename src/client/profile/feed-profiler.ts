import { LINE_FEED } from '../../base/json/ascii.ts';
import { FeatureReader, type TakeCounted } from './feature-reader.ts';
import type { Features } from './features.ts';
import { Movement } from './movement.ts';
import { idOf, Sampling } from './sample.ts';
import { Tally } from './tally.ts';

/** What passes by of two catalogs: all their lines, or those that differ between them. */
export type Passing = 'whole' | 'changed';
type Side = 0 | 1;

/** A line of a catalog that passes: where it is in bytes that are not held on to, and at which byte of its catalog it starts. */
export interface ProfiledLine {
  bytes: Buffer;
  start: number;
  end: number;
  position: number;
}

/** A line that waits for its counterpart in the other catalog. */
interface Held {
  bytes: Buffer;
  position: number;
}

/**
 * Builds the feed profile from lines that pass by for another purpose. Reads only lines of sampled products.
 */
export class FeedProfiler {
  /** Has too little passed to count the new catalog? Then the counters of it have to come from elsewhere. */
  isBlind = false;
  readonly #sampling: Sampling;
  readonly #reader = new FeatureReader();
  /** The counters of the old catalog, from which those of the new one are made. */
  #known: Tally | undefined;
  #tally: Tally;
  #movement = new Movement();
  #passing: Passing = 'whole';
  #held: [Map<string, Held>, Map<string, Held>] = [new Map(), new Map()];
  #added = 0;
  #isComparing = false;

  /**
   * @param oneIn of how many products one is looked at
   * @param known counters of the old catalog, which become those of the new one: without them all lines have to pass
   */
  constructor(oneIn: number, known?: Tally) {
    this.#sampling = new Sampling(oneIn);
    this.#known = known;
    this.#tally = new Tally(oneIn);
  }

  /** What was seen so far is forgotten: two catalogs begin to pass. Until then, there is one. */
  begin(passing: Passing): void {
    this.#passing = passing;
    const known = passing === 'changed' ? this.#known : undefined;
    this.#known = undefined;
    this.isBlind = passing === 'changed' && known === undefined;
    this.#tally = known ?? new Tally(this.oneIn);
    this.#reader.forgetCounted();
    this.#movement = new Movement();
    this.#held = [new Map(), new Map()];
    this.#added = 0;
    this.#isComparing = true;
  }

  get oneIn(): number {
    return this.#sampling.oneIn;
  }

  /**
   * A line that is the same bytes in both catalogs.
   *
   * @param isCertain it is known to be of a profiled product
   */
  same({ bytes, start, end }: ProfiledLine, isCertain: boolean): void {
    // Of the old catalog it is counted already.
    if (this.#passing === 'changed') return;
    if (isCertain) this.#count(bytes, start, end);
    else this.line(bytes, start, end);
  }

  /** Two lines of one product, which may be the same. */
  pair(old: ProfiledLine, fresh: ProfiledLine): void {
    const path = this.#pathIn(fresh);
    if (path !== undefined) this.#pair(path, heldOf(old), heldOf(fresh));
  }

  /** A line of the old (0) or the new (1) catalog whose counterpart may come later, or never. */
  alone(side: Side, line: ProfiledLine): void {
    const path = this.#pathIn(line);
    if (path === undefined) return;
    const other = this.#held[side === 0 ? 1 : 0];
    const counterpart = other.get(path);
    const own = heldOf(line);
    if (counterpart === undefined) {
      this.#held[side].set(path, { ...own, bytes: Buffer.from(own.bytes) });
      return;
    }
    other.delete(path);
    if (side === 0) this.#pair(path, own, counterpart);
    else this.#pair(path, counterpart, own);
  }

  /**
   * All has passed.
   *
   * @param counted counters of the new catalog, where they come from elsewhere
   */
  end(counted?: Tally): WatchedFeed {
    this.#reader.takeCounted(this.#take);
    const [olds, news] = this.#held;
    for (const { bytes } of olds.values()) {
      if (this.#passing === 'changed') this.#without(this.#featuresIn(bytes));
    }
    for (const [path, { bytes, position }] of news) {
      const features = this.#featuresIn(bytes);
      if (features === undefined) continue;
      this.#tally.add(features);
      this.#added++;
      this.#movement.addition(features, { product: idOf(path), position });
    }
    this.#held = [new Map(), new Map()];
    const tally = counted ?? this.#tally;
    const inBoth = this.#isComparing ? Math.max(0, tally.products - this.#added) : 0;
    return { tally, movement: this.#movement, inBoth };
  }

  /** Lines, each with its line feed, of a catalog that has no counterpart. */
  lines(bytes: Uint8Array): void {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let start = 0; start < buffer.length; ) {
      const end = buffer.indexOf(LINE_FEED, start);
      this.line(buffer, start, end);
      start = end + 1;
    }
  }

  /** A line of a catalog that has no counterpart. */
  line(bytes: Buffer, start: number, end: number): void {
    if (this.#sampling.pathIn(bytes, start, end) === undefined) return;
    this.#count(bytes, start, end);
  }

  readonly #take: TakeCounted = (name, counted) => this.#tally.addValues(name, counted);

  #count(bytes: Buffer, start: number, end: number): void {
    const features = this.#reader.count(bytes, start, end, this.#take);
    if (features !== undefined) this.#tally.add(features);
  }

  #pathIn({ bytes, start, end }: ProfiledLine): string | undefined {
    return this.#sampling.pathIn(bytes, start, end);
  }

  #pair(path: string, before: Held, after: Held): void {
    const isSame = before.bytes.equals(after.bytes);
    if (isSame && this.#passing === 'changed') return;
    if (isSame) {
      this.#count(after.bytes, 0, after.bytes.length);
      return;
    }
    const now = this.#featuresIn(after.bytes);
    const then = this.#featuresIn(before.bytes);
    if (this.#passing === 'changed') this.#without(then);
    if (now === undefined) return;
    this.#tally.add(now);
    if (then !== undefined)
      this.#movement.change(then, now, { product: idOf(path), position: after.position });
  }

  #featuresIn(line: Buffer): Features | undefined {
    return this.#reader.read(line, 0, line.length);
  }

  #without(features: Features | undefined): void {
    if (features !== undefined) this.#tally.remove(features);
  }
}

function heldOf({ bytes, start, end, position }: ProfiledLine): Held {
  return { bytes: bytes.subarray(start, end), position };
}

/** What was seen of a feed. */
export interface WatchedFeed {
  /** Of the new catalog. */
  tally: Tally;
  movement: Movement;
  /** Profiled products that were in the old catalog, too; 0 where none passed. */
  inBoth: number;
}
