import { positionOf } from '../../json/problem.ts';
import { escapeSegment } from '../../protocol/json-pointer.ts';
import type { Hash } from '../kernel/memory.ts';
import { isPlainSpelling, type JsonScan, type LineProblem, RecordLine } from '../record/record-line.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import type { LineWindow } from './line-window.ts';

/** A prefix longer than this would not be that of every line. */
const MAX_PREFIX_BYTES = 128;

/** Reads lines strictly where that is needed: ids that are not spelled plainly, lines that differ. */
export class LineReader {
  /** The line that was read last on either side. */
  readonly lines: readonly [RecordLine, RecordLine];
  readonly #run: DiffRun;

  constructor(run: DiffRun) {
    this.#run = run;
    const scanOf =
      (side: Side): JsonScan =>
      (tape, bytes, start, end) =>
        run.kernel.read(side, tape, bytes, start, end);
    this.lines = [
      new RecordLine(run.recordFormat, scanOf(OLD)),
      new RecordLine(run.recordFormat, scanOf(NEW)),
    ];
  }

  /** Fingerprint of the window's current line. False: it is not a record, which is noted. */
  identify(window: LineWindow, into: Hash): boolean {
    const { kernel } = this.#run;
    const { side, region, start, end } = window;
    if (kernel.identify(side, region.bytes, start, end, into)) return true;
    return this.identifyOdd(window, start, end, into);
  }

  /** Fingerprint of a line of the window whose id is not spelled plainly. False: it is not a record. */
  identifyOdd(window: LineWindow, start: number, end: number, into: Hash): boolean {
    const { side, region, base } = window;
    if (!this.read(side, region.bytes, start, end, base + start)) return false;
    this.#learnPrefix(side);
    this.#run.kernel.fingerprint(this.#idBytes(side), into);
    return true;
  }

  /** Reads a line of a catalog into `lines[side]`. False: it is not a record of the catalog, which is noted. */
  read(side: Side, bytes: Buffer, start: number, end: number, position: number): boolean {
    const line = this.lines[side];
    const problem = line.read(bytes, start, end) ?? this.#familyProblem(line);
    if (problem === undefined) return true;
    this.#note(side, position, line, problem);
    return false;
  }

  #idBytes(side: Side): Uint8Array {
    return Buffer.from(escapeSegment(this.lines[side].id), 'utf8');
  }

  #familyProblem(line: RecordLine): LineProblem | undefined {
    const run = this.#run;
    run.family ??= line.family;
    if (run.family === line.family) return undefined;
    return {
      code: 'record.family',
      message: `one of /${line.family} among /${run.family}: a catalog holds one family`,
      offset: line.start,
      product: line.id,
      hint: 'compare products and items separately: each family has its own endpoint',
    };
  }

  #note(side: Side, position: number, line: RecordLine, problem: LineProblem): void {
    const { code, message, offset, hint, product } = problem;
    this.#run.findings.add({
      side,
      position,
      severity: 'error',
      code,
      message,
      column: positionOf(line.bytes, line.start, offset).column,
      ...(product === undefined ? {} : { product }),
      ...(hint === undefined ? {} : { hint }),
    });
  }

  /** What precedes the id of this line most likely precedes that of the next. */
  #learnPrefix(side: Side): void {
    const line = this.lines[side];
    if (!isPlainSpelling(line)) return;
    const family = this.#run.recordFormat === 'records' ? 0 : line.family.length + 2;
    const end = line.tape.startOf(line.idNode) + 1 + family;
    if (end - line.start <= MAX_PREFIX_BYTES)
      this.#run.kernel.learn(side, line.bytes.subarray(line.start, end));
  }
}
