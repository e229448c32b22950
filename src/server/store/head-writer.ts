import type { Database } from '../../base/files/sqlite.ts';
import { IncompleteWriter } from './incomplete-products.ts';
import { markApplied, type RecordsState } from './records-file.ts';

export interface HeadRow {
  docid: number;
  json: string;
}

export interface HeadChanges {
  added: number;
  changed: number;
  removed: number;
}

export interface ChangedRecord {
  id: string;
  /** Undefined for one that is gone. */
  json: string | undefined;
  /** Undefined for one that was not there. */
  before: string | undefined;
  /** Line of the load that changed it first; null where lines tell nothing. */
  line: number | null;
  /** Bits of the required attributes that it lacks. */
  lacks: number;
}

/** Overhead of a row in the file, beside its text and twice its id, with partly filled pages. */
const ROW_BYTES = 100;
const PAGE_FILL = 0.85;

function bytesInFile(id: string, json: string): number {
  return Math.ceil((Buffer.byteLength(json) + 2 * Buffer.byteLength(id) + ROW_BYTES) / PAGE_FILL);
}

/** Moves the head of a catalog: changed records get new rows, the old ones stay for the indexes that use them. */
export class HeadWriter {
  readonly #database: Database;
  readonly #before: RecordsState;
  /** Rows of records that were looked at and not put since: the head is asked once for each. */
  readonly #found = new Map<string, number>();
  #lastDocid: number;
  readonly changes: HeadChanges = { added: 0, changed: 0, removed: 0 };
  /** Size of the records that are history now. */
  endedBytes = 0;
  readonly #find;
  readonly #findDocid;
  readonly #addVersion;
  readonly #setHead;
  readonly #dropHead;
  readonly #supersede;
  readonly #noteRemoved;
  readonly #takeRemoved;
  readonly #incomplete;

  constructor(database: Database, before: RecordsState) {
    this.#database = database;
    this.#before = before;
    this.#incomplete = new IncompleteWriter(database);
    this.#lastDocid = before.lastDocid;
    this.#find = database.prepare<HeadRow>(
      'SELECT docid, CAST(json AS TEXT) AS json FROM head JOIN record_version USING (docid) WHERE head.id = ?',
    );
    this.#findDocid = database.prepare<{ docid: number }>('SELECT docid FROM head WHERE id = ?');
    this.#addVersion = database.prepare(
      'INSERT INTO record_version(docid, id, json, line, previous) VALUES (?, ?, ?, ?, ?)',
    );
    this.#setHead = database.prepare('INSERT OR REPLACE INTO head(id, docid) VALUES (?, ?)');
    this.#dropHead = database.prepare('DELETE FROM head WHERE id = ?');
    this.#supersede = database.prepare('INSERT INTO superseded(docid, version, line) VALUES (?, ?, ?)');
    this.#noteRemoved = database.prepare('INSERT INTO removed(id, docid) VALUES (?, ?)');
    this.#takeRemoved = database.prepare<{ docid: number }>(
      'DELETE FROM removed WHERE id = ? RETURNING docid',
    );
  }

  find(id: string): HeadRow | undefined {
    const row = this.#find.get(id);
    if (row !== undefined) this.#found.set(id, row.docid);
    return row;
  }

  /** Puts a record in place from `version` on, or takes it away. */
  put({ id, json, before, line, lacks }: ChangedRecord, version: number): void {
    const found = this.#found.get(id);
    const old = found === undefined ? this.#findDocid.get(id) : { docid: found };
    this.#found.delete(id);
    if (old !== undefined) {
      this.#supersede.run(old.docid, version, json === undefined ? line : null);
      this.endedBytes += bytesInFile(id, before ?? '');
    }
    if (json !== undefined) {
      const previous = old ?? this.#takeRemoved.get(id);
      this.#addVersion.run(++this.#lastDocid, id, json, line, previous?.docid ?? null);
      this.#incomplete.note(this.#lastDocid, lacks);
      this.#setHead.run(id, this.#lastDocid);
      this.changes[old === undefined ? 'added' : 'changed']++;
    } else if (old !== undefined) {
      this.#dropHead.run(id);
      this.#noteRemoved.run(id, old.docid);
      this.changes.removed++;
    }
  }

  /** Notes the new version, unless nothing was changed, and drops rows superseded at `collectUpTo` or before. */
  finish(jobId: string, version: number, collectUpTo: number): RecordsState {
    const { added, changed, removed } = this.changes;
    if (added + changed + removed === 0) return this.#before;
    const records = this.#before.records + added - removed;
    const after = { version, jobId, lastDocid: this.#lastDocid, records };
    markApplied(this.#database, after);
    collect(this.#database, collectUpTo);
    return after;
  }
}

export function collect(database: Database, upTo: number): void {
  // First: it finds the ids by the rows that go next.
  database
    .prepare(
      `DELETE FROM removed
       WHERE id IN (SELECT id FROM superseded JOIN record_version USING (docid) WHERE version <= ?1)
         AND docid IN (SELECT docid FROM superseded WHERE version <= ?1)`,
    )
    .run(upTo);
  for (const table of ['record_version', 'incomplete']) {
    database
      .prepare(`DELETE FROM ${table} WHERE docid IN (SELECT docid FROM superseded WHERE version <= ?)`)
      .run(upTo);
  }
  database.prepare('DELETE FROM superseded WHERE version <= ?').run(upTo);
  database.prepare('DELETE FROM applied WHERE version < ?').run(upTo);
}
