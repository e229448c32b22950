import { isSpace, LINE_FEED } from '../../../base/json/ascii.ts';
import type { LocatedLine } from '../kernel/kernel.ts';
import type { KernelMemory } from '../kernel/kernel-memory.ts';
import type { ByteSource } from '../source/byte-source.ts';

export const USUAL_LINE_BYTES = 1 << 12;
const AHEAD_BYTES = 1 << 16;
/** Over a larger gap, reading on takes longer than another read. */
export const MAX_GAP_BYTES = 1 << 13;

/** Reads single lines of a catalog again, by their position. When positions follow each other closely it reads ahead. */
export class LineFetcher {
  readonly #source: ByteSource;
  readonly #memory: KernelMemory;
  #block: number;
  #blockBytes = AHEAD_BYTES;
  /** What is in the block. */
  #position = 0;
  #length = 0;

  constructor(source: ByteSource, memory: KernelMemory) {
    this.#source = source;
    this.#memory = memory;
    this.#block = memory.allocate(AHEAD_BYTES);
  }

  /** The line at a position, until the next call. */
  fetch(position: number): LocatedLine {
    let newline = this.#newlineFrom(position);
    if (newline < 0) {
      this.#read(position, this.#isNear(position) ? AHEAD_BYTES : USUAL_LINE_BYTES);
      newline = this.#newlineFrom(position);
    }
    for (let before = 0; newline < 0 && this.#length > before; newline = this.#newlineFrom(position)) {
      before = this.#length;
      this.#read(position, before * 4);
    }
    const start = this.#block + position - this.#position;
    const { bytes } = this.#memory;
    let end = newline < 0 ? this.#block + this.#length : newline;
    while (end > start && isSpace(bytes[end - 1])) end--;
    return { start, end, position };
  }

  #isNear(position: number): boolean {
    if (this.#length === 0) return false;
    const distance = position - this.#position;
    return distance >= 0 && distance < this.#length + MAX_GAP_BYTES;
  }

  /** Address of the newline that ends the line at a position; -1 where it is not in the block. */
  #newlineFrom(position: number): number {
    if (position < this.#position || position >= this.#position + this.#length) return -1;
    const newline = this.#memory.bytes.indexOf(LINE_FEED, this.#block + position - this.#position);
    return newline < this.#block + this.#length ? newline : -1;
  }

  #read(position: number, lengthBytes: number): void {
    if (lengthBytes > this.#blockBytes) {
      this.#block = this.#memory.allocate(lengthBytes);
      this.#blockBytes = lengthBytes;
    }
    const { bytes } = this.#memory;
    this.#position = position;
    this.#length = 0;
    while (this.#length < lengthBytes) {
      const place = this.#block + this.#length;
      const rest = lengthBytes - this.#length;
      const count = this.#source.readAt(bytes, place, rest, position + this.#length);
      if (count === 0) return;
      this.#length += count;
    }
  }
}
