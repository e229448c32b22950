import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Where a program lies, also in the folders of system daemons; undefined where it is not installed. */
export function findBinary(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

/** Is the program installed? */
export function hasBinary(name: string): boolean {
  return findBinary(name) !== undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
