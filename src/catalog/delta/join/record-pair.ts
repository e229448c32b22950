import type { RecordFamily } from '../../../protocol/paths.ts';
import type { LocatedLine } from '../kernel/kernel.ts';
import { explain } from '../output/explanation.ts';
import { type CanonicalLine, toCanonicalLine } from '../record/canonical-line.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import type { LineReader } from './line-reader.ts';

/** Turns a pair of lines, or a line without counterpart, that the kernel leaves to us into the operations of its product. */
export class RecordPair {
  readonly #run: DiffRun;
  readonly #reader: LineReader;

  constructor(run: DiffRun, reader: LineReader) {
    this.#run = run;
    this.#reader = reader;
  }

  /** The family of all records where the kernel may go by itself; it knows no explanations and no plain records. */
  get kernelFamily(): RecordFamily | undefined {
    const { family, explaining, recordFormat } = this.#run;
    return explaining || recordFormat !== 'operations' ? undefined : family;
  }

  /** Takes what the kernel found by itself. */
  takeChanges(): void {
    const { kernel, counts, touched } = this.#run;
    const { exports, changes } = kernel;
    counts.changed += exports.changedCount.value;
    counts.added += exports.addedCount.value;
    counts.removed += exports.removedCount.value;
    touched.addAll(changes);
    exports.clearChanges();
  }

  /** Compares an old and a new line of one id by value; one of them may be missing. */
  async settle(oldLine: LocatedLine | undefined, newLine: LocatedLine | undefined): Promise<void> {
    const old = oldLine && this.#read(OLD, oldLine);
    const fresh = newLine && this.#read(NEW, newLine);
    if ((oldLine !== undefined && old === undefined) || (newLine !== undefined && fresh === undefined))
      return;
    const run = this.#run;
    if (old !== undefined && fresh !== undefined && old.path !== fresh.path) {
      run.hasCollided = true;
      return;
    }
    const note = run.explaining ? await this.#explain(old, fresh) : undefined;
    const operations = await this.#build(old, fresh);
    if (old === undefined) run.counts.added++;
    else if (fresh === undefined) run.counts.removed++;
    else if (operations > 0) run.counts.changed++;
    if (operations === 0) return;
    const side = newLine === undefined ? OLD : NEW;
    const { position } = (newLine ?? oldLine) as LocatedLine;
    run.touched.add(side, position, operations, run.kernel.patchLines, note);
  }

  #read(side: Side, line: LocatedLine): CanonicalLine | undefined {
    const record = this.#reader.read(side, line);
    const read = record && toCanonicalLine(record);
    if (read?.duplicateKey !== undefined) this.#warnOfDuplicateKey(side, line.position, read);
    return read;
  }

  async #build(old: CanonicalLine | undefined, fresh: CanonicalLine | undefined): Promise<number> {
    const { kernel, family = 'products', missing } = this.#run;
    for (;;) {
      const operations = kernel.build(family, old?.text, fresh?.text, missing === 'remove');
      if (operations >= 0) return operations;
      await kernel.memory.whenQuiet();
      kernel.enlarge();
    }
  }

  async #explain(old: CanonicalLine | undefined, fresh: CanonicalLine | undefined): Promise<Buffer> {
    const { exports } = this.#run.kernel;
    exports.isExplaining.value = 1;
    await this.#build(old, fresh);
    exports.isExplaining.value = 0;
    const { bytes, start, end } = this.#run.kernel.patchLines;
    return explain(old, fresh, bytes.toString('utf8', start, end));
  }

  #warnOfDuplicateKey(side: Side, position: number, { id, duplicateKey }: CanonicalLine): void {
    this.#run.findings.add({
      side,
      position,
      severity: 'warning',
      code: 'json.duplicate_key',
      message: `an object has the key ${JSON.stringify(duplicateKey)} twice; the last one counts`,
      product: id,
    });
  }
}
