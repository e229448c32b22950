import { BrctlError } from '../../../base/errors.ts';
import { LINE_FEED } from '../../../base/json/ascii.ts';
import { CROWDED, DUPLICATES_FULL, MATCH_BYTES, NOTE_BYTES } from '../kernel/assembly/parts/layout.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { LineWindow } from './line-window.ts';

const MIN_BYTES = 1_000_000;
/** Addresses in the kernel's memory stay below 2 GiB, whatever memory is allowed: they are signed in places. */
const MAX_BYTES = 1_500_000_000;
/** Notes take less than this many times the catalogs: a line is longer. V8 collects garbage where much more is reserved. */
const NOTE_SHARE = 4;
/** Where a partition is joined; ids spread evenly, so that each takes the 256th part of all. */
const SCRATCH_SHARE = 1 / 16;
const MIN_SCRATCH_BYTES = 1 << 21;
/** Notes are gone through when so much came to them, or this share of what was left the last time. */
const MIN_SETTLE_BYTES = 8 << 20;
const SETTLE_GROWTH = 0.75;
/** Ids of another bit are left to another pass, up to this many: one id over and over cannot be left out so. */
const MAX_CLASS_MASK = 1n << 20n;
/** Remaining lines are handed over in batches of this size. */
const MATCHES_AT_ONCE = 1024;
/** Lines with less between them are kept at once: another call takes longer than this many bytes. */
const MAX_GAP_BYTES = 4096;

/** Ids whose fingerprints have these bits under the mask. */
interface IdClass {
  mask: bigint;
  value: bigint;
}

/**
 * The kernel's notes of ids and of lines that wait, in one piece of memory. It is reserved at once, and used as needed. Where it
 * is too small, half of the ids are left to another pass over both catalogs.
 */
export class Notes {
  readonly #kernel: Kernel;
  readonly #windows: readonly [LineWindow, LineWindow];
  readonly #onDuplicates: (ids: BigUint64Array) => void;
  readonly #arena: number;
  readonly #arenaBytes: number;
  readonly #matches: number;
  readonly #classes: IdClass[] = [{ mask: 0n, value: 0n }];
  #class: IdClass = { mask: 0n, value: 0n };
  /** Notes up to here are of lines whose text is kept, where it has to be. */
  #savedTo = 0;

  /** @param onDuplicates is given ids that are more than once in a catalog, so it seems */
  constructor(
    kernel: Kernel,
    windows: readonly [LineWindow, LineWindow],
    maxMemoryBytes: number,
    onDuplicates: (ids: BigUint64Array) => void,
  ) {
    this.#kernel = kernel;
    this.#windows = windows;
    this.#onDuplicates = onDuplicates;
    const catalogBytes = windows[OLD].source.sizeBytes + windows[NEW].source.sizeBytes;
    const wanted = Math.max(Math.min(maxMemoryBytes, NOTE_SHARE * catalogBytes, MAX_BYTES), MIN_BYTES);
    const { memory, exports } = kernel;
    this.#matches = memory.allocate(MATCHES_AT_ONCE * MATCH_BYTES);
    const withScratch = (bytes: number) => bytes + Math.max(bytes * SCRATCH_SHARE, MIN_SCRATCH_BYTES);
    const [arena, bytes] = memory.reserve(withScratch(wanted), withScratch(MIN_BYTES));
    const scratchBytes = Math.max(alignDown(bytes * SCRATCH_SHARE), MIN_SCRATCH_BYTES);
    this.#arena = arena;
    this.#arenaBytes = alignDown(bytes - scratchBytes);
    const arenaEnd = arena + this.#arenaBytes;
    exports.setArena(arena, arenaEnd, arenaEnd, scratchBytes);
  }

  /** Begins to take notes for the next pass. False: there is no other one. */
  next(): boolean {
    const next = this.#classes.pop();
    if (next === undefined) return false;
    this.#class = next;
    this.#savedTo = this.#arena;
    this.#kernel.exports.beginNotes(next.mask, next.value, MIN_SETTLE_BYTES);
    return true;
  }

