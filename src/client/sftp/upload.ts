import path from 'node:path';
import ssh2 from 'ssh2';
import { BrctlError } from '../../errors.ts';
import { type Comparison, differingFrom } from './compare-remote.ts';
import type { RemoteFolder } from './remote-folder.ts';
import { type OpenRemoteFile, writeChunks } from './write-pipeline.ts';

const { READ, WRITE, CREAT, TRUNC } = ssh2.utils.sftp.OPEN_MODE;

/** The content to upload, as the bytes that are to be on the server. */
export interface UploadSource {
  /**
   * Gives the bytes from the start; called again for another try, where `repeatable`. A chunk is not looked at
   * after the next was asked for, so its memory may be used again.
   */
  open(): AsyncIterable<Buffer>;
  /** False for stdin: it can be read once, so nothing is compared beforehand. */
  repeatable: boolean;
  /** Where it is known without reading. */
  sizeBytes?: number;
}

export interface UploadRequest {
  /** Relative to the merchant's SFTP folder. */
  remotePath: string;
  source: UploadSource;
}

/** How an upload ended. */
export interface Uploaded {
  remotePath: string;
  /** Bytes that are on the server. */
  sizeBytes: number;
  /** Bytes that an interrupted upload had left and that were verified, not sent again. */
  resumedBytes: number;
  /** The same content lay there already, under the same name. */
  skipped: boolean;
}

/**
 * Uploads one file: to `<name>.part`, size checked, then renamed, so that a half file never has the final name.
 * What a former try left in the `.part` is read back, and kept as far as it is the same. Where the final name holds
 * the very same bytes nothing is done.
 *
 * @throws BrctlError of the request that failed, or the reason of `signal`
 */
export async function uploadFile(
  folder: RemoteFolder,
  request: UploadRequest,
  signal: AbortSignal,
): Promise<Uploaded> {
  const { remotePath, source } = request;
  const present = await presentBytes(folder, remotePath, source);
  if (present !== null) return { remotePath, sizeBytes: present, resumedBytes: 0, skipped: true };
  await makeFolders(folder, path.posix.dirname(remotePath));
  const partPath = `${remotePath}.part`;
  const found = await writePart(folder, partPath, source, signal);
  signal.throwIfAborted();
  await replaceRemote(folder, partPath, remotePath);
  return { remotePath, sizeBytes: found.totalBytes, resumedBytes: found.sameBytes, skipped: false };
}

/** The size of the remote file when it holds the source's very bytes, else null. */
async function presentBytes(
  folder: RemoteFolder,
  remotePath: string,
  source: UploadSource,
): Promise<number | null> {
  if (!source.repeatable) return null;
  const stat = await folder.stat(remotePath);
  if (!stat?.isFile()) return null;
  if (source.sizeBytes !== undefined && source.sizeBytes !== stat.size) return null;
  const handle = await openToRead(folder, remotePath);
  if (handle === null) return null;
  try {
    const found = { sameBytes: 0, totalBytes: 0 };
    const file = { folder, handle, path: remotePath };
    for await (const _different of differingFrom(file, stat.size, source.open(), found)) return null;
    return found.totalBytes === stat.size ? stat.size : null;
  } finally {
    await folder.close(handle, remotePath);
  }
}

/** A handle for reading, or null where the server takes files but shows none. */
async function openToRead(folder: RemoteFolder, remotePath: string): Promise<Buffer | null> {
  try {
    return await folder.open(remotePath, READ);
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof BrctlError && error.code === 'sftp.permission_denied';
}

async function writePart(
  folder: RemoteFolder,
  partPath: string,
  source: UploadSource,
  signal: AbortSignal,
): Promise<Comparison> {
  const { file, partBytes } = await openPart(folder, partPath);
  try {
    const found = { sameBytes: 0, totalBytes: 0 };
    await writeChunks(file, differingFrom(file, partBytes, source.open(), found), signal);
    if (partBytes > found.totalBytes) await folder.truncate(file.handle, partPath, found.totalBytes);
    await checkSize(file, found.totalBytes);
    return found;
  } finally {
    // After a failure the connection may be gone, and the failure itself is what matters.
    await folder.close(file.handle, partPath).catch(() => undefined);
  }
}

/** Opens the `.part` to continue with; again where the server lets nobody read it. */
async function openPart(
  folder: RemoteFolder,
  partPath: string,
): Promise<{ file: OpenRemoteFile; partBytes: number }> {
  try {
    const handle = await folder.open(partPath, READ | WRITE | CREAT);
    const partBytes = await sizeOrClose(folder, handle, partPath);
    return { file: { folder, handle, path: partPath }, partBytes };
  } catch (error) {
    if (!isRefused(error)) throw error;
    const handle = await folder.open(partPath, WRITE | CREAT | TRUNC);
    return { file: { folder, handle, path: partPath }, partBytes: 0 };
  }
}

/** A handle whose size cannot be told is of no use: the caller never sees it. */
async function sizeOrClose(folder: RemoteFolder, handle: Buffer, partPath: string): Promise<number> {
  try {
    return await folder.size(handle, partPath);
  } catch (error) {
    await folder.close(handle, partPath).catch(() => undefined);
    throw error;
  }
}

async function checkSize(file: OpenRemoteFile, expectedBytes: number): Promise<void> {
  const sizeBytes = await file.folder.size(file.handle, file.path);
  if (sizeBytes === expectedBytes) return;
  throw new BrctlError(`${file.path} has ${sizeBytes} bytes on the server, but ${expectedBytes} were sent`, {
    kind: 'temporary',
    code: 'sftp.size_mismatch',
    why: 'something else is writing this file, or the server lost part of it',
    hint: 'run it again; the file does not have its final name yet',
    retryable: true,
  });
}

/** Gives the finished file its name; in one step where the server can. */
async function replaceRemote(folder: RemoteFolder, partPath: string, remotePath: string): Promise<void> {
  if (await folder.replace(partPath, remotePath)) return;
  if ((await folder.stat(remotePath)) !== null) await folder.remove(remotePath);
  await folder.rename(partPath, remotePath);
}

/** Makes a folder and those above it, as far as they are missing. */
async function makeFolders(folder: RemoteFolder, remoteFolder: string): Promise<void> {
  if (remoteFolder === '.' || remoteFolder === '/') return;
  if ((await folder.stat(remoteFolder)) !== null) return;
  await makeFolders(folder, path.posix.dirname(remoteFolder));
  try {
    await folder.makeFolder(remoteFolder);
  } catch (error) {
    // Another upload may have made it in between.
    if ((await folder.stat(remoteFolder)) === null) throw error;
  }
}
