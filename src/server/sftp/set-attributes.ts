import { constants, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import type { SftpFiles } from '../service/files/sftp-files.ts';
import type { OpenWrite } from '../service/files/sftp-writes.ts';
import type { OpenFile } from './open-handles.ts';
import type { Operation } from './operation.ts';
import type { FileAttributes } from './packet-reader.ts';
import { DONE } from './packet-writer.ts';
import { STATUS } from './protocol.ts';
import { StatusError } from './status.ts';

/** FSETSTAT: times and size of an open file. Owner and permissions are the service's own and stay. */
export const setHandleAttributes: Operation = async (context, { handle, attributes }) => {
  await applyTo(context.files, context.handles.file(handle), attributes);
  return DONE;
};

/** SETSTAT: the same by path; folders take it and keep what they have. */
export const setPathAttributes: Operation = async (context, { path: remotePath, attributes }) => {
  const onDisk = context.files.locate(remotePath);
  const writes = attributes.sizeBytes !== undefined;
  const flags =
    (writes ? constants.O_WRONLY : constants.O_RDONLY) | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(onDisk, flags);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return DONE;
    const write = writes ? context.files.beginWrite(remotePath, stat.size, allocatedBytes(stat)) : null;
    try {
      await applyTo(context.files, { file, write, isTouched: false }, attributes);
    } finally {
      if (write !== null) context.files.endWrite(write);
    }
  } finally {
    await file.close();
  }
  return DONE;
};

/** The part of an open file that its attributes concern. */
type Changeable = Pick<OpenFile, 'file' | 'write' | 'isTouched'>;

async function applyTo(files: SftpFiles, opened: Changeable, attributes: FileAttributes): Promise<void> {
  if (attributes.sizeBytes !== undefined) await resize(files, opened, attributes.sizeBytes);
  if (attributes.modifiedSeconds !== undefined) {
    await opened.file.utimes(attributes.accessedSeconds ?? 0, attributes.modifiedSeconds);
    opened.isTouched = false;
  }
}

/** Within the quota. @throws StatusError for a file not open for writing and for a gap, Refusal `storage_full` */
export async function resize(files: SftpFiles, opened: Changeable, sizeBytes: number): Promise<void> {
  const write = opened.write;
  if (write === null) throw new StatusError(STATUS.permissionDenied, 'Not open for writing');
  assertGapAllowed(write, sizeBytes);
  files.resizeWrite(write, sizeBytes);
  try {
    await opened.file.truncate(sizeBytes);
  } catch (error) {
    files.settleWrite(write, (await opened.file.stat()).size);
    throw error;
  }
  write.sentBytes = Math.min(write.sentBytes, sizeBytes);
  opened.isTouched = true;
}

/** Clients with many writes under way go ahead by a few MB. */
const MAX_GAP_BYTES = 64 * 1024 * 1024;
const BLOCK_BYTES = 512;

/** Bytes of a file that take room on disk: its holes are not among them. */
export function allocatedBytes(stat: Pick<Stats, 'size' | 'blocks'>): number {
  return Math.min(stat.size, stat.blocks * BLOCK_BYTES);
}

/**
 * Lets a file grow only as far as what was really sent reaches, and a gap further: a single byte must not make a
 * file of any size, which every copy and every reader of it would pay for.
 * @param offset where the client wants to write, or the size that the file shall have
 * @throws StatusError for a gap that is too large
 */
export function assertGapAllowed(write: OpenWrite, offset: number): void {
  if (offset <= write.sizeBytes || offset - write.sentBytes <= MAX_GAP_BYTES) return;
  throw new StatusError(
    STATUS.failure,
    `${offset} is more than ${MAX_GAP_BYTES} bytes beyond what was sent of this file`,
  );
}
