import { BrctlError } from '../../base/errors.ts';
import { LINE_FEED } from '../../base/json/ascii.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { CarriedText, MAX_TEXT_BYTES, type TextHandler, type TextSplitter } from './text-handler.ts';

/**
 * Cuts JSON Lines at line feeds; the last line may go without. A line over the limit is reported and skipped; one
 * that is longer than a whole request may be ends the reading, since it may have no end at all (/dev/zero).
 */
export class LineSplitter implements TextSplitter {
  #line = 1;
  #isSkipping = false;
  #skippedBytes = 0;
  readonly #carried = new CarriedText();
  readonly #handler: TextHandler;

  constructor(handler: TextHandler) {
    this.#handler = handler;
  }

  /** @throws BrctlError `file.too_large`: a line without end */
  push(chunk: Uint8Array): void {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let start = 0;
    for (let feed = buffer.indexOf(LINE_FEED); feed !== -1; feed = buffer.indexOf(LINE_FEED, start)) {
      this.#finishLine(buffer, start, feed);
      this.#line++;
      start = this.#skipEmptyLines(buffer, feed + 1);
    }
    if (start < buffer.length) this.#carry(buffer.subarray(start));
  }

  end(): void {
    if (this.#carried.length > 0) this.#finishLine(Buffer.alloc(0), 0, 0);
  }

  /** Empty lines in a row are told of once: a file may hold nothing but a billion of them. */
  #skipEmptyLines(buffer: Buffer, start: number): number {
    if (buffer[start] !== LINE_FEED) return start;
    this.#finishLine(buffer, start, start);
    let offset = start;
    while (offset < buffer.length && buffer[offset] === LINE_FEED) offset++;
    this.#line += offset - start;
    return offset;
  }

  #finishLine(buffer: Buffer, start: number, end: number): void {
    if (this.#isSkipping) {
      this.#isSkipping = false;
      return;
    }
    if (this.#carried.length + end - start > MAX_TEXT_BYTES) this.#reportTooLong();
    else if (this.#carried.length === 0) this.#handler.text(buffer, start, end, this.#line, 1);
    else {
      const whole = this.#carried.take(buffer.subarray(start, end));
      this.#handler.text(whole, 0, whole.length, this.#line, 1);
    }
    this.#carried.clear();
  }

  #carry(rest: Uint8Array): void {
    if (this.#isSkipping) {
      this.#skippedBytes += rest.length;
      if (this.#skippedBytes <= LIMITS.jsonLinesBytes) return;
      const message = `line ${formatCount(this.#line)} is longer than 1 GB; reading stopped there`;
      throw new BrctlError(message, {
        kind: 'input',
        code: 'file.too_large',
        line: this.#line,
        why: 'a whole request may not be that large',
        hint: 'check that the file is JSON Lines, one operation per line',
      });
    }
    this.#carried.add(rest);
    if (this.#carried.length <= MAX_TEXT_BYTES) return;
    this.#reportTooLong();
    this.#isSkipping = true;
    this.#skippedBytes = this.#carried.length;
    this.#carried.clear();
  }

  #reportTooLong(): void {
    const limit = formatCount(MAX_TEXT_BYTES);
    this.#handler.problem('line.too_long', `the line is longer than ${limit} bytes; skipped`, this.#line);
  }
}
