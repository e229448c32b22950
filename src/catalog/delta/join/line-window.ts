import { BrctlError } from '../../../base/errors.ts';
import { isSpace, LINE_FEED, OPEN_BRACKET } from '../../../base/json/ascii.ts';
import { MAX_LINE_BYTES } from '../kernel/assembly/parts/layout.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Side } from '../side.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { lineTooLongError } from '../source/line-limit.ts';
import type { CooperativeYield } from './cooperative-yield.ts';

/** Large enough that reading takes few calls, small enough to stay in the cache. */
const PART_BYTES = 3 << 18;
/** While the kernel goes through one part, the others are being read. */
const PARTS = 3;
/** Room in front of each part for the beginning of a line that ends in it. */
const FIRST_CARRY_BYTES = 1 << 16;

/** A read that is under way. */
interface Ahead {
  position: number;
  count: Promise<number>;
}

/**
 * A catalog's bytes as they pass through the kernel's memory: while it goes through one part, the next ones are being read.
 * A line that begins in one part and ends in the next is moved in front of the next.
 */
export class LineWindow {
  readonly source: ByteSource;
  /** Bytes that were read so far. */
  readBytes = 0;
  readonly #side: Side;
  readonly #kernel: Kernel;
  readonly #pace: CooperativeYield;
  #carryBytes = FIRST_CARRY_BYTES;
  /** Where the parts begin, each behind its room for a line. */
  #parts: readonly number[];
  #part = 0;
  /** Behind the last byte that the kernel may use. */
  #filled: number;
  /** Position in the catalog of address 0: below 0 in the beginning. */
  #origin: number;
  /** Into the parts that follow, in their order. */
  #aheads: Ahead[] = [];

  constructor(side: Side, source: ByteSource, kernel: Kernel, pace: CooperativeYield) {
    this.source = source;
    this.#side = side;
    this.#kernel = kernel;
    this.#pace = pace;
    this.#parts = this.#allocateParts();
    this.#filled = this.#parts[0] as number;
    this.#origin = -this.#filled;
    this.#show(this.#filled, false);
  }

  /** Position of the line that the kernel passes over next. */
  get position(): number {
    return this.getPosition(this.#kernel.exports.startOf(this.#side));
  }

  /** Position of what is at an address in the window. */
  getPosition(address: number): number {
    return this.#origin + address;
  }

  /** Reads more, when the kernel has passed over all whole lines. */
  async fill(): Promise<void> {
    const waiting = this.#pace.step();
    if (waiting !== undefined) await waiting;
    const start = this.#kernel.exports.startOf(this.#side);
    const carried = this.#filled - start;
    if (carried > this.#carryBytes) await this.#enlarge(carried);
    this.#part = (this.#part + 1) % this.#parts.length;
    const address = this.#parts[this.#part] as number;
    this.#kernel.memory.bytes.copyWithin(address - carried, start, this.#filled);
    const count = await this.#readInto(address);
    this.#origin += start - (address - carried);
    this.#filled = address + count;
    if (this.readBytes === 0) this.#refuseOther(address, count);
    this.readBytes += count;
    // The last line ends as all others do.
    if (count === 0 && carried > 0) this.#kernel.memory.bytes[this.#filled++] = LINE_FEED;
    this.#show(address - carried, count === 0);
    if (count === PART_BYTES) this.#readAhead();
  }

  /** Begins again at the start of the catalog. */
  async rewind(): Promise<void> {
    await this.#dropAheads();
    await this.source.rewind();
    this.readBytes = 0;
    this.#filled = this.#parts[this.#part] as number;
    this.#origin = -this.#filled;
    this.#show(this.#filled, false);
  }

  #allocateParts(): readonly number[] {
    const { memory } = this.#kernel;
    const count = this.source.readAhead === undefined ? 2 : PARTS;
    const stride = this.#carryBytes + PART_BYTES;
    const first = memory.allocate(count * stride) + this.#carryBytes;
    return Array.from({ length: count }, (_, part) => first + part * stride);
  }

  #show(start: number, hasEnded: boolean): void {
    this.#kernel.exports.setWindow(this.#side, start, this.#filled, hasEnded ? 1 : 0, this.#origin);
  }

