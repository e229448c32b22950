import { Movement } from './movement.ts';
import { extractId, Sampler } from './sample.ts';
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
type WaitingLine = Pick<ProfiledLine, 'bytes' | 'position'>;

/** Builds the feed profile from lines that pass by for another purpose. Reads lines of sampled products. */
export class FeedProfiler {
  readonly #sampling: Sampler;
  readonly #tally: Tally;
  readonly #movement = new Movement();
  #held: [Map<string, WaitingLine>, Map<string, WaitingLine>] = [new Map(), new Map()];
  #added = 0;
  #isComparing = false;

  /** @param oneIn of how many products one is looked at */
  constructor(oneIn: number) {
    this.#sampling = new Sampler(oneIn);
    this.#tally = new Tally(oneIn);
  }

  get oneIn(): number {
    return this.#sampling.oneIn;
  }

  /** A line with the same bytes in both catalogs; `isCertain`: it is known to be of a profiled product. */
  same({ bytes, start, end }: ProfiledLine, isCertain: boolean): void {
    this.#isComparing = true;
    if (isCertain) this.#tally.add(bytes.subarray(start, end));
    else this.line(bytes, start, end);
  }

  pair(old: ProfiledLine, fresh: ProfiledLine): void {
    this.#isComparing = true;
    const path = this.#findPath(fresh);
    if (path !== undefined) this.#comparePair(path, holdLine(old), holdLine(fresh));
  }

  /** A line of the old (0) or the new (1) catalog whose counterpart may come later, or never. */
  alone(side: Side, line: ProfiledLine): void {
    this.#isComparing = true;
    const path = this.#findPath(line);
    if (path === undefined) return;
    const other = this.#held[side === 0 ? 1 : 0];
    const counterpart = other.get(path);
    const record = holdLine(line);
    if (counterpart === undefined) {
      this.#held[side].set(path, { ...record, bytes: Buffer.from(record.bytes) });
      return;
    }
    other.delete(path);
    if (side === 0) this.#comparePair(path, record, counterpart);
    else this.#comparePair(path, counterpart, record);
  }

  /** All has passed. */
  end(): WatchedFeed {
    for (const [path, { bytes, position }] of this.#held[1]) {
      if (!this.#tally.add(bytes)) continue;
      this.#added++;
      this.#movement.noteAddition(this.#tally.listFeatures(), {
        product: extractId(path),
        position,
      });
    }
    this.#held = [new Map(), new Map()];
    const tally = this.#tally;
    const inBoth = this.#isComparing ? Math.max(0, tally.products - this.#added) : 0;
    return { tally, movement: this.#movement, inBoth };
  }

  line(bytes: Buffer, start: number, end: number): void {
    if (this.#sampling.pathIn(bytes, start, end) !== undefined) this.#tally.add(bytes.subarray(start, end));
  }

  #findPath({ bytes, start, end }: ProfiledLine): string | undefined {
    return this.#sampling.pathIn(bytes, start, end);
  }

  #comparePair(path: string, before: WaitingLine, after: WaitingLine): void {
    if (before.bytes.equals(after.bytes)) {
      this.#tally.add(after.bytes);
      return;
    }
    const then = this.#tally.read(before.bytes) ? this.#tally.listFeatures() : undefined;
    if (!this.#tally.add(after.bytes) || then === undefined) return;
    const now = this.#tally.listFeatures();
    this.#movement.noteChange(then, now, { product: extractId(path), position: after.position });
  }
}

function holdLine({ bytes, start, end, position }: ProfiledLine): WaitingLine {
  return { bytes: bytes.subarray(start, end), position };
}

export interface WatchedFeed {
  /** Of the new catalog. */
  tally: Tally;
  movement: Movement;
  /** Profiled products that were in the old catalog, too; 0 where none passed. */
  inBoth: number;
}
