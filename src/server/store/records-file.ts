import { existsSync } from 'node:fs';
import { BrctlError, getMessage } from '../../base/errors.ts';
import { type Database, withDatabase } from '../../base/files/sqlite.ts';
import { countIncomplete, type IncompleteCounts, NONE_INCOMPLETE } from './incomplete-products.ts';
import { corruptFileError, openMigrated, readSchemaVersion, type Schema } from './open-migrated.ts';
import { isStorageTrouble } from './storage-trouble.ts';

/**
 * A PUT writes a fresh file, each PATCH adds a version to it.
 * - `record_version` only grows, so that a published index reads on; `previous` is the row before, `line` where the load has it.
 * - `head` is the present catalog; `removed` has the last row of each record that is not in it any more.
 * - `superseded` tells from which version on a row is not in `head`, and at which line of the load a record was removed.
 * - `applied` has one row per version; its digest where somebody has asked for it, or a PATCH was told the one before.
 * - `incomplete` has the rows that no index run takes, and which required attributes each lacks; `applied` counts them.
 */
const RECORDS_SCHEMA: Schema = {
  holds: 'catalog records',
  remedy: () => 'send the catalog again as a full load (brctl push, or PUT): it takes a new file',
  steps: [
    `CREATE TABLE record_version(docid INTEGER PRIMARY KEY, id TEXT NOT NULL, json BLOB NOT NULL);
     CREATE TABLE head(id TEXT PRIMARY KEY, docid INTEGER NOT NULL) WITHOUT ROWID;
     CREATE TABLE superseded(docid INTEGER PRIMARY KEY, version INTEGER NOT NULL);
     CREATE TABLE applied(version INTEGER PRIMARY KEY, job_id TEXT NOT NULL, last_docid INTEGER NOT NULL,
       records INTEGER NOT NULL);`,
    'ALTER TABLE applied ADD COLUMN digest TEXT;',
    `ALTER TABLE record_version ADD COLUMN line INTEGER;
     ALTER TABLE record_version ADD COLUMN previous INTEGER;
     ALTER TABLE superseded ADD COLUMN line INTEGER;
     CREATE INDEX superseded_by_version ON superseded(version);
     CREATE TABLE removed(id TEXT PRIMARY KEY, docid INTEGER NOT NULL) WITHOUT ROWID;`,
    `CREATE TABLE incomplete(docid INTEGER PRIMARY KEY, lacks INTEGER NOT NULL);
     ALTER TABLE applied ADD COLUMN incomplete TEXT;`,
  ],
};

/** Pages that suit records of 1 to 2 KB (measured: 8 KB pages take 15 % less room than 4 KB). */
const PAGE_BYTES = 8_192;

/** A delta of 1,000 records writes about 700 pages: do not checkpoint the WAL after every delta. */
const CHECKPOINT_PAGES = 8_000;

/** So much of its room a log keeps once it has been moved into the file. */
const LOG_BYTES = 4_000_000;

/** A PATCH finds the pages again from which it has read what it changes, and writes each once. */
const PATCH_CACHE_KIB = 32_768;

/** Opens the records of a catalog for a PATCH: every commit is on disk when it returns, unless not `durable`. */
export function openRecordsFile(file: string, durable: boolean): Database {
  checkExists(file);
  return openMigrated(file, RECORDS_SCHEMA, {
    pragmas: {
      page_size: PAGE_BYTES,
      journal_mode: 'WAL',
      synchronous: durable ? 'FULL' : 'OFF',
      wal_autocheckpoint: CHECKPOINT_PAGES,
      journal_size_limit: LOG_BYTES,
      cache_size: -PATCH_CACHE_KIB,
    },
  });
}

/** Without a journal: a broken file is thrown away whole. `sealRecordsFile` comes before it is put to use. */
export function createRecordsFile(file: string): Database {
  return openMigrated(file, RECORDS_SCHEMA, {
    pragmas: { page_size: PAGE_BYTES, journal_mode: 'OFF', synchronous: 'OFF', cache_size: -65_536 },
  });
}

