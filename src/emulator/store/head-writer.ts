import type { Database } from '../../sqlite.ts';
import { markApplied, type RecordsState } from './records-file.ts';

/** A row of the present catalog. */
export interface HeadRow {
  docid: number;
  json: string;
}

/** Moves the head of a catalog: changed records get new rows, the old ones stay for the indexes that use them. */
export class HeadWriter {
  readonly #database: Database;
  readonly #before: RecordsState;
  #lastDocid: number;
  #records: number;
  #changes = 0;
  readonly #find;
  readonly #findDocid;
  readonly #addVersion;
  readonly #setHead;
  readonly #dropHead;
  readonly #supersede;

  constructor(database: Database, before: RecordsState) {
    this.#database = database;
    this.#before = before;
    this.#lastDocid = before.lastDocid;
    this.#records = before.records;
    this.#find = database.prepare<HeadRow>(
      'SELECT docid, CAST(json AS TEXT) AS json FROM head JOIN record_version USING (docid) WHERE head.id = ?',
    );
    this.#findDocid = database.prepare<{ docid: number }>('SELECT docid FROM head WHERE id = ?');
    this.#addVersion = database.prepare('INSERT INTO record_version(docid, id, json) VALUES (?, ?, ?)');
    this.#setHead = database.prepare('INSERT OR REPLACE INTO head(id, docid) VALUES (?, ?)');
    this.#dropHead = database.prepare('DELETE FROM head WHERE id = ?');
    this.#supersede = database.prepare('INSERT INTO superseded(docid, version) VALUES (?, ?)');
  }

  find(id: string): HeadRow | undefined {
    return this.#find.get(id);
  }

  /** Puts a record in place from `version` on; undefined removes it. */
  put(id: string, json: string | undefined, version: number): void {
    const old = this.#findDocid.get(id);
    if (old !== undefined) this.#supersede.run(old.docid, version);
    if (json === undefined) this.#dropHead.run(id);
    else {
      this.#addVersion.run(++this.#lastDocid, id, json);
      this.#setHead.run(id, this.#lastDocid);
    }
    this.#records += (json === undefined ? 0 : 1) - (old === undefined ? 0 : 1);
    this.#changes++;
  }

  /**
   * Notes the new version, unless nothing was changed, and drops the rows that nobody uses any more: those superseded
   * at `collectUpTo` or before.
   */
  finish(jobId: string, version: number, collectUpTo: number): RecordsState {
    if (this.#changes === 0) return this.#before;
    const after = { version, jobId, lastDocid: this.#lastDocid, records: this.#records };
    markApplied(this.#database, after);
    this.#collect(collectUpTo);
    return after;
  }

  #collect(upTo: number): void {
    this.#database
      .prepare('DELETE FROM record_version WHERE docid IN (SELECT docid FROM superseded WHERE version <= ?)')
      .run(upTo);
    this.#database.prepare('DELETE FROM superseded WHERE version <= ?').run(upTo);
    this.#database.prepare('DELETE FROM applied WHERE version < ?').run(upTo);
  }
}
