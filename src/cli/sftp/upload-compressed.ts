import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { uploadAll } from '../../client/sftp/upload-all.ts';
import { CompressPool } from '../../delivery/compress-pool.ts';
import type { Uploader } from '../../delivery/push/push-context.ts';
import { fileSource, firstBytes, gzipped, isGzip } from '../../delivery/upload-source.ts';
import { BrctlError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { withSftp } from './sftp-link.ts';

/** Uploads a file to the SFTP folder under the given name, compressed; one that is gzip already as it is. */
export async function uploadCompressed(
  context: CommandContext,
  ...[file, remotePath, say]: Parameters<Uploader>
): Promise<void> {
  const pool = new CompressPool(availableParallelism());
  try {
    const total = (await stat(file)).size;
    let done = 0;
    const plain = fileSource(file, total, (bytes) => {
      done += bytes;
      say({ done, total, unit: 'bytes' });
    });
    const source = isGzip(await firstBytes(file)) ? plain : gzipped(plain, pool);
    await withSftp(context, (link) => uploadAll(link, [{ remotePath, source }], context.signal));
  } finally {
    pool.close();
  }
}

/** Removes files from the SFTP folder; those that are not there are gone already. */
export async function removeIfThere(context: CommandContext, paths: readonly string[]): Promise<void> {
  await withSftp(context, async (link) => {
    for (const path of paths) {
      await link
        .use((folder) => folder.remove(path))
        .catch((error: unknown) => {
          if (!(error instanceof BrctlError) || error.kind !== 'not-found') throw error;
        });
    }
  });
}
