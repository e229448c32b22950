import { AT_END, ID_BYTES, LINE_TOO_LONG, NEEDS_BYTES, SOUGHT } from '../kernel/assembly/parts/layout.ts';
import type { LocatedLine } from '../kernel/kernel.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import type { LineReader } from './line-reader.ts';
import type { LineWindow } from './line-window.ts';

/** Ids that are looked for at once: more would take more memory than an hour of looking is worth. */
const MAX_IDS = 1 << 16;

/** Ids whose fingerprints are more than once in a catalog. Where the ids are, that is noted, with both lines. */
export class DuplicateIds {
  readonly #run: DiffRun;
  readonly #reader: LineReader;
  readonly #windows: readonly [LineWindow, LineWindow];
  #ids: BigUint64Array[] = [];
  #table = 0;
  #tableSlots = 0;

  constructor(run: DiffRun, reader: LineReader, windows: readonly [LineWindow, LineWindow]) {
    this.#run = run;
    this.#reader = reader;
    this.#windows = windows;
  }

  add(ids: BigUint64Array): void {
    this.#ids.push(ids);
  }

  /** Notes which ids are more than once. True: there were such fingerprints. */
  async note(): Promise<boolean> {
    const all = new BigUint64Array(this.#ids.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const ids of this.#ids) {
      all.set(ids, end);
      end += ids.length;
    }
    this.#ids = [];
    for (let at = 0; at < all.length; at += MAX_IDS) await this.#seekAll(all.subarray(at, at + MAX_IDS));
    return all.length > 0;
  }

  /** Looks for the ids in both catalogs, up to where more errors are of no interest. */
  async #seekAll(ids: BigUint64Array): Promise<void> {
    const { exports, memory } = this.#run.kernel;
    const slots = slotsFor(ids.length);
    if (slots > this.#tableSlots) {
      this.#table = memory.allocate((slots + MAX_IDS) * ID_BYTES);
      this.#tableSlots = slots;
    }
    const at = this.#table + slots * ID_BYTES;
    new BigUint64Array(memory.view.buffer, at, ids.length).set(ids);
    exports.seekIds(at, ids.length, this.#table, slots);
    await this.#seek(OLD);
    await this.#seek(NEW);
    await memory.whenQuiet();
  }

  async #seek(side: Side): Promise<void> {
    const { kernel, findings } = this.#run;
    const { exports } = kernel;
    const window = this.#windows[side];
    const firstPositions = new Map<string, number>();
    await window.rewind();
    for (;;) {
      const reason = exports.seek(side);
      if (reason === AT_END || reason === LINE_TOO_LONG) return;
      if (reason === NEEDS_BYTES) {
        if (window.position >= findings.enoughFrom) return;
        await window.fill();
        continue;
      }
      const start = exports.lineStart.value as number;
      const line = { start, end: exports.lineEnd.value as number, position: window.positionOf(start) };
      if (reason === SOUGHT) this.#note(side, line, firstPositions);
      else if (this.#reader.identify(side, line)) exports.tellStoppedId(side);
      else exports.passLine(side);
    }
  }

  #note(side: Side, line: LocatedLine, firstPositions: Map<string, number>): void {
    const product = this.#reader.read(side, line)?.id;
    if (product === undefined) return;
    const first = firstPositions.get(product);
    if (first === undefined) firstPositions.set(product, line.position);
    else {
      this.#run.findings.add({
        side,
        position: line.position,
        severity: 'error',
        code: 'catalog.duplicate_id',
        message: `the id ${JSON.stringify(product)} is also on`,
        product,
        hint: 'keep one record for each id',
        other: { side, position: first },
      });
    }
  }
}

/** A power of two, at least twice as many as there are ids. */
function slotsFor(ids: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(8, ids * 2)));
}
