import { constants } from 'node:fs';
import { type FileHandle, open as openOnDisk } from 'node:fs/promises';
import type { OpenWrite } from '../service/files/sftp-writes.ts';
import type { OpenFile } from './open-handles.ts';
import { type Operation, type OperationContext, okPacket } from './operation.ts';
import { attributesPacket, dataPacket, handlePacket } from './packet-writer.ts';
import { attributesOf } from './path-operations.ts';
import { OPEN_FLAG, SESSION_LIMITS, STATUS } from './protocol.ts';
import { allocatedBytes, assertGapAllowed, resize } from './set-attributes.ts';
import { StatusError } from './status.ts';

const NEW_FILE_MODE = 0o600;

/** OPEN: a file for reading, writing or appending (draft section 6.3). */
export const openFile: Operation = async (context, id, request) => {
  const remotePath = request.text();
  const flags = request.uint32();
  request.attributes();
  context.handles.assertRoom();
  if (flags & OPEN_FLAG.create) context.files.checkRoomFor(remotePath);
  const file = await openOnDisk(context.files.locate(remotePath), diskFlags(flags), NEW_FILE_MODE);
  try {
    return handlePacket(id, context.handles.add(await describe(context, file, remotePath, flags)));
  } catch (error) {
    await file.close();
    throw error;
  }
};

async function describe(
  context: OperationContext,
  file: FileHandle,
  remotePath: string,
  flags: number,
): Promise<OpenFile> {
  const stat = await file.stat();
  if (!stat.isFile()) throw new StatusError(STATUS.failure, 'Not a regular file');
  const writes = (flags & (OPEN_FLAG.write | OPEN_FLAG.append)) !== 0;
  const opened: OpenFile = {
    kind: 'file',
    file,
    readable: !writes || (flags & OPEN_FLAG.read) !== 0,
    write: writes ? context.files.beginWrite(remotePath, stat.size, allocatedBytes(stat)) : null,
    appends: (flags & OPEN_FLAG.append) !== 0,
    isTouched: writes && stat.size === 0,
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

export const closeHandle: Operation = async (context, id, request) => {
  await context.handles.close(request.bytes());
  return okPacket(id);
};

/** READ: as much as there is, up to the session's bound; EOF behind the end (draft section 6.4). */
export const readFile: Operation = async (context, id, request) => {
  const handle = request.bytes();
  const offset = request.uint64();
  const length = Math.min(request.uint32(), SESSION_LIMITS.readBytes);
  const opened = context.handles.file(handle);
  if (!opened.readable) throw new StatusError(STATUS.permissionDenied, 'Not open for reading');
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await opened.file.read(buffer, 0, length, offset);
  if (bytesRead === 0 && length > 0) throw new StatusError(STATUS.eof, 'End of file');
  return dataPacket(id, buffer.subarray(0, bytesRead));
};

/** WRITE: at an offset, so that an interrupted upload can be resumed; acknowledged once the kernel has it. */
export const writeFile: Operation = async (context, id, request) => {
  const handle = request.bytes();
  const offset = request.uint64();
  const data = request.bytes();
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
  return okPacket(id);
};

async function writeAll(opened: OpenFile, data: Buffer, offset: number): Promise<void> {
  let written = 0;
  while (written < data.length) {
    const position = opened.appends ? null : offset + written;
    const { bytesWritten } = await opened.file.write(data, written, data.length - written, position);
    written += bytesWritten;
  }
}

export const statHandle: Operation = async (context, id, request) => {
  const { file } = context.handles.file(request.bytes());
  return attributesPacket(id, attributesOf(await file.stat()));
};
