import { MAX_TEXT_BYTES } from '../../catalog/splitting/text-handler.ts';
import type { KernelMemory, Region } from '../kernel/memory.ts';
import type { Side } from '../side.ts';
import { refuseByteOrderMark } from '../source/byte-order-mark.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { refuseArray } from '../source/json-array.ts';
import { LineTooLong } from '../source/line-limit.ts';
import type { Pace } from './pace.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** Large enough that reading takes few calls, small enough to stay in the cache. */
const WINDOW_BYTES = 1 << 19;

/** Kept lines with less between them are kept at once: another call takes longer than so many bytes. */
const MAX_KEPT_GAP_BYTES = 1 << 12;

/** The longest line and its line feed: a window of it without one holds a line over the limit. */
const MAX_WINDOW_BYTES = MAX_TEXT_BYTES + 1;

/**
 * A window that slides over a catalog's bytes, line by line. `start` and `end` are the current line, without its
 * newline; they stay valid until `fill`.
 */
export class LineWindow {
  readonly side: Side;
  readonly source: ByteSource;
  /** The memory that holds the window. */
  readonly region: Region;
  start = 0;
  end = 0;
  /** Where the next line starts. */
  next = 0;
  filled = 0;
  /** Position in the catalog of the region's first byte. */
  base = 0;
  /** No more bytes come. */
  ended = false;
  readonly #kernel: KernelMemory;
  readonly #pace: Pace;
  #kept: number[] = [];

  constructor(side: Side, source: ByteSource, kernel: KernelMemory, pace: Pace) {
    this.side = side;
    this.source = source;
    this.#kernel = kernel;
    this.#pace = pace;
    this.region = kernel.allocate(WINDOW_BYTES);
  }

  /** Position in the catalog of the current line. */
  get position(): number {
    return this.base + this.start;
  }

  /** Finds the current line, past blank ones. False: `fill` first, or no line is left when `ended`. */
  peek(): boolean {
    const { bytes } = this.region;
    while (this.start < this.filled) {
      if (bytes[this.start] === NEWLINE) {
        this.start++;
        continue;
      }
      const newline = bytes.indexOf(NEWLINE, this.start);
      if (newline >= 0 && newline < this.filled) this.#setLine(newline, newline + 1);
      else if (this.ended) this.#setLine(this.filled, this.filled);
      else return false;
      if (this.end > this.start) return true;
      this.start = this.next;
    }
    return false;
  }

  /** Finds the current line, reading what it takes. False at the end. */
  async line(): Promise<boolean> {
    while (!this.peek()) {
      if (this.ended) return false;
      await this.fill();
    }
    return true;
  }

  /** Passes over the current line. */
  advance(): void {
    this.start = this.next;
  }

  /** Reads more; the bytes before the current line go. */
  async fill(): Promise<void> {
    const waiting = this.#pace.step();
    if (waiting !== undefined) await waiting;
    const isFirst = this.base + this.filled === 0;
    const count = await this.#readMore();
    if (count === 0) this.ended = true;
    const read = this.region.bytes.subarray(this.filled - count, this.filled);
    if (!isFirst) return;
    refuseByteOrderMark(read, count, this.source.name);
    refuseArray(read, this.source.name);
  }

  /** Goes on at a position where a line starts and the source reads next. */
  moveTo(position: number): void {
    this.base = position;
    this.start = 0;
    this.filled = 0;
    this.ended = false;
  }

  /** Makes sure that `[start, end)` of the window, newline included, can be read at its position later on. */
  keep(start: number, end: number): void {
    if (this.source.keep !== undefined) this.#kept.push(start, end);
  }

  /** Sets the current line to `[start, end of line)`, without trailing white space. */
  #setLine(end: number, next: number): void {
    const { bytes } = this.region;
    let trimmed = end;
    while (trimmed > this.start && isBlank(bytes[trimmed - 1] as number)) trimmed--;
    this.end = trimmed;
    this.next = next;
  }

  async #readMore(): Promise<number> {
    this.#slide();
    if (this.filled === this.region.bytes.length) this.#enlarge();
    const { bytes } = this.region;
    const reading = this.source.read(bytes, this.filled, bytes.length - this.filled);
    const count = typeof reading === 'number' ? reading : await reading;
    this.filled += count;
    return count;
  }

  /** Moves the current line to the region's start. */
  #slide(): void {
    this.#saveKept();
    if (this.start === 0) return;
    this.region.bytes.copyWithin(0, this.start, this.filled);
    this.base += this.start;
    this.filled -= this.start;
    this.start = 0;
  }

  #enlarge(): void {
    const { length } = this.region.bytes;
    if (length === MAX_WINDOW_BYTES) throw new LineTooLong(this.side, this.position);
    this.#kernel.grow(this.region, Math.min(length * 2, MAX_WINDOW_BYTES));
  }

  #saveKept(): void {
    const kept = this.#kept;
    const { source, base } = this;
    if (kept.length === 0 || source.keep === undefined) return;
    const { bytes } = this.region;
    let start = kept[0] as number;
    for (let at = 1; at < kept.length; at += 2) {
      const end = kept[at] as number;
      const next = kept[at + 1] ?? Number.POSITIVE_INFINITY;
      if (next - end < MAX_KEPT_GAP_BYTES) continue;
      source.keep(bytes, start, end, base + start);
      start = next;
    }
    kept.length = 0;
  }
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === RETURN || byte === TAB;
}
