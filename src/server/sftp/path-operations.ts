import { existsSync, lstatSync, type Stats } from 'node:fs';
import { link, lstat, mkdir, opendir, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { normalizeRemotePath } from '../service/files/sftp-path.ts';
import type { Operation } from './open-handles.ts';
import {
  DONE,
  type NameEntry,
  writeAttributesAnswer,
  writeHandleAnswer,
  writeNameAnswer,
  writePathAnswer,
} from './packet-writer.ts';
import { STATUS } from './protocol.ts';
import { StatusError } from './status.ts';

/** STAT and LSTAT: the same here, for there are no links. */
export const statPath: Operation = async (context, request) => {
  return writeAttributesAnswer(await lstat(context.files.locate(request.path)));
};

/** REALPATH: the normal form of a path, which need not exist; `.` is the folder after login. */
export const answerRealPath: Operation = async (_context, request) => {
  return writePathAnswer(normalizeRemotePath(request.path));
};

export const removeFile: Operation = async (context, { path: remotePath }) => {
  const onDisk = context.files.locate(remotePath);
  const stat = await lstat(onDisk);
  if (stat.isDirectory()) throw new StatusError(STATUS.FAILURE, 'Is a directory');
  await unlink(onDisk);
  context.files.removed(remotePath);
  return DONE;
};

/** RENAME: refused when something has the new name (draft section 6.5). */
export const renameStrictly = createRename(moveStrictly);

/** The new name is taken in one step, so that no other client can take it in between. @throws EEXIST */
async function moveStrictly(from: string, to: string): Promise<void> {
  if ((await lstat(from)).isDirectory()) {
    await mkdir(to, { mode: NEW_FOLDER_MODE });
    // Replaces an empty folder alone.
    await rename(from, to).catch(async (error) => {
      await rmdir(to).catch(() => undefined);
      throw error;
    });
    return;
  }
  try {
    await link(from, to);
  } catch (error) {
    if (!WITHOUT_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    if (existsSync(to)) throw new StatusError(STATUS.FAILURE, 'File exists');
    return await rename(from, to);
  }
  await unlink(from).catch(async (error) => {
    await unlink(to).catch(() => undefined);
    throw error;
  });
}

/** Codes of file systems that have no second names. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/** `posix-rename@openssh.com`: replaces what has the new name, in one step. */
export const renameReplacing = createRename(rename);

function createRename(move: (from: string, to: string) => Promise<void>): Operation {
  return async ({ files }, { path: from, target: to }) => {
    const [fromOnDisk, toOnDisk] = [files.locate(from), files.locate(to)];
    if (fromOnDisk === files.root) throw new StatusError(STATUS.PERMISSION_DENIED, 'Permission denied');
    if (fromOnDisk === toOnDisk && move === rename) await lstat(fromOnDisk);
    else {
      await move(fromOnDisk, toOnDisk);
      files.renamed(from, to);
    }
    return DONE;
  };
}

/** READLINK, SYMLINK: links could lead out of the account's folder, so there are none. */
export const refuseLinks: Operation = async () => {
  throw new StatusError(STATUS.PERMISSION_DENIED, 'Links are not available here');
};

/** Entries in one READDIR answer, as OpenSSH's server has it. */
const ENTRIES_PER_ANSWER = 100;
const NEW_FOLDER_MODE = 0o700;

/** OPENDIR: a handle on the folder alone, so that thousands of them on a large one take no memory. */
export const openFolder: Operation = async (context, request) => {
  context.handles.assertRoom();
  context.files.sweep(context.clock.now());
  const onDisk = context.files.locate(request.path);
  const own = await lstat(onDisk);
  const dir = await opendir(onDisk, { bufferSize: ENTRIES_PER_ANSWER });
  const nowMs = context.clock.now();
  const first = ['.', '..'].map((name) => nameEntry(name, own, nowMs));
  return writeHandleAnswer(context.handles.add({ kind: 'folder', dir, first }));
};

function nameEntry(name: string, stat: Stats, nowMs: number): NameEntry {
  return { name, longName: formatLongName(name, stat, nowMs), stat };
}

/** READDIR: the next entries, then EOF; links and other special files are left out. */
export const readFolder: Operation = async (context, request) => {
  const { dir, first } = context.handles.folder(request.handle);
  const entries = first.splice(0);
  while (entries.length < ENTRIES_PER_ANSWER) {
    const entry = await dir.read();
    if (entry === null) break;
    const stat = lstatSync(path.join(dir.path, entry.name), { throwIfNoEntry: false });
    if (stat?.isFile() || stat?.isDirectory()) entries.push(nameEntry(entry.name, stat, context.clock.now()));
  }
  if (entries.length === 0) throw new StatusError(STATUS.EOF, 'End of directory');
  return writeNameAnswer(entries);
};

/** MKDIR: one folder; its parent must exist. */
export const makeFolder: Operation = async (context, { path: remotePath }) => {
  context.files.checkRoomFor(remotePath);
  await mkdir(context.files.locate(remotePath), { mode: NEW_FOLDER_MODE });
  context.files.madeFolder(remotePath);
  return DONE;
};

/** RMDIR: one empty folder, never the account's own. */
export const removeFolder: Operation = async (context, { path: remotePath }) => {
  const onDisk = context.files.locate(remotePath);
  if (onDisk === context.files.root) throw new StatusError(STATUS.PERMISSION_DENIED, 'Permission denied');
  await rmdir(onDisk);
  context.files.removed(remotePath);
  return DONE;
};

/** `ls -l` shows the hour of files younger than about half a year, the year of older ones. */
const RECENT_MS = 182 * 24 * 60 * 60 * 1_000;

/** The line that `ls -l` would print (in UTC): what clients show a person and some of them parse. */
function formatLongName(name: string, stat: Stats, nowMs: number): string {
  const type = stat.isDirectory() ? 'd' : '-';
  const owner = `${String(stat.uid).padEnd(8)} ${String(stat.gid).padEnd(8)}`;
  const size = String(stat.size).padStart(12);
  return `${type}${formatPermissions(stat.mode)}    1 ${owner} ${size} ${formatDate(stat.mtimeMs, nowMs)} ${name}`;
}

function formatPermissions(mode: number): string {
  return [...'rwxrwxrwx'].map((letter, place) => (mode & (0o400 >> place) ? letter : '-')).join('');
}

function formatDate(timeMs: number, nowMs: number): string {
  // `Thu, 01 Jan 1970 00:00:00 GMT`
  const [, day = '', month, year, time = ''] = new Date(timeMs).toUTCString().split(' ');
  const isRecent = Math.abs(nowMs - timeMs) <= RECENT_MS;
  return `${month} ${day.replace(/^0/, ' ')} ${isRecent ? time.slice(0, 5) : ` ${year}`}`;
}
