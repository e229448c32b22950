import path from 'node:path';
import { shellQuote } from '../../base/wording/shell-quote.ts';
import type { Schema } from './open-migrated.ts';

/** What exists, what was asked, what is published. Records lie in files, one for each catalog and generation. */
export const STATE_SCHEMA: Schema = {
  holds: 'catalogs and jobs',
  // Keys, SFTP files and snapshots lie in files of their own, and stay.
  remedy: (file) => {
    const folder = shellQuote(path.dirname(file));
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
