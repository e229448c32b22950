import { type FileHandle, open } from 'node:fs/promises';

const CHUNK_BYTES = 256 * 1024;
const ZEROS = Buffer.alloc(CHUNK_BYTES);

/** Copies a file that has holes: what is only zeros takes no room in the copy, as it takes none in a hole. */
export async function copySparse(from: string, to: string): Promise<void> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'w', 0o600);
    try {
      await target.truncate(await copyChunks(source, target));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Gives the bytes that were read. */
async function copyChunks(source: FileHandle, target: FileHandle): Promise<number> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let offset = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, CHUNK_BYTES, offset);
    if (bytesRead === 0) return offset;
    const chunk = buffer.subarray(0, bytesRead);
    if (!chunk.equals(ZEROS.subarray(0, bytesRead))) await writeWhole(target, chunk, offset);
    offset += bytesRead;
  }
}

async function writeWhole(target: FileHandle, chunk: Buffer, offset: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await target.write(chunk, written, chunk.length - written, offset + written);
    written += bytesWritten;
  }
}
