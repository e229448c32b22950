import { closeSync, constants, copyFileSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type { AbortFlag } from '../process/abort-flag.ts';
import { openDatabase } from './sqlite.ts';

/** Bytes between two looks at the abort flag. */
const CHUNK_BYTES = 16 * 1024 * 1024;

/**
 * Copies a database in one consistent state; nobody may write meanwhile. SQLite's own copy, page by page,
 * takes three times as long and cannot be given up half way. Throws AbortedError when the flag is set.
 */
export function copyDatabase(from: string, to: string, abort: AbortFlag): void {
  const database = openDatabase(from);
  try {
    // Checkpoints the log; pages that a reader holds back stay in the log, which is copied too.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    copyFile(from, to, abort);
    const log = statSync(`${from}-wal`, { throwIfNoEntry: false });
    if (log !== undefined && log.size > 0) copyFile(`${from}-wal`, `${to}-wal`, abort);
  } finally {
    // Open until now: the last one to close a database moves its log into the file.
    database.close();
  }
  // Takes in the log that may have come along.
  openDatabase(to, { pragmas: { wal_checkpoint: 'TRUNCATE' } }).close();
}

function copyFile(from: string, to: string, abort: AbortFlag): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE);
  } catch {
    copyBytes(from, to, abort);
  }
}

/** Where the file system shares no blocks. */
function copyBytes(from: string, to: string, abort: AbortFlag): void {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  withFile(openSync(from, 'r'), (source) =>
    withFile(openSync(to, 'w', 0o600), (target) => {
      for (let bytes = readSync(source, chunk); bytes > 0; bytes = readSync(source, chunk)) {
        abort.throwIfSet();
        for (let written = 0; written < bytes; )
          written += writeSync(target, chunk, written, bytes - written);
      }
    }),
  );
}

function withFile(handle: number, work: (handle: number) => void): void {
  try {
    work(handle);
  } finally {
    closeSync(handle);
  }
}
