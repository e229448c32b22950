import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import type { Database } from '../../../sqlite.ts';
import type { IndexReport, RecordSource } from '../../engine.ts';
import { createIndexFile } from '../snapshot/index-file.ts';
import { writeAllRanks } from '../snapshot/ranks.ts';
import { INDEX_SQL } from '../snapshot/schema.ts';
import { PartWriter } from './part-writer.ts';
import { Vocabulary } from './vocabulary.ts';

/** Records between two looks at the abort signal. */
const CHECK_EVERY = 256;

/**
 * Builds the index of a catalog version into a new file and makes it durable; the caller publishes it then. Holds the
 * columns of the whole catalog in memory while it runs. When it throws or is aborted no file is left.
 */
export function buildIndex(source: RecordSource, file: string, signal?: AbortSignal): IndexReport {
  const started = performance.now();
  removeIndexFile(file);
  const db = createIndexFile(file);
  let records = 0;
  try {
    records = db.transaction(() => writeAll(db, source, signal));
    db.exec('PRAGMA journal_mode = WAL');
    db.close();
    syncFile(file);
  } catch (error) {
    db.close();
    removeIndexFile(file);
    throw error;
  }
  return {
    mode: 'full',
    version: source.version,
    documents: records,
    added: records,
    removed: 0,
    ms: performance.now() - started,
    bytes: statSync(file).size,
  };
}

function writeAll(db: Database, source: RecordSource, signal: AbortSignal | undefined): number {
  const vocabulary = new Vocabulary();
  const part = new PartWriter(db, 0, 0, vocabulary, []);
  let records = 0;
  for (const record of source.all()) {
    if (records++ % CHECK_EVERY === 0) signal?.throwIfAborted();
    part.add(record);
  }
  const whole = part.finish(source.version, records, new Uint32Array());
  db.exec(INDEX_SQL);
  writeAllRanks(db, [whole]);
  vocabulary.save(db, whole.part);
  return records;
}

/** Removes an index file and what SQLite keeps beside it. */
function removeIndexFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
