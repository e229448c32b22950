import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { withFile } from './with-file.ts';

/** Forces a file, or the entries of a folder, to disk without holding up the event loop. */
export async function syncToDisk(fileOrFolder: string): Promise<void> {
  await withFile(await open(fileOrFolder, 'r'), (handle) => handle.sync());
}

/** Forces a file to disk and waits for it; for workers. */
export function syncFile(fileOrFolder: string): void {
  const descriptor = openSync(fileOrFolder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Forces a finished file and its name in its folder to disk; for workers. */
export function syncFileAndName(file: string): void {
  syncFile(file);
  syncFile(path.dirname(file));
}

/** Shares forced writes: a caller that comes while one is under way waits for the next, which covers it. */
export function shareSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = () => {
    next = undefined;
    const started = sync().finally(() => {
      if (running === started) running = undefined;
    });
    running = started;
    return started;
  };
  return () => {
    if (running === undefined) return start();
    next ??= running.catch(() => undefined).then(start);
    return next;
  };
}
