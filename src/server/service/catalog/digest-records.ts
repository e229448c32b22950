import type { Database } from '../../../base/files/sqlite.ts';
import type { AbortFlag } from '../../../base/process/abort-flag.ts';
import { RecordDigest } from '../../../catalog/kernel/record-digest.ts';
import { openRecordsFile, storeDigest, storedDigest } from '../../store/records-file.ts';
import type { DigestTask, TaskOutcome } from '../jobs/job-task.ts';

const CHECK_EVERY = 1_024;

/**
 * The digest of a version's records, from the file where it keeps one, else from the records themselves; then the file
 * keeps it, and each PATCH carries it on. Readers and a PATCH at work beside it are not held up.
 * @throws Error where the file has this version no more
 */
export function digestRecords(task: DigestTask, abort: AbortFlag): TaskOutcome {
  const database = openRecordsFile(task.file, task.durable);
  try {
    const version = database
      .prepare<{ lastDocid: number; records: number }>(
        'SELECT last_docid AS lastDocid, records FROM applied WHERE version = ?',
      )
      .get(task.version);
    if (version === undefined) throw new Error(`version ${task.version} is not kept any more`);
    const { lastDocid, records } = version;
    const kept = storedDigest(database, task.version);
    if (kept !== undefined) return { end: 'digested', digest: kept, records };
    const digest = sumUp(database, task.version, lastDocid, abort);
    storeDigest(database, task.version, digest);
    return { end: 'digested', digest, records };
  } finally {
    database.close();
  }
}

/** One statement sees one state: rows that a PATCH adds or collects meanwhile make no difference. */
function sumUp(database: Database, version: number, lastDocid: number, abort: AbortFlag): string {
  const rows = database
    .prepare<{ id: string; json: Uint8Array }>(
      `SELECT id, CAST(json AS BLOB) AS json FROM record_version
       WHERE docid <= ? AND docid NOT IN (SELECT docid FROM superseded WHERE version <= ?)`,
    )
    .iterate(lastDocid, version);
  const digest = new RecordDigest();
  let count = 0;
  for (const { id, json } of rows) {
    if (count++ % CHECK_EVERY === 0) abort.throwIfSet();
    digest.add(id, json);
  }
  return digest.text();
}
