import { fstatSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { TempFile } from '../../../base/files/temp-file.ts';
import { assertNotGzipBomb, gzipFault, gzipGarbage } from '../../opening/gzip-faults.ts';
import type { ByteSource } from './byte-source.ts';

/** The default of 16 KiB costs three times the time of inflating; more than this only costs memory. */
const CHUNK_BYTES = 1 << 20;
const COMPRESSED_CHUNK_BYTES = 1 << 18;

/** The compressed bytes. Read synchronously: none of them is under way when the file is closed. */
function* compressedChunks(handle: number): Generator<Buffer> {
  let position = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(COMPRESSED_CHUNK_BYTES);
    const count = readSync(handle, chunk, 0, chunk.length, position);
    if (count === 0) return;
    position += count;
    yield chunk.subarray(0, count);
  }
}

/**
 * A gzip file of one or more members, inflated by zlib's own threads while the join works on what came before.
 * Bytes that are needed again are kept in a temporary file, each at the position it has in the plain file.
 */
export class GzipSource implements ByteSource {
  readonly name: string;
  readonly #handle: number;
  readonly #compressedBytes: number;
  readonly #kept: TempFile;
  #compressed: Readable;
  #gunzip: Gunzip;
  #chunks: AsyncIterator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);
  #inflatedBytes = 0;
  #ended = false;

  /** @param handle an open, seekable gzip file, closed by the caller; @param name what messages call it */
  constructor(handle: number, name: string, tempDir: string | undefined) {
    this.name = name;
    this.#handle = handle;
    this.#compressedBytes = fstatSync(handle).size;
    this.#kept = new TempFile(tempDir);
    this.#compressed = this.#readCompressed();
    this.#gunzip = this.#start();
    this.#chunks = this.#gunzip[Symbol.asyncIterator]();
  }

  get sizeBytes(): number {
    if (this.#ended) return this.#inflatedBytes;
    const consumed = this.#gunzip.bytesWritten;
    if (consumed === 0) return this.#compressedBytes * 4;
    return Math.round((this.#inflatedBytes / consumed) * this.#compressedBytes);
  }

  async read(target: Buffer, offset: number, length: number): Promise<number> {
    if (this.#chunk.length === 0 && !(await this.#nextChunk())) return 0;
    const count = this.#chunk.copy(target, offset, 0, Math.min(length, this.#chunk.length));
    this.#chunk = this.#chunk.subarray(count);
    return count;
  }

  readAt(target: Buffer, offset: number, length: number, position: number): number {
    return this.#kept.read(target, offset, length, position);
  }

  keep(bytes: Buffer, start: number, end: number, position: number): void {
    this.#kept.write(bytes, start, end, position);
  }

  async rewind(): Promise<void> {
    this.#stop();
    this.#compressed = this.#readCompressed();
    this.#gunzip = this.#start();
    this.#chunks = this.#gunzip[Symbol.asyncIterator]();
    this.#chunk = Buffer.alloc(0);
    this.#inflatedBytes = 0;
    this.#ended = false;
  }

  async close(): Promise<void> {
    this.#stop();
    this.#kept.close();
  }

  /** The file may be closed, and its descriptor be another's, right after: nothing reads it any more. */
  #stop(): void {
    this.#compressed.destroy();
    this.#gunzip.destroy();
  }

  #readCompressed(): Readable {
    return Readable.from(compressedChunks(this.#handle));
  }

  #start(): Gunzip {
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
    gunzip.on('error', () => {}); // the iterator reports it, when it is asked
    return this.#compressed.pipe(gunzip);
  }

  async #nextChunk(): Promise<boolean> {
    if (this.#ended) return false;
    const next = await this.#pull();
    if (next.done) {
      this.#ended = true;
      this.#refuseTrailingBytes();
      return false;
    }
    this.#chunk = next.value;
    this.#inflatedBytes += next.value.length;
    assertNotGzipBomb(this.name, this.#inflatedBytes, this.#compressedBytes);
    return true;
  }

  async #pull(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#chunks.next();
    } catch (cause) {
      throw gzipFault(cause, this.name);
    }
  }

  /** zlib stops quietly at what is not another member: such bytes would be lost without a word. */
  #refuseTrailingBytes(): void {
    if (this.#compressedBytes > this.#gunzip.bytesWritten) throw gzipGarbage(this.name);
  }
}
