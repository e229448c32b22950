import type { RecordFamily } from '../../../protocol/paths.ts';
import { CHANGES_FULL, PAIR, READ_LINES_BYTES } from '../kernel/assembly/parts/layout.ts';
import { NEW, OLD } from '../side.ts';
import type { ByteSource } from '../source/byte-source.ts';
import type { DiffRun } from './diff-run.ts';
import { RereadBuffer } from './read-area.ts';

const MAX_ENTRIES = 128;
const NONE = -1;

/**
 * Pairs of lines, and lines without a counterpart, that are read again and compared in the kernel, many at a time: a step of
 * TypeScript for each one would take longer than the comparison.
 */
export class LineBatch {
  readonly #run: DiffRun;
  readonly #areas: readonly [RereadBuffer, RereadBuffer];
  readonly #entries: number;
  #count = 0;

  constructor(run: DiffRun, sources: readonly [ByteSource, ByteSource]) {
    const { memory } = run.kernel;
    this.#run = run;
    this.#areas = [new RereadBuffer(sources[OLD], memory), new RereadBuffer(sources[NEW], memory)];
    this.#entries = memory.allocate(MAX_ENTRIES * READ_LINES_BYTES);
  }

  /** Reads a pair of lines by their positions, -1 for none. False: there is no room, `settle` what there is. */
  add(oldPosition: number, newPosition: number): boolean {
    if (this.#count === MAX_ENTRIES) return false;
    const old = oldPosition === NONE ? undefined : this.#areas[OLD].read(oldPosition);
    const fresh = newPosition === NONE ? undefined : this.#areas[NEW].read(newPosition);
    if ((oldPosition !== NONE && old === undefined) || (newPosition !== NONE && fresh === undefined))
      return false;
    const { view } = this.#run.kernel.memory;
    const entry = this.#entries + this.#count * READ_LINES_BYTES;
    view.setUint32(entry, old?.address ?? 0, true);
    view.setUint32(entry + 4, old?.length ?? 0, true);
    view.setUint32(entry + 8, fresh?.address ?? 0, true);
    view.setUint32(entry + 12, fresh?.length ?? 0, true);
    view.setFloat64(entry + 16, oldPosition, true);
    view.setFloat64(entry + 24, newPosition, true);
    this.#count++;
    return true;
  }

  /** Compares what was added; calls `compare` with the positions of what the kernel leaves to us. */
  settle(family: RecordFamily, compare: (oldPosition: number, newPosition: number) => void): void {
    const { kernel, touched, counts, missing } = this.#run;
    for (let first = 0; first < this.#count; ) {
      const settled = kernel.settleLines(this.#entries, first, this.#count, family, missing === 'remove');
      counts.changed += settled.changed;
      counts.added += settled.added;
      counts.removed += settled.removed;
      kernel.takeChanges((changes) => touched.addAll(changes));
      first = settled.count;
      if (settled.reason === PAIR) this.#leave(first++, compare);
      else if (settled.reason !== CHANGES_FULL) break;
    }
    this.#count = 0;
    for (const area of this.#areas) area.clear();
  }

  #leave(index: number, compare: (oldPosition: number, newPosition: number) => void): void {
    const { view } = this.#run.kernel.memory;
    const entry = this.#entries + index * READ_LINES_BYTES;
    compare(view.getFloat64(entry + 16, true), view.getFloat64(entry + 24, true));
  }
}
