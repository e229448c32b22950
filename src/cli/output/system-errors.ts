import { BrctlError, type ErrorKind } from '../../base/errors.ts';
import { finalNameOf } from '../../base/files/temp-name.ts';

interface SystemFault {
  message: string;
  kind: ErrorKind;
  code: string;
  hint?: string;
}

const NO_PERMISSION: SystemFault = {
  message: 'no permission for this file or folder',
  kind: 'config',
  code: 'file.no_permission',
  hint: "make it writable, or choose another place; brctl's own state is under XDG_STATE_HOME",
};
const DISK_FULL: SystemFault = {
  message: 'the disk is full',
  kind: 'temporary',
  code: 'file.disk_full',
  hint: "free some space and run it again; brctl's own state is under XDG_STATE_HOME, its temporary files are in TMPDIR",
};
const TOO_LARGE: SystemFault = {
  message: 'a file would become larger than the file system or a limit of this process allows',
  kind: 'temporary',
  code: 'file.too_large',
  hint: "raise the limit (ulimit -f) or choose another place; brctl's own state is under XDG_STATE_HOME, its temporary files are in TMPDIR",
};
const NOT_FOUND: SystemFault = {
  message: 'no such file',
  kind: 'not-found',
  code: 'file.not_found',
  hint: 'check the name',
};
const NO_FOLDER: SystemFault = {
  message: 'the folder for this file does not exist',
  kind: 'not-found',
  code: 'file.no_folder',
  hint: 'create the folder, or name another file',
};

/** Files that were named as inputs or outputs are told of where they are opened; what comes here is brctl's own. */
const BELOW_A_FILE: SystemFault = {
  message: 'a part of this path is a file, not a folder',
  kind: 'config',
  code: 'file.not_a_folder',
  hint: "choose another place; brctl's own state is under XDG_STATE_HOME",
};

/** Errors of the file system that reach the edge as they are, by their code. */
const SYSTEM_FAULTS: Readonly<Record<string, SystemFault>> = {
  ENOENT: NOT_FOUND,
  ENOTDIR: BELOW_A_FILE,
  EISDIR: {
    message: 'this is a folder, not a file',
    kind: 'input',
    code: 'file.is_folder',
    hint: 'name the files in it',
  },
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: NO_PERMISSION,
  EFBIG: TOO_LARGE,
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
};

function faultOf({ code, syscall, path: file = '' }: NodeJS.ErrnoException): SystemFault | undefined {
  // Making a folder with its parents fails so where the file system is read-only.
  if (code === 'ENOENT' && syscall === 'mkdir') return NO_PERMISSION;
  if (code === 'ENOENT' && syscall === 'open' && finalNameOf(String(file)) !== undefined) return NO_FOLDER;
  return SYSTEM_FAULTS[code ?? ''];
}

/** An error of the file system that reached the edge as it is, in words that help; undefined for any other. */
export function toSystemError(thrown: unknown): BrctlError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { path: file }: NodeJS.ErrnoException = thrown;
  const fault = faultOf(thrown);
  if (fault === undefined) return undefined;
  const { message, ...details } = fault;
  // People know the name that they gave, not the one under which a file is written first.
  const place = typeof file === 'string' ? { file: finalNameOf(file) ?? file } : {};
  return new BrctlError(message, { ...details, ...place, cause: thrown });
}
