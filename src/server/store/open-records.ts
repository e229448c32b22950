import { BrctlError } from '../../base/errors.ts';
import type { Database } from '../../base/files/sqlite.ts';
import type {
  CatalogVersion,
  RecordChange,
  RecordLocator,
  RecordOpeners,
  RecordTexts,
  SourceRecord,
} from '../../engine/engine.ts';
import { toPointer } from '../../protocol/json-pointer.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { INCOMPLETE_NOW } from './incomplete-products.ts';
import { readApplied, readRecordsFile, readRecordsState } from './records-file.ts';

const BATCH = 256;

const HEAD_ROWS = `SELECT docid, id, CAST(json AS TEXT) AS json FROM record_version
  WHERE docid > ? AND docid NOT IN (SELECT docid FROM superseded)
    AND docid NOT IN (SELECT docid FROM incomplete) ORDER BY docid`;

/** Ids that an index of a version has, and the present version has not, by the versions that ended rows. */
const GONE_IDS = `SELECT id FROM superseded CROSS JOIN record_version USING (docid)
  WHERE superseded.version > ? AND +docid <= ? AND docid NOT IN (SELECT docid FROM incomplete)
    AND id NOT IN (SELECT id FROM head WHERE head.docid NOT IN (SELECT docid FROM incomplete)) ORDER BY +docid`;

/** Records of an earlier version, whose last docid is ?1 and number ?2, and whether they are indexed. */
const EARLIER_ROWS = `SELECT docid, id, CAST(json AS TEXT) AS json, incomplete.lacks AS lacks
  FROM record_version LEFT JOIN incomplete USING (docid)
  WHERE docid <= ?1 AND docid NOT IN (SELECT docid FROM superseded WHERE version <= ?2) ORDER BY docid`;

/** No absolute path begins so. */
const EARLIER = /^version (\d+) of (.+)$/s;

/** Where the records are as they were in a version of a file. */
export function locateRecordsOfVersion(file: string, version: number): RecordLocator {
  return `version ${version} of ${file}`;
}

function readLocator(locator: RecordLocator): { file: string; version: number | null } {
  const [, version, file] = EARLIER.exec(locator) ?? [];
  if (version === undefined || file === undefined) return { file: locator, version: null };
  return { file, version: Number(version) };
}

/** Opens a version for an index run: the present one for its path alone. PATCHes that come meanwhile are not seen. */
function openVersion(locator: RecordLocator): CatalogVersion & RecordTexts {
  const { file, version } = readLocator(locator);
  const database = readRecordsFile(file);
  database.exec('BEGIN');
  const close = () => {
    // A closed connection keeps its read transaction until its statements are collected.
    database.exec('COMMIT');
    database.close();
  };
  try {
    const records = version === null ? readPresentRecords(database) : readEarlierRecords(database, version);
    return { ...records, get: createRecordGetter(database), close };
  } catch (error) {
    close();
    throw error;
  }
}

function countRows(database: Database, source: string, ...bounds: number[]): number {
  return (
    database.prepare<{ count: number }>(`SELECT count(*) AS count FROM ${source}`).get(...bounds)?.count ?? 0
  );
}

function readPresentRecords(database: Database): CatalogVersion {
  const { version, records } = readRecordsState(database);
  return {
    version,
    count: records - countRows(database, INCOMPLETE_NOW),
    records: () => batch(database.prepare<SourceRecord>(HEAD_ROWS).iterate(0)),
    changesSince: (since) => readChangesSince(database, since),
  };
}

/** @throws BrctlError `store.version_gone` where the rows that it replaced have been collected */
function readEarlierRecords(database: Database, version: number): CatalogVersion {
  const then = readApplied(database, version);
  if (then === undefined) throw versionGoneError(version);
  const readRows = () => database.prepare<EarlierRow>(EARLIER_ROWS).iterate(then.lastDocid, version);
  return {
    version,
    count: then.records,
    records: () => batch(keepIndexed(readRows(), then.records, version)),
    changesSince: () => null,
  };
}

interface EarlierRow extends SourceRecord {
  lacks: number | null;
}

/** The records to index of a version, which has lost rows if it has fewer than it had. */
function* keepIndexed(rows: Iterable<EarlierRow>, count: number, version: number): Generator<SourceRecord> {
  let seen = 0;
  for (const { lacks, ...record } of rows) {
    seen++;
    if (lacks === null) yield record;
  }
  if (seen !== count) throw versionGoneError(version);
}

function versionGoneError(version: number): BrctlError {
  return new BrctlError(`version ${version} can no longer be read`, {
    kind: 'not-found',
    code: 'store.version_gone',
    why: 'it is beyond what history keeps',
  });
}

/** Opens a records file to fetch the records of search results: rows of earlier versions are in the same file. */
function openTexts(locator: RecordLocator): RecordTexts {
  const database = readRecordsFile(readLocator(locator).file);
  return { get: createRecordGetter(database), close: () => database.close() };
}

export const RECORD_OPENERS: RecordOpeners = { openVersion, openTexts };

function createRecordGetter(database: Database): RecordTexts['get'] {
  const row = database.prepare<{ json: string }>(
    'SELECT CAST(json AS TEXT) AS json FROM record_version WHERE docid = ?',
  );
  return (docids) => docids.map((docid) => row.get(docid)?.json);
}

/** Null for a version of another generation, and for one whose superseded rows have been collected. */
function readChangesSince(database: Database, since: number): ReturnType<CatalogVersion['changesSince']> {
  const then = readApplied(database, since);
  if (then === undefined) return null;
  const { lastDocid } = then;
  const gone = database.prepare<{ id: string }>(GONE_IDS).all(since, lastDocid);
  function* listChanges(): Generator<RecordChange> {
    for (const { id } of gone) yield { id, docid: null, json: null };
    yield* database.prepare<SourceRecord>(HEAD_ROWS).iterate(lastDocid);
  }
  return {
    count: gone.length + countRows(database, `(${HEAD_ROWS})`, lastDocid),
    changes: batch(listChanges()),
  };
}

async function* batch<Item>(items: Iterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    if (batch.push(item) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Text read at a time, so that the event loop gets its turn in between. */
const PART_LENGTH = 65_536;

/** Records as a PUT would send them. One statement reads them, so they are of one version despite concurrent PATCHes. */
export function* readRecordLines(file: string, family: RecordFamily): Generator<string> {
  const database = readRecordsFile(file);
  try {
    const rows = database.prepare<SourceRecord>(
      `SELECT docid, id, CAST(json AS TEXT) AS json FROM record_version
       WHERE docid NOT IN (SELECT docid FROM superseded) ORDER BY docid`,
    );
    let part = '';
    for (const { id, json } of rows.iterate()) {
      part += `{"op":"add","path":${JSON.stringify(toPointer([family, id]))},"value":${json}}\n`;
      if (part.length < PART_LENGTH) continue;
      yield part;
      part = '';
    }
    if (part !== '') yield part;
  } finally {
    database.close();
  }
}
