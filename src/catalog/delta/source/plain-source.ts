import { fstatSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteSource } from './byte-source.ts';

/** Of smaller files, waiting for another thread takes longer than reading them. */
const SMALL_FILE_BYTES = 1 << 23;

const readLater = promisify(read);

/** A plain file. From the page cache a read takes less time than a promise costs, unless it is a long one. */
export class PlainSource implements ByteSource {
  readonly name: string;
  readonly sizeBytes: number;
  readonly readAhead?: NonNullable<ByteSource['readAhead']>;
  readonly #handle: number;
  #position = 0;

  /** @param handle an open, seekable file, closed by the caller; @param name what messages call it */
  constructor(handle: number, name: string) {
    this.name = name;
    this.#handle = handle;
    this.sizeBytes = fstatSync(handle).size;
    if (this.sizeBytes >= SMALL_FILE_BYTES)
      this.readAhead = async (...range) => (await readLater(handle, ...range)).bytesRead;
  }

  read(target: Buffer, offset: number, length: number): number {
    const count = readSync(this.#handle, target, offset, length, this.#position);
    this.#position += count;
    return count;
  }

  readAt(target: Buffer, offset: number, length: number, position: number): number {
    return readSync(this.#handle, target, offset, length, position);
  }

  async rewind(): Promise<void> {
    this.#position = 0;
  }

  async close(): Promise<void> {}
}
