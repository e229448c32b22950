import { constants } from 'node:fs';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { kill } from 'node:process';

/** The owner's process id is in the name, so that another start can tell what nobody uses any more. */
const NAME = /^brctl-serve-(\d+)-/;

/**
 * Makes the private folder of an instance that keeps nothing, in the first of these folders that can be written: one
 * in memory (`/dev/shm`), else the system's for temporary files. What killed instances have left there is removed.
 *
 * @param parents where to try, in this order; the last one must do
 * @param pid of this process
 */
export async function makeMemoryFolder(parents: readonly string[], pid: number): Promise<string> {
  const parent = await firstWritable(parents);
  await sweep(parent, pid);
  return mkdtemp(path.join(parent, `brctl-serve-${pid}-`));
}

async function firstWritable(parents: readonly string[]): Promise<string> {
  for (const parent of parents.slice(0, -1)) {
    if (
      await access(parent, constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return parent;
  }
  return parents.at(-1) ?? '.';
}

async function sweep(parent: string, ownPid: number): Promise<void> {
  const names = await readdir(parent);
  const abandoned = names.filter((name) => {
    const owner = Number(NAME.exec(name)?.[1]);
    return Number.isSafeInteger(owner) && owner !== ownPid && !isAlive(owner);
  });
  await Promise.all(abandoned.map((name) => removeQuietly(path.join(parent, name))));
}

/** Another user's folder is theirs to remove. */
async function removeQuietly(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** A process of another user answers EPERM: it is alive. */
function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
