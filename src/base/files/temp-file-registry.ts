import { rmSync } from 'node:fs';

const unfinished = new Set<string>();

/** Remembers a temporary file that is to go when the process is ended before it has got its name. */
export function registerTempFile(file: string): void {
  unfinished.add(file);
}

/** The file has got its name, or is gone. */
export function unregisterTempFile(file: string): void {
  unfinished.delete(file);
}

/** Removes what is left, at once: for a process that is about to end. */
export function removeRegisteredTempFiles(): void {
  for (const file of unfinished) rmSync(file, { force: true });
  unfinished.clear();
}
