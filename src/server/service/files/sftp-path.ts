import { lstatSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusals.ts';

/** Longest path that is looked at, in bytes: what Linux calls PATH_MAX. */
const MAX_PATH_BYTES = 4_096;

/**
 * The path an SFTP client means, from the account's root: always begins with `/`, has no `.` or `..` left,
 * and cannot climb above the root (as in a chroot, `/..` is `/`).
 * @throws Refusal `invalid_parameter` for a path with a NUL byte or one that no file system takes
 */
export function normalizeRemotePath(remotePath: string): string {
  if (remotePath.includes('\0')) throw new Refusal('invalid_parameter', 'the path contains a NUL byte');
  if (Buffer.byteLength(remotePath) > MAX_PATH_BYTES) {
    throw new Refusal('invalid_parameter', `the path is longer than ${MAX_PATH_BYTES} bytes`);
  }
  const normal = path.posix.normalize(`/${remotePath}`);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}

/**
 * Checks a path that a catalog request names and gives its normal form from the root.
 * @throws Refusal `invalid_parameter` for an empty or absolute path (spec: Body kinds) and for one that leads
 *   out of the folder, `unknown_file` for one that ends as a folder's
 */
export function normalizeRequestPath(relativePath: string): string {
  if (relativePath === '') throw new Refusal('invalid_parameter', 'an SFTP path is empty');
  if (relativePath.startsWith('/')) {
    throw new Refusal('invalid_parameter', 'SFTP paths are relative to the SFTP folder', {
      at: relativePath,
    });
  }
  if (path.posix.normalize(relativePath).split('/')[0] === '..') {
    throw new Refusal('invalid_parameter', 'the path leads out of the SFTP folder', { at: relativePath });
  }
  const normalPath = normalizeRemotePath(relativePath);
  if (relativePath.endsWith('/')) throw unknownFile(`${normalPath}/`);
  return normalPath;
}

/**
 * The file on disk behind a normal path, no part of which may be a link: a link could lead out of the
 * account's folder, so it is treated as if nothing were there. What is named need not exist.
 * @throws Refusal `unknown_file` where a part of the path is a link, or a file that should be a folder
 */
export function confine(root: string, normalPath: string): string {
  let onDisk = root;
  for (const part of normalPath.split('/')) {
    if (part === '') continue;
    onDisk = path.join(onDisk, part);
    if (isLink(onDisk, normalPath)) throw unknownFile(normalPath);
  }
  return onDisk;
}

/** @throws Refusal `unknown_file` where a file is in the place of a folder */
function isLink(onDisk: string, normalPath: string): boolean {
  try {
    return lstatSync(onDisk, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    throw unknownFile(normalPath);
  }
}

export function unknownFile(normalPath: string): Refusal {
  const relativePath = normalPath.slice(1);
  return new Refusal('unknown_file', `no file ${JSON.stringify(relativePath)} in the SFTP folder`, {
    at: relativePath,
  });
}
