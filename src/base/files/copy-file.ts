import { constants } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { syncToDisk } from './durability.ts';
import { withFile } from './with-file.ts';

/** Bytes between two looks at the signal. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** This many chunks are forced to disk together: all at once, a large file would hold up a stop and every other write. */
const CHUNKS_PER_SYNC = 8;

export interface CopyOptions {
  /** The copy is on disk when it is made. */
  durable: boolean;
  /** Ends the copying, its reason is thrown; what was written so far stays. */
  signal?: AbortSignal | undefined;
}

/** Copies off the event loop: shares blocks where it can, else in chunks, so that it can be given up. */
export async function copyFileInChunks(from: string, to: string, options: CopyOptions): Promise<void> {
  options.signal?.throwIfAborted();
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE);
  } catch {
    await copyBytes(from, to, options);
  }
  if (options.durable) await syncToDisk(to);
}

async function copyBytes(from: string, to: string, { durable, signal }: CopyOptions): Promise<void> {
  await withFile(await open(from, 'r'), async (source) =>
    withFile(await open(to, 'w', 0o600), async (target) => {
      const { size } = await source.stat();
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size));
      for (let count = 1, offset = 0; offset < size; count++, offset += chunk.length) {
        signal?.throwIfAborted();
        const { bytesRead } = await source.read(chunk, 0, chunk.length, offset);
        // A plain write may end early; this one goes on until everything is written.
        await target.writeFile(chunk.subarray(0, bytesRead));
        if (durable && count % CHUNKS_PER_SYNC === 0) await target.datasync();
      }
    }),
  );
}
