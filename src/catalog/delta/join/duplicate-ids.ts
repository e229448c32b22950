import { AT_END, LINE_TOO_LONG, NEEDS_BYTES, ONE_LINE } from '../kernel/assembly/parts/layout.ts';
import type { LocatedLine } from '../kernel/kernel.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import type { LineReader } from './line-reader.ts';
import type { LineWindow } from './line-window.ts';

/** Maximum ids to look up at once; bounds memory. */
const MAX_IDS = 1 << 16;

/** Fingerprints that occur more than once in a catalog: duplicate ids become findings, with both lines. */
export class DuplicateIds {
  readonly #run: DiffRun;
  readonly #reader: LineReader;
  readonly #windows: readonly [LineWindow, LineWindow];
  #ids: BigUint64Array[] = [];

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
    const suspects = this.#ids.flatMap((ids) => [...ids]);
    this.#ids = [];
    for (let index = 0; index < suspects.length; index += MAX_IDS) {
      const ids = new Set(suspects.slice(index, index + MAX_IDS));
      await this.#seek(OLD, ids);
      await this.#seek(NEW, ids);
      await this.#run.kernel.memory.whenQuiet();
    }
    return suspects.length > 0;
  }

  /** Looks for the ids in a catalog, up to where more errors are of no interest. */
  async #seek(side: Side, ids: ReadonlySet<bigint>): Promise<void> {
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
      const start = exports.lineStart.value;
      const line = { start, end: exports.lineEnd.value, position: window.getPosition(start) };
      if (reason === ONE_LINE) {
        const id = BigInt.asUintN(64, exports.seenId.value);
        if (ids.has(id)) this.#note(side, line, firstPositions);
      } else if (await this.#reader.identify(side, line)) exports.tellStoppedId(side);
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
