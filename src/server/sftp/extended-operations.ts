import { statfs } from 'node:fs/promises';
import { type Operation, type OperationContext, okPacket } from './operation.ts';
import { numbersPacket } from './packet-writer.ts';
import { renameReplacing } from './path-operations.ts';
import { SESSION_LIMITS, STATUS } from './protocol.ts';
import { StatusError } from './status.ts';

/** Longest file name, in bytes, that file systems take. */
const MAX_NAME_BYTES = 255;

/** EXTENDED: the request's name, then its own fields. */
export const extended: Operation = async (context, id, request) => {
  const name = request.text();
  const operation = EXTENDED_OPERATIONS.get(name);
  if (operation === undefined) throw new StatusError(STATUS.operationUnsupported, 'Operation unsupported');
  return operation(context, id, request);
};

const syncFile: Operation = async (context, id, request) => {
  await context.handles.file(request.bytes()).file.datasync();
  return okPacket(id);
};

const tellLimits: Operation = async (_context, id) => {
  const { packetBytes, readBytes, writeBytes, openHandles } = SESSION_LIMITS;
  return numbersPacket(id, [packetBytes, readBytes, writeBytes, openHandles]);
};

const statFileSystem: Operation = async (context, id, request) => {
  context.files.locate(request.text());
  return numbersPacket(id, await spaceOf(context));
};

const statFileSystemOfHandle: Operation = async (context, id, request) => {
  context.handles.file(request.bytes());
  return numbersPacket(id, await spaceOf(context));
};

/** The fields of OpenSSH's statvfs reply; a quota shows as the size of the disk. */
async function spaceOf(context: OperationContext): Promise<number[]> {
  const disk = await statfs(context.files.root);
  const freeBlocks = Math.min(disk.bavail, Math.floor(context.files.freeBytes() / disk.bsize));
  const blocks = Math.min(disk.blocks, freeBlocks + Math.ceil(context.files.usageBytes() / disk.bsize));
  const files = [disk.files, disk.ffree, disk.ffree];
  return [disk.bsize, disk.bsize, blocks, freeBlocks, freeBlocks, ...files, 0, 0, MAX_NAME_BYTES];
}

/** OpenSSH's PROTOCOL, section 4. */
const EXTENDED_OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['posix-rename@openssh.com', renameReplacing],
  ['statvfs@openssh.com', statFileSystem],
  ['fstatvfs@openssh.com', statFileSystemOfHandle],
  ['fsync@openssh.com', syncFile],
  ['limits@openssh.com', tellLimits],
]);
