import type { JsonProblem } from '../../json/problem.ts';
import type { Tape } from '../../json/tape.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { LineBatch } from '../join/line-batch.ts';
import type { LineWindow } from '../join/line-window.ts';
import type { PendingTable } from '../join/pending-table.ts';
import type { PlacedLine } from '../join/placed-line.ts';
import type { Side } from '../side.ts';
import type { MemberDifferences } from '../tree/member-differences.ts';
import type { Hash, KernelMemory, Region } from './memory.ts';

/** Something for each of the two catalogs. */
type Sides<Each> = readonly [Each, Each];

/** Fingerprints of ids, as pairs of 32-bit words. */
export interface Fingerprints {
  readonly low: Int32Array;
  readonly high: Int32Array;
  count: number;
}

/** Words that tell of a changed line: where it starts in the new window, its operations, where they end in `changeLines`. */
export const CHANGE_WORDS = 3;

/** Lines that were passed over in two windows that are in the same order. */
export interface MatchedRun {
  /** The ids of all of them. */
  readonly ids: Fingerprints;
  /** Those that changed: so many, told of in `changes`; `changeLines` are their operations. Valid until the next call. */
  changedCount: number;
  changes: Int32Array;
  changeLines: Buffer;
}

/**
 * The inner loops over bytes. There are two kernels, plain JavaScript and WASM; they find the same lines and differ
 * in their hashes, which never leave a run. Hashes are seeded, so that nobody can prepare lines that collide.
 *
 * An id's fingerprint is taken from its spelling in the line when that is plain: the line begins with the learnt
 * prefix, then come the id's bytes up to a quote, with no backslash, slash, tilde or control character among
 * them. Other lines are left to `fingerprint`.
 */
export interface LineKernel extends KernelMemory {
  readonly name: 'js' | 'wasm';
  /** Learns what stands before the id in the lines of one catalog. */
  learn(side: Side, prefix: Uint8Array): void;
  /**
   * Passes over lines that are the same bytes in both windows, until lines differ, a line has no plain id, a window holds no
   * further whole line, or `run` is full. Where the records' family is given, the kernel may pass over lines of one id that
   * differ, too: it reads them strictly and finds the operations between them, as `patch` does.
   */
  matchRun(
    oldWindow: LineWindow,
    newWindow: LineWindow,
    family: RecordFamily | undefined,
    run: MatchedRun,
  ): void;
  /** Fills a batch with the next whole lines of the window and passes over them; hashes included. */
  scan(window: LineWindow, batch: LineBatch): void;
  /**
   * Takes the lines of the batches that were scanned last in turns, the old one's first: from `step` on, the line at
   * `step >> 1` of side `step & 1`. A line whose counterpart is pending with the same hash is matched, its fingerprint is
   * put into `found`; one without a counterpart becomes pending, and is kept if its source cannot give it again and there is
   * room: else it is marked `PENDING`. Returns the step of the first line that is left to
   * the caller, or a step behind all lines. Both windows must stand where they stood after the scans.
   */
  matchBatches(
    windows: Sides<LineWindow>,
    batches: Sides<LineBatch>,
    step: number,
    pending: PendingTable,
    found: Fingerprints,
  ): number;
  /** Gives room to lines that `matchBatches` keeps, once. A kernel may do without. */
  keepLines(lengthBytes: number): void;
  /** Fingerprint of the id of `bytes[start, end)`; false where it is not spelled plainly. */
  identify(side: Side, bytes: Buffer, start: number, end: number, into: Hash): boolean;
  /** Fingerprint of an id given by its bytes, pointer-escaped. */
  fingerprint(id: Uint8Array, into: Hash): void;
  /** Fills the tape of one side with one JSON text, read strictly; what is wrong with it, or null. */
  read(side: Side, tape: Tape, bytes: Buffer, start: number, end: number): JsonProblem | null;
  /**
   * Finds which members of two objects, nodes of the texts that were read last, differ in their bytes. False: it is left
   * to the caller (escaped or duplicate keys, many members, or no kernel of such abilities).
   */
  compareMembers(oldObject: number, newObject: number, into: MemberDifferences): boolean;
  /**
   * Reads two lines strictly and puts the operations between their records into `patchLines`. Returns how many there are, 0
   * where the records are the same by value; -1 where it is left to the caller (an unusual spelling, something wrong
   * with a line, or no kernel of such abilities).
   */
  patch(family: RecordFamily, oldLine: PlacedLine, newLine: PlacedLine): number;
  /** Reads a line strictly and puts the operation that adds its record into `patchLines`. Returns 1, or -1 as `patch`. */
  addition(family: RecordFamily, line: PlacedLine): number;
  /**
   * Reads a line strictly and puts the operation that removes its record, or sets its availability to false, into `patchLines`.
   * Returns 1, 0 where it is unavailable already, or -1 as `patch`.
   */
  vanishing(family: RecordFamily, line: PlacedLine, isRemoved: boolean): number;
  /** What `patch`, `addition` or `vanishing` wrote last: whole lines. Valid until the next call. */
  readonly patchLines: Buffer;
  /** Hash of `region.bytes[start, end)`. */
  hash(region: Region, start: number, end: number, into: Hash): void;
}
