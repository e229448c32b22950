import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './ascii.ts';
import { skipPlain } from './scan-string.ts';

/** Finds where strings, objects and lists end that stream in; whether they are JSON is not asked. */
export class NestingScanner {
  #depth = 0;
  #inString = false;
  #afterBackslash = false;

  /** Is the last byte one of a string, object or list that goes on? */
  get isOpen(): boolean {
    return this.#inString || this.#depth > 0;
  }

  /** The offset behind what is open or begins at `start`, one byte at least; the chunk's length where it goes on. */
  skip(chunk: Uint8Array, start: number): number {
    for (let offset = start; offset < chunk.length; offset++) {
      const byte = chunk[offset];
      if (this.#inString) offset = this.#findStringEnd(chunk, offset);
      else if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
      else if (this.#depth > 0 && (byte === CLOSE_BRACE || byte === CLOSE_BRACKET)) this.#depth--;
      if (this.#depth === 0 && !this.#inString) return offset + 1;
    }
    return chunk.length;
  }

  /** Goes on in a string; returns the offset of its closing quote, or the chunk's length. */
  #findStringEnd(chunk: Uint8Array, start: number): number {
    for (let offset = start; offset < chunk.length; offset++) {
      if (this.#afterBackslash) {
        this.#afterBackslash = false;
        continue;
      }
      offset = skipPlain(chunk, offset, chunk.length);
      if (chunk[offset] === QUOTE) {
        this.#inString = false;
        return offset;
      }
      this.#afterBackslash = chunk[offset] === BACKSLASH;
    }
    return chunk.length;
  }
}
