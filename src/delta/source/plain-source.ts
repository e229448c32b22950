import { fstatSync, readSync } from 'node:fs';
import type { ByteSource } from './byte-source.ts';

/** A plain file. Reads are synchronous: from the page cache they take less time than a promise costs. */
export class PlainSource implements ByteSource {
  readonly name: string;
  readonly sizeBytes: number;
  readonly handle: number;
  #position = 0;

  /** @param handle an open, seekable file, closed by whoever opened it; @param name what messages call it */
  constructor(handle: number, name: string) {
    this.name = name;
    this.handle = handle;
    this.sizeBytes = fstatSync(handle).size;
  }

  read(target: Buffer, offset: number, length: number): number {
    const count = readSync(this.handle, target, offset, length, this.#position);
    this.#position += count;
    return count;
  }

  readAt(target: Buffer, offset: number, length: number, position: number): number {
    return readSync(this.handle, target, offset, length, position);
  }

  async rewind(): Promise<void> {
    this.#position = 0;
  }

  async close(): Promise<void> {}
}
