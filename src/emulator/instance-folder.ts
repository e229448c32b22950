import { access, constants, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pid } from 'node:process';
import { BrctlError, messageOf } from '../errors.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { makeFolderWithParents } from '../files/folder-with-parents.ts';
import type { Closers } from './closers.ts';
import { makeMemoryFolder } from './store/memory-folder.ts';

/** Where one environment keeps its files, and how its small ones are written. */
export interface InstanceFolder {
  path: string;
  /** Writes a whole file with these permissions; forced to disk only where it is to be kept. */
  write(file: string, text: string, mode: number): Promise<void>;
}

/**
 * The folder of one environment, mode 0700: below the data folder, or, where nothing is to be kept, one in memory
 * where the system has such folders, which goes with the instance.
 *
 * @throws BrctlError `config` where the folder cannot be made
 */
export async function openInstanceFolder(
  dataDir: string | undefined,
  environment: string,
  closers: Closers,
): Promise<InstanceFolder> {
  if (dataDir !== undefined) {
    const folder = path.join(path.resolve(dataDir), environment);
    await makeFolder(folder);
    return { path: folder, write: writeFileAtomically };
  }
  const folder = await makeMemoryFolder(['/dev/shm', tmpdir()], pid);
  closers.add(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return { path: folder, write: (file, text, mode) => writeFile(file, text, { mode }) };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await makeFolderWithParents(folder, 0o700);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new BrctlError('the data folder cannot be used', {
      kind: 'config',
      code: 'serve.data_unusable',
      file: folder,
      why: messageOf(error),
      hint: 'give another folder with --data, or keep nothing with --memory',
      cause: error,
    });
  }
}
