import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { IndexRef } from '../../engine/engine.ts';
import type { FieldCatalog } from '../../engine/fields/field-catalog.ts';
import { SharedSync, syncFile, syncToDisk } from '../../files/durability.ts';
import type { Database, Statement } from '../../files/sqlite.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { damagedFile, openVersioned } from './open-versioned.ts';
import { makeOwnFolder } from './own-folder.ts';
import type { CatalogRow, JobRow, PublishedRow, VersionRow } from './state-rows.ts';
import { STATE_SCHEMA } from './state-schema.ts';

/**
 * The state of an environment in SQLite. Only the main thread uses it, and it must never wait for a disk: a commit
 * goes to the write-ahead log, `flush` forces the log to disk off the event loop, and nothing is acknowledged before.
 */
export class StateStore {
  readonly #lock: FolderLock;
  readonly #database: Database;
  readonly #sync: SharedSync;
  readonly #durable: boolean;
  /** Each statement is prepared once: the driver frees them with the garbage only. */
  readonly #statements = new Map<string, unknown>();

  /**
   * Opens the store of a folder, which is made when missing.
   *
   * @throws BrctlError kind `locked` while another instance has the folder, `config` where the store is damaged
   */
  constructor(folder: string, durable: boolean) {
    makeOwnFolder(folder);
    const file = path.join(folder, 'state.db');
    this.#durable = durable;
    this.#lock = lockFolder(folder);
    try {
      this.#database = openStateFile(file, durable);
      // The names of the database and its log: SQLite would force them to disk only with its own first sync.
      if (durable) syncFile(folder);
    } catch (error) {
      this.#lock.release();
      throw error;
    }
    this.#sync = new SharedSync(() => syncToDisk(`${file}-wal`));
  }

  /** Runs `work` as one transaction. */
  transaction<Result>(work: () => Result): Result {
    return this.#database.transaction(work);
  }

  /** Resolves when everything committed before this call survives a power cut. */
  async flush(): Promise<void> {
    if (this.#durable) await this.#sync.flush();
  }

  catalogs(): CatalogRow[] {
    return this.#statement<CatalogRow>(
      `SELECT id, name, account_id AS accountId, family, version, records, records_file AS recordsFile
         FROM catalog ORDER BY id`,
    ).all();
  }

