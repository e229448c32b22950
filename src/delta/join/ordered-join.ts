import { CHANGE_WORDS, type MatchedRun } from '../kernel/line-kernel.ts';
import type { Hash } from '../kernel/memory.ts';
import { NEW, OLD } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import { BOTH_SIDES } from './id-log.ts';
import type { LineReader } from './line-reader.ts';
import type { LineWindow } from './line-window.ts';
import type { Pairing, WindowLine } from './pairing.ts';

/** Lines of a run that are logged at once. */
const RUN_LINES = 2048;
/** The order is judged by this many lines. */
const JUDGED_LINES = 256;
/** With more lines than this without their counterpart opposite, the files are in different orders. */
const UNORDERED_MISSES = 160;
const NEWLINE = 0x0a;

/**
 * Goes through two catalogs in lockstep. Lines that are the same bytes are passed over in runs; where they differ
 * and one of the two is pending or new, only that side moves on, which finds the common order again.
 */
export class OrderedJoin {
  readonly #run: DiffRun;
  readonly #reader: LineReader;
  readonly #pairing: Pairing;
  readonly #matched: MatchedRun = {
    ids: { low: new Int32Array(RUN_LINES), high: new Int32Array(RUN_LINES), count: 0 },
    changedCount: 0,
    changes: new Int32Array(0),
    changeLines: Buffer.alloc(0),
  };
  readonly #ids: readonly [Hash, Hash] = [
    { low: 0, high: 0 },
    { low: 0, high: 0 },
  ];
  #lines = 0;
  #misses = 0;

  constructor(run: DiffRun, reader: LineReader, pairing: Pairing) {
    this.#run = run;
    this.#reader = reader;
    this.#pairing = pairing;
  }

  /** Goes on until one catalog ends or the files turn out to be in different orders. */
  async run(): Promise<void> {
    const [oldWindow, newWindow] = this.#run.windows;
    this.#lines = 0;
    this.#misses = 0;
    while ((oldWindow.peek() || (await oldWindow.line())) && (newWindow.peek() || (await newWindow.line()))) {
      this.#matchRun();
      if (!oldWindow.peek() || !newWindow.peek()) continue;
      this.#step();
      if (this.#lines < JUDGED_LINES) continue;
      if (this.#misses > UNORDERED_MISSES) return;
      this.#pairing.checkMemory();
      this.#lines = 0;
      this.#misses = 0;
    }
  }

  #matchRun(): void {
    const { kernel, windows, idLog, counts } = this.#run;
    const matched = this.#matched;
    const { ids } = matched;
    const { start } = windows[OLD];
    kernel.matchRun(windows[OLD], windows[NEW], this.#pairing.kernelFamily, matched);
    for (let index = 0; index < ids.count; index++) {
      idLog.add(ids.low[index] as number, ids.high[index] as number, BOTH_SIDES);
    }
    counts.records[OLD] += ids.count;
    counts.records[NEW] += ids.count;
    counts.unchanged += ids.count - matched.changedCount;
    this.#lines += ids.count;
    this.#takeChanged();
    if (this.#run.strict) this.#checkRun(start, windows[OLD].start);
  }

  #takeChanged(): void {
    const { windows, counts, touched } = this.#run;
    const { changedCount, changes, changeLines } = this.#matched;
    const { base } = windows[NEW];
    counts.changed += changedCount;
    let from = 0;
    for (let at = 0; at < changedCount * CHANGE_WORDS; at += CHANGE_WORDS) {
      const end = changes[at + 2] as number;
      const operations = changes[at + 1] as number;
      touched.add(NEW, base + (changes[at] as number), operations, changeLines.subarray(from, end));
      from = end;
    }
  }

  /** With `strict`, reads the lines of a run. */
  #checkRun(start: number, end: number): void {
    const { bytes } = this.#run.windows[OLD].region;
    let lineStart = start;
    while (lineStart < end) {
      const lineEnd = bytes.indexOf(NEWLINE, lineStart);
      this.#pairing.check(OLD, lineStart, lineEnd);
      lineStart = lineEnd + 1;
    }
  }

  /** Two lines that differ: moves on by at least one line. */
  #step(): void {
    const [oldWindow, newWindow] = this.#run.windows;
    this.#lines++;
    const hasOld = this.#identify(oldWindow);
    const hasNew = this.#identify(newWindow);
    if (!hasOld || !hasNew) return;
    if (this.#resolve(oldWindow)) return;
    const [oldId, newId] = this.#ids;
    if (oldId.low === newId.low && oldId.high === newId.high) {
      this.#pairing.compareInWindows(this.#lineOf(oldWindow), this.#lineOf(newWindow));
      this.#advance(oldWindow);
      this.#advance(newWindow);
    } else if (!this.#resolve(newWindow)) {
      this.#pend(oldWindow);
      this.#pend(newWindow);
    }
  }

  /** False: the line is no record, and passed over. */
  #identify(window: LineWindow): boolean {
    if (this.#reader.identify(window, this.#ids[window.side])) return true;
    this.#advance(window);
    return false;
  }

  #resolve(window: LineWindow): boolean {
    if (this.#run.pending.count === 0) return false;
    if (!this.#pairing.resolve(window.side, this.#lineOf(window))) return false;
    this.#misses++;
    this.#advance(window);
    return true;
  }

  #pend(window: LineWindow): void {
    this.#pairing.pend(window.side, this.#lineOf(window));
    window.keep(window.start, window.next);
    this.#misses++;
    this.#advance(window);
  }

  #advance(window: LineWindow): void {
    this.#run.counts.records[window.side]++;
    window.advance();
  }

  #lineOf({ side, start, end, next }: LineWindow): WindowLine {
    return { start, end, next, id: this.#ids[side], hash: undefined };
  }
}
