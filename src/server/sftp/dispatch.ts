import { statfs } from 'node:fs/promises';
import * as files from './file-operations.ts';
import type { Operation } from './open-handles.ts';
import type { RecordedAs } from './operation-record.ts';
import type { Field } from './packet-reader.ts';
import { DONE, writeNumbersAnswer } from './packet-writer.ts';
import * as paths from './path-operations.ts';
import { SESSION_LIMITS } from './protocol.ts';

/** Longest file name, in bytes, that file systems take. */
const MAX_NAME_BYTES = 255;

const syncFile: Operation = async (context, { handle }) => {
  await context.handles.file(handle).file.datasync();
  return DONE;
};

const reportLimits: Operation = async () => {
  const { packetBytes, readBytes, writeBytes, openHandles } = SESSION_LIMITS;
  return writeNumbersAnswer([packetBytes, readBytes, writeBytes, openHandles]);
};

/** The fields of OpenSSH's statvfs reply; a quota shows as the size of the disk. */
const statFileSystem: Operation = async (context, { path, handle }) => {
  const { files: folder, handles } = context;
  if (handle.length > 0) handles.file(handle);
  else folder.locate(path);
  const disk = await statfs(folder.root);
  const freeBlocks = Math.min(disk.bavail, Math.floor(folder.freeBytes() / disk.bsize));
  const blocks = Math.min(disk.blocks, freeBlocks + Math.ceil(folder.usageBytes() / disk.bsize));
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

const RENAME = { name: 'sftp:rename', method: 'RENAME', fields: ['path', 'target'] } as const;

/** Packets that a client sends (draft section 3) behind INIT, by their type. */
export const ROUTES: ReadonlyMap<number, Route> = new Map<number, Route>([
  [3, { name: 'sftp:open', fields: ['path', 'flags', 'attributes'], operation: files.openFile }],
  [4, { fields: ['handle'], operation: files.closeHandle }],
  [5, { name: 'sftp:read', fields: ['handle', 'offset', 'byteCount'], operation: files.readFile }],
  [6, { name: 'sftp:write', fields: ['handle', 'offset', 'data'], operation: files.writeFile }],
  [7, { name: 'sftp:stat', fields: ['path'], operation: paths.statPath }],
  [8, { fields: ['handle'], operation: files.statHandle }],
  [9, { fields: ['path', 'attributes'], operation: files.setPathAttributes }],
  [10, { fields: ['handle', 'attributes'], operation: files.setHandleAttributes }],
  [11, { name: 'sftp:list', method: 'LIST', fields: ['path'], operation: paths.openFolder }],
  [12, { fields: ['handle'], operation: paths.readFolder }],
  [13, { name: 'sftp:remove', method: 'DELETE', fields: ['path'], operation: paths.removeFile }],
  [14, { name: 'sftp:mkdir', method: 'MKDIR', fields: ['path'], operation: paths.makeFolder }],
  [15, { name: 'sftp:remove', method: 'DELETE', fields: ['path'], operation: paths.removeFolder }],
  [16, { fields: ['path'], operation: paths.answerRealPath }],
  [17, { name: 'sftp:stat', fields: ['path'], operation: paths.statPath }],
  [18, { ...RENAME, operation: paths.renameStrictly }],
  [19, { fields: [], operation: paths.refuseLinks }],
  [20, { fields: [], operation: paths.refuseLinks }],
]);

/** Type of a request that goes by a name. */
export const EXTENDED = 200;

/** Requests that the version packet announces (OpenSSH's PROTOCOL, section 4). */
export const EXTENSIONS: ReadonlyMap<string, Route & { version: string }> = new Map([
  ['posix-rename@openssh.com', { version: '1', ...RENAME, operation: paths.renameReplacing }],
  ['statvfs@openssh.com', { version: '2', fields: ['path'], operation: statFileSystem }],
  ['fstatvfs@openssh.com', { version: '2', fields: ['handle'], operation: statFileSystem }],
  ['fsync@openssh.com', { version: '1', fields: ['handle'], operation: syncFile }],
  ['limits@openssh.com', { version: '1', fields: [], operation: reportLimits }],
]);
