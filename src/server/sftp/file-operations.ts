import { constants } from 'node:fs';
import { type FileHandle, open as openOnDisk } from 'node:fs/promises';
import type { OpenWrite } from '../service/files/sftp-writes.ts';
import type { OpenFile } from './open-handles.ts';
import type { Operation, OperationContext } from './operation.ts';
import { beginTransfer } from './operation-record.ts';
import { attributesAnswer, DONE, dataAnswer, handleAnswer } from './packet-writer.ts';
import { OPEN_FLAG, SESSION_LIMITS, STATUS } from './protocol.ts';
import type { Request } from './request.ts';
import { allocatedBytes, assertGapAllowed, resize } from './set-attributes.ts';
import { StatusError } from './status.ts';

const NEW_FILE_MODE = 0o600;

/** OPEN: a file for reading, writing or appending (draft section 6.3). */
export const openFile: Operation = async (context, request) => {
  const { path, flags } = request;
  context.handles.assertRoom();
  if (flags & OPEN_FLAG.create) context.files.checkRoomFor(path);
  const file = await openOnDisk(context.files.locate(path), diskFlags(flags), NEW_FILE_MODE);
  try {
    return handleAnswer(context.handles.add(await describe(context, file, request)));
  } catch (error) {
    await file.close();
    throw error;
  }
};

async function describe(context: OperationContext, file: FileHandle, request: Request): Promise<OpenFile> {
  const { path, flags } = request;
  const stat = await file.stat();
  if (!stat.isFile()) throw new StatusError(STATUS.failure, 'Not a regular file');
  const writes = (flags & (OPEN_FLAG.write | OPEN_FLAG.append)) !== 0;
  const opened: OpenFile = {
    kind: 'file',
    file,
    readable: !writes || (flags & OPEN_FLAG.read) !== 0,
    write: writes ? context.files.beginWrite(path, stat.size, allocatedBytes(stat)) : null,
    appends: (flags & OPEN_FLAG.append) !== 0,
    isTouched: writes && stat.size === 0,
    transfer: beginTransfer(request),
  };
  if (opened.write !== null && flags & OPEN_FLAG.truncate) await truncateNew(context, opened, opened.write);
  return opened;
}

async function truncateNew(context: OperationContext, opened: OpenFile, write: OpenWrite): Promise<void> {
  try {
    await resize(context.files, opened, 0);
  } catch (error) {
    // No handle comes of it, so nobody else would end the write.
    context.files.endWrite(write);
    throw error;
  }
}

/** Truncation is left to `resize`, which counts the bytes that it frees. */
function diskFlags(flags: number): number {
  const writes = (flags & (OPEN_FLAG.write | OPEN_FLAG.append)) !== 0;
  let onDisk: number = constants.O_NOFOLLOW | constants.O_NONBLOCK;
  if (!writes) onDisk |= constants.O_RDONLY;
  else onDisk |= flags & OPEN_FLAG.read ? constants.O_RDWR : constants.O_WRONLY;
  if (flags & OPEN_FLAG.append) onDisk |= constants.O_APPEND;
  if (flags & OPEN_FLAG.create) onDisk |= constants.O_CREAT;
  if (flags & OPEN_FLAG.create && flags & OPEN_FLAG.exclusive) onDisk |= constants.O_EXCL;
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
  if (!opened.readable) throw new StatusError(STATUS.permissionDenied, 'Not open for reading');
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await opened.file.read(buffer, 0, length, offset);
  if (bytesRead === 0 && length > 0) throw new StatusError(STATUS.eof, 'End of file');
  opened.transfer.bytes += bytesRead;
  return dataAnswer(buffer.subarray(0, bytesRead));
};

/** WRITE: at an offset, so that an interrupted upload can be resumed; acknowledged once the kernel has it. */
export const writeFile: Operation = async (context, { handle, offset, data }) => {
  const opened = context.handles.file(handle);
  const write = opened.write;
  if (write === null) throw new StatusError(STATUS.permissionDenied, 'Not open for writing');
  const at = opened.appends ? write.sizeBytes : offset;
  assertGapAllowed(write, at);
  // No byte at a far offset moves the end of the file as little as it does on disk.
  const endBytes = data.length === 0 ? 0 : at + data.length;
  if (endBytes > write.sizeBytes) context.files.resizeWrite(write, endBytes);
  opened.isTouched = true;
  try {
    await writeAll(opened, data, offset);
  } catch (error) {
    context.files.settleWrite(write, (await opened.file.stat()).size);
    throw error;
  }
  write.sentBytes += data.length;
  opened.transfer.bytes += data.length;
  return DONE;
};

async function writeAll(opened: OpenFile, data: Buffer, offset: number): Promise<void> {
  let written = 0;
  while (written < data.length) {
    const position = opened.appends ? null : offset + written;
    const { bytesWritten } = await opened.file.write(data, written, data.length - written, position);
    written += bytesWritten;
  }
}

export const statHandle: Operation = async (context, { handle }) => {
  return attributesAnswer(await context.handles.file(handle).file.stat());
};
