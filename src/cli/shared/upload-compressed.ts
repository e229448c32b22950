import { stat } from 'node:fs/promises';
import { isNotFound } from '../../base/errors.ts';
import { isGzipFile } from '../../catalog/opening/gzip-magic.ts';
import type { FileToUpload, Uploader } from '../../client/delivery/push/push-context.ts';
import { fileSource, gzipped, sliceSource } from '../../client/delivery/upload-source.ts';
import type { UploadRequest, UploadSource } from '../../client/sftp/upload.ts';
import { uploadAll } from '../../client/sftp/upload.ts';
import type { CommandContext } from '../context.ts';
import { withSftp } from './sftp-link.ts';

/**
 * Uploads files to the SFTP folder under the given names, compressed; a whole file that is gzip already as it is. One
 * after the other: where it is cut, there is one file to go on with.
 */
export async function uploadCompressed(
  context: CommandContext,
  ...[files, say]: Parameters<Uploader>
): Promise<void> {
  const read = { done: 0, total: 0 };
  const onRead = (bytes: number) => {
    read.done += bytes;
    say({ ...read, unit: 'bytes' });
  };
  const requests: UploadRequest[] = [];
  for (const file of files) {
    const source = await sourceOf(file, onRead);
    requests.push({ remotePath: file.remotePath, source });
    read.total += source.readBytes;
  }
  await withSftp(context, async (link) => {
    for (const request of requests) await uploadAll(link, [request], context.signal);
  });
}

/** What is uploaded, and how many bytes are read for it. */
async function sourceOf(
  { path, slice }: FileToUpload,
  onRead: (bytes: number) => void,
): Promise<UploadSource & { readBytes: number }> {
  const isCompressed = await isGzipFile(path);
  const readBytes = slice === undefined ? (await stat(path)).size : slice.endByte - slice.startByte;
  const source =
    slice === undefined
      ? fileSource(path, readBytes, onRead)
      : sliceSource(path, slice, isCompressed, onRead);
  return { ...(slice === undefined && isCompressed ? source : gzipped(source)), readBytes };
}

/** Removes files from the SFTP folder; those that are not there are gone already. */
export async function removeIfThere(context: CommandContext, paths: readonly string[]): Promise<void> {
  await withSftp(context, async (link) => {
    for (const path of paths) {
      await link
        .use((folder) => folder.remove(path))
        .catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
        });
    }
  });
}
