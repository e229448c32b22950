import { CHANGES_FULL, PAIR, READ_LINES_BYTES } from '../kernel/assembly/parts/layout.ts';
import { type LocatedLine, SHAPES } from '../kernel/kernel.ts';
import { NEW, OLD } from '../side.ts';
import type { ByteSource } from '../source/byte-source.ts';
import type { DiffRun } from './diff-run.ts';
import type { RecordPair } from './record-pair.ts';
import { RereadLines } from './reread-lines.ts';

const MAX_ENTRIES = 128;
export const NONE = -1;

/**
 * Pairs of lines, and lines without a counterpart, that are read again and compared in the kernel, many at a time: a step of
 * TypeScript for each one would take longer than the comparison.
 */
export class LineBatch {
  readonly #run: DiffRun;
  readonly #pair: RecordPair;
  readonly #areas: readonly [RereadLines, RereadLines];
  readonly #entries: number;
  #count = 0;

  constructor(run: DiffRun, pair: RecordPair, sources: readonly [ByteSource, ByteSource]) {
    const { memory } = run.kernel;
    this.#run = run;
    this.#pair = pair;
    this.#areas = [new RereadLines(sources[OLD], memory), new RereadLines(sources[NEW], memory)];
    this.#entries = memory.allocate(MAX_ENTRIES * READ_LINES_BYTES);
  }

  /** Reads a pair of lines by their positions, `NONE` for none. False: there is no room, `settle` what there is. */
  add(oldPosition: number, newPosition: number): boolean {
    if (this.#count === MAX_ENTRIES) return false;
    const [olds, news] = this.#areas;
    const old = oldPosition === NONE ? 0 : olds.read(oldPosition);
    if (old === 0 && oldPosition !== NONE) return false;
    const fresh = newPosition === NONE ? 0 : news.read(newPosition);
    if (fresh === 0 && newPosition !== NONE) return false;
    const { view } = this.#run.kernel.memory;
    const entry = this.#entries + this.#count * READ_LINES_BYTES;
    view.setUint32(entry, old, true);
    view.setUint32(entry + 4, olds.lineEnd, true);
    view.setUint32(entry + 8, fresh, true);
    view.setUint32(entry + 12, news.lineEnd, true);
    view.setFloat64(entry + 16, oldPosition, true);
    view.setFloat64(entry + 24, newPosition, true);
    this.#count++;
    return true;
  }

  /** Compares what was added. */
  async settle(): Promise<void> {
    const { kernel, missing } = this.#run;
    const family = this.#pair.kernelFamily;
    const isRemoved = Number(missing === 'remove');
    for (let first = 0; first < this.#count; ) {
      if (family === undefined) {
        await this.#settleHere(first++);
        continue;
      }
      const reason = kernel.exports.settleLines(this.#entries, first, this.#count, SHAPES[family], isRemoved);
      this.#pair.takeChanges();
      first = kernel.exports.settledCount.value;
      if (reason === PAIR) await this.#settleHere(first++);
      else if (reason !== CHANGES_FULL) break;
    }
    this.#count = 0;
    for (const area of this.#areas) area.clear();
  }

  async #settleHere(index: number): Promise<void> {
    const { view } = this.#run.kernel.memory;
    const entry = this.#entries + index * READ_LINES_BYTES;
    const locateLine = (place: number, position: number): LocatedLine | undefined =>
      position === NONE
        ? undefined
        : { start: view.getUint32(place, true), end: view.getUint32(place + 4, true), position };
    const [oldPosition, newPosition] = [view.getFloat64(entry + 16, true), view.getFloat64(entry + 24, true)];
    await this.#pair.settle(locateLine(entry, oldPosition), locateLine(entry + 8, newPosition));
  }
}