/** Ends the making of a records file: from now on it is opened with a write-ahead log. */
export function sealRecordsFile(database: Database): void {
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
}

/** Opens the records of a catalog to read them beside a writer; a file of an older brctl is migrated first. */
export function readRecordsFile(file: string): Database {
  checkExists(file);
  const database = openMigrated(file, RECORDS_SCHEMA, { readOnly: true });
  const version = readSchemaVersion(database);
  if (version === RECORDS_SCHEMA.steps.length) return database;
  database.close();
  assertNotTruncated(file, { version });
  openMigrated(file, RECORDS_SCHEMA).close();
  return readRecordsFile(file);
}

/** SQLite would make a file that is missing, and a delta would find a catalog without records. */
function checkExists(file: string): void {
  if (!existsSync(file)) throw corruptFileError(file, RECORDS_SCHEMA, 'the file is missing');
}

/** @throws BrctlError `store.damaged` where a file that should hold records holds none, or cannot be read */
export function checkRecordsFile(file: string): void {
  const database = readRecordsFile(file);
  try {
    assertNotTruncated(file, readRecordsState(database));
  } catch (error) {
    if (error instanceof BrctlError || isStorageTrouble(error)) throw error;
    throw corruptFileError(file, RECORDS_SCHEMA, getMessage(error));
  } finally {
    database.close();
  }
}

/** @throws BrctlError `store.damaged` for a file that no job has filled: it was cut to nothing */
export function assertNotTruncated(file: string, { version }: Pick<RecordsState, 'version'>): void {
  if (version === 0) throw corruptFileError(file, RECORDS_SCHEMA, 'the file is empty');
}

export interface RecordsState {
  version: number;
  jobId: string;
  lastDocid: number;
  records: number;
}

/** The present version of a records file; version 0 for one that holds nothing yet. */
export function readRecordsState(database: Database): RecordsState {
  return (
    database
      .prepare<RecordsState>(
        `SELECT version, job_id AS jobId, last_docid AS lastDocid, records
         FROM applied ORDER BY version DESC LIMIT 1`,
      )
      .get() ?? { version: 0, jobId: '', lastDocid: 0, records: 0 }
  );
}

/** The last docid and the count of a version; undefined for one of another generation, and for one not kept. */
export function readApplied(database: Database, version: number) {
  return database
    .prepare<Pick<RecordsState, 'lastDocid' | 'records'>>(
      'SELECT last_docid AS lastDocid, records FROM applied WHERE version = ?',
    )
    .get(version);
}

/** Notes that a job has been applied: belongs into the same transaction as its records. */
export function markApplied(database: Database, state: RecordsState): void {
  const { version, jobId, lastDocid, records } = state;
  database
    .prepare('INSERT INTO applied(version, job_id, last_docid, records, incomplete) VALUES (?, ?, ?, ?, ?)')
    .run(version, jobId, lastDocid, records, JSON.stringify(countIncomplete(database)));
}

export function countIncompleteIn(file: string): IncompleteCounts {
  return withDatabase(readRecordsFile(file), (database) => {
    const row = database
      .prepare<{ incomplete: string | null }>('SELECT incomplete FROM applied ORDER BY version DESC LIMIT 1')
      .get();
    return row?.incomplete == null ? NONE_INCOMPLETE : (JSON.parse(row.incomplete) as IncompleteCounts);
  });
}

/** Undefined where the file has none. Opened for writing before: a file of an older brctl has no place for digests. */
export function readStoredDigest(database: Database, version: number): string | undefined {
  const row = database
    .prepare<{ digest: string | null }>('SELECT digest FROM applied WHERE version = ?')
    .get(version);
  return row?.digest ?? undefined;
}

export function storeDigest(database: Database, version: number, digest: string): void {
  database.prepare('UPDATE applied SET digest = ? WHERE version = ?').run(digest, version);
}
