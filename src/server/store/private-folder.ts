import { mkdirSync } from 'node:fs';
import { BrctlError, messageOf } from '../../base/errors.ts';
import { shellQuote } from '../../base/wording/shell-quote.ts';

/** Makes a folder for nobody else to read. @throws BrctlError `config`, code `store.not_a_folder`, if something has its name */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    throw new BrctlError(`${folder} is not a folder`, {
      kind: 'config',
      code: 'store.not_a_folder',
      why: messageOf(error),
      hint: `move it away: mv ${shellQuote(folder)} ${shellQuote(`${folder}.away`)}`,
      cause: error,
    });
  }
}
