import { BrctlError } from '../../../base/errors.ts';
import { AT_END, ID_BYTES, LINE_TOO_LONG, NEEDS_BYTES, SOUGHT } from '../kernel/assembly/parts/layout.ts';
import type { PlacedLine } from '../kernel/kernel.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import type { LineReader } from './line-reader.ts';
import type { LineWindow } from './line-window.ts';
import { slotsFor } from './partitions.ts';
import type { WaitingLines } from './waiting-lines.ts';

/** Ids that are looked for at once: more would take more memory than an hour of looking is worth. */
const MAX_IDS = 1 << 16;
/** Different ids of one fingerprint are rarer than this by far. */
const MAX_LINES = 1 << 10;

/**
 * Ids whose fingerprints are more than once in a catalog. Either the ids are: that is noted, with both lines. Or different
 * ids share a fingerprint: then their lines are matched by the ids themselves.
 */
export class OddIds {
  readonly #run: DiffRun;
  readonly #reader: LineReader;
  readonly #windows: readonly [LineWindow, LineWindow];
  readonly #ids = new BigUint64Array(MAX_IDS);
  #count = 0;
  /** Positions of old and new lines, -1 for none. */
  #lines: number[] = [];
  #table = 0;
  #tableSlots = 0;

  constructor(run: DiffRun, reader: LineReader, windows: readonly [LineWindow, LineWindow]) {
    this.#run = run;
    this.#reader = reader;
    this.#windows = windows;
  }

  /** Takes ids, and those of their lines that wait. */
  async add(ids: BigUint64Array, lines: Float64Array): Promise<void> {
    if (this.#lines.length < MAX_LINES) this.#lines.push(...lines.subarray(0, MAX_LINES * 2));
    const all = ids.slice();
    for (const id of all) {
      if (this.#count === MAX_IDS) await this.#noteDuplicates();
      this.#ids[this.#count++] = id;
    }
  }

  /**
   * Notes what is more than once in a catalog; matches the lines of different ids.
   *
   * @throws BrctlError `diff.collisions`
   */
  async settle(waiting: WaitingLines): Promise<void> {
    await this.#noteDuplicates();
    if (this.#run.findings.hasErrors) return;
    if (this.#lines.length >= MAX_LINES) throw tooManyCollisions();
    const olds = new Map<string, number>();
    for (let at = 0; at < this.#lines.length; at += 2) {
      const position = this.#lines[at] as number;
      if (position >= 0) olds.set(this.#idOf(waiting, OLD, position), position);
    }
    for (let at = 0; at < this.#lines.length; at += 2) {
      const position = this.#lines[at + 1] as number;
      if (position < 0) continue;
      const id = this.#idOf(waiting, NEW, position);
      waiting.settle(olds.get(id) ?? -1, position);
      olds.delete(id);
    }
    for (const position of olds.values()) waiting.settle(position, -1);
  }

  #idOf(waiting: WaitingLines, side: Side, position: number): string {
    return this.#reader.read(side, waiting.fetch(side, position))?.id ?? '';
  }

  /** Looks for the ids in both catalogs, up to where more errors are of no interest. */
  async #noteDuplicates(): Promise<void> {
    if (this.#count === 0) return;
    const { exports, memory } = this.#run.kernel;
    const slots = slotsFor(this.#count);
    if (slots > this.#tableSlots) {
      this.#table = memory.allocate((slots + MAX_IDS) * ID_BYTES);
      this.#tableSlots = slots;
    }
    const at = this.#table + slots * ID_BYTES;
    new BigUint64Array(memory.view.buffer, at, this.#count).set(this.#ids.subarray(0, this.#count));
    exports.seekIds(at, this.#count, this.#table, slots);
    this.#count = 0;
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
      else exports.dropStopped(side);
    }
  }

  #note(side: Side, line: PlacedLine, firstPositions: Map<string, number>): void {
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

function tooManyCollisions(): BrctlError {
  return new BrctlError('many different ids of the catalogs have the same fingerprint', {
    kind: 'unexpected',
    code: 'diff.collisions',
    why: '64-bit fingerprints of different ids are equal once in many millions of catalogs',
    hint: 'report this with the two files',
  });
}
