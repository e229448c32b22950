import { statfs } from 'node:fs/promises';
import {
  closeHandle,
  openFile,
  readFile,
  setHandleAttributes,
  setPathAttributes,
  statHandle,
  writeFile,
} from './file-operations.ts';
import type { Operation } from './open-handles.ts';
import type { RecordedAs } from './operation-record.ts';
import type { Field } from './packet-reader.ts';
import { DONE, writeNumbersAnswer } from './packet-writer.ts';
import {
  answerRealPath,
  makeFolder,
  openFolder,
  readFolder,
  refuseLinks,
  removeFile,
  removeFolder,
  renameReplacing,
  renameStrictly,
  statPath,
} from './path-operations.ts';
import { SESSION_LIMITS } from './protocol.ts';

/** Longest file name, in bytes, that file systems take. */
const MAX_NAME_BYTES = 255;

const syncFile: Operation = async (context, { handle }) => {
  await context.handles.file(handle).file.datasync();
  return DONE;
};

const tellLimits: Operation = async () => {
  const { packetBytes, readBytes, writeBytes, openHandles } = SESSION_LIMITS;
  return writeNumbersAnswer([packetBytes, readBytes, writeBytes, openHandles]);
};

/** The fields of OpenSSH's statvfs reply; a quota shows as the size of the disk. */
const statFileSystem: Operation = async ({ files, handles }, { path, handle }) => {
  if (handle.length > 0) handles.file(handle);
  else files.locate(path);
  const disk = await statfs(files.root);
  const freeBlocks = Math.min(disk.bavail, Math.floor(files.freeBytes() / disk.bsize));
  const blocks = Math.min(disk.blocks, freeBlocks + Math.ceil(files.usageBytes() / disk.bsize));
  const nodes = [disk.files, disk.ffree, disk.ffree];
  return writeNumbersAnswer([
    ...[disk.bsize, disk.bsize, blocks, freeBlocks, freeBlocks],
    ...[...nodes, 0, 0, MAX_NAME_BYTES],
  ]);
};

export interface Route extends RecordedAs {
  /** In the order of the packet. */
  fields: readonly Field[];
  operation: Operation;
}

/** Packets that a client sends (draft section 3) behind INIT, by their type. */
export const ROUTES: ReadonlyMap<number, Route> = new Map<number, Route>([
  [3, { name: 'sftp:open', fields: ['path', 'flags', 'attributes'], operation: openFile }],
  [4, { fields: ['handle'], operation: closeHandle }],
  [5, { name: 'sftp:read', fields: ['handle', 'offset', 'byteCount'], operation: readFile }],
  [6, { name: 'sftp:write', fields: ['handle', 'offset', 'data'], operation: writeFile }],
  [7, { name: 'sftp:stat', fields: ['path'], operation: statPath }],
  [8, { fields: ['handle'], operation: statHandle }],
  [9, { fields: ['path', 'attributes'], operation: setPathAttributes }],
  [10, { fields: ['handle', 'attributes'], operation: setHandleAttributes }],
  [11, { name: 'sftp:list', method: 'LIST', fields: ['path'], operation: openFolder }],
  [12, { fields: ['handle'], operation: readFolder }],
  [13, { name: 'sftp:remove', method: 'DELETE', fields: ['path'], operation: removeFile }],
  [14, { name: 'sftp:mkdir', method: 'MKDIR', fields: ['path'], operation: makeFolder }],
  [15, { name: 'sftp:remove', method: 'DELETE', fields: ['path'], operation: removeFolder }],
  [16, { fields: ['path'], operation: answerRealPath }],
  [17, { name: 'sftp:stat', fields: ['path'], operation: statPath }],
  [18, { name: 'sftp:rename', method: 'RENAME', fields: ['path', 'target'], operation: renameStrictly }],
  [19, { fields: [], operation: refuseLinks }],
  [20, { fields: [], operation: refuseLinks }],
]);

/** Type of a request that goes by a name. */
export const EXTENDED = 200;

const REPLACING: Route = {
  name: 'sftp:rename',
  method: 'RENAME',
  fields: ['path', 'target'],
  operation: renameReplacing,
};

/** Requests that the version packet announces (OpenSSH's PROTOCOL, section 4). */
export const EXTENSIONS: ReadonlyMap<string, Route & { version: string }> = new Map([
  ['posix-rename@openssh.com', { version: '1', ...REPLACING }],
  ['statvfs@openssh.com', { version: '2', fields: ['path'], operation: statFileSystem }],
  ['fstatvfs@openssh.com', { version: '2', fields: ['handle'], operation: statFileSystem }],
  ['fsync@openssh.com', { version: '1', fields: ['handle'], operation: syncFile }],
  ['limits@openssh.com', { version: '1', fields: [], operation: tellLimits }],
]);
