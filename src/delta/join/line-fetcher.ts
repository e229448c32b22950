import { isSpace } from '../../json/ascii.ts';
import type { LineWindow } from './line-window.ts';

const NEWLINE = 0x0a;
/** Where the length of a line is not known. */
const USUAL_LINE_BYTES = 1 << 12;
const AHEAD_BYTES = 1 << 16;
/** Over a larger gap, reading on takes longer than another read. */
const MAX_GAP_BYTES = 1 << 13;

/**
 * Reads single lines of a catalog by their position: from the window where they are still in it, else from the
 * file. When positions follow each other closely it reads ahead.
 */
export class LineFetcher {
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  readonly #window: LineWindow;
  #block = Buffer.allocUnsafeSlow(USUAL_LINE_BYTES);
  #blockPosition = 0;
  #blockLength = 0;

  constructor(window: LineWindow) {
    this.#window = window;
  }

  /**
   * Sets `bytes`, `start` and `end` to the line at a position, without its line end.
   *
   * @param lengthBytes about so many bytes hold the line: reads more where they do not
   */
  fetch(position: number, lengthBytes = USUAL_LINE_BYTES): void {
    const { base, filled, region } = this.#window;
    if (position >= base && position < base + filled) this.#setLine(region.bytes, position - base, filled);
    else this.#fetchFromFile(position, lengthBytes);
  }

  #fetchFromFile(position: number, lengthBytes: number): void {
    if (!this.#isReadAhead(position)) this.#readLine(position, lengthBytes);
    this.#setLine(this.#block, position - this.#blockPosition, this.#blockLength);
  }

  #readLine(position: number, lengthBytes: number): void {
    this.#readBlock(position, this.#isNear(position) ? Math.max(AHEAD_BYTES, lengthBytes) : lengthBytes);
    while (!this.#holdsLine(position)) {
      const before = this.#blockLength;
      this.#readBlock(position, Math.max(USUAL_LINE_BYTES, before * 2));
      if (this.#blockLength === before) break;
    }
  }

  /** What a source keeps for us may not have been there when the block was read. */
  #isReadAhead(position: number): boolean {
    if (this.#window.source.keep !== undefined) return false;
    const isInBlock = position >= this.#blockPosition && position < this.#blockPosition + this.#blockLength;
    return isInBlock && this.#holdsLine(position);
  }

  #isNear(position: number): boolean {
    if (this.#window.source.keep !== undefined || this.#blockLength === 0) return false;
    const distance = position - this.#blockPosition;
    return distance >= 0 && distance < this.#blockLength + MAX_GAP_BYTES;
  }

  #holdsLine(position: number): boolean {
    const newline = this.#block.indexOf(NEWLINE, position - this.#blockPosition);
    return newline >= 0 && newline < this.#blockLength;
  }

  #readBlock(position: number, lengthBytes: number): void {
    if (this.#block.length < lengthBytes) this.#block = Buffer.allocUnsafeSlow(lengthBytes);
    let length = 0;
    while (length < lengthBytes) {
      const count = this.#window.source.readAt(this.#block, length, lengthBytes - length, position + length);
      if (count === 0) break;
      length += count;
    }
    this.#blockPosition = position;
    this.#blockLength = length;
  }

  #setLine(bytes: Buffer, start: number, filled: number): void {
    const newline = bytes.indexOf(NEWLINE, start);
    let end = newline >= 0 && newline < filled ? newline : filled;
    while (end > start && isSpace(bytes[end - 1])) end--;
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }
}
