import {
  AT_END,
  CHANGES_FULL,
  CHOSEN_BYTES,
  CHOSEN_FULL,
  LINE_TOO_LONG,
  NEEDS_BYTES,
  NEEDS_ROOM,
  PAIR,
  UNCHECKED,
  UNKNOWN_ID,
} from '../kernel/assembly/parts/layout.ts';
import type { LocatedLine } from '../kernel/kernel.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { lineTooLongError } from '../source/line-limit.ts';
import { DeferredLines } from './deferred-lines.ts';
import type { DiffRun } from './diff-run.ts';
import { DuplicateIds } from './duplicate-ids.ts';
import { LineReader } from './line-reader.ts';
import { LineWindow } from './line-window.ts';
import { Notes } from './notes.ts';
import { RecordPair } from './record-pair.ts';

/** Different ids have one fingerprint: everything is to be done again, under another key. */
export class FingerprintCollision extends Error {}

/**
 * Joins two catalogs by id. Lines in the same order are matched in lockstep; the rest are noted as id, hash and
 * position and joined at the end. Duplicate ids become findings.
 */
export class CatalogJoin {
  readonly windows: readonly [LineWindow, LineWindow];
  readonly #run: DiffRun;
  readonly #reader: LineReader;
  readonly #pair: RecordPair;
  readonly #notes: Notes;
  readonly #duplicates: DuplicateIds;
  readonly #waiting: DeferredLines;
  #isFirstPass = true;

  constructor(run: DiffRun, sources: readonly [ByteSource, ByteSource]) {
    const { kernel, pace } = run;
    this.#run = run;
    const openWindow = (side: Side) => new LineWindow(side, sources[side], kernel, pace);
    this.windows = [openWindow(OLD), openWindow(NEW)];
    this.#reader = new LineReader(run);
    this.#pair = new RecordPair(run, this.#reader);
    this.#waiting = new DeferredLines(run, this.#pair, sources);
    this.#duplicates = new DuplicateIds(run, this.#reader, this.windows);
    this.#notes = new Notes(kernel, this.windows, run.maxMemoryBytes, (ids) => this.#duplicates.add(ids));
  }

  /**
   * @throws BrctlError `line.too_long`
   * @throws FingerprintCollision
   */
  async join(): Promise<void> {
    const { kernel, sample, strict, findings } = this.#run;
    const { exports, memory } = kernel;
    kernel.setFamily(this.#pair.kernelFamily);
    exports.isStrict.value = Number(strict);
    exports.chooseOneIn(sample?.oneIn ?? 0);
    try {
      for (; this.#notes.next(); this.#isFirstPass = false) {
        await this.#begin();
        if (!(await this.#pass())) return;
        await memory.whenQuiet();
        await this.#notes.finish((matches) => this.#waiting.add(matches));
        await this.#waiting.compare();
        const isCollision = await this.#duplicates.note();
        if ((isCollision || this.#run.hasCollided) && !findings.hasErrors) throw new FingerprintCollision();
      }
    } finally {
      await memory.whenQuiet();
    }
  }

  async #begin(): Promise<void> {
    const { exports } = this.#run.kernel;
    exports.beginPass(this.#isFirstPass ? 1 : 0);
    if (this.#isFirstPass) return;
    exports.isStrict.value = 0;
    exports.chooseOneIn(0);
    for (const window of this.windows) await window.rewind();
  }

  /** Passes over all lines of both catalogs. False: there is no point in continuing, too many errors were found. */
  async #pass(): Promise<boolean> {
    const { kernel, findings } = this.#run;
    const { exports } = kernel;
    for (;;) {
      const reason = exports.advance();
      this.#takePassed();
      this.#showChosen();
      const side = exports.stopSide.value === OLD ? OLD : NEW;
      if (reason === NEEDS_BYTES) {
        // All errors that would be shown are behind the lines that come next.
        if (this.windows.every(({ position }) => position >= findings.enoughFrom)) return false;
        this.#notes.save();
        await this.windows[side].fill();
      } else if (reason === NEEDS_ROOM) this.#notes.makeRoom();
      else if (reason === UNKNOWN_ID) await this.#identify(side);
      else if (reason === UNCHECKED) this.#check(side);
      else if (reason === PAIR) await this.#compare();
      else if (reason === LINE_TOO_LONG)
        throw await lineTooLongError(this.windows[side].source, this.#locateLine(side).position);
      else if (reason === AT_END) return true;
      else if (reason !== CHANGES_FULL && reason !== CHOSEN_FULL)
        throw new Error(`the kernel stopped for a reason without a name: ${reason}`);
    }
  }

  #takePassed(): void {
    const { kernel, counts } = this.#run;
    const { oldCount, newCount } = kernel.exports;
    if (this.#isFirstPass) {
      counts.records[OLD] += oldCount.value;
      counts.records[NEW] += newCount.value;
      this.#pair.takeChanges();
    }
    kernel.exports.clearCounts();
  }

  #showChosen(): void {
    const { exports, memory } = this.#run.kernel;
    const { sample } = this.#run;
    const count = exports.chosenCount.value;
    if (sample === undefined || count === 0) return;
    const { bytes } = memory;
    const toLine = (side: Side, start: number, end: number) => {
      return { bytes, start, end, position: this.windows[side].getPosition(start) };
    };
    const words = memory.words(exports.CHOSEN.value, (count * CHOSEN_BYTES) / 4);
    for (let index = 0; index < words.length; index += CHOSEN_BYTES / 4) {
      const [oldStart = 0, oldEnd = 0, newStart = 0, newEnd = 0] = words.subarray(index);
      if (oldStart === newStart) sample.same(toLine(NEW, newStart, newEnd), oldEnd > 0);
      else if (newStart === 0) sample.alone(OLD, toLine(OLD, oldStart, oldEnd));
      else if (oldStart === 0) sample.alone(NEW, toLine(NEW, newStart, newEnd));
      else sample.pair(toLine(OLD, oldStart, oldEnd), toLine(NEW, newStart, newEnd));
    }
    exports.clearChosen();
  }

  /** The line of a side at which the kernel stopped. */
  #locateLine(side: Side): LocatedLine {
    const { lineStart, lineEnd } = this.#run.kernel.exports;
    return this.#locate(side, lineStart, lineEnd);
  }

  #locate(side: Side, startOf: { value: number }, endOf: { value: number }): LocatedLine {
    const start = startOf.value;
    return { start, end: endOf.value, position: this.windows[side].getPosition(start) };
  }

  async #identify(side: Side): Promise<void> {
    const { kernel } = this.#run;
    if (await this.#reader.identify(side, this.#locateLine(side))) kernel.exports.tellStoppedId(side);
    else kernel.exports.passLine(side);
    kernel.setFamily(this.#pair.kernelFamily);
  }

  #check(side: Side): void {
    const line = this.#locateLine(side);
    this.#reader.read(side, line);
    this.#run.kernel.exports.setChecked(side, line.start);
  }

  async #compare(): Promise<void> {
    const { exports } = this.#run.kernel;
    await this.#pair.settle(this.#locateLine(OLD), this.#locate(NEW, exports.otherStart, exports.otherEnd));
    exports.passPair();
  }
}
