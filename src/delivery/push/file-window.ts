import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';

const WINDOW_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 10;

/**
 * A file that is read from start to end through one buffer. Reads are synchronous, since a trip to another thread takes
 * longer than the copy; between them others have their turn, so that a signal is heard.
 */
export class FileWindow {
  readonly #handle: number;
  #buffer = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  #start = 0;
  #end = 0;
  #atEnd = false;

  constructor(path: string) {
    this.#handle = openSync(path, 'r');
  }

  /** The next `bytes` bytes, fewer at the end of the file; valid until the next call. */
  async peek(bytes: number): Promise<Buffer> {
    if (this.#end - this.#start < bytes && !this.#atEnd) await this.#fill(bytes);
    return this.#buffer.subarray(this.#start, Math.min(this.#end, this.#start + bytes));
  }

  /** The next line with its line feed, empty at the end of the file; valid until the next call. */
  async peekLine(): Promise<Buffer> {
    for (let bytes = WINDOW_BYTES / 16; ; bytes *= 2) {
      const next = await this.peek(bytes);
      const feed = next.indexOf(LINE_FEED);
      if (feed !== -1) return next.subarray(0, feed + 1);
      if (next.length < bytes) return next;
    }
  }

  skip(bytes: number): void {
    this.#start += bytes;
  }

  close(): void {
    closeSync(this.#handle);
  }

  async #fill(bytes: number): Promise<void> {
    await turn();
    const held = this.#buffer.subarray(this.#start, this.#end);
    const target = bytes > this.#buffer.length ? Buffer.allocUnsafeSlow(bytes * 2) : this.#buffer;
    target.set(held, 0);
    this.#buffer = target;
    this.#start = 0;
    this.#end = held.length;
    while (this.#end < target.length) {
      const bytesRead = readSync(this.#handle, target, this.#end, target.length - this.#end, null);
      this.#end += bytesRead;
      this.#atEnd = bytesRead === 0;
      if (this.#atEnd) return;
    }
  }
}
