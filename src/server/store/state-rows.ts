import path from 'node:path';
import { quoteForShell } from '../../base/wording/shell-quote.ts';
import type { IndexRef } from '../../engine/engine.ts';
import type { FieldCatalog } from '../../engine/fields/field-survey.ts';
import type { JobState, JobType } from '../../protocol/job.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { Schema } from './open-migrated.ts';

/** A catalog as stored. Files are named relative to the environment's folder. */
export interface CatalogRow {
  id: number;
  name: string;
  accountId: string;
  /** Null until the first load has succeeded. */
  family: RecordFamily | null;
  /** Ascends with every applied job; 0 before the first. */
  version: number;
  records: number;
  recordsFile: string | null;
}

export interface CatalogEntry {
  row: CatalogRow;
  published: PublishedRow | null;
}

export interface PublishedRow {
  catalogId: number;
  version: number;
  documents: number;
  recordsFile: string;
  ref: IndexRef;
  fields: FieldCatalog;
  /** The search settings that the index was built with, as JSON. */
  settings: string;
}

/** A job as stored; `seq` is its place in the order of arrival. Times are milliseconds since 1970 by the service's clock. */
export interface JobRow {
  seq: number;
  id: string;
  accountId: string;
  catalog: string;
  type: JobType;
  state: JobState;
  createdMs: number;
  startedMs: number | null;
  stoppedMs: number | null;
  /** Why it failed, was skipped or killed, or what a success has left out; empty otherwise. */
  message: string;
  /** Stable name of the reason; empty where there is none. */
  errorCode: string;
  /** Input of the job as JSON; null for an index run. */
  input: string | null;
  /** The call that made it; null where no call did. */
  requestId: string | null;
  /** Of the catalog: after a load, or published by an index run; null before its end. */
  version: number | null;
  /** Counters as JSON (doc: public-facts B9, `stats`); null if there are none. */
  stats: string | null;
}

export interface VersionRow {
  catalogId: number;
  version: number;
  /** Kind of the job that made it; null for the version with which history began. */
  type: JobType | null;
  jobId: string | null;
  requestId: string | null;
  /** The SFTP file that was loaded, where it was one. */
  source: string | null;
  /** By the service's clock. */
  appliedMs: number;
  records: number;
  /** Null where nobody has counted. */
  added: number | null;
  changed: number | null;
  removed: number | null;
  /** Bytes that became history by it: records that it replaced or removed, the file before a PUT, and what was told about it. */
  endedBytes: number;
  recordsFile: string;
}

/** Catalogs, jobs and publications. Records are in files, one for each catalog and generation. */
export const STATE_SCHEMA: Schema = {
  holds: 'catalogs and jobs',
  // Keys, SFTP files and snapshots lie in files of their own, and stay.
  remedy: (file) => {
    const folder = quoteForShell(path.dirname(file));
    return `start without them and load the catalogs again: mkdir ${folder}/damaged && mv ${folder}/*.db* ${folder}/damaged/`;
  },
  steps: [
    `CREATE TABLE catalog(
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       name TEXT NOT NULL UNIQUE,
       account_id TEXT NOT NULL,
       family TEXT,
       version INTEGER NOT NULL,
       records INTEGER NOT NULL,
       records_file TEXT);
     CREATE TABLE published(
       catalog_id INTEGER PRIMARY KEY REFERENCES catalog(id) ON DELETE CASCADE,
       version INTEGER NOT NULL,
       documents INTEGER NOT NULL,
       records_file TEXT NOT NULL,
       index_file TEXT NOT NULL,
       settings TEXT NOT NULL);
     CREATE TABLE job(
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       account_id TEXT NOT NULL,
       catalog TEXT NOT NULL,
       type TEXT NOT NULL,
       state TEXT NOT NULL,
       created_ms REAL NOT NULL,
       started_ms REAL,
       stopped_ms REAL,
       message TEXT NOT NULL,
       error_code TEXT NOT NULL,
       input TEXT);`,
    `ALTER TABLE published RENAME COLUMN index_file TO ref;
     ALTER TABLE published ADD COLUMN fields TEXT NOT NULL DEFAULT '[]';
     UPDATE published SET ref = json_object('engine', 'embedded', 'format', '5', 'name', ref, 'version', version);`,
    `ALTER TABLE job ADD COLUMN request_id TEXT;
     ALTER TABLE job ADD COLUMN version INTEGER;
     CREATE TABLE version(
       catalog_id INTEGER NOT NULL REFERENCES catalog(id) ON DELETE CASCADE,
       version INTEGER NOT NULL,
       type TEXT,
       job_id TEXT,
       request_id TEXT,
       source TEXT,
       applied_ms REAL NOT NULL,
       records INTEGER NOT NULL,
       added INTEGER,
       changed INTEGER,
       removed INTEGER,
       ended_bytes INTEGER NOT NULL,
       records_file TEXT NOT NULL,
       PRIMARY KEY (catalog_id, version)) WITHOUT ROWID;`,
    'ALTER TABLE version ADD COLUMN findings TEXT',
    'ALTER TABLE job ADD COLUMN stats TEXT',
    'CREATE TABLE last_reset(id TEXT NOT NULL)',
  ],
};
