import { fstatSync, readSync } from 'node:fs';
import { MessageChannel } from 'node:worker_threads';
import { TempFile } from '../../../base/files/temp-file.ts';
import { gunzip } from '../../opening/gunzip.ts';
import type { ByteSource } from './byte-source.ts';

/** Of 64 KiB the inflater's threads wait for the join an eighth of the time. */
const COMPRESSED_CHUNK_BYTES = 512 * 1024;
const { port1: PORT } = new MessageChannel();
PORT.close();

/** The compressed bytes. Read synchronously: none of them is under way when the file is closed. */
function* readCompressed(handle: number): Generator<Buffer> {
  let chunk = Buffer.allocUnsafe(COMPRESSED_CHUNK_BYTES);
  let position = 0;
  for (;;) {
    const count = readSync(handle, chunk, 0, chunk.length, position);
    if (count === 0) return;
    position += count;
    yield chunk.subarray(0, count);
    // The inflater may still need a short one.
    if (count < chunk.length) chunk = Buffer.allocUnsafe(COMPRESSED_CHUNK_BYTES);
  }
}

/** Frees the memory of a buffer at once: what is sent to a closed port is gone. */
function releaseBuffer(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer) PORT.postMessage(undefined, [buffer]);
}

/** Size from the trailer of the last member, modulo 4 GiB: usually it is the only one. Else the usual ratio of text. */
function guessInflatedBytes(handle: number): number {
  const { size } = fstatSync(handle);
  const trailer = Buffer.alloc(4);
  readSync(handle, trailer, 0, trailer.length, Math.max(0, size - trailer.length));
  return Math.max(trailer.readUInt32LE(), size * 4);
}

/**
 * A gzip file of one or more members, inflated by zlib's own threads while the join works on what came before.
 * Bytes that are needed again are kept in a temporary file, each at the position it has in the plain file.
 */
export class GzipSource implements ByteSource {
  readonly name: string;
  readonly sizeBytes: number;
  readonly #handle: number;
  readonly #kept: TempFile;
  #chunks: AsyncGenerator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);

  /** @param handle an open, seekable gzip file, closed by the caller; @param name what messages call it */
  constructor(handle: number, name: string, tempDir: string | undefined) {
    this.name = name;
    this.#handle = handle;
    this.sizeBytes = guessInflatedBytes(handle);
    this.#kept = new TempFile(tempDir);
    this.#chunks = this.#inflate();
  }

  async read(target: Buffer, offset: number, length: number): Promise<number> {
    if (this.#chunk.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return 0;
      this.#chunk = value;
    }
    const count = this.#chunk.copy(target, offset, 0, Math.min(length, this.#chunk.length));
    const { buffer, byteOffset } = this.#chunk;
    this.#chunk = this.#chunk.subarray(count);
    // The inflater fills another buffer from now on; some 30 of them would wait for the garbage collection.
    if (byteOffset + count === buffer.byteLength) releaseBuffer(buffer);
    return count;
  }

  readAt(target: Buffer, offset: number, length: number, position: number): number {
    return this.#kept.read(target, offset, length, position);
  }

  keep(bytes: Buffer, start: number, end: number, position: number): void {
    this.#kept.write(bytes, start, end, position);
  }

  async rewind(): Promise<void> {
    await this.#chunks.return(undefined);
    this.#chunks = this.#inflate();
    this.#chunk = Buffer.alloc(0);
  }

  async close(): Promise<void> {
    await this.#chunks.return(undefined);
    this.#kept.close();
  }

  #inflate(): AsyncGenerator<Buffer> {
    return gunzip(readCompressed(this.#handle), this.name, Number.POSITIVE_INFINITY);
  }
}
