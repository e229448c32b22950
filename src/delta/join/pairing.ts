import type { RecordFamily } from '../../protocol/paths.ts';
import type { Hash } from '../kernel/memory.ts';
import { NEW, OLD, otherSide, type Side } from '../side.ts';
import { type DiffRun, DuplicateSuspected, MemoryExceeded } from './diff-run.ts';
import { BOTH_SIDES, sideBit } from './id-log.ts';
import { LineFetcher } from './line-fetcher.ts';
import type { LineReader } from './line-reader.ts';
import type { LineWindow } from './line-window.ts';
import type { PlacedLine } from './placed-line.ts';
import type { RecordPair } from './record-pair.ts';

/** A table that grows takes its old and its new size for a moment. */
const GROWTH = 2.5;

/** The line of one window that is being matched. */
export interface WindowLine {
  start: number;
  end: number;
  next: number;
  id: Hash;
  /** Hash of the line; undefined while it was not needed. */
  hash: Hash | undefined;
}

/** Matches lines of the two catalogs by their ids; lines without a counterpart yet are left pending. */
export class Pairing {
  readonly #run: DiffRun;
  readonly #reader: LineReader;
  readonly #pair: RecordPair;
  readonly #fetchers: readonly [LineFetcher, LineFetcher];
  readonly #hash: Hash = { low: 0, high: 0 };

  constructor(run: DiffRun, reader: LineReader, pair: RecordPair) {
    this.#run = run;
    this.#reader = reader;
    this.#pair = pair;
    this.#fetchers = [new LineFetcher(run.windows[OLD]), new LineFetcher(run.windows[NEW])];
  }

  /** Matches a line with its counterpart if that is pending; else false. */
  resolve(side: Side, line: WindowLine): boolean {
    const { pending, idLog, counts } = this.#run;
    const { low, high } = line.id;
    const slot = pending.find(low, high);
    if (pending.isEmpty(slot)) return false;
    if (pending.sideAt(slot) === side) throw new DuplicateSuspected();
    const hash = this.#hashOf(side, line);
    if (pending.hasHash(slot, hash.low, hash.high)) counts.unchanged++;
    else this.#compareWithPending(side, line, slot);
    pending.remove(slot);
    idLog.add(low, high, BOTH_SIDES);
    return true;
  }

  /** Leaves a line pending. The caller has the window keep it. */
  pend(side: Side, line: WindowLine): void {
    const { pending, windows } = this.#run;
    const { low, high } = line.id;
    const slot = pending.find(low, high);
    if (!pending.isEmpty(slot)) throw new DuplicateSuspected();
    const window = windows[side];
    const position = window.base + line.start;
    const hash = this.#hashOf(side, line);
    this.check(side, line.start, line.end);
    const lengthBytes = line.next - line.start;
    pending.put(slot, low, high, { side, hashLow: hash.low, hashHigh: hash.high, position, lengthBytes });
    if ((pending.count & 0x3ff) === 0) this.checkMemory();
  }

  /** See `RecordPair.kernelFamily`. */
  get kernelFamily(): RecordFamily | undefined {
    return this.#pair.kernelFamily;
  }

  /** Compares two lines that stand in the windows. */
  compareInWindows(oldLine: WindowLine, newLine: WindowLine): void {
    const { windows, idLog } = this.#run;
    const [oldWindow, newWindow] = windows;
    idLog.add(newLine.id.low, newLine.id.high, BOTH_SIDES);
    this.#pair.compare(placedIn(oldWindow, oldLine), placedIn(newWindow, newLine));
  }

  /** With `strict`, reads a line that would else be trusted. */
  check(side: Side, start: number, end: number): void {
    if (!this.#run.strict) return;
    const { region, base } = this.#run.windows[side];
    this.#reader.read(side, region.bytes, start, end, base + start);
  }

  /** Takes all lines that are still pending: they are in one catalog only. Positions in order. */
  takeLeftovers(): readonly [Float64Array, Float64Array] {
    const { pending, idLog, windows } = this.#run;
    pending.takeKept((side, { bytes, start, next, position }) => {
      windows[side].source.keep?.(bytes, start, next, position);
    });
    const positions = [new Float64Array(pending.count), new Float64Array(pending.count)] as const;
    const counts: [number, number] = [0, 0];
    pending.forEach((low, high, side, position) => {
      positions[side][counts[side]++] = position;
      idLog.add(low, high, sideBit(side));
    });
    return [positions[OLD].subarray(0, counts[OLD]).sort(), positions[NEW].subarray(0, counts[NEW]).sort()];
  }

  /** A line that was pending, read again. */
  fetch(side: Side, position: number, lengthBytes?: number): PlacedLine {
    const fetcher = this.#fetchers[side];
    fetcher.fetch(position, lengthBytes);
    const { bytes, start, end } = fetcher;
    return { bytes, start, end, position };
  }

  #hashOf(side: Side, line: WindowLine): Hash {
    if (line.hash !== undefined) return line.hash;
    const { kernel, windows } = this.#run;
    kernel.hash(windows[side].region, line.start, line.end, this.#hash);
    return this.#hash;
  }

  #compareWithPending(side: Side, line: WindowLine, slot: number): void {
    const { pending } = this.#run;
    const other =
      pending.keptAt(slot) ?? this.fetch(otherSide(side), pending.positionAt(slot), pending.lengthAt(slot));
    const current = placedIn(this.#run.windows[side], line);
    if (side === NEW) this.#pair.compare(other, current);
    else this.#pair.compare(current, other);
  }

  /** @throws MemoryExceeded when the tables would pass the limit the next time that they grow */
  checkMemory(pendingLines = 0): void {
    const { pending, idLog, kernel, maxMemoryBytes } = this.#run;
    const nextBytes = Math.max(pending.bytes * GROWTH, pending.bytesFor(pendingLines));
    if (nextBytes + idLog.bytes + (kernel.kept?.bytes ?? 0) > maxMemoryBytes) throw new MemoryExceeded();
  }
}

function placedIn({ region, base }: LineWindow, { start, end }: WindowLine): PlacedLine {
  return { bytes: region.bytes, start, end, position: base + start };
}
