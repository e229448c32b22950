import { locateOffset } from '../../../base/json/problem.ts';
import { KIND } from '../../../base/json/tape.ts';
import { escapeSegment } from '../../../protocol/json-pointer.ts';
import type { LocatedLine } from '../kernel/kernel.ts';
import { type LineProblem, RecordLine } from '../record/record-line.ts';
import type { Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';

/** Reads lines strictly where that is needed: ids that are not spelled plainly, lines that differ. Sets the family of the run. */
export class LineReader {
  readonly #line: RecordLine;
  readonly #run: DiffRun;

  constructor(run: DiffRun) {
    this.#run = run;
    this.#line = new RecordLine(run.recordFormat, (tape, _bytes, start, end) =>
      run.kernel.read(tape, start, end),
    );
  }

  /** Finds the id of a line, which is not spelled plainly, for the kernel. False: it is not a record, which is noted. */
  async identify(side: Side, line: LocatedLine): Promise<boolean> {
    const record = this.read(side, line);
    if (record === undefined) return false;
    this.#learnPrefix(side, record);
    const { kernel } = this.#run;
    const id = Buffer.from(escapeSegment(record.id));
    while (!kernel.fingerprint(id)) {
      await kernel.memory.whenQuiet();
      kernel.enlarge();
    }
    return true;
  }

  /** Reads a line of a catalog, until the next call. Undefined: it is not a record of the catalog, which is noted. */
  read(side: Side, { start, end, position }: LocatedLine): RecordLine | undefined {
    const line = this.#line;
    const problem = line.read(this.#run.kernel.memory.bytes, start, end) ?? this.#checkFamily(line);
    if (problem === undefined) return line;
    this.#note(side, position, line, problem);
    return undefined;
  }

  #checkFamily(line: RecordLine): LineProblem | undefined {
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
    const { offset, ...fault } = problem;
    const { column } = locateOffset(line.bytes, line.start, offset);
    this.#run.findings.add({ side, position, severity: 'error', column, ...fault });
  }

  /** The bytes before the id of this line most likely precede that of the next. */
  #learnPrefix(side: Side, line: RecordLine): void {
    if (line.tape.kindOf(line.idNode) !== KIND.string) return; // its bytes do not stand for themselves
    const family = this.#run.recordFormat === 'records' ? 0 : line.family.length + 2;
    this.#run.kernel.learn(side, line.start, line.tape.startOf(line.idNode) + 1 + family);
  }
}
