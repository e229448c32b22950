import type { RecordSource, SourceRecord } from '../../engine/engine.ts';
import type { Database } from '../../sqlite.ts';
import { readRecordsFile, recordsState } from './records-file.ts';

/** A version of a catalog that stays as it is until it is closed. */
export interface OpenRecordSource extends RecordSource {
  close(): void;
}

/** Reads record versions by docid for as long as a search index refers to them. */
export interface RecordReader {
  get(docids: readonly number[]): (string | undefined)[];
  close(): void;
}

const HEAD_ROWS = `SELECT docid, id, CAST(json AS TEXT) AS json FROM record_version
  WHERE docid > ? AND docid NOT IN (SELECT docid FROM superseded) ORDER BY docid`;

/** Opens the present version of a records file for an index run. PATCHes that come meanwhile are not seen. */
export function openRecordSource(recordsFile: string): OpenRecordSource {
  const database = readRecordsFile(recordsFile);
  database.exec('BEGIN');
  const { version, records } = recordsState(database);
  return {
    version,
    count: records,
    all: () => database.prepare<SourceRecord>(HEAD_ROWS).iterate(0),
    changesSince: (since) => changesSince(database, since),
    get: recordGetter(database),
    close: () => {
      // A closed connection keeps its read transaction until its statements are collected.
      database.exec('COMMIT');
      database.close();
    },
  };
}

/** Opens a records file to fetch documents for search results. */
export function openRecordReader(recordsFile: string): RecordReader {
  const database = readRecordsFile(recordsFile);
  return { get: recordGetter(database), close: () => database.close() };
}

function recordGetter(database: Database): RecordReader['get'] {
  const row = database.prepare<{ json: string }>(
    'SELECT CAST(json AS TEXT) AS json FROM record_version WHERE docid = ?',
  );
  return (docids) => docids.map((docid) => row.get(docid)?.json);
}

/** Null for a version of another generation, and for one whose superseded rows have been collected. */
function changesSince(database: Database, since: number): ReturnType<RecordSource['changesSince']> {
  const then = database
    .prepare<{ lastDocid: number }>('SELECT last_docid AS lastDocid FROM applied WHERE version = ?')
    .get(since);
  if (then === undefined) return null;
  const removed = database
    .prepare<{ docid: number }>(
      'SELECT docid FROM superseded WHERE version > ? AND docid <= ? ORDER BY docid',
    )
    .all(since, then.lastDocid)
    .map(({ docid }) => docid);
  const added = database
    .prepare<{ count: number }>(`SELECT count(*) AS count FROM (${HEAD_ROWS})`)
    .get(then.lastDocid);
  return {
    removed,
    added: database.prepare<SourceRecord>(HEAD_ROWS).iterate(then.lastDocid),
    count: removed.length + (added?.count ?? 0),
  };
}
