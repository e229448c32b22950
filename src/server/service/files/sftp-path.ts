import { lstatSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusals.ts';

/** Longest path that is looked at, in bytes: what Linux calls PATH_MAX. */
export const MAX_PATH_BYTES = 4_096;
/** Each is looked at, and the system walks to it from the root: a path of 1,900 takes 150 ms. */
const MAX_LEVELS = 256;

/** The path an SFTP client means: begins with `/`, without `.` or `..`; as in a chroot, `/..` is `/`. @throws Refusal */
export function normalizeRemotePath(remotePath: string): string {
  if (remotePath.includes('\0')) throw new Refusal('invalid_parameter', 'the path contains a NUL byte');
  if (Buffer.byteLength(remotePath) > MAX_PATH_BYTES) throw pathTooLongRefusal();
  const normal = path.posix.normalize(`/${remotePath}/`).slice(0, -1);
  if (normal.split('/').length > MAX_LEVELS + 1)
    throw new Refusal('invalid_parameter', `the path has more than ${MAX_LEVELS} levels`);
  return normal || '/';
}

/** The normal form of a path that a catalog request names. @throws Refusal `invalid_parameter`, `unknown_file` for a folder's */
export function normalizeRequestPath(relativePath: string): string {
  if (relativePath === '') throw new Refusal('invalid_parameter', 'an SFTP path is empty');
  if (relativePath.startsWith('/'))
    throw new Refusal('invalid_parameter', 'SFTP paths are relative to the SFTP folder');
  // First, as it tells of a path of megabytes, which `normalize` may take minutes for.
  const normalPath = normalizeRemotePath(relativePath);
  if (path.posix.normalize(relativePath).split('/')[0] === '..')
    throw new Refusal('invalid_parameter', 'the path leads out of the SFTP folder');
  if (relativePath.endsWith('/')) throw unknownFileRefusal(`${normalPath}/`);
  return normalPath;
}

/**
 * The file behind a normal path, which need not exist. No part may be a link: it could lead out of the account's folder.
 * @throws Refusal `unknown_file`
 */
export function confine(root: string, normalPath: string): string {
  let onDisk = root;
  for (const part of normalPath.split('/')) {
    if (part === '') continue;
    onDisk = path.join(onDisk, part);
    try {
      if (!lstatSync(onDisk, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    } catch {
      // A file is in the place of a folder.
    }
    throw unknownFileRefusal(normalPath);
  }
  return onDisk;
}

export function pathTooLongRefusal(): Refusal {
  return new Refusal('invalid_parameter', `the path is longer than ${MAX_PATH_BYTES} bytes`);
}

export function unknownFileRefusal(normalPath: string): Refusal {
  const relativePath = normalPath.slice(1);
  return new Refusal('unknown_file', `no file ${JSON.stringify(relativePath)} in the SFTP folder`);
}
