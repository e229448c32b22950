import { BrctlError, type ErrorKind } from '../../base/errors.ts';
import { parseTempName } from '../../base/files/temp-name.ts';

type SystemFault = readonly [kind: ErrorKind, code: string, message: string, hint: string];

const OWN_FILES = "brctl's own state is under XDG_STATE_HOME";
const ALL_FILES = `${OWN_FILES}, its temporary files are in TMPDIR`;

const NO_PERMISSION: SystemFault = [
  'config',
  'file.no_permission',
  'no permission for this file or folder',
  `make it writable, or choose another place; ${OWN_FILES}, or where --state says`,
];
const DISK_FULL: SystemFault = [
  'temporary',
  'file.disk_full',
  'the disk is full',
  `free some space and run it again; ${ALL_FILES}`,
];
const NO_FOLDER: SystemFault = [
  'not-found',
  'file.no_folder',
  'the folder for this file does not exist',
  'create the folder, or name another file',
];

/** Errors of the file system that reach the edge as they are, by their code. */
const SYSTEM_FAULTS: Readonly<Record<string, SystemFault>> = {
  ENOENT: ['not-found', 'file.not_found', 'no such file', 'check the name'],
  // Files that were named as inputs or outputs are told of where they are opened; what comes here is brctl's own.
  ENOTDIR: [
    'config',
    'file.not_a_folder',
    'a part of this path is a file, not a folder',
    `choose another place; ${OWN_FILES}`,
  ],
  EISDIR: ['input', 'file.is_folder', 'this is a folder, not a file', 'name the files in it'],
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: NO_PERMISSION,
  EFBIG: [
    'temporary',
    'file.too_large',
    'a file would become larger than the file system or a limit of this process allows',
    `raise the limit (ulimit -f) or choose another place; ${ALL_FILES}`,
  ],
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
};

function findFault({ code, syscall, path: file = '' }: NodeJS.ErrnoException): SystemFault | undefined {
  // Making a folder with its parents fails so where the file system is read-only.
  if (code === 'ENOENT' && syscall === 'mkdir') return NO_PERMISSION;
  if (code === 'ENOENT' && syscall === 'open' && parseTempName(String(file)) !== undefined) return NO_FOLDER;
  return SYSTEM_FAULTS[code ?? ''];
}

/** An error of the file system that reached the edge as it is, in words that help; undefined for any other. */
export function toSystemError(thrown: unknown): BrctlError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { path: file }: NodeJS.ErrnoException = thrown;
  const fault = findFault(thrown);
  if (fault === undefined) return undefined;
  const [kind, code, message, hint] = fault;
  // People know the name that they gave, not the one under which a file is written first.
  const place = typeof file === 'string' ? { file: parseTempName(file) ?? file } : {};
  return new BrctlError(message, { kind, code, hint, ...place, cause: thrown });
}