  async #readInto(address: number): Promise<number> {
    const ahead = this.#aheads.shift();
    if (ahead?.position === this.readBytes) return await ahead.count;
    const { source } = this;
    const { bytes } = this.#kernel.memory;
    if (source.readAhead === undefined) return await source.read(bytes, address, PART_BYTES);
    if (ahead !== undefined) {
      await ahead.count;
      await this.#dropAheads();
    }
    return source.readAt(bytes, address, PART_BYTES, this.readBytes);
  }

  /** Begins to read all parts but this one. */
  #readAhead(): void {
    const { readAhead } = this.source;
    if (readAhead === undefined) return;
    const { memory } = this.#kernel;
    while (this.#aheads.length < this.#parts.length - 1) {
      const nth = this.#aheads.length + 1;
      const address = this.#parts[(this.#part + nth) % this.#parts.length] as number;
      const position = this.readBytes + (nth - 1) * PART_BYTES;
      const count = readAhead(memory.bytes, address, PART_BYTES, position);
      memory.reading(count);
      this.#aheads.push({ position, count });
    }
  }

  /** Discards the read-ahead. */
  async #dropAheads(): Promise<void> {
    const aheads = this.#aheads;
    this.#aheads = [];
    await Promise.all(aheads.map(({ count }) => count));
  }

  #refuseOther(address: number, count: number): void {
    const read = this.#kernel.memory.bytes.subarray(address, address + count);
    refuseByteOrderMark(read, this.source.name);
    refuseArray(read, this.source.name);
  }

  /** Makes room for the beginning of a long line. */
  async #enlarge(carried: number): Promise<void> {
    await this.#dropAheads();
    if (carried > MAX_LINE_BYTES) throw await lineTooLongError(this.source, this.position);
    this.#carryBytes = Math.min(carried * 2, MAX_LINE_BYTES);
    await this.#kernel.memory.whenQuiet();
    this.#parts = this.#allocateParts();
  }
}

const MARKS: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'UTF-8' },
  { bytes: [0xff, 0xfe], encoding: 'UTF-16' },
  { bytes: [0xfe, 0xff], encoding: 'UTF-16' },
];

/**
 * Refuses a file that starts with a byte order mark: JSON texts must not (RFC 8259, section 8.1).
 *
 * @throws BrctlError `file.byte_order_mark`
 */
function refuseByteOrderMark(bytes: Uint8Array, name: string): void {
  const mark = MARKS.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte));
  if (mark === undefined) return;
  throw new BrctlError(`${name}: starts with a ${mark.encoding} byte order mark`, {
    kind: 'input',
    code: 'file.byte_order_mark',
    file: name,
    line: 1,
    column: 1,
    why: 'JSON must be UTF-8 without a byte order mark',
    hint: mark.encoding === 'UTF-8' ? `tail -c +4 ${name}` : `iconv -f UTF-16 -t UTF-8 ${name}`,
  });
}

/**
 * Refuses a catalog that is one JSON array: lines are read by their position, more than once, and an array has none.
 *
 * @param bytes the first of the catalog
 * @throws BrctlError `input.array`
 */
function refuseArray(bytes: Uint8Array, name: string): void {
  if (bytes.find((byte) => !isSpace(byte)) !== OPEN_BRACKET) return;
  throw new BrctlError(`${name}: a JSON array, not one record per line`, {
    kind: 'input',
    code: 'input.array',
    file: name,
    why: 'diff re-reads lines by file position, and an array has no lines',
    hint: `write it as JSON Lines (plain records with --from records) and name that: brctl apply ${name === 'stdin' ? '-' : name} /dev/null -o lines.jsonl`,
  });
}
