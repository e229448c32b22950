import { readFileSync } from 'node:fs';
import { builtFile } from '../../files/built-file.ts';
import type { JsonProblem } from '../../json/problem.ts';
import type { Tape } from '../../json/tape.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { BATCH_WORDS, type LineBatch } from '../join/line-batch.ts';
import type { LineWindow } from '../join/line-window.ts';
import type { PendingTable } from '../join/pending-table.ts';
import type { PlacedLine } from '../join/placed-line.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { MemberDifferences } from '../tree/member-differences.ts';
import { CHANGE_WORDS, type Fingerprints, type LineKernel, type MatchedRun } from './line-kernel.ts';
import type { Hash, Region } from './memory.ts';
import type { LineKernelExports } from './wasm-exports.ts';
import { WasmKeptLines } from './wasm-kept-lines.ts';
import { WasmMemory, type WasmRegion } from './wasm-memory.ts';
import { FAMILY_SHAPES, WasmReader } from './wasm-reader.ts';

const MAX_PREFIX_BYTES = 256;
const MAX_ID_BYTES = 1 << 12;
const FOUND_LINES = 1 << 11;
const BATCH_LINES = 256;
const WORD_BYTES = 4;
/** Operations of changed lines that are told of at once. */
const CHANGE_LINES_BYTES = 1 << 17;
let compiled: WebAssembly.Module | undefined;

/** The compiled module; threads can share it. @throws when it was not built or cannot be run here */
export function kernelModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(builtFile('line-kernel.wasm')));
  return compiled;
}

/** The kernel in WebAssembly, built from `assembly/`: vectors of 16 bytes, 64-bit hashes. Windows are in its memory. */
export class WasmKernel implements LineKernel {
  readonly name = 'wasm';
  readonly #exports: LineKernelExports;
  readonly #memory: WasmMemory;
  readonly #seed: bigint;
  readonly #prefixes: readonly [WasmRegion, WasmRegion];
  readonly #prefixLengths: [number, number] = [0, 0];
  readonly #id: WasmRegion;
  readonly #found: WasmRegion;
  /** By side. */
  readonly #batches: readonly [WasmRegion, WasmRegion];
  readonly #changes: WasmRegion;
  readonly #changeLines: WasmRegion;
  readonly #reader: WasmReader;
  kept: WasmKeptLines | undefined;

