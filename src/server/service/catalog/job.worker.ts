import { parentPort } from 'node:worker_threads';
import { copyDatabase } from '../../../base/files/copy-database.ts';
import { moveLog } from '../../../base/files/database-files.ts';
import { syncFileAndName } from '../../../base/files/durability.ts';
import { type Database, watchStatements, withDatabase } from '../../../base/files/sqlite.ts';
import { AbortFlag } from '../../../base/process/abort-flag.ts';
import { lowerThreadPriority } from '../../../base/process/lower-priority.ts';
import type { WorkerMessage } from '../../../base/process/worker-pool.ts';
import { recordOperations } from '../../../catalog/delta/record-operations.ts';
import { RecordDigest } from '../../../catalog/kernel/record-digest.ts';
import { collect } from '../../store/head-writer.ts';
import { openRecordVersions, type RecordVersions } from '../../store/record-versions.ts';
import { openRecordsFile, readApplied, readStoredDigest, storeDigest } from '../../store/records-file.ts';
import { toOutcome } from '../jobs/job-failure.ts';
import type {
  JobTask,
  SideTaskOf,
  SideTasks,
  StoredVersion,
  TaskOutcome,
  VersionDifference,
} from '../jobs/job-task.ts';
import { loadDelta } from '../load/load-delta.ts';
import { loadFull } from '../load/load-full.ts';
import { searchBodies } from '../load/search-bodies.ts';

type SideTaskRunners = {
  [Kind in keyof SideTasks]: (
    task: SideTaskOf<Kind>,
    abort: AbortFlag,
  ) => ReturnType<SideTasks[Kind]> | Promise<ReturnType<SideTasks[Kind]>>;
};

const SIDE_TASKS: SideTaskRunners = {
  copy: copyFiles,
  rest: ({ files }) => files.forEach(moveLog),
  collect: collectRows,
  digest: computeDigest,
  compare: compareVersions,
  searchBodies,
};

/** Runs the heavy work of jobs, one task at a time, so that the main thread continues answering. */
async function runTask(task: JobTask, abort: AbortFlag): Promise<TaskOutcome> {
  try {
    if (task.kind === 'load')
      return await (task.mode === 'full' ? loadFull(task, abort) : loadDelta(task, abort));
    const run = SIDE_TASKS[task.kind] as (given: object, abort: AbortFlag) => unknown;
    return { end: 'done', value: await run(task, abort) };
  } catch (error) {
    return toOutcome(error);
  }
}

lowerThreadPriority();
let abort = new AbortFlag();
// Parts of a load are long loops of statements that know nothing of jobs.
watchStatements({ before: () => abort.throwIfSet() });

parentPort?.on('message', async (message: WorkerMessage<JobTask>) => {
  if (message.kind === 'stop') {
    parentPort?.close();
    return;
  }
  abort = new AbortFlag(message.abort);
  parentPort?.postMessage(await runTask(message.task, abort));
});

/** Copies databases for a snapshot, each in one consistent state: nobody writes, since no job is at work. */
async function copyFiles({ copies, durable }: SideTaskOf<'copy'>, abort: AbortFlag): Promise<void> {
  for (const { from, to } of copies) {
    await copyDatabase(from, to, abort);
    if (durable) syncFileAndName(to);
  }
}

function collectRows({ file, upTo, durable }: SideTaskOf<'collect'>): void {
  withDatabase(openRecordsFile(file, durable), (database) =>
    database.transaction(() => collect(database, upTo)),
  );
}

const CHECK_EVERY = 1_024;

function compareVersions(task: SideTaskOf<'compare'>, abort: AbortFlag): VersionDifference {
  const opened = new Map<string, RecordVersions>();
  const open = ({ file }: StoredVersion) => {
    const versions = opened.get(file) ?? openRecordVersions(file);
    opened.set(file, versions);
    return versions;
  };
  try {
    return compare(task, open(task.from), open(task.to), abort);
  } finally {
    for (const versions of opened.values()) versions.close();
  }
}

function compare(
  { family, from, to, maxIds }: SideTaskOf<'compare'>,
  old: RecordVersions,
  present: RecordVersions,
  abort: AbortFlag,
): VersionDifference {
  const difference: VersionDifference = { added: makeCount(), changed: makeCount(), removed: makeCount() };
  const note = (kind: keyof VersionDifference, id: string) => {
    if (difference[kind].count++ < maxIds) difference[kind].ids.push(id);
  };
  const isOneFile = old === present;
  let seen = 0;
  const look = () => {
    if (seen++ % CHECK_EVERY === 0) abort.throwIfSet();
  };
  for (const { id, json } of old.records(from.version, isOneFile ? to.version : undefined)) {
    look();
    const after = present.at(id, to.version)?.json;
    if (after === undefined) note('removed', id);
    else if (after !== json && recordOperations(family, id, json, after).length > 0) note('changed', id);
  }
  for (const { id } of present.records(to.version, isOneFile ? from.version : undefined)) {
    look();
    if (old.at(id, from.version) === undefined) note('added', id);
  }
  return difference;
}

function makeCount(): { count: number; ids: string[] } {
  return { count: 0, ids: [] };
}

/** Reads the digest that the file keeps, or works it out and keeps it there. @throws Error where the file has this version no more */
function computeDigest(task: SideTaskOf<'digest'>, abort: AbortFlag): ReturnType<SideTasks['digest']> {
  return withDatabase(openRecordsFile(task.file, task.durable), (database) => {
    const version = readApplied(database, task.version);
    if (version === undefined) throw new Error(`version ${task.version} is no longer stored`);
    const { lastDocid, records } = version;
    const kept = readStoredDigest(database, task.version);
    if (kept !== undefined) return { digest: kept, records };
    const digest = sumUp(database, task.version, lastDocid, abort);
    storeDigest(database, task.version, digest);
    return { digest, records };
  });
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
