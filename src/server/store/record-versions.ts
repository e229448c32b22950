import type { Database } from '../../base/files/sqlite.ts';
import { readRecordsFile } from './records-file.ts';

/** One row of a record, and from which version to which it was in the catalog. */
export interface RecordSpan {
  docid: number;
  json: string;
  /** The first version that had it, or the oldest one that can be read. */
  from: number;
  line: number | null;
  /** The first version without it; null while it is in the last version of the file. */
  until: number | null;
  /** Line of the load that removed the record, where it was not replaced. */
  untilLine: number | null;
}

/** As two texts: a row for each of thousands of versions takes ten times as long to read. */
const APPLIED = `SELECT json_group_array(version) AS versions, json_group_array(last_docid) AS lastDocids
  FROM (SELECT version, last_docid FROM applied ORDER BY version)`;

interface Row extends Omit<RecordSpan, 'from'> {
  previous: number | null;
}

export type RecordVersions = ReturnType<typeof openRecordVersions>;

/** Reads what the records in one file were. Every row is looked up: the cost does not grow with the file. */
export function openRecordVersions(file: string) {
  const database = readRecordsFile(file);
  // One state throughout: a PATCH may come in between.
  database.exec('BEGIN');
  const { versions, lastDocids } = readAllApplied(database);
  const lastDocid = database.prepare<{ docid: number }>(
    `SELECT docid FROM head WHERE id = ?1 UNION ALL SELECT docid FROM removed WHERE id = ?1 LIMIT 1`,
  );
  const findRow = database.prepare<Row>(
    `SELECT docid, CAST(json AS TEXT) AS json, record_version.line AS line, previous,
       superseded.version AS until, superseded.line AS untilLine
     FROM record_version LEFT JOIN superseded USING (docid) WHERE docid = ?`,
  );

  function getLastDocid(version: number): number {
    return lastDocids[versions.findLastIndex((applied) => applied <= version)] ?? 0;
  }

  function findFirstVersion(docid: number): number {
    let low = 0;
    let high = versions.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lastDocids[middle] as number) >= docid) high = middle;
      else low = middle + 1;
    }
    return versions[low] ?? 0;
  }

  function* listSpans(id: string): Generator<RecordSpan> {
    let docid = lastDocid.get(id)?.docid ?? null;
    while (docid !== null) {
      const row = findRow.get(docid);
      if (row === undefined) return;
      const { previous, ...span } = row;
      yield { ...span, from: findFirstVersion(docid) };
      docid = previous;
    }
  }

  return {
    spans: listSpans,

    at(id: string, version: number): RecordSpan | undefined {
      for (const span of listSpans(id)) {
        if (span.from <= version) return span.until === null || span.until > version ? span : undefined;
      }
      return undefined;
    },

    /** The records of a version; with `otherThan`, those whose rows another version of this file had not. */
    *records(version: number, otherThan?: number): Generator<{ id: string; json: string }> {
      const rows = database.prepare<{ id: string; json: string }>(
        `SELECT id, CAST(json AS TEXT) AS json FROM ${selectRows(version, otherThan)}`,
      );
      const bounds =
        otherThan === undefined ? [] : [otherThan > version ? otherThan : getLastDocid(otherThan)];
      yield* rows.iterate(getLastDocid(version), version, ...bounds);
    },

    close(): void {
      database.exec('COMMIT');
      database.close();
    },
  };
}

function readAllApplied(database: Database) {
  const row = database.prepare<{ versions: string; lastDocids: string }>(APPLIED).get();
  const parse = (numbers = '[]') => JSON.parse(numbers) as number[];
  return { versions: parse(row?.versions), lastDocids: parse(row?.lastDocids) };
}

/** The rows of a version, whose last docid is ?1 and number ?2. */
function selectRows(version: number, otherThan: number | undefined): string {
  const present = 'docid NOT IN (SELECT docid FROM superseded WHERE version <= ?2)';
  if (otherThan === undefined) return `record_version WHERE docid <= ?1 AND ${present}`;
  // Rows added since an earlier version, or ended by a later one.
  return otherThan < version
    ? `record_version WHERE docid > ?3 AND docid <= ?1 AND ${present}`
    : `superseded CROSS JOIN record_version USING (docid)
       WHERE superseded.version > ?2 AND superseded.version <= ?3 AND +docid <= ?1`;
}
