import type { JsonProblem } from '../../json/problem.ts';
import { scanJson } from '../../json/scan.ts';
import type { Tape } from '../../json/tape.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { BATCH_WORDS, KNOWN, type LineBatch, UNKNOWN } from '../join/line-batch.ts';
import type { LineWindow } from '../join/line-window.ts';
import type { PendingTable } from '../join/pending-table.ts';
import type { Side } from '../side.ts';
import { hashBytes } from './hashing.ts';
import type { Fingerprints, LineKernel, MatchedRun } from './line-kernel.ts';
import type { Hash, Region } from './memory.ts';
import { idFingerprint, plainId } from './plain-id.ts';

const NEWLINE = 0x0a;

function regionOf(lengthBytes: number): Region {
  const bytes = Buffer.allocUnsafeSlow(lengthBytes);
  const { buffer } = bytes;
  return { bytes, view: new DataView(buffer), words: new Int32Array(buffer, 0, lengthBytes >> 2) };
}

/** The kernel in plain JavaScript: newlines and equal lines are found by the Buffer's native methods. */
export class JsKernel implements LineKernel {
  readonly name = 'js';
  readonly patchLines = Buffer.alloc(0);
  readonly kept = undefined;
  readonly #seed: number;
  readonly #prefixes: [Uint8Array, Uint8Array] = [new Uint8Array(0), new Uint8Array(0)];
  readonly #hash: Hash = { low: 0, high: 0 };

  constructor(seed: number) {
    this.#seed = seed;
  }

  allocate(lengthBytes: number): Region {
    return regionOf(lengthBytes);
  }

  grow(region: Region, lengthBytes: number): void {
    const larger = regionOf(lengthBytes);
    region.bytes.copy(larger.bytes);
    Object.assign(region, larger);
  }

  learn(side: Side, prefix: Uint8Array): void {
    this.#prefixes[side] = Uint8Array.from(prefix);
  }

  matchRun(
    oldWindow: LineWindow,
    newWindow: LineWindow,
    _family: RecordFamily | undefined,
    run: MatchedRun,
  ): void {
    const found = run.ids;
    const oldBytes = oldWindow.region.bytes;
    const newBytes = newWindow.region.bytes;
    let { start } = oldWindow;
    let newStart = newWindow.start;
    found.count = 0;
    run.changedCount = 0;
    while (found.count < found.low.length) {
      const end = start < oldWindow.filled ? oldBytes.indexOf(NEWLINE, start) + 1 : 0;
      const newEnd = newStart + end - start;
      if (end === 0 || end > oldWindow.filled || newEnd > newWindow.filled) break;
      if (oldBytes.compare(newBytes, newStart, newEnd, start, end) !== 0) break;
      if (!this.identify(oldWindow.side, oldBytes, start, end, this.#hash)) break;
      found.low[found.count] = this.#hash.low;
      found.high[found.count++] = this.#hash.high;
      start = end;
      newStart = newEnd;
    }
    oldWindow.start = start;
    newWindow.start = newStart;
  }

  scan(window: LineWindow, batch: LineBatch): void {
    batch.count = 0;
    while (batch.count < batch.capacity && window.peek()) {
      const index = batch.count++;
      this.#scanLine(window, batch, index);
      window.advance();
    }
  }

  /** Every line is left to the caller: called from here or there, the same code does it. */
  matchBatches(
    _windows: readonly [LineWindow, LineWindow],
    batches: readonly [LineBatch, LineBatch],
    step: number,
    pending: PendingTable,
    found: Fingerprints,
  ): number {
    found.count = 0;
    if (step === 0) for (const batch of batches) pending.touch(batch);
    return step;
  }

  keepLines(): void {}

  identify(side: Side, bytes: Buffer, start: number, end: number, into: Hash): boolean {
    const prefix = this.#prefixes[side];
    const { length } = prefix;
    if (length === 0 || end - start <= length) return false;
    for (let at = 0; at < length; at++) {
      if (bytes[start + at] !== prefix[at]) return false;
    }
    return plainId(bytes, start + length, end, this.#seed, into);
  }

  fingerprint(id: Uint8Array, into: Hash): void {
    idFingerprint(id, this.#seed, into);
  }

  read(_side: Side, tape: Tape, bytes: Buffer, start: number, end: number): JsonProblem | null {
    return scanJson(tape, bytes, start, end);
  }

  compareMembers(): boolean {
    return false;
  }

  patch(): number {
    return -1;
  }

  vanishing(): number {
    return -1;
  }

  addition(): number {
    return -1;
  }

  hash(region: Region, start: number, end: number, into: Hash): void {
    hashBytes(region.view, start, end, this.#seed, into);
  }

  #scanLine(window: LineWindow, batch: LineBatch, index: number): void {
    const { start, end, region } = window;
    const hash = this.#hash;
    const { words } = batch.memory;
    const at = index * BATCH_WORDS;
    words[at] = start;
    words[at + 1] = end;
    words[at + 2] = window.next;
    words[at + 3] = this.identify(window.side, region.bytes, start, end, hash) ? KNOWN : UNKNOWN;
    words[at + 4] = hash.low;
    words[at + 5] = hash.high;
    this.hash(region, start, end, hash);
    words[at + 6] = hash.low;
    words[at + 7] = hash.high;
  }
}
