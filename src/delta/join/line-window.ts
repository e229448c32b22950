import type { LineKernel, Region } from '../kernel/line-kernel.ts';
import type { Side } from '../side.ts';
import { refuseByteOrderMark } from '../source/byte-order-mark.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { LineTooLong, MAX_LINE_BYTES } from '../source/line-limit.ts';
import type { Pace } from './pace.ts';
import { FRONT_BYTES, ReadAhead } from './read-ahead.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** Large enough that reading takes few calls, small enough to stay in the cache. */
const WINDOW_BYTES = 1 << 19;

/** Kept lines with less between them are kept at once: another call takes longer than so many bytes. */
const MAX_KEPT_GAP_BYTES = 1 << 12;

/**
 * A window that slides over a catalog's bytes, line by line. `start` and `end` are the current line, without its
 * newline; they stay valid until `fill`.
 */
export class LineWindow {
  readonly side: Side;
  readonly source: ByteSource;
  /** The memory that holds the window; another one after `fill`. */
  region: Region;
  /** The first byte of the region that is of the catalog. */
  first = 0;
  start = 0;
  end = 0;
  /** Where the next line starts. */
  next = 0;
  filled = 0;
  /** Position in the catalog of the region's first byte. */
  base = 0;
  /** No more bytes come. */
  ended = false;
  readonly #kernel: LineKernel;
  readonly #pace: Pace;
  readonly #ahead: ReadAhead | undefined;
  #kept: number[] = [];

  /**
   * @param pace is told of what is read, and may ask to wait
   * @param readsAhead reads on another thread, where the source can
   */
  constructor(side: Side, source: ByteSource, kernel: LineKernel, pace: Pace, readsAhead = false) {
    this.side = side;
    this.source = source;
    this.#kernel = kernel;
    this.#pace = pace;
    this.region = kernel.allocate(WINDOW_BYTES);
    if (!readsAhead || !canReadAhead(source)) return;
    this.#ahead = new ReadAhead(source, kernel.allocate(WINDOW_BYTES), pace);
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
    const count = this.#ahead === undefined ? await this.#readMore() : await this.#takePiece(this.#ahead);
    if (count === 0) this.ended = true;
    const read = this.region.bytes.subarray(this.filled - count, this.filled);
    if (isFirst) refuseByteOrderMark(read, count, this.source.name);
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
    if (this.filled === this.region.bytes.length) await this.#enlarge();
    const { bytes } = this.region;
    const reading = this.source.read(bytes, this.filled, bytes.length - this.filled);
    const count = typeof reading === 'number' ? reading : await reading;
    this.filled += count;
    return count;
  }

  /** Goes over to the piece that was read ahead, with what is left of the current line in front of it. */
  async #takePiece(ahead: ReadAhead): Promise<number> {
    const { region: piece, length } = await ahead.piece();
    const left = this.filled - this.start;
    if (left > FRONT_BYTES) return await this.#appendPiece(ahead, piece, length);
    const { region } = this;
    region.bytes.copy(piece.bytes, FRONT_BYTES - left, this.start, this.filled);
    this.region = piece;
    this.base = ahead.position - FRONT_BYTES;
    this.start = FRONT_BYTES - left;
    this.first = this.start;
    this.filled = FRONT_BYTES + length;
    if (length > 0) ahead.next(region, length);
    return length;
  }

  /** For a line that is longer than the room in front of a piece. */
  async #appendPiece(ahead: ReadAhead, piece: Region, length: number): Promise<number> {
    this.#slide();
    while (this.region.bytes.length - this.filled < length) await this.#enlarge();
    piece.bytes.copy(this.region.bytes, this.filled, FRONT_BYTES, FRONT_BYTES + length);
    this.filled += length;
    if (length > 0) ahead.next(piece, length);
    return length;
  }

  /** Moves the current line to the region's start. */
  #slide(): void {
    this.#saveKept();
    if (this.start === 0) return;
    this.region.bytes.copyWithin(0, this.start, this.filled);
    this.base += this.start;
    this.filled -= this.start;
    this.start = 0;
    this.first = 0;
  }

  /** The kernel may move all its memory: nothing may be read into it meanwhile. */
  async #enlarge(): Promise<void> {
    const { length } = this.region.bytes;
    if (length >= MAX_LINE_BYTES) throw new LineTooLong(this.side, this.position);
    await this.#pace.settled();
    this.#kernel.grow(this.region, length * 2);
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

function canReadAhead(source: ByteSource): source is ByteSource & Required<Pick<ByteSource, 'readAhead'>> {
  return source.readAhead !== undefined;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === RETURN || byte === TAB;
}
