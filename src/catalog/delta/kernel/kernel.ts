import { loadWasm } from '../../../base/files/load-wasm.ts';
import type { JsonProblem } from '../../../base/json/problem.ts';
import { scanJson } from '../../../base/json/scan.ts';
import type { Tape } from '../../../base/json/tape.ts';
import { generateSecretBytes } from '../../../base/process/quick-random.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { Side } from '../side.ts';
import {
  ITEM_SHAPE,
  MAX_PREFIX_BYTES,
  NH_BLOCK_BYTES,
  NH_SHIFT_BYTES,
  NO_FAMILY,
  PRODUCT_SHAPE,
  SIP_KEY_BYTES,
} from './assembly/parts/layout.ts';
import type { KernelExports } from './exports.ts';
import { KernelMemory } from './kernel-memory.ts';

const NH_KEY_BYTES = NH_BLOCK_BYTES + NH_SHIFT_BYTES;
const NODE_WORDS = 4;
/** More than most lines need; it grows for others. V8 collects garbage for what is reserved, used or not. */
const WORK_BYTES = 2 << 20;
/** Vectors are read whole, also at the end of a text. */
const SPARE_BYTES = 128;
const ALL_BITS = 2n ** 64n - 1n;

export const SHAPES: Readonly<Record<RecordFamily, number>> = { products: PRODUCT_SHAPE, items: ITEM_SHAPE };

/** A line in the kernel's memory, and where it is in its catalog. */
export interface LocatedLine {
  /** Addresses of its first byte, and behind its last without white space. */
  start: number;
  end: number;
  position: number;
}

/** Operations in the kernel's memory. */
export interface PatchLines {
  bytes: Buffer;
  start: number;
  end: number;
}

/** The operations of many products. */
export interface ChangeBatch {
  /** Of each product: its place in the delta, and the bytes of its operations. */
  places: ArrayLike<number> & Iterable<number>;
  lengths: Iterable<number>;
  /** Of all products. */
  operations: number;
  /** The operations of the products, one behind the other. */
  lines: PatchLines;
}

/**
 * The inner loops over bytes, in WebAssembly built from `assembly/`: what they read is in their memory. They pass over lines
 * in the same order, note the others by their ids, and find the operations between records; lines in an unusual spelling they
 * leave to the caller, who gives them another.
 *
 * An id's fingerprint is taken from its spelling in the line when that is plain: the line begins with the learnt prefix, then
 * come the id's bytes up to a quote, with no backslash, slash, tilde or control character among them. For others the
 * caller tells the id.
 */
export class Kernel {
  readonly memory: KernelMemory;
  /** The compiled functions, documented where they are called. */
  readonly exports: KernelExports;
  /** Memory for lines that are read and compared. */
  #work = 0;
  #workEnd = 0;

  /**
   * @param idMask which bits of ids' fingerprints count: all of them, unless ids are meant to collide
   * @throws BrctlError `diff.no_wasm`
   */
  constructor(idMask = ALL_BITS) {
    this.exports = loadWasm('line-kernel.wasm');
    this.memory = new KernelMemory(this.exports.memory, this.exports.heapStart());
    // new each time: nobody who does not know it can prepare lines that collide
    this.memory.bytes.set(generateSecretBytes(NH_KEY_BYTES), this.exports.NH_KEY.value);
    this.memory.bytes.set(generateSecretBytes(SIP_KEY_BYTES), this.exports.SIP_KEY.value);
    this.exports.idMask.value = idMask;
    this.#setWork(WORK_BYTES);
  }

  /** The lines of which family the kernel may compare; without one, it leaves all to the caller. */
  setFamily(family: RecordFamily | undefined): void {
    this.exports.family.value = family === undefined ? NO_FAMILY : SHAPES[family];
  }

  /** Learns what stands before the id in the lines of one catalog. */
  learn(side: Side, start: number, end: number): void {
    const length = end - start;
    if (length > MAX_PREFIX_BYTES) return;
    this.memory.bytes.copyWithin(this.exports.prefixOf(side), start, end);
    this.exports.setPrefixLength(side, length);
  }

  /** Finds the fingerprint of an id by its bytes, pointer-escaped: `exports.result`. False: it takes more memory, `enlarge`. */
  fingerprint(id: Uint8Array): boolean {
    if (id.length + SPARE_BYTES > this.#workEnd - this.#work) return false;
    this.memory.bytes.set(id, this.#work);
    this.exports.fingerprint(this.#work, this.#work + id.length);
    return true;
  }

  /** Findings since the last clear. */
  get changes(): ChangeBatch {
    const { exports, memory } = this;
    const count = exports.changeCount.value;
    const start = exports.PATCHES.value;
    return {
      places: memory.doubles(exports.CHANGE_PLACES.value, count),
      lengths: memory.doubles(exports.CHANGE_LENGTHS.value, count),
      operations: exports.changeOperations.value,
      lines: { bytes: memory.bytes, start, end: start + exports.patchEnd.value },
    };
  }

  /** Fills a tape with one JSON text, read strictly, until the next call for any tape; what is wrong with it, or null. */
  read(tape: Tape, start: number, end: number): JsonProblem | null {
    const { exports, memory } = this;
    const words = exports.readAlone(start, end);
    if (words === 0) return scanJson(tape, memory.bytes, start, end);
    const nodes = exports.nodes.value;
    tape.adopt(memory.bytes, memory.words(words, nodes * NODE_WORDS), nodes);
    return null;
  }

  /**
   * Puts the operations between two records into `patchLines`: lines in the spelling of `toCanonicalLine`, of which one may be
   * missing. Returns how many there are; -1 where they take more memory: `enlarge`, and try again.
   *
   * @param isRemoved of a record without a new line; else it becomes unavailable
   */
  build(family: RecordFamily, oldText: string | undefined, newText: string | undefined, isRemoved = false) {
    const { exports, memory } = this;
    const [old, fresh] = [Buffer.from(oldText ?? ''), Buffer.from(newText ?? '')];
    const oldStart = this.#work;
    const newStart = oldStart + old.length + SPARE_BYTES;
    const start = Math.ceil((newStart + fresh.length + SPARE_BYTES) / 64) * 64;
    if (start + SPARE_BYTES > this.#workEnd) return -1;
    memory.bytes.set(old, oldStart);
    memory.bytes.set(fresh, newStart);
    exports.setWork(start, this.#workEnd);
    const [oldEnd, newEnd] = [oldStart + old.length, newStart + fresh.length];
    const [oldAt, newAt] = [oldText === undefined ? 0 : oldStart, newText === undefined ? 0 : newStart];
    const shape = SHAPES[family];
    const operations = exports.buildLines(oldAt, oldEnd, newAt, newEnd, shape, Number(isRemoved), 1, 0, 0);
    exports.setWork(this.#work, this.#workEnd);
    return operations;
  }

  /** Makes more memory for `build`. Nothing must be read into the memory meanwhile. */
  enlarge(): void {
    this.#setWork((this.#workEnd - this.#work) * 2);
  }

  #setWork(bytes: number): void {
    this.#work = this.memory.allocate(bytes);
    this.#workEnd = this.#work + bytes;
    this.exports.setWork(this.#work, this.#workEnd);
  }

  /** Output of the last `build`: whole lines. Valid until the next call. */
  get patchLines(): PatchLines {
    const start = this.exports.patchStart.value;
    return { bytes: this.memory.bytes, start, end: start + this.exports.patchBytes.value };
  }
}
