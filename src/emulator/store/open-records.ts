import type {
  CatalogVersion,
  RecordChange,
  RecordOpeners,
  RecordTexts,
  SourceRecord,
} from '../../engine/engine.ts';
import type { Database } from '../../sqlite.ts';
import { readRecordsFile, recordsState } from './records-file.ts';

/** Records that are handed on together. */
const BATCH = 256;

const HEAD_ROWS = `SELECT docid, id, CAST(json AS TEXT) AS json FROM record_version
  WHERE docid > ? AND docid NOT IN (SELECT docid FROM superseded) ORDER BY docid`;

/**
 * Ids that a version had, up to a docid, and the present one has not: by the versions that ended rows, of which history may
 * keep many more.
 */
const GONE_IDS = `SELECT id FROM superseded CROSS JOIN record_version USING (docid)
  WHERE superseded.version > ? AND +docid <= ? AND id NOT IN (SELECT id FROM head) ORDER BY +docid`;

/** Opens the present version of a records file, by its path, for an index run. PATCHes that come meanwhile are not seen. */
function openVersion(file: string): CatalogVersion & RecordTexts {
  const database = readRecordsFile(file);
  database.exec('BEGIN');
  const { version, records } = recordsState(database);
  return {
    version,
    count: records,
    records: () => inBatches(database.prepare<SourceRecord>(HEAD_ROWS).iterate(0)),
    changesSince: (since) => changesSince(database, since),
    get: recordGetter(database),
    close: () => {
      // A closed connection keeps its read transaction until its statements are collected.
      database.exec('COMMIT');
      database.close();
    },
  };
}

/** Opens a records file, by its path, to fetch the records of search results. */
function openTexts(file: string): RecordTexts {
  const database = readRecordsFile(file);
  return { get: recordGetter(database), close: () => database.close() };
}

/** Opens records files for engines. */
export const RECORD_OPENERS: RecordOpeners = { openVersion, openTexts };

function recordGetter(database: Database): RecordTexts['get'] {
  const row = database.prepare<{ json: string }>(
    'SELECT CAST(json AS TEXT) AS json FROM record_version WHERE docid = ?',
  );
  return (docids) => docids.map((docid) => row.get(docid)?.json);
}

/** Null for a version of another generation, and for one whose superseded rows have been collected. */
function changesSince(database: Database, since: number): ReturnType<CatalogVersion['changesSince']> {
  const then = database
    .prepare<{ lastDocid: number }>('SELECT last_docid AS lastDocid FROM applied WHERE version = ?')
    .get(since);
  if (then === undefined) return null;
  const gone = database.prepare<{ id: string }>(GONE_IDS).all(since, then.lastDocid);
  const changed = database
    .prepare<{ count: number }>(`SELECT count(*) AS count FROM (${HEAD_ROWS})`)
    .get(then.lastDocid);
  return {
    count: gone.length + (changed?.count ?? 0),
    changes: inBatches(changes(database, gone, then.lastDocid)),
  };
}

function* changes(
  database: Database,
  gone: readonly { id: string }[],
  lastDocid: number,
): Generator<RecordChange> {
  for (const { id } of gone) yield { id, docid: null, json: null };
  yield* database.prepare<SourceRecord>(HEAD_ROWS).iterate(lastDocid);
}

async function* inBatches<Item>(items: Iterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    if (batch.push(item) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