  /** @throws when the module was not built or cannot be run here */
  constructor(seed: bigint, module = kernelModule()) {
    // The build makes the module from assembly/, into which TypeScript does not look.
    this.#exports = new WebAssembly.Instance(module).exports as unknown as LineKernelExports;
    const memory = new WasmMemory(this.#exports.memory, this.#exports.heapStart());
    this.#memory = memory;
    this.#seed = seed;
    this.#prefixes = [memory.allocate(MAX_PREFIX_BYTES), memory.allocate(MAX_PREFIX_BYTES)];
    this.#id = memory.allocate(MAX_ID_BYTES);
    this.#found = memory.allocate(FOUND_LINES * 2 * WORD_BYTES);
    const batchBytes = BATCH_LINES * BATCH_WORDS * WORD_BYTES;
    this.#batches = [memory.allocate(batchBytes), memory.allocate(batchBytes)];
    this.#changes = memory.allocate(FOUND_LINES * CHANGE_WORDS * WORD_BYTES);
    this.#changeLines = memory.allocate(CHANGE_LINES_BYTES);
    this.#reader = new WasmReader(this.#exports, memory);
  }

  allocate(lengthBytes: number): Region {
    return this.#memory.allocate(lengthBytes);
  }

  grow(region: Region, lengthBytes: number): void {
    this.#memory.grow(region, lengthBytes);
  }

  learn(side: Side, prefix: Uint8Array): void {
    const length = prefix.length <= MAX_PREFIX_BYTES ? prefix.length : 0;
    this.#prefixes[side].bytes.set(prefix.subarray(0, length));
    this.#prefixLengths[side] = length;
    const [olds, news] = this.#prefixes;
    this.#exports.setPrefixes(olds.pointer, this.#prefixLengths[OLD], news.pointer, this.#prefixLengths[NEW]);
  }

  matchRun(
    oldWindow: LineWindow,
    newWindow: LineWindow,
    family: RecordFamily | undefined,
    run: MatchedRun,
  ): void {
    const oldBase = oldWindow.region.bytes.byteOffset;
    const newBase = newWindow.region.bytes.byteOffset;
    run.ids.count = this.#exports.matchRun(
      oldBase + oldWindow.start,
      oldBase + oldWindow.filled,
      newBase + newWindow.start,
      newBase + newWindow.filled,
      this.#seed,
      family === undefined ? -1 : FAMILY_SHAPES[family],
      this.#found.pointer,
      Math.min(run.ids.low.length, FOUND_LINES),
      this.#changes.pointer,
      this.#changeLines.pointer,
      this.#changeLines.pointer + CHANGE_LINES_BYTES,
    );
    oldWindow.start = (this.#exports.oldStop.value as number) - oldBase;
    newWindow.start = (this.#exports.newStop.value as number) - newBase;
    this.#takeFound(run.ids);
    this.#takeChanges(run, newBase);
  }

  scan(window: LineWindow, batch: LineBatch): void {
    const base = window.region.bytes.byteOffset;
    const memory = this.#batches[window.side];
    batch.memory = memory;
    batch.count = this.#exports.scanLines(
      base,
      base + window.start,
      base + window.filled,
      window.ended ? 1 : 0,
      this.#prefixes[window.side].pointer,
      this.#prefixLengths[window.side],
      this.#seed,
      memory.pointer,
      Math.min(batch.capacity, BATCH_LINES),
    );
    window.start = (this.#exports.scannedTo.value as number) - base;
  }

  matchBatches(
    windows: readonly [LineWindow, LineWindow],
    batches: readonly [LineBatch, LineBatch],
    step: number,
    pending: PendingTable,
    found: Fingerprints,
  ): number {
    const exports = this.#exports;
    exports.setPendingCount(pending.count);
    const next = exports.matchBatches(
      this.#batches[OLD].pointer,
      batches[OLD].count,
      BigInt(windows[OLD].base),
      keptFrom(windows[OLD]),
      this.#batches[NEW].pointer,
      batches[NEW].count,
      BigInt(windows[NEW].base),
      keptFrom(windows[NEW]),
      step,
      pending.region.bytes.byteOffset,
      pending.slots,
      pending.maxCount,
      this.#found.pointer,
    );
    pending.count = exports.pendingCount.value as number;
    found.count = exports.matchedCount.value as number;
    this.#takeFound(found);
    return next;
  }

  keepLines(lengthBytes: number): void {
    this.kept ??= new WasmKeptLines(this.#exports, this.#memory, lengthBytes);
  }

  identify(side: Side, bytes: Buffer, start: number, end: number, into: Hash): boolean {
    const base = bytes.byteOffset;
    const { pointer } = this.#prefixes[side];
    const length = this.#prefixLengths[side];
    if (this.#exports.identifyLine(base + start, base + end, pointer, length, this.#seed) === 0) return false;
    this.#takeResult(into);
    return true;
  }

  fingerprint(id: Uint8Array, into: Hash): void {
    if (id.length > this.#id.bytes.length) this.grow(this.#id, id.length);
    this.#id.bytes.set(id);
    const { pointer } = this.#id;
    this.#exports.fingerprint(pointer, pointer + id.length, this.#seed);
    this.#takeResult(into);
  }

  hash(region: Region, start: number, end: number, into: Hash): void {
    const base = region.bytes.byteOffset;
    this.#exports.hash(base + start, base + end, this.#seed);
    this.#takeResult(into);
  }

  read(side: Side, tape: Tape, bytes: Buffer, start: number, end: number): JsonProblem | null {
    return this.#reader.read(side, tape, bytes, start, end);
  }

  compareMembers(oldObject: number, newObject: number, into: MemberDifferences): boolean {
    return this.#reader.compareMembers(oldObject, newObject, into);
  }

  get patchLines(): Buffer {
    return this.#reader.patchLines;
  }

  patch(family: RecordFamily, oldLine: PlacedLine, newLine: PlacedLine): number {
    return this.#reader.patch(family, oldLine, newLine);
  }

  addition(family: RecordFamily, line: PlacedLine): number {
    return this.#reader.addition(family, line);
  }

  vanishing(family: RecordFamily, line: PlacedLine, isRemoved: boolean): number {
    return this.#reader.vanishing(family, line, isRemoved);
  }

  #takeFound(found: Fingerprints): void {
    const { words } = this.#found;
    for (let index = 0; index < found.count; index++) {
      found.low[index] = words[index * 2] as number;
      found.high[index] = words[index * 2 + 1] as number;
    }
  }

  #takeChanges(run: MatchedRun, newBase: number): void {
    const { words } = this.#changes;
    run.changedCount = this.#exports.changedCount.value as number;
    run.changes = words;
    run.changeLines = this.#changeLines.bytes;
    for (let change = 0; change < run.changedCount; change++) {
      words[change * CHANGE_WORDS] = (words[change * CHANGE_WORDS] as number) - newBase;
    }
  }

  #takeResult(into: Hash): void {
    into.low = this.#exports.resultLow.value as number;
    into.high = this.#exports.resultHigh.value as number;
  }
}

/** Where the window is, if its lines are to be kept; else 0. */
function keptFrom({ source, region }: LineWindow): number {
  return source.keep === undefined ? 0 : region.bytes.byteOffset;
}
