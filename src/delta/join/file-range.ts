import { readSync } from 'node:fs';
import type { ByteSource } from '../source/byte-source.ts';

/** A stretch of a file, from one line start to another. */
export interface LineRange {
  start: number;
  end: number;
}

/** An open plain file, as any thread can read it. */
export interface JoinedFile {
  readonly handle: number;
  readonly name: string;
  readonly sizeBytes: number;
}

/** One range of a plain file after the other; lines that were pending are read anywhere in the file. */
export class FileRange implements ByteSource {
  readonly name: string;
  readonly sizeBytes: number;
  readonly #handle: number;
  #position = 0;
  #end = 0;

  constructor({ handle, name, sizeBytes }: JoinedFile) {
    this.#handle = handle;
    this.name = name;
    this.sizeBytes = sizeBytes;
  }

  /** Goes on with this range. */
  select({ start, end }: LineRange): void {
    this.#position = start;
    this.#end = end;
  }

  read(target: Buffer, offset: number, length: number): number {
    const wanted = Math.min(length, this.#end - this.#position);
    const count = wanted === 0 ? 0 : readSync(this.#handle, target, offset, wanted, this.#position);
    this.#position += count;
    return count;
  }

  readAt(target: Buffer, offset: number, length: number, position: number): number {
    return readSync(this.#handle, target, offset, length, position);
  }

  async rewind(): Promise<void> {}

  async close(): Promise<void> {}
}
