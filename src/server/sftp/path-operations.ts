import { existsSync, lstatSync, type Stats } from 'node:fs';
import { lstat, mkdir, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { normalizeRemotePath } from '../service/files/sftp-path.ts';
import { type Operation, type OperationContext, okPacket } from './operation.ts';
import {
  attributesPacket,
  type FileAttributes,
  handlePacket,
  type NameEntry,
  namePacket,
  pathPacket,
} from './packet-writer.ts';
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
  context.handles.assertRoom();
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
  const remotePath = request.text();
  context.files.checkRoomFor(remotePath);
  await mkdir(context.files.locate(remotePath), { mode: NEW_FOLDER_MODE });
  context.files.madeFolder(remotePath);
  return okPacket(id);
};

/** RMDIR: one empty folder, never the account's own. */
export const removeFolder: Operation = async (context, id, request) => {
  const remotePath = request.text();
  const onDisk = context.files.locate(remotePath);
  if (onDisk === context.files.root) throw new StatusError(STATUS.permissionDenied, 'Permission denied');
  await rmdir(onDisk);
  context.files.removedFolder(remotePath);
  return okPacket(id);
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TYPE_MASK = 0o170000;
const FOLDER_TYPE = 0o040000;
/** `ls -l` shows the hour of files younger than about half a year, the year of older ones. */
const RECENT_MS = 182 * 24 * 60 * 60 * 1_000;

export function attributesOf(stat: Stats): FileAttributes {
  return {
    sizeBytes: stat.size,
    userId: stat.uid,
    groupId: stat.gid,
    mode: stat.mode,
    accessedSeconds: Math.floor(stat.atimeMs / 1_000),
    modifiedSeconds: Math.floor(stat.mtimeMs / 1_000),
  };
}

/** The line that `ls -l` would print (in UTC): what clients show a person and some of them parse. */
export function longName(name: string, attributes: FileAttributes, nowMs: number): string {
  const type = (attributes.mode & TYPE_MASK) === FOLDER_TYPE ? 'd' : '-';
  const owner = `${String(attributes.userId).padEnd(8)} ${String(attributes.groupId).padEnd(8)}`;
  const size = String(attributes.sizeBytes).padStart(12);
  return `${type}${permissions(attributes.mode)}    1 ${owner} ${size} ${date(attributes.modifiedSeconds * 1_000, nowMs)} ${name}`;
}

function permissions(mode: number): string {
  return [6, 3, 0].map((shift) => permissionTriple((mode >> shift) & 0o7)).join('');
}

function permissionTriple(bits: number): string {
  return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`;
}

function date(timeMs: number, nowMs: number): string {
  const time = new Date(timeMs);
  const day = `${MONTHS[time.getUTCMonth()]} ${String(time.getUTCDate()).padStart(2)}`;
  if (Math.abs(nowMs - timeMs) > RECENT_MS) return `${day}  ${time.getUTCFullYear()}`;
  return `${day} ${time.toISOString().slice(11, 16)}`;
}
