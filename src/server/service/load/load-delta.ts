import { removeDatabase } from '../../../base/files/database-files.ts';
import { syncFileAndName } from '../../../base/files/durability.ts';
import type { Database } from '../../../base/files/sqlite.ts';
import type { AbortFlag } from '../../../base/process/abort-flag.ts';
import { RecordDigest } from '../../../catalog/kernel/record-digest.ts';
import { toOperation } from '../../../catalog/operations/operation-line.ts';
import { findMissingAttributes } from '../../../catalog/rules/check-value.ts';
import { createHeadWriter } from '../../store/head-writer.ts';
import {
  assertNotTruncated,
  createRecordsFile,
  openRecordsFile,
  readRecordsState,
  readStoredDigest,
  sealRecordsFile,
  storeDigest,
} from '../../store/records-file.ts';
import { describeIncomplete, joinRemarks } from '../jobs/job-stats.ts';
import { hasLines, type LoadTask, type TaskOutcome } from '../jobs/job-task.ts';
import { readLoadOperations } from './read-load-operations.ts';
import { RecordWriteBuffer } from './record-write-buffer.ts';

/** A PATCH: all of its operations, in order over the present records, or none (spec: Errors). */
export async function loadDelta(task: LoadTask, abort: AbortFlag): Promise<TaskOutcome> {
  const file = task.currentFile ?? makeEmptyFile(task);
  try {
    const database = openRecordsFile(file, task.durable);
    try {
      return { end: 'loaded', file, ...(await applyDelta(database, task, abort)) };
    } finally {
      database.close();
    }
  } catch (error) {
    if (task.currentFile === null) removeDatabase(file);
    throw error;
  }
}

function makeEmptyFile({ newFile, durable }: LoadTask): string {
  removeDatabase(newFile);
  sealRecordsFile(createRecordsFile(newFile));
  if (durable) syncFileAndName(newFile);
  return newFile;
}

async function applyDelta(database: Database, task: LoadTask, abort: AbortFlag) {
  const before = readRecordsState(database);
  if (task.currentFile !== null) assertNotTruncated(task.currentFile, before);
  // The file is ahead where what an ended job had committed was not noted: what comes next comes behind it.
  const version = Math.max(task.version, before.version + 1);
  // Committed just before a crash, with the note of it lost: the job is not applied a second time.
  if (before.jobId === task.jobId)
    return { version: before.version, records: before.records, operations: 0, endedBytes: 0 };
  const writer = createHeadWriter(database, before);
  // Where nobody has asked for the digest so far, there is none to carry on.
  const base = before.version === 0 ? new RecordDigest().text() : readStoredDigest(database, before.version);
  const digest = base === undefined ? undefined : new RecordDigest(base);
  const edited = new RecordWriteBuffer({
    read: (id) => writer.find(id)?.json,
    write: ({ id, json, before: old, line }) => {
      const lacks = json === undefined ? 0 : findMissingAttributes(json, task.family);
      writer.put({ id, json, before: old, line: hasLines(task) ? line : null, lacks }, version);
      if (old !== undefined) digest?.remove(id, old);
      if (json !== undefined) digest?.add(id, json);
    },
  });
  const { operations, remarks } = await readLoadOperations(task, abort, {
    take: (tape, parsed, line) => edited.apply(toOperation(tape, parsed, line)),
  });
  // A delta that changes nothing makes no version.
  const after = database.transaction(() => {
    edited.flush();
    const state = writer.finish(task.jobId, version, task.collectUpTo);
    if (digest !== undefined && state.version === version) storeDigest(database, version, digest.text());
    return state;
  });
  const { changes, endedBytes } = writer;
  const left = joinRemarks(remarks, describeIncomplete(database, before.lastDocid));
  return { version: after.version, records: after.records, operations, changes, endedBytes, ...left };
}
