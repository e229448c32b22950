import { existsSync, lstatSync, type Stats } from 'node:fs';
import { lstat, mkdir, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { normalizeRemotePath } from '../service/files/sftp-path.ts';
import { attributesOf, longName } from './long-name.ts';
import { type Operation, type OperationContext, okPacket } from './operation.ts';
import { attributesPacket, handlePacket, type NameEntry, namePacket, pathPacket } from './packet-writer.ts';
import { STATUS } from './protocol.ts';
import { StatusError } from './status.ts';

/** STAT and LSTAT: the same here, for there are no links. */
export const statPath: Operation = async (context, id, request) => {
  const stat = await lstat(context.files.locate(request.text()));
  return attributesPacket(id, attributesOf(stat));
};

/** REALPATH: the normal form of a path, which need not exist; `.` is the folder after login. */
export const realPath: Operation = async (_context, id, request) => {
  return pathPacket(id, normalizeRemotePath(request.text()));
};

export const removeFile: Operation = async (context, id, request) => {
  const remotePath = request.text();
  const onDisk = context.files.locate(remotePath);
  const stat = await lstat(onDisk);
  if (stat.isDirectory()) throw new StatusError(STATUS.failure, 'Is a directory');
  await unlink(onDisk);
  context.files.removed(remotePath);
  return okPacket(id);
};

/** RENAME: refused when something has the new name (draft section 6.5). */
export const renameStrictly: Operation = async (context, id, request) => {
  const from = request.text();
  const to = request.text();
  if (existsSync(context.files.locate(to))) throw new StatusError(STATUS.failure, 'File exists');
  await renameOver(context, from, to);
  return okPacket(id);
};

/** `posix-rename@openssh.com`: replaces what has the new name, in one step. */
export const renameReplacing: Operation = async (context, id, request) => {
  await renameOver(context, request.text(), request.text());
  return okPacket(id);
};

async function renameOver(context: OperationContext, from: string, to: string): Promise<void> {
  const [fromOnDisk, toOnDisk] = [context.files.locate(from), context.files.locate(to)];
  if (fromOnDisk === context.files.root) throw new StatusError(STATUS.permissionDenied, 'Permission denied');
  if (fromOnDisk === toOnDisk) return void (await lstat(fromOnDisk));
  await rename(fromOnDisk, toOnDisk);
  context.files.renamed(from, to);
}

/** READLINK, SYMLINK: links could lead out of the account's folder, so there are none. */
export const refuseLinks: Operation = async () => {
  throw new StatusError(STATUS.permissionDenied, 'Links are not available here');
};

/** Entries in one READDIR answer, as OpenSSH's server has it. */
const ENTRIES_PER_ANSWER = 100;
const NEW_FOLDER_MODE = 0o700;

/** OPENDIR: the entries are those of this moment; links and other special files are left out. */
export const openFolder: Operation = async (context, id, request) => {
  context.handles.checkRebuildDue();
  context.files.sweep(context.clock.now());
  const onDisk = context.files.locate(request.text());
  const own = await lstat(onDisk);
  const names = await readdir(onDisk);
  const nowMs = context.clock.now();
  const entries = ['.', '..'].map((name) => nameEntry(name, own, nowMs));
  for (const name of names) {
    const stat = lstatSync(path.join(onDisk, name), { throwIfNoEntry: false });
    if (stat?.isFile() || stat?.isDirectory()) entries.push(nameEntry(name, stat, nowMs));
  }
  return handlePacket(id, context.handles.add({ kind: 'folder', remaining: entries }));
};

function nameEntry(name: string, stat: Stats, nowMs: number): NameEntry {
  const attributes = attributesOf(stat);
  return { name, longName: longName(name, attributes, nowMs), attributes };
}

/** READDIR: the next entries, then EOF. */
export const readFolder: Operation = async (context, id, request) => {
  const folder = context.handles.folder(request.bytes());
  const next = folder.remaining.splice(0, ENTRIES_PER_ANSWER);
  if (next.length === 0) throw new StatusError(STATUS.eof, 'End of directory');
  return namePacket(id, next);
};

/** MKDIR: one folder; its parent must exist. */
export const makeFolder: Operation = async (context, id, request) => {
  await mkdir(context.files.locate(request.text()), { mode: NEW_FOLDER_MODE });
  return okPacket(id);
};

/** RMDIR: one empty folder, never the account's own. */
export const removeFolder: Operation = async (context, id, request) => {
  const onDisk = context.files.locate(request.text());
  if (onDisk === context.files.root) throw new StatusError(STATUS.permissionDenied, 'Permission denied');
  await rmdir(onDisk);
  return okPacket(id);
};
