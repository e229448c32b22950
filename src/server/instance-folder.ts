import { access, constants, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BrctlError, getMessage } from '../base/errors.ts';
import { writeFileAtomically } from '../base/files/atomic-file.ts';
import { mkdirp } from '../base/files/mkdirp.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import { lockFolder } from './store/folder-lock.ts';

export interface InstanceFolder {
  path: string;
  /** Writes a whole file with these permissions; forced to disk only where it is to be kept. */
  write(file: string, text: string, mode: number): Promise<void>;
}

/**
 * The folder of one environment, mode 0700: below the data folder, or, where nothing is to be kept, one in memory
 * where the system has such folders, which goes with the instance.
 * @throws BrctlError `serve.data_unusable`, `file.no_temp_folder` where the folder cannot be made
 */
export async function openInstanceFolder(
  dataDir: string | undefined,
  environment: string,
  closers: CleanupStack,
): Promise<InstanceFolder> {
  if (dataDir !== undefined) {
    const folder = path.join(path.resolve(dataDir), environment);
    await makeFolder(folder);
    return { path: folder, write: writeFileAtomically };
  }
  const { folder, lock } = await makeMemoryFolder(['/dev/shm', tmpdir()]);
  closers.add(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  closers.add(() => lock.release());
  return { path: folder, write: (file, text, mode) => writeFile(file, text, { mode }) };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdirp(folder, 0o700);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new BrctlError('the data folder cannot be used', {
      kind: 'config',
      code: 'serve.data_unusable',
      file: folder,
      why: getMessage(error),
      hint: 'use another folder with --data, or keep all data in memory with --memory',
      cause: error,
    });
  }
}

const NAME = 'brctl-serve-';
const OWNER = 'owner';
/** A younger folder may belong to a start that has not locked it yet. */
const UNLOCKED_MS = 60_000;

/**
 * Creates the private folder of an in-memory instance in /dev/shm or the temp folder. Removes folders that nobody has locked:
 * a process id would say nothing of a process of another namespace, as in a pod.
 * @param parents where to try, in this order
 * @throws BrctlError `file.no_temp_folder`
 */
export async function makeMemoryFolder(parents: readonly string[]) {
  const failures: { parent: string; error: NodeJS.ErrnoException }[] = [];
  for (const parent of new Set(parents)) {
    try {
      const folder = await mkdtemp(path.join(parent, NAME));
      const lock = lockFolder(folder, OWNER);
      await sweep(parent);
      return { folder, lock };
    } catch (error) {
      failures.push({ parent, error: error as NodeJS.ErrnoException });
    }
  }
  throw noTemporaryFolderError(failures);
}

function noTemporaryFolderError(failures: readonly { parent: string; error: NodeJS.ErrnoException }[]) {
  const tried = failures.map(({ parent, error }) => `${parent} (${describeReason(error)})`);
  return new BrctlError('there is no folder for temporary files', {
    kind: 'config',
    code: 'file.no_temp_folder',
    why: `none can be made in ${tried.join(', nor in ')}`,
    hint: 'set TMPDIR to a folder that exists and can be written to',
    cause: failures.at(-1)?.error,
  });
}

/** System error in words: its own message names an unknown folder. */
function describeReason(error: NodeJS.ErrnoException): string {
  const { code, message } = error;
  if (code === undefined) return message;
  return message.slice(code.length + 2).replace(/, mkdtemp .*$/, '');
}

async function sweep(parent: string): Promise<void> {
  // A folder that can be written but not listed will do.
  const names = await readdir(parent).catch(() => []);
  const left = names.filter((name) => name.startsWith(NAME));
  await Promise.all(left.map((name) => removeUnlocked(path.join(parent, name))));
}

/** Another user's folder is theirs to remove. */
async function removeUnlocked(folder: string): Promise<void> {
  try {
    // Without that file it is none of ours, whatever its name.
    if ((await stat(path.join(folder, OWNER))).mtimeMs > Date.now() - UNLOCKED_MS) return;
    // Released before: an open file may keep its folder from being removed.
    for (const name of [OWNER, 'lock']) lockFolder(folder, name).release();
    await rm(folder, { recursive: true, force: true });
  } catch {
    // In use, or gone.
  }
}
