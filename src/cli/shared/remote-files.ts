import { stat } from 'node:fs/promises';
import { isNotFound } from '../../base/errors.ts';
import type { RunTempFiles } from '../../base/files/run-files.ts';
import { isGzipFile } from '../../catalog/opening/gzip-magic.ts';
import { joinFiles } from '../../catalog/opening/join-files.ts';
import { openInput } from '../../catalog/opening/open.ts';
import type { FileSource } from '../../client/delivery/prepare-body.ts';
import type { FileToUpload, Uploader } from '../../client/delivery/push/push-context.ts';
import { compressSource, openFileSource, openSliceSource } from '../../client/delivery/upload-source.ts';
import { listFiles, type RemoteFile } from '../../client/sftp/list-files.ts';
import { type UploadRequest, type UploadSource, uploadAll } from '../../client/sftp/upload.ts';
import type { CommandContext } from '../context.ts';
import { hasSftpCredentials } from './caller.ts';
import { withSftp } from './sftp-link.ts';

/** Content of the SFTP folder; undefined without SFTP credentials. */
export async function listRemoteFiles(context: CommandContext): Promise<RemoteFile[] | undefined> {
  if (!hasSftpCredentials(context, await context.config())) return undefined;
  const nowMs = context.now().getTime();
  return await withSftp(context, (link) => link.use((folder) => listFiles(folder, nowMs)));
}

/**
 * Fetches files of JSON Lines from the SFTP folder, as one; undefined where no SFTP credentials are set.
 * @throws BrctlError what SFTP throws
 */
export async function fetchRemoteFile(
  context: CommandContext,
  remotePaths: readonly string[],
  runFiles: RunTempFiles,
): Promise<FileSource | undefined> {
  if (!hasSftpCredentials(context, await context.config())) return undefined;
  const name = remotePaths.join(', ');
  return await context.output.progress(`reading ${name}`, async () => {
    const fetched: string[] = [];
    await withSftp(context, async (link) => {
      for (const remotePath of remotePaths) {
        const file = runFiles.fileName('.sftp');
        await link.use((folder) => folder.download(remotePath, file));
        fetched.push(file);
      }
    });
    const [only] = fetched;
    const joined = joinFiles(fetched, (file) => openInput(file, { maxInflatedBytes: Infinity }));
    const path = fetched.length === 1 && only !== undefined ? only : await runFiles.write(joined, '.jsonl');
    return { path, name };
  });
}

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
    const source = await openSource(file, onRead);
    requests.push({ remotePath: file.remotePath, source });
    read.total += source.readBytes;
  }
  await withSftp(context, async (link) => {
    for (const request of requests) await uploadAll(link, [request], context.signal);
  });
}

/** A file to upload, and the bytes to read for it. */
async function openSource(
  { path, slice }: FileToUpload,
  onRead: (bytes: number) => void,
): Promise<UploadSource & { readBytes: number }> {
  const isCompressed = await isGzipFile(path);
  const readBytes = slice === undefined ? (await stat(path)).size : slice.endByte - slice.startByte;
  const source =
    slice === undefined
      ? openFileSource(path, readBytes, onRead)
      : openSliceSource(path, slice, isCompressed, onRead);
  return { ...(slice === undefined && isCompressed ? source : compressSource(source)), readBytes };
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
