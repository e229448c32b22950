import { type FileHandle, open, stat } from 'node:fs/promises';
import { isGzip } from '../catalog/gunzip.ts';
import { openInput } from '../catalog/open.ts';
import type { BodyKind } from '../protocol/content-types.ts';
import { detectBodyKind } from './body-kind.ts';

/** A file that can become the body of a request, before its contents were checked. */
export interface BodyFile {
  path: string;
  /** Name for messages: the file as the user gave it, or `stdin`. */
  name: string;
  kind: BodyKind;
  gzip: boolean;
  /** Size as it lies there, which is what goes over the wire. */
  bytes: number;
  /** To notice that the file was changed after it was checked. */
  modifiedMs: number;
}

const HEAD_BYTES = 4096;
/** Large enough that the socket is never idle for lack of data, small enough that a few of them weigh nothing. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Looks at the first bytes of a file.
 *
 * @throws the system's ENOENT error; BrctlError `file.is_folder`, `gzip.*`
 */
export async function lookAtBody(path: string, name: string): Promise<BodyFile> {
  const head = await headOf(path, true);
  const { size, mtimeMs } = await stat(path);
  return {
    path,
    name,
    kind: detectBodyKind(head),
    gzip: isGzip(await headOf(path, false)),
    bytes: size,
    modifiedMs: mtimeMs,
  };
}

async function headOf(path: string, inflate: boolean): Promise<Uint8Array> {
  if (!inflate) {
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }
  for await (const chunk of await openInput(path)) return chunk.subarray(0, HEAD_BYTES);
  return new Uint8Array(0);
}

/** The bytes of a file from start to end, in chunks that the receiver may keep. */
export async function* readFileChunks(
  path: string,
  onChunk?: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  const handle: FileHandle = await open(path);
  try {
    for (;;) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.allocUnsafeSlow(CHUNK_BYTES),
        0,
        CHUNK_BYTES,
        null,
      );
      if (bytesRead === 0) return;
      const chunk = buffer.subarray(0, bytesRead);
      onChunk?.(chunk);
      yield chunk;
    }
  } finally {
    await handle.close();
  }
}
