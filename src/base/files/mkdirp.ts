import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and those above it, with permissions `mode`; throws the system's errors. `mkdir` with
 * `recursive` never ends in a file system that takes no folders, such as /proc (Node 20).
 */
export async function mkdirp(folder: string, mode?: number): Promise<void> {
  if (await tryMake(folder, mode)) return;
  const parent = path.dirname(folder);
  if (!(await isFolder(parent))) await mkdirp(parent, mode);
  // A parent that is there may have been made by another process meanwhile: only a second refusal counts.
  await makeFolder(folder, mode);
}

/** False where a folder above is missing. */
async function tryMake(folder: string, mode: number | undefined): Promise<boolean> {
  try {
    await makeFolder(folder, mode);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw thrown;
  }
}

async function makeFolder(folder: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code !== 'EEXIST' || !(await isFolder(folder))) throw thrown;
  }
}

async function isFolder(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(() => undefined);
  return stats?.isDirectory() === true;
}
