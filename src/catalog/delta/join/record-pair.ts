import { stringOf } from '../../../base/json/text.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import { ByteList } from '../bytes/byte-list.ts';
import type { LocatedLine } from '../kernel/kernel.ts';
import { explainChange, explainUnavailable, explainWhole } from '../output/explanation.ts';
import { isUnavailable, unavailabilityOf } from '../record/availability.ts';
import { NEW, OLD, type Side } from '../side.ts';
import { RecordDiffer } from '../tree/record-differ.ts';
import { writeAdd, writePatch, writeRemove, writeValue } from '../tree/write-patch.ts';
import type { DiffRun } from './diff-run.ts';
import type { LineReader } from './line-reader.ts';

/** Turns a pair of lines, or a line without counterpart, into the operations of its product. */
export class RecordPair {
  readonly #run: DiffRun;
  readonly #reader: LineReader;
  readonly #differ: RecordDiffer;
  readonly #out = new ByteList();

  constructor(run: DiffRun, reader: LineReader) {
    this.#run = run;
    this.#reader = reader;
    this.#differ = new RecordDiffer(reader.lines[OLD], reader.lines[NEW], (oldObject, newObject) =>
      run.kernel.differingMembers(oldObject, newObject),
    );
  }

  /** Compares an old and a new line of one id by value, first in the kernel. */
  compare(oldLine: LocatedLine, newLine: LocatedLine): void {
    const family = this.kernelFamily;
    const operations = family === undefined ? -1 : this.#run.kernel.patch(family, oldLine, newLine);
    if (operations < 0) this.compareHere(oldLine, newLine, family !== undefined);
    if (operations <= 0) return;
    const { counts, touched, kernel } = this.#run;
    counts.changed++;
    touched.add(NEW, newLine.position, operations, kernel.patchLines);
  }

  /**
   * Compares two lines that the kernel leaves to us.
   *
   * @param areRead it has tried to compare them just before
   */
  compareHere(oldLine: LocatedLine, newLine: LocatedLine, areRead: boolean): void {
    const oldRecord = this.#reader.read(OLD, oldLine, areRead);
    const newRecord = this.#reader.read(NEW, newLine, areRead);
    if (oldRecord === undefined || newRecord === undefined) return;
    if (oldRecord.path !== newRecord.path) {
      this.#run.hasCollided = true;
      return;
    }
    this.#differ.diff();
    const { oldDuplicate, newDuplicate } = this.#differ;
    if (oldDuplicate >= 0) this.#warnOfDuplicateKey(OLD, oldLine.position, oldDuplicate);
    if (newDuplicate >= 0) this.#warnOfDuplicateKey(NEW, newLine.position, newDuplicate);
    if (this.#differ.patch.count > 0) this.#change(newLine.position);
  }

  /** A line that is in the new catalog only: the whole record is added. */
  add(line: LocatedLine): void {
    if (this.#addInKernel(line)) return;
    const run = this.#run;
    const record = this.#reader.read(NEW, line, this.kernelFamily !== undefined);
    if (record === undefined) return;
    run.counts.added++;
    this.#write(line.position, () => {
      writeAdd(this.#out, this.#differ.text, record.path, record, record.value);
    });
    const note = run.explaining ? explainWhole('added', record) : undefined;
    run.touched.add(NEW, line.position, 1, this.#out.range(), note);
  }

  /** A line that is in the old catalog only: what becomes of the product is a matter of policy. */
  vanish(line: LocatedLine): void {
    if (this.#vanishInKernel(line)) return;
    const run = this.#run;
    const record = this.#reader.read(OLD, line, this.kernelFamily !== undefined);
    if (record === undefined) return;
    run.counts.removed++;
    const { missing } = run;
    if (missing === 'unavailable' && isUnavailable(record)) return;
    this.#out.clear();
    if (missing === 'remove') writeRemove(this.#out, record.path);
    else {
      const { path, value } = unavailabilityOf(record);
      writeValue(this.#out, path, value);
    }
    const explain =
      missing === 'remove' ? () => explainWhole('removed', record) : () => explainUnavailable(record);
    const note = run.explaining ? explain() : undefined;
    run.touched.add(OLD, line.position, 1, this.#out.range(), note);
  }

  /** The family of all records where the kernel may find operations; it knows no explanations and no plain records. */
  get kernelFamily(): RecordFamily | undefined {
    const { family, explaining, recordFormat } = this.#run;
    return explaining || recordFormat !== 'operations' ? undefined : family;
  }

  #addInKernel(line: LocatedLine): boolean {
    const { kernel, counts, touched } = this.#run;
    const family = this.kernelFamily;
    const operations = family === undefined ? -1 : kernel.addition(family, line);
    if (operations < 0) return false;
    counts.added++;
    touched.add(NEW, line.position, operations, kernel.patchLines);
    return true;
  }

  #vanishInKernel(line: LocatedLine): boolean {
    const { kernel, counts, touched, missing } = this.#run;
    const family = this.kernelFamily;
    const operations = family === undefined ? -1 : kernel.vanishing(family, line, missing === 'remove');
    if (operations < 0) return false;
    counts.removed++;
    if (operations > 0) touched.add(OLD, line.position, operations, kernel.patchLines);
    return true;
  }

  #change(position: number): void {
    const { counts, touched, explaining } = this.#run;
    const { patch, text } = this.#differ;
    const [oldLine, newLine] = this.#reader.lines;
    counts.changed++;
    this.#write(position, () => writePatch(this.#out, text, patch, newLine));
    const operations = patch.count;
    let note: Buffer | undefined;
    if (explaining) {
      this.#differ.explain();
      note = explainChange(patch, oldLine, newLine);
    }
    touched.add(NEW, position, operations, this.#out.range(), note);
  }

  #warnOfDuplicateKey(side: Side, position: number, key: number): void {
    const line = this.#reader.lines[side];
    this.#run.findings.add({
      side,
      position,
      severity: 'warning',
      code: 'json.duplicate_key',
      message: `an object has the key ${JSON.stringify(stringOf(line.tape, key))} twice; the last one counts`,
      product: line.id,
    });
  }

  /** Operations of the new line, with a warning where one of their values has a duplicate key. */
  #write(position: number, write: () => void): void {
    const { text } = this.#differ;
    this.#out.clear();
    text.duplicate = -1;
    write();
    if (text.duplicate >= 0) this.#warnOfDuplicateKey(NEW, position, text.duplicate);
  }
}
