import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { BrctlError, getMessage } from '../../base/errors.ts';
import { openDatabase } from '../../base/files/sqlite.ts';
import { quoteForShell } from '../../base/wording/shell-quote.ts';

/**
 * Takes a folder for one instance alone until `release`, by SQLite's lock on a separate file: the system drops it with the process,
 * however that ends. No statement is prepared on this connection: a closed one keeps its locks until its statements are collected.
 * @throws BrctlError `locked`
 */
export function lockFolder(folder: string, name = 'lock') {
  try {
    const database = openDatabase(path.join(folder, name), { pragmas: { busy_timeout: 0 } });
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      throw error;
    }
    return { release: () => database.close() };
  } catch (error) {
    if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) throw error;
    throw new BrctlError(`${folder} is in use by another brctl serve`, {
      kind: 'locked',
      code: 'store.locked',
      hint: 'stop the other one, or start with another folder: brctl serve --data <dir>',
      cause: error,
    });
  }
}

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
      why: getMessage(error),
      hint: `move it away: mv ${quoteForShell(folder)} ${quoteForShell(`${folder}.away`)}`,
      cause: error,
    });
  }
}
