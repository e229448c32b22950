import { statfs } from 'node:fs/promises';
import { closeHandle, openFile, readFile, statHandle, writeFile } from './file-operations.ts';
import { type Operation, type OperationContext, okPacket } from './operation.ts';
import { numbersPacket } from './packet-writer.ts';
import {
  makeFolder,
  openFolder,
  readFolder,
  realPath,
  refuseLinks,
  removeFile,
  removeFolder,
  renameReplacing,
  renameStrictly,
  statPath,
} from './path-operations.ts';
import { REQUEST, SESSION_LIMITS, STATUS } from './protocol.ts';
import { setHandleAttributes, setPathAttributes } from './set-attributes.ts';
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

const RENAME_EXTENSION = 'posix-rename@openssh.com';

export interface Route {
  operation: Operation;
  faultName: string | null;
}

/** Every request of the protocol. A number that is not here is answered OP_UNSUPPORTED. */
export const ROUTES: ReadonlyMap<number, Route> = new Map([
  [REQUEST.open, { operation: openFile, faultName: 'sftp:open' }],
  [REQUEST.close, { operation: closeHandle, faultName: null }],
  [REQUEST.read, { operation: readFile, faultName: 'sftp:read' }],
  [REQUEST.write, { operation: writeFile, faultName: 'sftp:write' }],
  [REQUEST.lstat, { operation: statPath, faultName: 'sftp:stat' }],
  [REQUEST.fstat, { operation: statHandle, faultName: null }],
  [REQUEST.setstat, { operation: setPathAttributes, faultName: null }],
  [REQUEST.fsetstat, { operation: setHandleAttributes, faultName: null }],
  [REQUEST.opendir, { operation: openFolder, faultName: 'sftp:list' }],
  [REQUEST.readdir, { operation: readFolder, faultName: null }],
  [REQUEST.remove, { operation: removeFile, faultName: 'sftp:remove' }],
  [REQUEST.mkdir, { operation: makeFolder, faultName: 'sftp:mkdir' }],
  [REQUEST.rmdir, { operation: removeFolder, faultName: 'sftp:remove' }],
  [REQUEST.realpath, { operation: realPath, faultName: null }],
  [REQUEST.stat, { operation: statPath, faultName: 'sftp:stat' }],
  [REQUEST.rename, { operation: renameStrictly, faultName: 'sftp:rename' }],
  [REQUEST.readlink, { operation: refuseLinks, faultName: null }],
  [REQUEST.symlink, { operation: refuseLinks, faultName: null }],
  [REQUEST.extended, { operation: extended, faultName: null }],
]);

/** The name that fault rules know a request by, or null. Of the extended requests only the rename has one. */
export function faultNameOf(packet: Buffer): string | null {
  if (packet[0] !== REQUEST.extended) return ROUTES.get(packet[0] ?? 0)?.faultName ?? null;
  return packet.includes(RENAME_EXTENSION) ? 'sftp:rename' : null;
}
