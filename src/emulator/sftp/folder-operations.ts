import { lstatSync, type Stats } from 'node:fs';
import { lstat, mkdir, readdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { attributesOf, longName } from './long-name.ts';
import { type Operation, okPacket } from './operation.ts';
import { handlePacket, type NameEntry, namePacket } from './packet-writer.ts';
import { STATUS } from './protocol.ts';
import { StatusError } from './status.ts';

/** Entries in one READDIR answer, as OpenSSH's server has it. */
const ENTRIES_PER_ANSWER = 100;
const NEW_FOLDER_MODE = 0o700;

/** OPENDIR: the entries are those of this moment; links and other special files are left out. */
export const openFolder: Operation = async (context, id, request) => {
  context.handles.checkRoom();
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