  published(): PublishedRow[] {
    return this.#statement<Omit<PublishedRow, 'ref' | 'fields'> & { ref: string; fields: string }>(
      `SELECT catalog_id AS catalogId, version, documents, records_file AS recordsFile, ref, fields, settings
         FROM published`,
    )
      .all()
      .map((row) => ({
        ...row,
        ref: JSON.parse(row.ref) as IndexRef,
        fields: JSON.parse(row.fields) as FieldCatalog,
      }));
  }

  /** Every job in order of arrival. */
  jobs(): JobRow[] {
    return this.#statement<JobRow>(
      `SELECT seq, id, account_id AS accountId, catalog, type, state, created_ms AS createdMs,
           started_ms AS startedMs, stopped_ms AS stoppedMs, message, error_code AS errorCode, input,
           request_id AS requestId, version
         FROM job ORDER BY seq`,
    ).all();
  }

  /** Adds a catalog without records and gives its id, which is never used again. */
  addCatalog(name: string, accountId: string): CatalogRow {
    const { lastInsertRowid } = this.#statement(
      'INSERT INTO catalog(name, account_id, version, records) VALUES (?, ?, 0, 0)',
    ).run(name, accountId);
    const id = Number(lastInsertRowid);
    return { id, name, accountId, family: null, version: 0, records: 0, recordsFile: null };
  }

  /** Puts a catalog of a snapshot in place, under an id of its own. */
  restoreCatalog(row: CatalogRow, published: PublishedRow | null): void {
    const { id } = this.addCatalog(row.name, row.accountId);
    this.saveCatalog({ ...row, id });
    if (published !== null) this.savePublished({ ...published, catalogId: id });
  }

  saveCatalog(row: CatalogRow): void {
    this.#statement(
      'UPDATE catalog SET account_id = ?, family = ?, version = ?, records = ?, records_file = ? WHERE id = ?',
    ).run(row.accountId, row.family, row.version, row.records, row.recordsFile, row.id);
  }

  savePublished(row: PublishedRow): void {
    this.#statement(
      `INSERT OR REPLACE INTO published(catalog_id, version, documents, records_file, ref, fields, settings)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      row.catalogId,
      row.version,
      row.documents,
      row.recordsFile,
      JSON.stringify(row.ref),
      JSON.stringify(row.fields),
      row.settings,
    );
  }

  /** Adds a job at the end of the order of arrival. */
  addJob(job: Omit<JobRow, 'seq'>): JobRow {
    const { lastInsertRowid } = this.#statement(
      `INSERT INTO job(id, account_id, catalog, type, state, created_ms, started_ms, stopped_ms, message,
           error_code, input, request_id, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      job.id,
      job.accountId,
      job.catalog,
      job.type,
      job.state,
      job.createdMs,
      job.startedMs,
      job.stoppedMs,
      job.message,
      job.errorCode,
      job.input,
      job.requestId,
      job.version,
    );
    return { seq: Number(lastInsertRowid), ...job };
  }

  saveJob(job: JobRow): void {
    this.#statement(
      `UPDATE job SET state = ?, started_ms = ?, stopped_ms = ?, message = ?, error_code = ?, input = ?,
           version = ? WHERE seq = ?`,
    ).run(
      job.state,
      job.startedMs,
      job.stoppedMs,
      job.message,
      job.errorCode,
      job.input,
      job.version,
      job.seq,
    );
  }

  deleteJob(seq: number): void {
    this.#statement('DELETE FROM job WHERE seq = ?').run(seq);
  }

  /** Every version that is kept, oldest first. */
  versions(): VersionRow[] {
    return this.#statement<VersionRow>(
      `SELECT catalog_id AS catalogId, version, type, job_id AS jobId, request_id AS requestId, source,
           applied_ms AS appliedMs, records, added, changed, removed, ended_bytes AS endedBytes,
           records_file AS recordsFile
         FROM version ORDER BY catalog_id, version`,
    ).all();
  }

  addVersion(row: VersionRow): void {
    this.#statement(
      `INSERT OR REPLACE INTO version(catalog_id, version, type, job_id, request_id, source, applied_ms, records,
           added, changed, removed, ended_bytes, records_file) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      row.catalogId,
      row.version,
      row.type,
      row.jobId,
      row.requestId,
      row.source,
      row.appliedMs,
      row.records,
      row.added,
      row.changed,
      row.removed,
      row.endedBytes,
      row.recordsFile,
    );
  }

  /** Keeps what was told about a version; its row has the size that it now counts for. */
  saveFindings({ catalogId, version, endedBytes }: VersionRow, findings: string): void {
    this.#statement(
      'UPDATE version SET findings = ?, ended_bytes = ? WHERE catalog_id = ? AND version = ?',
    ).run(findings, endedBytes, catalogId, version);
  }

  /** What was told about the versions of a catalog from one on. */
  findings(catalogId: number, from: number): { version: number; findings: string }[] {
    return this.#statement<{ version: number; findings: string }>(
      `SELECT version, findings FROM version
         WHERE catalog_id = ? AND version >= ? AND findings IS NOT NULL ORDER BY version`,
    ).all(catalogId, from);
  }

  /** Forgets the versions of a catalog before one. */
  deleteVersions(catalogId: number, before: number): void {
    this.#statement('DELETE FROM version WHERE catalog_id = ? AND version < ?').run(catalogId, before);
  }

  /** Forgets everything; ids and places in the order continue ascending. */
  clear(): void {
    this.#database.exec('DELETE FROM job; DELETE FROM version; DELETE FROM published; DELETE FROM catalog;');
  }

  #statement<Row>(sql: string): Statement<Row> {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known as Statement<Row>;
  }

  close(): void {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#database.close();
    this.#lock.release();
  }
}

function openStateFile(file: string, durable: boolean): Database {
  checkNotLost(file);
  return openVersioned(file, STATE_SCHEMA, {
    pragmas: { journal_mode: 'WAL', synchronous: durable ? 'NORMAL' : 'OFF' },
  });
}

/** A store that is empty or gone beside files of records has been lost: an empty one in its place would remove them. */
function checkNotLost(file: string): void {
  if (bytesOf(file) > 0 || bytesOf(`${file}-wal`) > 0) return;
  const hasRecords = readdirSync(path.dirname(file)).some((name) => /^records-.*\.db$/.test(name));
  if (hasRecords)
    throw damagedFile(file, STATE_SCHEMA, 'the file is empty or missing, but there are files of records');
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
