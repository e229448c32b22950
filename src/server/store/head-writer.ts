import type { Database } from '../../base/files/sqlite.ts';
import { createIncompleteWriter } from './incomplete-products.ts';
import { markApplied, type RecordsState } from './records-file.ts';

export type HeadChanges = Record<'added' | 'changed' | 'removed', number>;

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

function estimateBytes(id: string, json: string): number {
  return Math.ceil((Buffer.byteLength(json) + 2 * Buffer.byteLength(id) + ROW_BYTES) / PAGE_FILL);
}

/** Moves the head of a catalog: changed records get new rows, the old ones stay for the indexes that use them. */
export function createHeadWriter(database: Database, before: RecordsState) {
  const selectHead = database.prepare<{ docid: number; json: string }>(
    'SELECT docid, CAST(json AS TEXT) AS json FROM head JOIN record_version USING (docid) WHERE head.id = ?',
  );
  const selectDocid = database.prepare<{ docid: number }>('SELECT docid FROM head WHERE id = ?');
  const addVersion = database.prepare(
    'INSERT INTO record_version(docid, id, json, line, previous) VALUES (?, ?, ?, ?, ?)',
  );
  const setHead = database.prepare('INSERT OR REPLACE INTO head(id, docid) VALUES (?, ?)');
  const dropHead = database.prepare('DELETE FROM head WHERE id = ?');
  const supersede = database.prepare('INSERT INTO superseded(docid, version, line) VALUES (?, ?, ?)');
  const noteRemoved = database.prepare('INSERT INTO removed(id, docid) VALUES (?, ?)');
  const takeRemoved = database.prepare<{ docid: number }>('DELETE FROM removed WHERE id = ? RETURNING docid');
  const incomplete = createIncompleteWriter(database);
  /** Rows of records that were looked at and not put since: the head is asked once for each. */
  const seen = new Map<string, number>();
  const changes: HeadChanges = { added: 0, changed: 0, removed: 0 };
  let { lastDocid } = before;
  let endedBytes = 0;
  return {
    changes,

    /** Size of the records that are history now. */
    get endedBytes() {
      return endedBytes;
    },

    find(id: string) {
      const row = selectHead.get(id);
      if (row !== undefined) seen.set(id, row.docid);
      return row;
    },

    /** Puts a record in place from `version` on, or takes it away. */
    put({ id, json, before: text = '', line, lacks }: ChangedRecord, version: number): void {
      const old = seen.get(id) ?? selectDocid.get(id)?.docid;
      seen.delete(id);
      if (old !== undefined) {
        supersede.run(old, version, json === undefined ? line : null);
        endedBytes += estimateBytes(id, text);
      }
      if (json !== undefined) {
        addVersion.run(++lastDocid, id, json, line, old ?? takeRemoved.get(id)?.docid ?? null);
        incomplete.note(lastDocid, lacks);
        setHead.run(id, lastDocid);
        changes[old === undefined ? 'added' : 'changed']++;
      } else if (old !== undefined) {
        dropHead.run(id);
        noteRemoved.run(id, old);
        changes.removed++;
      }
    },

    /** Notes the new version, unless nothing was changed, and drops rows superseded at `collectUpTo` or before. */
    finish(jobId: string, version: number, collectUpTo: number): RecordsState {
      const { added, changed, removed } = changes;
      if (added + changed + removed === 0) return before;
      const after = { version, jobId, lastDocid, records: before.records + added - removed };
      markApplied(database, after);
      collect(database, collectUpTo);
      return after;
    },
  };
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
