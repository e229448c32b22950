import { FeatureReader, type TakeCounted } from './feature-reader.ts';
import type { Features } from './features.ts';
import { Movement } from './movement.ts';
import { idOf, Sampling } from './sample.ts';
import { Tally } from './tally.ts';

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
  readonly #sampling: Sampling;
  readonly #reader = new FeatureReader();
  readonly #tally: Tally;
  readonly #movement = new Movement();
  #held: [Map<string, Held>, Map<string, Held>] = [new Map(), new Map()];
  #added = 0;
  #isComparing = false;

  /** @param oneIn of how many products one is looked at */
  constructor(oneIn: number) {
    this.#sampling = new Sampling(oneIn);
    this.#tally = new Tally(oneIn);
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
    this.#isComparing = true;
    if (isCertain) this.#count(bytes, start, end);
    else this.line(bytes, start, end);
  }

  /** Two lines of one product, which may be the same. */
  pair(old: ProfiledLine, fresh: ProfiledLine): void {
    this.#isComparing = true;
    const path = this.#pathIn(fresh);
    if (path !== undefined) this.#pair(path, heldOf(old), heldOf(fresh));
  }

  /** A line of the old (0) or the new (1) catalog whose counterpart may come later, or never. */
  alone(side: Side, line: ProfiledLine): void {
    this.#isComparing = true;
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

  /** All has passed. */
  end(): WatchedFeed {
    this.#reader.takeCounted(this.#take);
    for (const [path, { bytes, position }] of this.#held[1]) {
      const features = this.#featuresIn(bytes);
      if (features === undefined) continue;
      this.#tally.add(features);
      this.#added++;
      this.#movement.addition(features, { product: idOf(path), position });
    }
    this.#held = [new Map(), new Map()];
    const tally = this.#tally;
    const inBoth = this.#isComparing ? Math.max(0, tally.products - this.#added) : 0;
    return { tally, movement: this.#movement, inBoth };
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
    if (before.bytes.equals(after.bytes)) {
      this.#count(after.bytes, 0, after.bytes.length);
      return;
    }
    const now = this.#featuresIn(after.bytes);
    const then = this.#featuresIn(before.bytes);
    if (now === undefined) return;
    this.#tally.add(now);
    if (then !== undefined)
      this.#movement.change(then, now, { product: idOf(path), position: after.position });
  }

  #featuresIn(line: Buffer): Features | undefined {
    return this.#reader.read(line, 0, line.length);
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
