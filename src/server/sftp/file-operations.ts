import { constants, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { withFile } from '../../base/files/with-file.ts';
import { writeAll } from '../service/files/copy-folder.ts';
import type { CountedFile } from '../service/files/counted-files.ts';
import type { SftpFiles } from '../service/files/sftp-files.ts';
import type { OpenFile, Operation } from './open-handles.ts';
import { beginTransfer } from './operation-record.ts';
import type { FileAttributes } from './packet-reader.ts';
import { DONE, writeAttributesAnswer, writeDataAnswer, writeHandleAnswer } from './packet-writer.ts';
import { OPEN_MODE, SESSION_LIMITS, STATUS } from './protocol.ts';
import { StatusError } from './status.ts';

const NEW_FILE_MODE = 0o600;

/** OPEN: a file for reading, writing or appending (draft section 6.3). */
export const openFile: Operation = async ({ files, handles }, request) => {
  const { path, flags } = request;
  handles.assertRoom();
  if (flags & OPEN_MODE.CREAT) files.checkRoomFor(path);
  const file = await open(files.locate(path), toDiskFlags(flags), NEW_FILE_MODE);
  const writes = (flags & (OPEN_MODE.WRITE | OPEN_MODE.APPEND)) !== 0;
  let write: CountedFile | null = null;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new StatusError(STATUS.FAILURE, 'Not a regular file');
    if (writes) write = files.beginWrite(path, stat.size, countAllocatedBytes(stat));
    const opened: OpenFile = {
      kind: 'file',
      file,
      readable: !writes || (flags & OPEN_MODE.READ) !== 0,
      write,
      appends: (flags & OPEN_MODE.APPEND) !== 0,
      isTouched: writes && stat.size === 0,
      transfer: beginTransfer(request),
    };
    if (writes && flags & OPEN_MODE.TRUNC) await resizeFile(files, opened, 0);
    return writeHandleAnswer(handles.add(opened));
  } catch (error) {
    // No handle comes of it, so nobody else would end the write.
    if (write !== null) files.endWrite(write);
    await file.close();
    throw error;
  }
};

/** Truncation is left to `resizeFile`, which counts the bytes that it frees. */
function toDiskFlags(flags: number): number {
  const writes = (flags & (OPEN_MODE.WRITE | OPEN_MODE.APPEND)) !== 0;
  let onDisk: number = constants.O_NOFOLLOW | constants.O_NONBLOCK;
  if (!writes) onDisk |= constants.O_RDONLY;
  else onDisk |= flags & OPEN_MODE.READ ? constants.O_RDWR : constants.O_WRONLY;
  if (flags & OPEN_MODE.APPEND) onDisk |= constants.O_APPEND;
  if (flags & OPEN_MODE.CREAT) onDisk |= constants.O_CREAT;
  if (flags & OPEN_MODE.CREAT && flags & OPEN_MODE.EXCL) onDisk |= constants.O_EXCL;
  return onDisk;
}

export const closeHandle: Operation = async (context, request) => {
  await context.handles.close(request.handle);
  return DONE;
};

/** READ: as much as there is, up to the session's bound; EOF behind the end (draft section 6.4). */
export const readFile: Operation = async (context, { handle, offset, byteCount }) => {
  const length = Math.min(byteCount, SESSION_LIMITS.readBytes);
  const opened = context.handles.file(handle);
  if (!opened.readable) throw new StatusError(STATUS.PERMISSION_DENIED, 'Not open for reading');
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await opened.file.read(buffer, 0, length, offset);
  if (bytesRead === 0 && length > 0) throw new StatusError(STATUS.EOF, 'End of file');
  opened.transfer.bytes += bytesRead;
  return writeDataAnswer(buffer.subarray(0, bytesRead));
};

/** WRITE: at an offset, so that an interrupted upload can be resumed; acknowledged once the kernel has it. */
export const writeFile: Operation = async (context, { handle, offset, data }) => {
  const opened = context.handles.file(handle);
  const write = opened.write;
  if (write === null) throw new StatusError(STATUS.PERMISSION_DENIED, 'Not open for writing');
  const position = opened.appends ? write.sizeBytes : offset;
  assertGapAllowed(write, position);
  // No byte at a far offset moves the end of the file as little as it does on disk.
  const endBytes = data.length === 0 ? 0 : position + data.length;
  if (endBytes > write.sizeBytes) context.files.resizeWrite(write, endBytes);
  opened.isTouched = true;
  try {
    await writeAll(opened.file, data, opened.appends ? null : offset);
  } catch (error) {
    context.files.settleWrite(write, (await opened.file.stat()).size);
    throw error;
  }
  write.sentBytes += data.length;
  opened.transfer.bytes += data.length;
  return DONE;
};

export const statHandle: Operation = async (context, { handle }) => {
  return writeAttributesAnswer(await context.handles.file(handle).file.stat());
};

/** FSETSTAT: times and size of an open file. Owner and permissions are the service's own and stay. */
export const setHandleAttributes: Operation = async (context, { handle, attributes }) => {
  await applyAttributes(context.files, context.handles.file(handle), attributes);
  return DONE;
};

/** SETSTAT: the same by path; folders take it and keep what they have. */
export const setPathAttributes: Operation = async (context, { path: remotePath, attributes }) => {
  const onDisk = context.files.locate(remotePath);
  const writes = attributes.sizeBytes !== undefined;
  const flags =
    (writes ? constants.O_WRONLY : constants.O_RDONLY) | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  await withFile(await open(onDisk, flags), async (file) => {
    const stat = await file.stat();
    if (!stat.isFile()) return;
    const write = writes ? context.files.beginWrite(remotePath, stat.size, countAllocatedBytes(stat)) : null;
    try {
      await applyAttributes(context.files, { file, write, isTouched: false }, attributes);
    } finally {
      if (write !== null) context.files.endWrite(write);
    }
  });
  return DONE;
};

/** The part of an open file that its attributes concern. */
type Changeable = Pick<OpenFile, 'file' | 'write' | 'isTouched'>;

async function applyAttributes(files: SftpFiles, opened: Changeable, attributes: FileAttributes) {
  if (attributes.sizeBytes !== undefined) await resizeFile(files, opened, attributes.sizeBytes);
  if (attributes.modifiedSeconds !== undefined) {
    await opened.file.utimes(attributes.accessedSeconds ?? 0, attributes.modifiedSeconds);
    opened.isTouched = false;
  }
}

/** Within the quota. @throws StatusError for a file not open for writing and for a gap, Refusal `storage_full` */
async function resizeFile(files: SftpFiles, opened: Changeable, sizeBytes: number): Promise<void> {
  const write = opened.write;
  if (write === null) throw new StatusError(STATUS.PERMISSION_DENIED, 'Not open for writing');
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
function countAllocatedBytes(stat: Pick<Stats, 'size' | 'blocks'>): number {
  return Math.min(stat.size, stat.blocks * BLOCK_BYTES);
}

/** Lets a file grow as far as what was sent reaches, and a gap further: a single byte must not make a file of any size. */
function assertGapAllowed(write: CountedFile, offset: number): void {
  if (offset <= write.sizeBytes || offset - write.sentBytes <= MAX_GAP_BYTES) return;
  const message = `${offset} is more than ${MAX_GAP_BYTES} bytes beyond what was sent of this file`;
  throw new StatusError(STATUS.FAILURE, message);
}
