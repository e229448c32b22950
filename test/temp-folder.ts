import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

/**
 * Called before each test file, which may share its modules with others. Hooks run from the last to the first:
 * by then the test file's own have stopped what still writes there.
 */
export function removeFoldersAfterAll(): void {
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
}

/** A new empty folder, which goes with what is in it when the test file ends; in the system's folder for such, or in another. */
export function temporaryFolder(parent: string = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'brctl-test-'));
  folders.push(folder);
  return folder;
}
