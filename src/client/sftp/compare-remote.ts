import type { RemoteFolder } from './remote-folder.ts';
import { PIECE_BYTES } from './write-pieces.ts';

interface OpenRemoteFile {
  folder: RemoteFolder;
  handle: Buffer;
  path: string;
}

export interface RemoteComparison {
  sameBytes: number;
  /** The rest of the stream behind those; undefined if all of it is there. */
  rest: AsyncIterable<Buffer> | undefined;
}

/** Reads back `remoteBytes` while they are the stream's: sound uploads resume, others cost one read. */
export async function compareRemote(
  file: OpenRemoteFile,
  remoteBytes: number,
  stream: AsyncIterable<Buffer>,
): Promise<RemoteComparison> {
  const chunks = stream[Symbol.asyncIterator]();
  let sameBytes = 0;
  try {
    for (;;) {
      const { done, value: bytes } = await chunks.next();
      if (done) return { sameBytes, rest: undefined };
      const same = await compareKnown(file, sameBytes, bytes, remoteBytes);
      sameBytes += same;
      if (same < bytes.length) return { sameBytes, rest: withFirst(bytes.subarray(same), chunks) };
    }
  } catch (error) {
    await chunks.return?.();
    throw error;
  }
}

async function* withFirst(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  } finally {
    await chunks.return?.();
  }
}

/** Length of the part of `bytes` that is in the remote file already: all, nothing, or up to the file's end. */
async function compareKnown(
  file: OpenRemoteFile,
  position: number,
  bytes: Buffer,
  remoteBytes: number,
): Promise<number> {
  const comparable = Math.max(0, Math.min(bytes.length, remoteBytes - position));
  if (comparable === 0) return 0;
  const remote = await readRange(file, position, comparable);
  return remote.equals(bytes.subarray(0, comparable)) ? comparable : 0;
}

/** Reads a range with all its requests under way at once; gives fewer bytes where the file ends. */
async function readRange(file: OpenRemoteFile, position: number, length: number): Promise<Buffer> {
  const target = Buffer.allocUnsafe(length);
  const reads: Promise<number>[] = [];
  for (let index = 0; index < length; index += PIECE_BYTES) {
    reads.push(readPiece(file, target.subarray(index, index + PIECE_BYTES), position + index));
  }
  const bytes = (await Promise.all(reads)).reduce((sum, read) => sum + read, 0);
  return target.subarray(0, bytes);
}

/** Fills `target` as far as the file goes; a server may give less than it is asked for. */
async function readPiece(file: OpenRemoteFile, target: Buffer, position: number): Promise<number> {
  let filled = 0;
  while (filled < target.length) {
    const read = await file.folder.readAt(file.handle, file.path, target.subarray(filled), position + filled);
    if (read === 0) break;
    filled += read;
  }
  return filled;
}
