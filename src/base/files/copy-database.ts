import type { AbortFlag } from '../process/abort-flag.ts';
import { copyFileInChunks } from './copy-file.ts';
import { hasLog } from './database-files.ts';
import { openDatabase } from './sqlite.ts';

/**
 * Copies a database in one consistent state; nobody may write meanwhile. SQLite's own copy, page by page,
 * takes three times as long and cannot be given up half way. Throws AbortedError when the flag is set.
 */
export async function copyDatabase(from: string, to: string, abort: AbortFlag): Promise<void> {
  const options = { durable: false, signal: abort.asSignal() };
  const database = openDatabase(from);
  try {
    // Checkpoints the log; pages that a reader holds back stay in the log, which is copied too.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    await copyFileInChunks(from, to, options);
    if (hasLog(from)) await copyFileInChunks(`${from}-wal`, `${to}-wal`, options);
  } finally {
    // Open until now: the last one to close a database moves its log into the file.
    database.close();
  }
  // Takes in the log that may have come along.
  openDatabase(to, { pragmas: { wal_checkpoint: 'TRUNCATE' } }).close();
}
