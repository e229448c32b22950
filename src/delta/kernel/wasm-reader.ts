import type { JsonProblem } from '../../json/problem.ts';
import { DEFAULT_SCAN_LIMITS, scanJson } from '../../json/scan.ts';
import type { Tape } from '../../json/tape.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { PlacedLine } from '../join/placed-line.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { MemberDifferences } from '../tree/member-differences.ts';
import type { LineKernelExports } from './wasm-exports.ts';
import type { WasmMemory, WasmRegion } from './wasm-memory.ts';

const WORD_BYTES = 4;
/** Longer lines are left to the JSON reader in JavaScript. */
const MAX_TOKENIZED_BYTES = 1 << 16;
/** A node has four words, and takes a byte of text and a separator at least, unless it is a bracket that opens. */
const NODE_WORDS = 4;
const MAX_NODES = MAX_TOKENIZED_BYTES / 2 + DEFAULT_SCAN_LIMITS.maxDepth + 2;
/** Members of an object that `compareMembers` takes. */
const MAX_MEMBERS = 128;
const PATCH_BYTES = 1 << 17;

/** The families as the shapes of the module count them. */
export const FAMILY_SHAPES: Readonly<Record<RecordFamily, number>> = { products: 2, items: 3 };

/** The part of the WASM kernel that reads lines and compares what they say. */
export class WasmReader {
  readonly #exports: LineKernelExports;
  readonly #memory: WasmMemory;
  /** Copies of lines that are not in a window, and the nodes of the lines that were read last, by side. */
  readonly #lines: readonly [WasmRegion, WasmRegion];
  readonly #nodes: readonly [WasmRegion, WasmRegion];
  /** Where offset 0 of the texts that were read last is; undefined where JavaScript read them. */
  readonly #texts: [number | undefined, number | undefined] = [undefined, undefined];
  readonly #pairs: WasmRegion;
  readonly #stack: WasmRegion;
  readonly #patch: WasmRegion;

  constructor(exports: LineKernelExports, memory: WasmMemory) {
    this.#exports = exports;
    this.#memory = memory;
    this.#lines = [memory.allocate(MAX_TOKENIZED_BYTES), memory.allocate(MAX_TOKENIZED_BYTES)];
    this.#nodes = [
      memory.allocate(MAX_NODES * NODE_WORDS * WORD_BYTES),
      memory.allocate(MAX_NODES * NODE_WORDS * WORD_BYTES),
    ];
    this.#pairs = memory.allocate(2 * MAX_MEMBERS * 2 * WORD_BYTES);
    this.#stack = memory.allocate(DEFAULT_SCAN_LIMITS.maxDepth * WORD_BYTES);
    this.#patch = memory.allocate(PATCH_BYTES);
    const [olds, news] = this.#nodes;
    const { maxDepth } = DEFAULT_SCAN_LIMITS;
    exports.placeTapes(olds.pointer, news.pointer, MAX_NODES, this.#stack.pointer, maxDepth);
  }

  /** See `LineKernel.read`. */
  read(side: Side, tape: Tape, bytes: Buffer, start: number, end: number): JsonProblem | null {
    this.#texts[side] = undefined;
    if (end - start > MAX_TOKENIZED_BYTES) return scanJson(tape, bytes, start, end);
    const pointer = this.#pointerTo(side, bytes, start, end);
    const count = this.#tokenize(side, pointer, end - start, pointer - start);
    if (count < 0) return scanJson(tape, bytes, start, end);
    this.#texts[side] = pointer - start;
    tape.adopt(bytes, this.#nodes[side].words, count);
    return null;
  }

  /** See `LineKernel.compareMembers`. */
  compareMembers(oldObject: number, newObject: number, into: MemberDifferences): boolean {
    const [oldText, newText] = this.#texts;
    if (oldText === undefined || newText === undefined) return false;
    const [olds, news] = this.#nodes;
    const { pointer: out, words } = this.#pairs;
    const count = this.#exports.differingMembers(
      olds.pointer,
      oldObject,
      oldText,
      news.pointer,
      newObject,
      newText,
      out,
    );
    if (count < 0) return false;
    into.reset(count);
    into.count = count;
    for (let word = 0; word < count * 2; word++) into.pairs[word] = words[word] as number;
    return true;
  }

  /** See `LineKernel.patch`. */
  patch(family: RecordFamily, oldLine: PlacedLine, newLine: PlacedLine): number {
    const olds = this.#addressOf(OLD, oldLine);
    const news = this.#addressOf(NEW, newLine);
    if (olds < 0 || news < 0) return -1;
    return this.#exports.patchLines(
      olds,
      olds + oldLine.end - oldLine.start,
      news,
      news + newLine.end - newLine.start,
      FAMILY_SHAPES[family],
      this.#patch.pointer,
      PATCH_BYTES,
    );
  }

  /** See `LineKernel.addition`. */
  addition(family: RecordFamily, line: PlacedLine): number {
    const start = this.#addressOf(NEW, line);
    const end = start + line.end - line.start;
    if (start < 0) return -1;
    return this.#exports.addLine(start, end, FAMILY_SHAPES[family], this.#patch.pointer, PATCH_BYTES);
  }

  /** See `LineKernel.vanishing`. */
  vanishing(family: RecordFamily, line: PlacedLine, isRemoved: boolean): number {
    const start = this.#addressOf(OLD, line);
    const end = start + line.end - line.start;
    if (start < 0) return -1;
    const shape = FAMILY_SHAPES[family];
    return this.#exports.vanishLine(start, end, shape, isRemoved ? 1 : 0, this.#patch.pointer, PATCH_BYTES);
  }

  /** See `LineKernel.patchLines`. */
  get patchLines(): Buffer {
    return this.#patch.bytes.subarray(0, this.#exports.patchBytes.value as number);
  }

  /** Where a line is in the memory. Below 0: it is too long. */
  #addressOf(side: Side, { bytes, start, end }: PlacedLine): number {
    this.#texts[side] = undefined;
    return end - start > MAX_TOKENIZED_BYTES ? -1 : this.#pointerTo(side, bytes, start, end);
  }

  #tokenize(side: Side, pointer: number, length: number, from: number): number {
    const { maxDepth } = DEFAULT_SCAN_LIMITS;
    const nodes = this.#nodes[side].pointer;
    const { pointer: stack } = this.#stack;
    return this.#exports.tokenize(pointer, pointer + length, from, nodes, MAX_NODES, stack, maxDepth);
  }

  /** Where a line is in the memory; it is copied there if it is elsewhere. */
  #pointerTo(side: Side, bytes: Buffer, start: number, end: number): number {
    if (this.#memory.holds(bytes)) return bytes.byteOffset + start;
    const { pointer, bytes: copy } = this.#lines[side];
    bytes.copy(copy, 0, start, end);
    return pointer;
  }
}
