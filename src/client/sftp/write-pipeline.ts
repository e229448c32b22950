import type { RemoteFolder } from './remote-folder.ts';

/** Bytes in one WRITE: fits, with its header, into one SSH packet of every server. */
const PIECE_BYTES = 31 * 1024;
/** Bytes that may be under way: below the window of OpenSSH's server, so that nothing waits inside the SSH layer. */
const WINDOW_BYTES = 1536 * 1024;

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
  for await (const { position, bytes } of chunks) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      signal.throwIfAborted();
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      await underWay.room(piece.length);
      underWay.add(piece.length, file.folder.write(file.handle, file.path, piece, position + at));
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
  for (let at = 0; at < length; at += PIECE_BYTES) {
    const piece = target.subarray(at, Math.min(length, at + PIECE_BYTES));
    reads.push(file.folder.read(file.handle, file.path, piece, position + at));
  }
  const lengths = await Promise.all(reads);
  return target.subarray(
    0,
    lengths.reduce((sum, read) => sum + read, 0),
  );
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
