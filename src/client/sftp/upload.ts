import path from 'node:path';
import { BrctlError } from '../../base/errors.ts';
import { compareRemote, type RemoteComparison } from './compare-remote.ts';
import type { ReconnectingSftp } from './reconnecting-sftp.ts';
import type { RemoteFolder } from './remote-folder.ts';

/** The content to upload, as the bytes that are to be on the server. */
export interface UploadSource {
  /**
   * Gives the bytes from the start; called again for another try, where `repeatable`. A chunk is not looked at after
   * the next was asked for, so its memory may be used again.
   */
  open(): AsyncIterable<Buffer>;
  /** False for stdin: it can be read once, so nothing is compared beforehand. */
  repeatable: boolean;
  sizeBytes?: number;
}

export interface UploadRequest {
  remotePath: string;
  source: UploadSource;
}

export interface UploadResult {
  remotePath: string;
  sizeBytes: number;
  /** Left by an interrupted upload and verified, not sent again. */
  resumedBytes: number;
  /** The same content lay there already, under the same name. */
  skipped: boolean;
}

/**
 * Uploads to `<name>.part`, checks the size, renames: no half file has the final name. What a former try left is kept as
 * far as it is the same; where the final name holds the same bytes nothing is done.
 * @throws BrctlError of the request that failed, or the reason of `signal`
 */
async function uploadFile(
  folder: RemoteFolder,
  request: UploadRequest,
  signal: AbortSignal,
): Promise<UploadResult> {
  const { remotePath, source } = request;
  const present = await findPresentBytes(folder, remotePath, source);
  if (present !== null) return { remotePath, sizeBytes: present, resumedBytes: 0, skipped: true };
  const remoteParent = path.posix.dirname(remotePath);
  if (remoteParent !== '.' && remoteParent !== '/') await folder.makeFolder(remoteParent);
  const partPath = `${remotePath}.part`;
  const written = await writePart(folder, partPath, source, signal);
  signal.throwIfAborted();
  await folder.replace(partPath, remotePath);
  return { remotePath, ...written, skipped: false };
}

/** The size of the remote file when it holds the source's very bytes, else null. */
async function findPresentBytes(
  folder: RemoteFolder,
  remotePath: string,
  source: UploadSource,
): Promise<number | null> {
  if (!source.repeatable) return null;
  const stat = await folder.stat(remotePath);
  if (stat === null || stat.isFolder) return null;
  if (source.sizeBytes !== undefined && source.sizeBytes !== stat.sizeBytes) return null;
  const stream = source.open();
  try {
    const comparison = await compareFrom(folder, remotePath, stat.sizeBytes, stream);
    return comparison?.rest === undefined && comparison?.sameBytes === stat.sizeBytes ? stat.sizeBytes : null;
  } finally {
    endStream(stream);
  }
}

/** Compares with what lies there; null where the server takes files but shows none. */
async function compareFrom(
  folder: RemoteFolder,
  remotePath: string,
  remoteBytes: number,
  stream: AsyncIterable<Buffer>,
): Promise<RemoteComparison | null> {
  const handle = await openToRead(folder, remotePath);
  if (handle === null) return null;
  try {
    return await compareRemote({ folder, handle, path: remotePath }, remoteBytes, stream);
  } finally {
    // After a failure the connection may be gone, and the failure itself is what matters.
    await folder.close(handle, remotePath).catch(() => undefined);
  }
}

async function openToRead(folder: RemoteFolder, remotePath: string): Promise<Buffer | null> {
  try {
    return await folder.open(remotePath);
  } catch (error) {
    if (error instanceof BrctlError && error.code === 'sftp.permission_denied') return null;
    throw error;
  }
}

/** Lets go of a stream that may not be read to its end. Nobody waits: one from stdin may be waiting itself. */
function endStream(stream: AsyncIterable<Buffer>): void {
  stream[Symbol.asyncIterator]()
    .return?.()
    ?.catch(() => undefined);
}

async function writePart(
  folder: RemoteFolder,
  partPath: string,
  source: UploadSource,
  signal: AbortSignal,
): Promise<{ sizeBytes: number; resumedBytes: number }> {
  const partBytes = (await folder.stat(partPath))?.sizeBytes ?? 0;
  const stream = source.open();
  try {
    const nothing: RemoteComparison = { sameBytes: 0, rest: stream };
    const comparison = partBytes > 0 ? await compareFrom(folder, partPath, partBytes, stream) : null;
    const { sameBytes, rest } = comparison ?? nothing;
    let sizeBytes = sameBytes;
    if (rest !== undefined) {
      const counted = readUntilAborted(rest, signal, (bytes) => {
        sizeBytes += bytes;
      });
      await folder.write(partPath, counted, sameBytes > 0 ? { fromBytes: sameBytes } : {});
    }
    const isReplaced = rest !== undefined && sameBytes === 0;
    if (partBytes > sizeBytes && !isReplaced) await folder.truncate(partPath, sizeBytes);
    await checkSize(folder, partPath, sizeBytes);
    return { sizeBytes, resumedBytes: sameBytes };
  } finally {
    endStream(stream);
  }
}

async function* readUntilAborted(
  stream: AsyncIterable<Buffer>,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const bytes of stream) {
    signal.throwIfAborted();
    onBytes(bytes.length);
    yield bytes;
  }
}

async function checkSize(folder: RemoteFolder, partPath: string, expectedBytes: number): Promise<void> {
  const sizeBytes = (await folder.stat(partPath))?.sizeBytes ?? 0;
  if (sizeBytes === expectedBytes) return;
  throw new BrctlError(`${partPath} has ${sizeBytes} bytes on the server, but ${expectedBytes} were sent`, {
    kind: 'temporary',
    code: 'sftp.size_mismatch',
    why: 'something else is writing this file, or the server lost part of it',
    hint: 'run it again; the file does not have its final name yet',
  });
}

/** Files that are under way at a time over the one connection. */
const FILES_AT_A_TIME = 4;

/**
 * Uploads files, several at a time over one connection; after a lost connection each resumes where it stopped.
 * @returns how each ended, in the order of `requests`
 * @throws the first failure; the other files under way are stopped
 */
export async function uploadAll(
  link: ReconnectingSftp,
  requests: readonly UploadRequest[],
  signal: AbortSignal,
): Promise<UploadResult[]> {
  const results: UploadResult[] = [];
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const queue = requests.entries();
  const work = async () => {
    for (const [index, request] of queue) {
      results[index] = await link.use((folder) => uploadFile(folder, request, either));
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(FILES_AT_A_TIME, requests.length) }, work));
    return results;
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}
