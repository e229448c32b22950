import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and those above it; one that is there already is fine. In place of `mkdir` with `recursive`, which never
 * ends in a file system that takes no folders, such as /proc (Node 20).
 *
 * @param mode permissions of each folder that is made
 * @throws the system's errors
 */
export async function makeFolderWithParents(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await isFolder(folder))) return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || (await isFolder(parent))) throw thrown;
    await makeFolderWithParents(parent, mode);
    await makeFolderWithParents(folder, mode);
  }
}

async function isFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() === true;
}
