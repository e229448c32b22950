import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError } from '../errors.ts';
import { UNFINISHED_FILES } from './temp-file-registry.ts';
import { makeTempName, removeStaleTempFiles } from './temp-name.ts';

/** A file that appears under its name whole, or not at all. */
export interface AtomicFile {
  write(bytes: Uint8Array | string): Promise<void>;
  /** Flushes to disk and renames into place. */
  commit(): Promise<void>;
  /** Removes what was written; does nothing after commit. */
  abort(): Promise<void>;
}

/**
 * Opens a temporary file beside `target`; `commit` renames it over the target. A link keeps its place: the file that it
 * leads to is replaced. A device or a pipe, such as /dev/null, is written as it is: renaming would take it away.
 *
 * @param mode permissions, 0o600 for anything that carries a secret; those of the file that is replaced by default
 * @throws BrctlError `file.is_folder`, `file.no_folder` before anything is written; otherwise the system's errors
 */
export async function createAtomicFile(target: string, mode?: number): Promise<AtomicFile> {
  const stats = await stat(target).catch(() => undefined);
  // Known before the work begins: renaming over a folder would fail when all of it is done.
  if (stats?.isDirectory())
    throw new BrctlError('this is a folder, not a file', {
      kind: 'input',
      code: 'file.is_folder',
      file: target,
      hint: 'name a file in it',
    });
  if (stats !== undefined && !stats.isFile()) return await openInPlace(target);
  return stats === undefined
    ? await openBeside(target, mode)
    : await openBeside(await realpath(target), mode ?? stats.mode & 0o777);
}

function noFolderError(target: string): BrctlError {
  const folder = path.dirname(target);
  return new BrctlError(`the folder ${folder} does not exist`, {
    kind: 'not-found',
    code: 'file.no_folder',
    file: target,
    hint: `mkdir -p ${folder}`,
  });
}

async function openBeside(target: string, mode: number | undefined): Promise<AtomicFile> {
  await removeStaleTempFiles(target);
  const temporary = makeTempName(target);
  const handle = await open(temporary, 'wx', mode).catch((error: NodeJS.ErrnoException) => {
    const lacksFolder = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw lacksFolder ? noFolderError(target) : error;
  });
  UNFINISHED_FILES.add(temporary);
  // The umask narrows the mode of open(); a file system without permissions keeps its own.
  if (mode !== undefined) await handle.chmod(mode).catch(() => undefined);
  let isDone = false;
  return {
    async write(bytes) {
      await handle.writeFile(bytes);
    },
    async commit() {
      await handle.sync();
      await handle.close();
      await rename(temporary, target);
      UNFINISHED_FILES.delete(temporary);
      isDone = true;
    },
    async abort() {
      if (isDone) return;
      isDone = true;
      await handle.close();
      await rm(temporary, { force: true });
      UNFINISHED_FILES.delete(temporary);
    },
  };
}

async function openInPlace(target: string): Promise<AtomicFile> {
  const handle = await open(target, 'w');
  const close = async () => await handle.close();
  return {
    async write(bytes) {
      await handle.writeFile(bytes);
    },
    commit: close,
    abort: close,
  };
}

/** @param content all of it, or in chunks as they come */
export async function writeFileAtomically(
  target: string,
  content: Uint8Array | string | AsyncIterable<Uint8Array | string>,
  mode?: number,
): Promise<void> {
  const file = await createAtomicFile(target, mode);
  const isWhole = typeof content === 'string' || content instanceof Uint8Array;
  try {
    for await (const chunk of isWhole ? [content] : content) await file.write(chunk);
    await file.commit();
  } finally {
    await file.abort();
  }
}
