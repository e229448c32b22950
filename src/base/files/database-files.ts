import { existsSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { openDatabase } from './sqlite.ts';

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

/** Whether a database has a write-ahead log of at least this size. */
export function hasLog(file: string, minBytes = 1): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) >= minBytes;
}

/**
 * Moves the log of a database into it, and removes the log where nobody else has the file open. While somebody reads from
 * the log it stays: `hasLog` tells. Never throws: damage is reported where the file is used.
 */
export function moveLog(file: string): void {
  if (!existsSync(file)) return;
  try {
    openDatabase(file, { pragmas: { busy_timeout: 0, wal_checkpoint: 'TRUNCATE' } }).close();
  } catch {
    // In use, or damaged.
  }
}
