import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '../../base/errors.ts';
import { mkdirp } from '../../base/files/mkdirp.ts';

/** The folder in which the files of a lock lie: of this machine, or of a server that several share. */
export interface LockFiles {
  /** Where it is, for people. */
  readonly place: string;
  /** Makes a file with this text; false where the name is taken. At most one of many gets true. */
  create(name: string, text: string): Promise<boolean>;
  /** Undefined where there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file that is there, and makes none. */
  renew(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Lock files in a folder of this machine, which is made with the first: who only looks needs no right to write. */
export function openLockFiles(folder: string): LockFiles {
  const locate = (name: string) => path.join(folder, name);
  return {
    place: folder,
    async create(name, text) {
      await mkdirp(folder, 0o700);
      return await createWhole(locate(name), text);
    },
    read: (name) => readFile(locate(name), 'utf8').catch(ignoreMissing),
    renew: (name, text) => writeFile(locate(name), text, { flag: 'r+' }),
    remove: (name) => rm(locate(name), { force: true }),
  };
}

/**
 * Text and name appear together: written aside, then linked, which fails where the name is taken. Without links
 * (exFAT, some mounts) the name comes first, then the text.
 */
async function createWhole(file: string, text: string): Promise<boolean> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await writeFile(aside, text, { flag: 'wx', mode: 0o600, flush: true });
    return await makeUnlessTaken(() => link(aside, file), file).catch((error: NodeJS.ErrnoException) => {
      if (!WITHOUT_LINKS.has(error.code ?? '')) throw error;
      return makeUnlessTaken(() => writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true }), file);
    });
  } finally {
    await rm(aside, { force: true });
  }
}

/** How a file system says that it cannot link. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
  'EACCES',
]);

async function makeUnlessTaken(make: () => Promise<void>, file: string): Promise<boolean> {
  try {
    await make();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // The error names the file that is wanted, not the one aside.
    throw Object.assign(error as Error, { path: file });
  }
}
