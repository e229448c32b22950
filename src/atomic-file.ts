import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

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
 * @param mode permissions of the new file, 0o600 for anything that carries a secret
 */
export async function createAtomicFile(target: string, mode = 0o666): Promise<AtomicFile> {
  const found = await stat(target).catch(() => undefined);
  if (found !== undefined && !found.isFile() && !found.isDirectory()) return await openInPlace(target);
  return await openBeside(found?.isFile() ? await realpath(target) : target, mode);
}

async function openBeside(target: string, mode: number): Promise<AtomicFile> {
  const name = `.${path.basename(target)}.${randomBytes(6).toString('hex')}.tmp`;
  const temporary = path.join(path.dirname(target), name);
  const handle = await open(temporary, 'wx', mode);
  let handleInUse: FileHandle | undefined = handle;
  const close = async () => {
    const closing = handleInUse;
    handleInUse = undefined;
    await closing?.close();
  };
  return {
    async write(bytes) {
      await handle.writeFile(bytes);
    },
    async commit() {
      await handle.sync();
      await close();
      await rename(temporary, target);
    },
    async abort() {
      if (handleInUse === undefined) return;
      await close();
      await rm(temporary, { force: true });
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

/** Writes a whole file by way of a temporary one beside it. */
export async function writeFileAtomically(
  target: string,
  bytes: Uint8Array | string,
  mode?: number,
): Promise<void> {
  const file = await createAtomicFile(target, mode);
  try {
    await file.write(bytes);
    await file.commit();
  } finally {
    await file.abort();
  }
}
