import { BrctlError } from '../../base/errors.ts';

/** System calls that opening and reading an input makes; the errors of others are about something else. */
const READING = new Set(['open', 'stat', 'fstat', 'read']);

const MISSING = new Set(['ENOENT', 'ENOTDIR']);

function isOfReading(cause: unknown): cause is NodeJS.ErrnoException & { code: string } {
  const { code, syscall } = cause as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined && READING.has(syscall);
}

/** The error for a folder where a file should be. */
export function isFolder(name: string): BrctlError {
  return new BrctlError('this is a folder, not a file', {
    kind: 'input',
    code: 'file.is_folder',
    file: name,
    hint: 'name the files in it',
  });
}

/**
 * An input that the system does not let us read, in our words: `file.not_found`, `file.is_folder`, `file.unreadable`.
 * Anything else that was thrown is given back as it is.
 *
 * @param name how messages call the input
 */
export function toReadError(name: string, cause: unknown): unknown {
  if (!isOfReading(cause)) return cause;
  const { code } = cause;
  if (code === 'EISDIR') return isFolder(name);
  const place = { file: name, cause };
  if (MISSING.has(code)) {
    const hint = 'check the name, and the folder it starts from';
    return new BrctlError('no such file', { ...place, kind: 'not-found', code: 'file.not_found', hint });
  }
  const isForbidden = code === 'EACCES' || code === 'EPERM';
  const message = isForbidden ? 'no permission to read this file' : `cannot read this file (${code})`;
  const hint = isForbidden ? 'ask its owner, or make it readable: chmod +r' : 'name a file or a pipe';
  return new BrctlError(message, { ...place, kind: 'input', code: 'file.unreadable', hint });
}
