import type { FileHandle } from 'node:fs/promises';

/** Closes the file after the work, however it ends. */
export async function withFile<Result>(handle: FileHandle, work: (handle: FileHandle) => Promise<Result>) {
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}
