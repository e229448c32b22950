import { rmSync } from 'node:fs';

/** Temporary files that are to go when the process is ended before they have got their names. */
export const UNFINISHED_FILES = new Set<string>();

/** Removes them at once: for a process that is about to end. */
export function removeUnfinishedFiles(): void {
  for (const file of UNFINISHED_FILES) rmSync(file, { force: true });
  UNFINISHED_FILES.clear();
}
