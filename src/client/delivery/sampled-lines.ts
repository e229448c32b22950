import { LINE_FEED } from '../../base/json/ascii.ts';
import type { TextHandler } from '../../catalog/splitting/text-handler.ts';
import { Sampling } from '../profile/sample.ts';

/** This many bytes of lines are handed over at a time. */
const BATCH_BYTES = 256 * 1024;

/** Hands the lines that a handler gets on to it, and copies of those of profiled products to another thread, which counts them. */
export class SampledLines implements TextHandler {
  readonly #handler: TextHandler;
  readonly #sampling: Sampling;
  readonly #onSample: (lines: Uint8Array<ArrayBuffer>) => void;
  #batch: Uint8Array<ArrayBuffer> | undefined;
  #end = 0;

  /** @param oneIn of how many products one is profiled */
  constructor(handler: TextHandler, oneIn: number, onSample: (lines: Uint8Array<ArrayBuffer>) => void) {
    this.#handler = handler;
    this.#sampling = new Sampling(oneIn);
    this.#onSample = onSample;
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    this.#handler.text(bytes, start, end, line, column);
    const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (this.#sampling.pathIn(buffer, start, end) !== undefined) this.#keep(buffer.subarray(start, end));
  }

  problem(code: string, message: string, line: number, column?: number): void {
    this.#handler.problem(code, message, line, column);
  }

  /** No line comes any more. */
  end(): void {
    if (this.#batch !== undefined && this.#end > 0) this.#onSample(this.#batch.slice(0, this.#end));
    this.#batch = undefined;
    this.#end = 0;
  }

  #keep(line: Uint8Array): void {
    if (this.#batch !== undefined && this.#end + line.length + 1 > this.#batch.length) this.end();
    this.#batch ??= new Uint8Array(Math.max(BATCH_BYTES, line.length + 1));
    this.#batch.set(line, this.#end);
    this.#end += line.length;
    this.#batch[this.#end++] = LINE_FEED;
  }
}
