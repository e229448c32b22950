import { lstatSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusals.ts';

/** Longest path that is looked at, in bytes: what Linux calls PATH_MAX. */
const MAX_PATH_BYTES = 4_096;

/** The path an SFTP client means: begins with `/`, without `.` or `..`; as in a chroot, `/..` is `/`. @throws Refusal */
export function normalizeRemotePath(remotePath: string): string {
  if (remotePath.includes('\0')) throw new Refusal('invalid_parameter', 'the path contains a NUL byte');
  if (Buffer.byteLength(remotePath) > MAX_PATH_BYTES)
    throw new Refusal('invalid_parameter', `the path is longer than ${MAX_PATH_BYTES} bytes`);
  const normal = path.posix.normalize(`/${remotePath}`);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}

/** The normal form of a path that a catalog request names. @throws Refusal `invalid_parameter`, `unknown_file` for a folder's */
export function normalizeRequestPath(relativePath: string): string {
  if (relativePath === '') throw new Refusal('invalid_parameter', 'an SFTP path is empty');
  if (relativePath.startsWith('/'))
    throw new Refusal('invalid_parameter', 'SFTP paths are relative to the SFTP folder');
  if (path.posix.normalize(relativePath).split('/')[0] === '..')
    throw new Refusal('invalid_parameter', 'the path leads out of the SFTP folder');
  const normalPath = normalizeRemotePath(relativePath);
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

export function unknownFileRefusal(normalPath: string): Refusal {
  const relativePath = normalPath.slice(1);
  return new Refusal('unknown_file', `no file ${JSON.stringify(relativePath)} in the SFTP folder`);
}
