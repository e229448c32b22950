import { randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '../../base/errors.ts';
import { makeFolderWithParents } from '../../base/files/folder-with-parents.ts';

/** The folder in which the files of a lock lie: of this machine, or of a server that several share. */
export interface LockFiles {
  /** Where it is, for people. */
  readonly place: string;
  /** Can a file be seen between the moment its name is there and the one its text is? */
  readonly isWrittenInSteps: boolean;
  /** Makes a file with this text; false where the name is taken. At most one of many gets true. */
  create(name: string, text: string): Promise<boolean>;
  /** Undefined where there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file that is there, and makes none. */
  renew(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Lock files in a folder of this machine, which is made where needed. */
export async function lockFilesIn(folder: string): Promise<LockFiles> {
  await makeFolderWithParents(folder, 0o700);
  const file = (name: string) => path.join(folder, name);
  return {
    place: folder,
    isWrittenInSteps: false,
    create: (name, text) => createWhole(file(name), text),
    read: (name) => readFile(file(name), 'utf8').catch(ignoreMissing),
    async renew(name, text) {
      const handle = await open(file(name), 'r+');
      try {
        await handle.write(text, 0);
      } finally {
        await handle.close();
      }
    },
    remove: (name) => rm(file(name), { force: true }),
  };
}

/** The text is there the moment the name is: written aside, then linked, which fails where the name is taken. */
async function createWhole(file: string, text: string): Promise<boolean> {
  const aside = `${file}.${randomUUID()}`;
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.close();
    await link(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await handle.close().catch(() => undefined);
    await rm(aside, { force: true });
  }
}
