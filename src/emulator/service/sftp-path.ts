import { lstatSync } from 'node:fs';
import path from 'node:path';
import { BrctlError } from '../../errors.ts';

/** Longest path that is looked at, in bytes: what Linux calls PATH_MAX. */
const MAX_PATH_BYTES = 4_096;

/**
 * The path an SFTP client means, from the account's root: always begins with `/`, has no `.` or `..` left,
 * and cannot climb above the root (as in a chroot, `/..` is `/`).
 *
 * @throws BrctlError kind `input` for a path with a NUL byte or one that no file system takes
 */
export function normalizeRemotePath(remotePath: string): string {
  if (remotePath.includes('\0')) {
    throw new BrctlError('path contains a NUL byte', { kind: 'input', code: 'sftp.path_invalid' });
  }
  if (Buffer.byteLength(remotePath) > MAX_PATH_BYTES) {
    throw new BrctlError(`path is longer than ${MAX_PATH_BYTES} bytes`, {
      kind: 'input',
      code: 'sftp.path_invalid',
    });
  }
  const normal = path.posix.normalize(`/${remotePath}`);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}

/**
 * Checks a path that a catalog request names and gives its normal form from the root.
 * Paths in a request are relative to the merchant's SFTP folder (spec: B "SFTP paths are relative").
 *
 * @throws BrctlError kind `input` for an empty or absolute path and for one that leads out of the folder
 */
export function normalizeRequestPath(relativePath: string): string {
  if (relativePath === '' || relativePath.startsWith('/')) {
    throw badRequestPath(relativePath, 'paths are relative to the SFTP folder');
  }
  if (path.posix.normalize(relativePath).split('/')[0] === '..') {
    throw badRequestPath(relativePath, 'the path leads out of the SFTP folder');
  }
  return normalizeRemotePath(relativePath);
}

function badRequestPath(relativePath: string, why: string): BrctlError {
  return new BrctlError(`SFTP path ${JSON.stringify(relativePath)} is not usable`, {
    kind: 'input',
    code: 'sftp.path_escapes',
    why,
    hint: 'name the file as `brctl upload` printed it, such as "catalog/catalog_full_20260101T000000Z.jsonl.gz"',
  });
}

/**
 * The file on disk behind a normal path, none of whose folders may be a link: a link could lead out of the
 * account's folder, so links are treated as if nothing were there. The last part need not exist.
 *
 * @throws BrctlError kind `not-found` where a part of the path is a link
 */
export function confine(root: string, normalPath: string): string {
  const parts = normalPath.split('/').filter((part) => part !== '');
  let onDisk = root;
  for (const part of parts) {
    onDisk = path.join(onDisk, part);
    const stat = lstatSync(onDisk, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) throw missingFile(normalPath);
  }
  return onDisk;
}

/** The error for a path behind which nothing lies. */
export function missingFile(normalPath: string): BrctlError {
  return new BrctlError(`no SFTP file ${JSON.stringify(normalPath.slice(1))}`, {
    kind: 'not-found',
    code: 'sftp.file_not_found',
    hint: 'brctl files ls shows what lies in the SFTP folder',
  });
}
