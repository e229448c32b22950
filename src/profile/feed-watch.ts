import { LineSplitter } from '../catalog/splitting/line-splitter.ts';
import { LINE_FEED } from '../json/ascii.ts';
import { type Features, featuresOf } from './features.ts';
import { Movement } from './movement.ts';
import { idOf, Sampling } from './sample.ts';
import { Tally } from './tally.ts';

/** What passes by of two catalogs: all their lines, or those that differ between them. */
export type Passing = 'whole' | 'changed';
type Side = 0 | 1;

/** A line that waits for its counterpart in the other catalog. */
interface Held {
  bytes: Buffer;
  line: number;
}

/**
 * Counts what a profile is made of while the lines of two catalogs, or of one, go by for another purpose. Only the lines
 * of profiled products are read.
 */
export class FeedWatch {
  /** Has too little passed to count the new catalog? Then the counters of it have to come from elsewhere. */
  isBlind = false;
  readonly #sampling: Sampling;
  /** The counters of the old catalog, from which those of the new one are made. */
  #known: Tally | undefined;
  #tally: Tally;
  #movement = new Movement();
  #passing: Passing = 'whole';
  #held: [Map<string, Held>, Map<string, Held>] = [new Map(), new Map()];
  #splitters: [LineSplitter, LineSplitter];
  #added = 0;
  #isComparing = true;

  /**
   * @param oneIn of how many products one is looked at
   * @param known counters of the old catalog, which become those of the new one: without them all lines have to pass
   */
  constructor(oneIn: number, known?: Tally) {
    this.#sampling = new Sampling(oneIn);
    this.#known = known;
    this.#tally = new Tally(oneIn);
    this.#splitters = this.#newSplitters();
  }

  /** What was seen so far is forgotten: catalogs begin to pass. */
  begin(passing: Passing): void {
    this.#passing = passing;
    const known = passing === 'changed' ? this.#known : undefined;
    this.#known = undefined;
    this.isBlind = passing === 'changed' && known === undefined;
    this.#tally = known ?? new Tally(this.oneIn);
    this.#movement = new Movement();
    this.#held = [new Map(), new Map()];
    this.#splitters = this.#newSplitters();
    this.#added = 0;
    this.#isComparing = true;
  }

  /** There is no old catalog: every line that passes is counted. */
  beginAlone(): void {
    this.begin('whole');
    this.#isComparing = false;
  }

  /**
   * Bytes of the old (0) or the new (1) catalog, in order. They are not held on to.
   *
   * @throws BrctlError `file.too_large`: a line without end
   */
  pass(side: Side, bytes: Uint8Array): void {
    this.#splitters[side].push(bytes);
  }

  get oneIn(): number {
    return this.#sampling.oneIn;
  }

  /**
   * All has passed.
   *
   * @param counted counters of the new catalog, where they come from elsewhere
   */
  end(counted?: Tally): WatchedFeed {
    for (const splitter of this.#splitters) splitter.end();
    const [olds, news] = this.#held;
    for (const { bytes } of olds.values()) {
      if (this.#passing === 'changed') this.#without(featuresIn(bytes));
    }
    for (const [path, { bytes, line }] of news) {
      const features = featuresIn(bytes);
      if (features === undefined) continue;
      this.#tally.add(features);
      this.#added++;
      this.#movement.addition(features, { product: idOf(path), nth: line });
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
    const features = featuresIn(bytes.subarray(start, end));
    if (features !== undefined) this.#tally.add(features);
  }

  #newSplitters(): [LineSplitter, LineSplitter] {
    const splitter = (side: Side) =>
      new LineSplitter({
        text: (bytes, start, end, line) => this.#line(side, bytes, start, end, line),
        // Whoever reads the catalog tells what is wrong with it.
        problem: () => undefined,
      });
    return [splitter(0), splitter(1)];
  }

  #line(side: Side, all: Uint8Array, start: number, end: number, line: number): void {
    const bytes = Buffer.isBuffer(all) ? all : Buffer.from(all.buffer, all.byteOffset, all.length);
    if (!this.#isComparing) {
      this.line(bytes, start, end);
      return;
    }
    const path = this.#sampling.pathIn(bytes, start, end);
    if (path === undefined) return;
    const other = side === 0 ? 1 : 0;
    const counterpart = this.#held[other].get(path);
    if (counterpart === undefined) {
      this.#held[side].set(path, { bytes: Buffer.from(bytes.subarray(start, end)), line });
      return;
    }
    this.#held[other].delete(path);
    const own = { bytes: bytes.subarray(start, end), line };
    if (side === 0) this.#pair(path, own, counterpart);
    else this.#pair(path, counterpart, own);
  }

  #pair(path: string, before: Held, after: Held): void {
    const isSame = before.bytes.equals(after.bytes);
    if (isSame && this.#passing === 'changed') return;
    const now = featuresIn(after.bytes);
    const then = isSame ? undefined : featuresIn(before.bytes);
    if (this.#passing === 'changed') this.#without(then);
    if (now === undefined) return;
    this.#tally.add(now);
    if (then !== undefined) this.#movement.change(then, now, { product: idOf(path), nth: after.line });
  }

  #without(features: Features | undefined): void {
    if (features !== undefined) this.#tally.remove(features);
  }
}

/** What was seen of a feed. */
export interface WatchedFeed {
  /** Of the new catalog. */
  tally: Tally;
  movement: Movement;
  /** Profiled products that were in the old catalog, too; 0 where none passed. */
  inBoth: number;
}

/** What is wrong with a line is told by whoever reads it in full. */
function featuresIn(line: Buffer): Features | undefined {
  try {
    const { op, value }: { op?: unknown; value?: unknown } = JSON.parse(line.toString('utf8'));
    return op === 'add' ? featuresOf(value) : undefined;
  } catch {
    return undefined;
  }
}
