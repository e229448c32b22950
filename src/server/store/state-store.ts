import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { shareSync, syncFile, syncToDisk } from '../../base/files/durability.ts';
import type { Database, Statement } from '../../base/files/sqlite.ts';
import type { IndexRef } from '../../engine/engine.ts';
import type { FieldCatalog } from '../../engine/fields/field-survey.ts';
import { lockFolder, makePrivateFolder } from './folder-lock.ts';
import { corruptFileError, openMigrated } from './open-migrated.ts';
import {
  type CatalogRow,
  type JobRow,
  type PublishedRow,
  STATE_SCHEMA,
  type VersionRow,
} from './state-rows.ts';

/** The members of rows that tables have, each in a column of its name. */
const CATALOG = 'id name accountId family version records recordsFile'.split(' ');
const PUBLISHED = 'catalogId version documents recordsFile ref fields settings'.split(' ');
const JOB =
  'id accountId catalog type state createdMs startedMs stoppedMs message errorCode input requestId version stats'.split(
    ' ',
  );
const VERSION =
  'catalogId version type jobId requestId source appliedMs records added changed removed endedBytes recordsFile'.split(
    ' ',
  );

function toColumn(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Only the main thread uses it, and must not wait for a disk: `flush` forces the log to disk off the event loop. */
export class StateStore {
  readonly #lock: ReturnType<typeof lockFolder>;
  readonly #database: Database;
  readonly #sync: () => Promise<void>;
  readonly #durable: boolean;
  /** Each statement is prepared once: the driver frees them with the garbage only. */
  readonly #statements = new Map<string, unknown>();

  /** @throws BrctlError `locked` while another instance has the folder, `config` where the store is damaged */
  constructor(folder: string, durable: boolean) {
    makePrivateFolder(folder);
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
    this.#sync = shareSync(() => syncToDisk(`${file}-wal`));
  }

  transaction<Result>(work: () => Result): Result {
    return this.#database.transaction(work);
  }

  /** A transaction that is on disk when it returns, or has not happened: it waits for the disk. */
  durableTransaction<Result>(work: () => Result): Result {
    if (!this.#durable) return this.transaction(work);
    this.#database.exec('PRAGMA synchronous = FULL');
    try {
      return this.transaction(work);
    } finally {
      this.#database.exec('PRAGMA synchronous = NORMAL');
    }
  }

  /** Resolves when everything committed before this call survives a power cut. */
  async flush(): Promise<void> {
    if (this.#durable) await this.#sync();
  }

  catalogs(): CatalogRow[] {
    return this.#selectRows<CatalogRow>('catalog', CATALOG, 'id');
  }

  published(): PublishedRow[] {
    const rows = this.#selectRows<PublishedRow & { ref: string; fields: string }>(
      'published',
      PUBLISHED,
      'catalog_id',
    );
    return rows.map((row) => ({
      ...row,
      ref: JSON.parse(row.ref) as IndexRef,
      fields: JSON.parse(row.fields) as FieldCatalog,
    }));
  }

  jobs(): JobRow[] {
    return this.#selectRows<JobRow>('job', ['seq', ...JOB], 'seq');
  }

  /** Adds a catalog without records and gives its id, which is never used again. */
  addCatalog(name: string, accountId: string): CatalogRow {
    const { lastInsertRowid } = this.#prepare(
      'INSERT INTO catalog(name, account_id, version, records) VALUES (?, ?, 0, 0)',
    ).run(name, accountId);
    const id = Number(lastInsertRowid);
    return { id, name, accountId, family: null, version: 0, records: 0, recordsFile: null };
  }

  deleteCatalog(id: number): void {
    this.#prepare('DELETE FROM catalog WHERE id = ?').run(id);
  }

  /** Puts a catalog of a snapshot in place, under its own id. */
  restoreCatalog(row: CatalogRow, published: PublishedRow | null): CatalogRow {
    const { id } = this.addCatalog(row.name, row.accountId);
    this.saveCatalog({ ...row, id });
    if (published !== null) this.savePublished({ ...published, catalogId: id });
    return { ...row, id };
  }

  saveCatalog(row: CatalogRow): void {
    this.#prepare(
      'UPDATE catalog SET account_id = ?, family = ?, version = ?, records = ?, records_file = ? WHERE id = ?',
    ).run(row.accountId, row.family, row.version, row.records, row.recordsFile, row.id);
  }

  savePublished(row: PublishedRow): void {
    const texts = { ref: JSON.stringify(row.ref), fields: JSON.stringify(row.fields) };
    this.#insert('INSERT OR REPLACE', 'published', PUBLISHED, { ...row, ...texts });
  }

  /** Adds a job at the end of the order of arrival. */
  addJob(job: Omit<JobRow, 'seq'>): JobRow {
    return { seq: this.#insert('INSERT', 'job', JOB, job), ...job };
  }

  saveJob(job: JobRow): void {
    const { state, startedMs, stoppedMs, message, errorCode, input, version, stats, seq } = job;
    this.#prepare(
      `UPDATE job SET state = ?, started_ms = ?, stopped_ms = ?, message = ?, error_code = ?, input = ?,
           version = ?, stats = ? WHERE seq = ?`,
    ).run(state, startedMs, stoppedMs, message, errorCode, input, version, stats, seq);
  }

  deleteJob(seq: number): void {
    this.#prepare('DELETE FROM job WHERE seq = ?').run(seq);
  }

  /** Every version that is kept, oldest first. */
  versions(): VersionRow[] {
    return this.#selectRows<VersionRow>('version', VERSION, 'catalog_id, version');
  }

  addVersion(row: VersionRow): void {
    this.#insert('INSERT OR REPLACE', 'version', VERSION, row);
  }

  /** Keeps what was told about a version; its row has the size that it now counts for. */
  saveFindings({ catalogId, version, endedBytes }: VersionRow, findings: string): void {
    this.#prepare(
      'UPDATE version SET findings = ?, ended_bytes = ? WHERE catalog_id = ? AND version = ?',
    ).run(findings, endedBytes, catalogId, version);
  }

  /** The guard report of a version; undefined if there is none. */
  findings(catalogId: number, version: number): string | undefined {
    const row = this.#prepare<{ findings: string | null }>(
      'SELECT findings FROM version WHERE catalog_id = ? AND version = ?',
    ).get(catalogId, version);
    return row?.findings ?? undefined;
  }

  deleteVersions(catalogId: number, before: number): void {
    this.#prepare('DELETE FROM version WHERE catalog_id = ? AND version < ?').run(catalogId, before);
  }

  /** Forgets everything; ids and places in the order continue ascending. */
  clear(): void {
    this.#database.exec('DELETE FROM job; DELETE FROM version; DELETE FROM published; DELETE FROM catalog;');
  }

  /** Notes that a reset has come to pass: belongs into its transaction. */
  noteReset(id: string): void {
    this.#database.exec('DELETE FROM last_reset');
    this.#prepare('INSERT INTO last_reset(id) VALUES (?)').run(id);
  }

  lastReset(): string | null {
    return this.#prepare<{ id: string }>('SELECT id FROM last_reset').get()?.id ?? null;
  }

  #selectRows<Row>(table: string, members: readonly string[], order: string): Row[] {
    const columns = members.map((member) => `${toColumn(member)} AS ${member}`);
    return this.#prepare<Row>(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${order}`).all();
  }

  /** Gives the number that the database has for the row. */
  #insert(verb: string, table: string, members: readonly string[], row: object): number {
    const sql = `${verb} INTO ${table}(${members.map(toColumn).join(', ')})
      VALUES (${members.map(() => '?').join(', ')})`;
    const values = members.map((member) => (row as Record<string, string | number | null>)[member] ?? null);
    return Number(this.#prepare(sql).run(...values).lastInsertRowid);
  }

  #prepare<Row>(sql: string): Statement<Row> {
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
  return openMigrated(file, STATE_SCHEMA, {
    pragmas: { journal_mode: 'WAL', synchronous: durable ? 'NORMAL' : 'OFF' },
  });
}

/** A store that is empty or gone beside files of records has been lost: an empty one in its place would remove them. */
function checkNotLost(file: string): void {
  if ([file, `${file}-wal`].some((each) => statSync(each, { throwIfNoEntry: false })?.size)) return;
  const hasRecords = readdirSync(path.dirname(file)).some((name) => /^records-.*\.db$/.test(name));
  if (!hasRecords) return;
  const why = 'the file is empty or missing, but there are files of records';
  throw corruptFileError(file, STATE_SCHEMA, why);
}
