import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** A database file and what SQLite keeps beside it. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** The database that a file belongs to: it is that one, or SQLite keeps it beside it. */
export function toDatabaseFile(file: string): string {
  return file.replace(/-(?:wal|shm|journal)$/, '');
}

/** Removes a database with its log, where there is one; readers that have it open continue reading. */
export function removeDatabase(file: string): void {
  for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true });
}

/** The same off the event loop: a large file takes a while to go. */
export async function removeDatabaseAsync(file: string): Promise<void> {
  await Promise.all(SUFFIXES.map((suffix) => rm(file + suffix, { force: true })));
}
