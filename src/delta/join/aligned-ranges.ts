import { readSync } from 'node:fs';
import type { JoinedFile, LineRange } from './file-range.ts';
import type { RangePair } from './join-thread.ts';

const NEWLINE = 0x0a;
const PROBE_BYTES = 1 << 16;
/** Lines that are looked for before a cut is made anywhere: some of them may have changed. */
const SOUGHT_LINES = 4;
/** How far around a likely place a line is looked for. */
const AROUND_BYTES = 1 << 17;

/** Up to `length` bytes at a position: those that are there. Valid until the next call with the same buffer. */
function bytesAt(
  { handle }: JoinedFile,
  position: number,
  length: number,
  into = Buffer.allocUnsafe(length),
): Buffer {
  return into.subarray(0, readSync(handle, into, 0, length, position));
}

/** The first start of a line at or behind a position; the file's end where there is none. */
function lineStartFrom(file: JoinedFile, position: number): number {
  let at = position === 0 ? 0 : position - 1;
  while (position > 0) {
    const probe = bytesAt(file, at, PROBE_BYTES);
    if (probe.length === 0) return file.sizeBytes;
    const newline = probe.indexOf(NEWLINE);
    if (newline >= 0) return at + newline + 1;
    at += probe.length;
  }
  return 0;
}

/**
 * Cuts two catalogs at the same products, as far as they are in the same order, so that most lines find their counterpart
 * in the same range; else just evenly. Nothing depends on where the cuts are, but the time.
 */
class AlignedCuts {
  readonly #oldFile: JoinedFile;
  readonly #newFile: JoinedFile;
  #oldCut = 0;
  #newCut = 0;
  /** Lines of one were not found in the other: the catalogs are in different orders, so it seems. */
  #gaveUp = false;
  readonly #around = Buffer.allocUnsafeSlow(2 * AROUND_BYTES);

  constructor(oldFile: JoinedFile, newFile: JoinedFile) {
    this.#oldFile = oldFile;
    this.#newFile = newFile;
  }

  /** The next cut, at a share of the old catalog or shortly behind. */
  next(share: number): readonly [number, number] {
    const oldCut = Math.max(
      this.#oldCut,
      lineStartFrom(this.#oldFile, Math.floor(this.#oldFile.sizeBytes * share)),
    );
    const found = this.#gaveUp ? undefined : this.#findAlike(oldCut);
    this.#gaveUp = found === undefined;
    const [oldAt, newAt] = found ?? [oldCut, this.#evenly(share)];
    this.#oldCut = oldAt;
    this.#newCut = newAt;
    return [oldAt, newAt];
  }

  #evenly(share: number): number {
    return Math.max(this.#newCut, lineStartFrom(this.#newFile, Math.floor(this.#newFile.sizeBytes * share)));
  }

  /** Where one of the lines from `oldCut` on starts in both files. */
  #findAlike(oldCut: number): readonly [number, number] | undefined {
    let start = oldCut;
    for (let nth = 0; nth < SOUGHT_LINES && start < this.#oldFile.sizeBytes; nth++) {
      const end = lineStartFrom(this.#oldFile, start + 1);
      const found = this.#findLine(start, bytesAt(this.#oldFile, start, end - start));
      if (found !== undefined) return [start, found];
      start = end;
    }
    return undefined;
  }

  /** As far behind the last cut as in the old file, as far from the end, or at the same share of the file. */
  #findLine(start: number, line: Buffer): number | undefined {
    const [oldSize, newSize] = [this.#oldFile.sizeBytes, this.#newFile.sizeBytes];
    const likely = [
      this.#newCut + start - this.#oldCut,
      newSize - oldSize + start,
      (start / oldSize) * newSize,
    ];
    for (const place of likely) {
      const from = Math.max(this.#newCut, Math.floor(place) - AROUND_BYTES);
      const bytes = bytesAt(this.#newFile, from, 2 * AROUND_BYTES, this.#around);
      const at = bytes.indexOf(line);
      if (at === 0 ? from === 0 : at > 0 && bytes[at - 1] === NEWLINE) return from + at;
    }
    return undefined;
  }
}

/** Divides two catalogs into ranges, one of each making a pair. */
export function alignedRanges(oldFile: JoinedFile, newFile: JoinedFile, count: number): RangePair[] {
  const cuts = new AlignedCuts(oldFile, newFile);
  const ranges: RangePair[] = [];
  let last: readonly [number, number] = [0, 0];
  for (let nth = 1; nth <= count; nth++) {
    const next = nth === count ? ([oldFile.sizeBytes, newFile.sizeBytes] as const) : cuts.next(nth / count);
    ranges.push([rangeOf(last[0], next[0]), rangeOf(last[1], next[1])]);
    last = next;
  }
  return ranges;
}

function rangeOf(start: number, end: number): LineRange {
  return { start, end };
}