  /** Makes room by going through the notes; leaves ids to another pass where that is not enough. */
  makeRoom(): void {
    this.save();
    this.#settle(false);
    const { exports } = this.#kernel;
    let leftBytes = this.#notesEnd - this.#arena;
    const idBytes = this.#arena + this.#arenaBytes - exports.idsStart.value;
    if (leftBytes + idBytes > this.#arenaBytes / 2) {
      this.#narrow();
      leftBytes = this.#notesEnd - this.#arena;
    }
    exports.setSettleBytes(leftBytes + Math.max(MIN_SETTLE_BYTES, leftBytes * SETTLE_GROWTH));
    this.#savedTo = this.#notesEnd;
  }

  /** Joins all notes. Hands over positions of an old and a new line that differ, -1 for none. */
  async finish(take: (matches: Float64Array) => Promise<void>): Promise<void> {
    this.save();
    this.#settle(true);
    const { exports, memory } = this.#kernel;
    exports.beginRest();
    for (;;) {
      const count = exports.takeRest(this.#matches, MATCHES_AT_ONCE);
      if (count === 0) return;
      await take(memory.doubles(this.#matches, count * 2));
    }
  }

  /** Keeps the text of lines noted since, while their windows have it, if their source cannot read it again by itself. */
  save(): void {
    for (const side of [OLD, NEW] as const) if (this.#windows[side].source.keep) this.#saveSide(side);
    this.#savedTo = this.#notesEnd;
  }

  get #notesEnd(): number {
    return this.#kernel.exports.notesEnd.value;
  }

  #saveSide(side: Side): void {
    const { bytes, view } = this.#kernel.memory;
    const window = this.#windows[side];
    const keepRange = (start: number, end: number) => {
      if (end > start) window.source.keep?.(bytes, start, end, window.getPosition(start));
    };
    let [start, end] = [0, 0];
    for (let note = this.#savedTo; note < this.#notesEnd; note += NOTE_BYTES) {
      const high = view.getUint32(note + 20, true);
      if (high >>> 31 !== side) continue;
      const position = (high & 0x7fffffff) * 2 ** 32 + view.getUint32(note + 16, true);
      const lineStart = position - window.getPosition(0);
      if (lineStart - end > MAX_GAP_BYTES) {
        keepRange(start, end);
        start = lineStart;
      }
      end = bytes.indexOf(LINE_FEED, lineStart) + 1;
    }
    keepRange(start, end);
  }

  /** @throws BrctlError `catalog.duplicate_id` for one id over and over */
  #settle(isLast: boolean): void {
    const { exports } = this.#kernel;
    exports.beginSettling(isLast ? 1 : 0);
    for (;;) {
      const reason = exports.settle();
      this.#takeDuplicates();
      if (reason === CROWDED) throw repeatedIdError();
      if (reason !== DUPLICATES_FULL) return;
    }
  }

  #takeDuplicates(): void {
    const { exports, memory } = this.#kernel;
    const count = exports.duplicateCount.value;
    if (count === 0) return;
    this.#onDuplicates(new BigUint64Array(memory.view.buffer, exports.DUPLICATES.value, count).slice());
    exports.clearDuplicates();
  }

  #narrow(): void {
    const { mask, value } = this.#class;
    const bit = mask + 1n;
    if (bit > MAX_CLASS_MASK) throw repeatedIdError();
    this.#classes.push({ mask: mask | bit, value: value | bit });
    this.#class = { mask: mask | bit, value };
    this.#kernel.exports.narrow(mask | bit, value);
  }
}

/** Notes, ids and slots are read in words. */
function alignDown(bytes: number): number {
  return Math.floor(bytes / 16) * 16;
}

function repeatedIdError(): BrctlError {
  return new BrctlError('more records have the same id than a comparison can hold', {
    kind: 'input',
    code: 'catalog.duplicate_id',
    why: 'a catalog has one record for each id',
    hint: 'brctl validate names the id and its lines',
  });
}
