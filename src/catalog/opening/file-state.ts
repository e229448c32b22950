import { fstatSync } from 'node:fs';
import { BrctlError } from '../../base/errors.ts';

/** The state of an open file, which a write changes; undefined for a device or a pipe, which has none. */
export function readFileState(handle: number) {
  const status = fstatSync(handle);
  return status.isFile() ? { sizeBytes: status.size, modifiedMs: status.mtimeMs } : undefined;
}

type FileState = ReturnType<typeof readFileState>;

/**
 * Sees to it that an open file is still as it was. Of one that was written to meanwhile, some old and some new bytes were
 * read, and no one can say which.
 *
 * @param name how messages call the file
 * @throws BrctlError `file.changed`
 */
export function assertUnchanged(handle: number, before: FileState, name: string): void {
  const after = readFileState(handle);
  if (after?.sizeBytes === before?.sizeBytes && after?.modifiedMs === before?.modifiedMs) return;
  throw new BrctlError('the file was modified while it was being read', {
    kind: 'input',
    code: 'file.changed',
    file: name,
    why: 'brctl read a mix of the old and the new content, so it used none of it',
    hint: 'run it again when the file is complete; write new catalogs to another name, then rename them',
    retryable: true,
  });
}
