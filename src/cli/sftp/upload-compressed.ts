import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { UploadRequest } from '../../client/sftp/upload.ts';
import { uploadAll } from '../../client/sftp/upload-all.ts';
import { CompressPool } from '../../delivery/compress-pool.ts';
import { fileSource, firstBytes, gzipped, isGzip } from '../../delivery/upload-source.ts';
import type { CommandContext } from '../context.ts';
import { withSftp } from './sftp-link.ts';

/** Uploads files to the SFTP folder under the given names, compressed; those that are gzip already as they are. */
export async function uploadCompressed(
  context: CommandContext,
  files: readonly { file: string; remotePath: string }[],
): Promise<void> {
  const pool = new CompressPool(availableParallelism());
  try {
    const requests: UploadRequest[] = [];
    for (const { file, remotePath } of files) {
      const source = fileSource(file, (await stat(file)).size, () => undefined);
      const isCompressed = isGzip(await firstBytes(file));
      requests.push({ remotePath, source: isCompressed ? source : gzipped(source, pool) });
    }
    await withSftp(context, (link) => uploadAll(link, requests, context.signal));
  } finally {
    pool.close();
  }
}
