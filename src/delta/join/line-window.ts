import { MAX_LINE_BYTES, RANGE_BYTES } from '../kernel/assembly/parts/layout.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Side } from '../side.ts';
import { refuseByteOrderMark } from '../source/byte-order-mark.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { refuseArray } from '../source/json-array.ts';
import { LineTooLong } from '../source/line-limit.ts';
import type { Pace } from './pace.ts';

const NEWLINE = 0x0a;

/** Large enough that reading takes few calls, small enough to stay in the cache. */
const HALF_BYTES = 1 << 19;
/** Room in front of each half for the beginning of a line that ends in it. */
const FIRST_CARRY_BYTES = 1 << 16;

/**
 * A catalog's bytes as they pass through the kernel's memory: while it goes through one half, the other one is being read.
 * A line that begins in one and ends in the other is moved in front of the other.
 */
export class LineWindow {
  readonly source: ByteSource;
  /** Bytes that were read so far. */
  readBytes = 0;
  readonly #side: Side;
  readonly #kernel: Kernel;
  readonly #pace: Pace;
  #carryBytes = FIRST_CARRY_BYTES;
  /** Where the halves begin, each behind its room for a line. */
  #halves: readonly [number, number];
  #half: 0 | 1 = 0;
  /** Behind the last byte that the kernel may use. */
  #filled: number;
  /** Position in the catalog of address 0: below 0 in the beginning. */
  #origin: number;
  #ahead: Promise<number> | undefined;

  constructor(side: Side, source: ByteSource, kernel: Kernel, pace: Pace) {
    this.source = source;
    this.#side = side;
    this.#kernel = kernel;
    this.#pace = pace;
    this.#halves = this.#newHalves();
    this.#filled = this.#halves[0];
    this.#origin = -this.#filled;
    this.#show(this.#filled, false);
  }

  /** Position of the line that the kernel passes over next. */
  get position(): number {
    return this.positionOf(this.#kernel.exports.startOf(this.#side));
  }

  /** Position of what is at an address in the window. */
  positionOf(address: number): number {
    return this.#origin + address;
  }

  /** Reads more, when the kernel has passed over all whole lines. */
  async fill(): Promise<void> {
    const waiting = this.#pace.step();
    if (waiting !== undefined) await waiting;
    this.saveKept();
    const start = this.#kernel.exports.startOf(this.#side);
    const carried = this.#filled - start;
    if (carried > this.#carryBytes) await this.#enlarge(carried);
    const half = this.#half === 0 ? 1 : 0;
    const at = this.#halves[half];
    this.#kernel.memory.bytes.copyWithin(at - carried, start, this.#filled);
    const count = await this.#readInto(at);
    this.#origin += start - (at - carried);
    this.#half = half;
    this.#filled = at + count;
    if (this.readBytes === 0) this.#refuseOther(at, count);
    this.readBytes += count;
    if (count === 0) this.#end(carried > 0);
    this.#show(at - carried, count === 0);
    if (count > 0) this.#readAhead();
  }

  /** Keeps what waits in this window for its counterpart, if the source cannot read it again by itself. */
  saveKept(): void {
    const { source } = this;
    const { exports, memory } = this.#kernel;
    const count = exports.rangeCount(this.#side);
    if (source.keep === undefined || count === 0) return;
    const words = memory.words(exports.rangesOf(this.#side), (count * RANGE_BYTES) / 4);
    for (let at = 0; at < words.length; at += 2) {
      const start = words[at] as number;
      source.keep(memory.bytes, start, words[at + 1] as number, this.positionOf(start));
    }
  }

  /** Begins again at the start of the catalog. */
  async rewind(): Promise<void> {
    await this.#ahead;
    this.#ahead = undefined;
    await this.source.rewind();
    this.readBytes = 0;
    this.#filled = this.#halves[this.#half];
    this.#origin = -this.#filled;
    this.#show(this.#filled, false);
  }

  #newHalves(): readonly [number, number] {
    const { memory } = this.#kernel;
    const first = memory.allocate(2 * (this.#carryBytes + HALF_BYTES)) + this.#carryBytes;
    return [first, first + HALF_BYTES + this.#carryBytes];
  }

  #show(start: number, hasEnded: boolean): void {
    const keeps = this.source.keep === undefined ? 0 : 1;
    const { setWindow } = this.#kernel.exports;
    setWindow(this.#side, start, this.#filled, hasEnded ? 1 : 0, this.#origin, keeps);
  }

  async #readInto(at: number): Promise<number> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return await (ahead ?? this.source.read(this.#kernel.memory.bytes, at, HALF_BYTES));
  }

  #readAhead(): void {
    const at = this.#halves[this.#half === 0 ? 1 : 0];
    this.#ahead = this.source.readAhead?.(this.#kernel.memory.bytes, at, HALF_BYTES);
    if (this.#ahead !== undefined) this.#kernel.memory.reading(this.#ahead);
  }

  /** The last line ends as all others do. */
  #end(hasLine: boolean): void {
    if (hasLine) this.#kernel.memory.bytes[this.#filled++] = NEWLINE;
  }

  #refuseOther(at: number, count: number): void {
    const read = this.#kernel.memory.bytes.subarray(at, at + count);
    refuseByteOrderMark(read, count, this.source.name);
    refuseArray(read, this.source.name);
  }

  /** Makes room for the beginning of a long line; what was read ahead moves along. */
  async #enlarge(carried: number): Promise<void> {
    if (carried > MAX_LINE_BYTES) throw new LineTooLong(this.#side, this.position);
    const ahead = this.#ahead === undefined ? undefined : await this.#ahead;
    const half = this.#half === 0 ? 1 : 0;
    const at = this.#halves[half];
    this.#carryBytes = Math.min(carried * 2, MAX_LINE_BYTES);
    const { memory } = this.#kernel;
    await memory.whenQuiet();
    this.#halves = this.#newHalves();
    if (ahead === undefined) return;
    memory.bytes.copyWithin(this.#halves[half], at, at + ahead);
    this.#ahead = Promise.resolve(ahead);
  }
}
