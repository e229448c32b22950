import { StreamCollector } from '../../process/collect-garbage.ts';
import type { RemoteFolder } from './remote-folder.ts';

/** Bytes that may be under way: below the 2 MB window of OpenSSH's server, so that nothing waits inside the SSH layer. */
const WINDOW_BYTES = 1920 * 1024;

/** Part of a stream, with the place where it belongs. */
export interface PlacedChunk {
  position: number;
  bytes: Buffer;
}

export interface OpenRemoteFile {
  folder: RemoteFolder;
  handle: Buffer;
  path: string;
}

/**
 * Writes chunks without waiting for each answer, but never with more than a window of bytes under way.
 *
 * @throws the first failure of any write, or the reason of `signal`
 */
export async function writeChunks(
  file: OpenRemoteFile,
  chunks: AsyncIterable<PlacedChunk>,
  signal: AbortSignal,
): Promise<void> {
  const underWay = new UnderWay(WINDOW_BYTES);
  const { pieceBytes } = file.folder;
  const collector = new StreamCollector();
  for await (const { position, bytes } of chunks) {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      signal.throwIfAborted();
      const piece = bytes.subarray(at, at + pieceBytes);
      await underWay.room(piece.length);
      underWay.add(piece.length, file.folder.write(file.handle, file.path, piece, position + at));
      collector.passed(piece.length);
    }
  }
  await underWay.empty();
}

/**
 * Reads a range with all its requests under way at once.
 *
 * @returns the bytes; fewer than asked for where the file ends
 */
export async function readRange(file: OpenRemoteFile, position: number, length: number): Promise<Buffer> {
  const target = Buffer.allocUnsafe(length);
  const reads: Promise<number>[] = [];
  const { pieceBytes } = file.folder;
  for (let at = 0; at < length; at += pieceBytes) {
    reads.push(readPiece(file, target.subarray(at, at + pieceBytes), position + at));
  }
  const lengths = await Promise.all(reads);
  return target.subarray(
    0,
    lengths.reduce((sum, read) => sum + read, 0),
  );
}

/** Fills `target` as far as the file goes; a server may give less than it is asked for. */
async function readPiece(file: OpenRemoteFile, target: Buffer, position: number): Promise<number> {
  let filled = 0;
  while (filled < target.length) {
    const read = await file.folder.read(file.handle, file.path, target.subarray(filled), position + filled);
    if (read === 0) break;
    filled += read;
  }
  return filled;
}

/** Counts the bytes under way and lets one writer wait for room. */
class UnderWay {
  readonly #limitBytes: number;
  #bytes = 0;
  #failure: unknown;
  #hasFailed = false;
  #wake: (() => void) | null = null;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  add(bytes: number, write: Promise<void>): void {
    this.#bytes += bytes;
    write.then(
      () => this.#settle(bytes),
      (error: unknown) => {
        this.#failure ??= error;
        this.#hasFailed = true;
        this.#settle(bytes);
      },
    );
  }

  async room(bytes: number): Promise<void> {
    while (!this.#hasFailed && this.#bytes > 0 && this.#bytes + bytes > this.#limitBytes)
      await this.#change();
    if (this.#hasFailed) throw this.#failure;
  }

  async empty(): Promise<void> {
    while (!this.#hasFailed && this.#bytes > 0) await this.#change();
    if (this.#hasFailed) throw this.#failure;
  }

  #settle(bytes: number): void {
    this.#bytes -= bytes;
    this.#wake?.();
    this.#wake = null;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
