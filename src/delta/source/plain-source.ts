import { fstatSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteSource } from './byte-source.ts';

const readOnThread = promisify(read);

/** A plain file. Reads are synchronous: from the page cache they take less time than a promise costs. */
export class PlainSource implements ByteSource {
  readonly name: string;
  readonly sizeBytes: number;
  readonly #handle: number;
  #position = 0;
  readonly #underWay = new Set<Promise<unknown>>();

  /** @param handle an open, seekable file, closed by whoever opened it; @param name what messages call it */
  constructor(handle: number, name: string) {
    this.name = name;
    this.#handle = handle;
    this.sizeBytes = fstatSync(handle).size;
  }

  read(target: Buffer, offset: number, length: number): number {
    const count = readSync(this.#handle, target, offset, length, this.#position);
    this.#position += count;
    return count;
  }

  readAt(target: Buffer, offset: number, length: number, position: number): number {
    return readSync(this.#handle, target, offset, length, position);
  }

  async readAhead(target: Buffer, offset: number, length: number, position: number): Promise<number> {
    const reading = readOnThread(this.#handle, target, offset, length, position);
    this.#underWay.add(reading);
    try {
      return (await reading).bytesRead;
    } finally {
      this.#underWay.delete(reading);
    }
  }

  async rewind(): Promise<void> {
    this.#position = 0;
  }

  /** Waits for reads under way: the descriptor may be given to another file right after. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }
}
