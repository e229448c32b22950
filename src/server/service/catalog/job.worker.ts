import { parentPort } from 'node:worker_threads';
import { copyDatabase } from '../../../base/files/copy-database.ts';
import { syncFileAndName } from '../../../base/files/durability.ts';
import { watchStatements } from '../../../base/files/sqlite.ts';
import { AbortFlag } from '../../../base/process/abort-flag.ts';
import { lowerThreadPriority } from '../../../base/process/lower-priority.ts';
import type { WorkerMessage } from '../../../base/process/worker-pool.ts';
import { collect } from '../../store/head-writer.ts';
import { openRecordsFile, restRecordsFile } from '../../store/records-file.ts';
import { outcomeOf } from '../jobs/job-failure.ts';
import type { CollectTask, CopyTask, JobTask, RestTask, TaskOutcome } from '../jobs/job-task.ts';
import { loadDelta } from '../load/load-delta.ts';
import { loadFull } from '../load/load-full.ts';
import { searchBodies } from '../load/search-bodies.ts';
import { compareVersions } from './compare-versions.ts';
import { digestRecords } from './digest-records.ts';

/** Runs the heavy work of jobs, one task at a time, so that the main thread continues answering. */
async function runTask(task: JobTask, abort: AbortFlag): Promise<TaskOutcome> {
  try {
    if (task.kind === 'copy') return copyFiles(task, abort);
    if (task.kind === 'rest') return restFiles(task);
    if (task.kind === 'collect') return collectRows(task);
    if (task.kind === 'compare') return compareVersions(task, abort);
    if (task.kind === 'digest') return digestRecords(task, abort);
    if (task.kind === 'search-bodies') return searchBodies(task);
    return await (task.mode === 'full' ? loadFull(task, abort) : loadDelta(task, abort));
  } catch (error) {
    return outcomeOf(error);
  }
}

lowerThreadPriority();
/** The task at hand is to be given up. */
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
function copyFiles({ copies, durable }: CopyTask, abort: AbortFlag): TaskOutcome {
  for (const { from, to } of copies) {
    copyDatabase(from, to, abort);
    if (durable) syncFileAndName(to);
  }
  return { end: 'copied' };
}

/** One that cannot be opened does not keep the others from it; what is damaged is told elsewhere. */
function restFiles({ files }: RestTask): TaskOutcome {
  for (const file of files) {
    try {
      restRecordsFile(file);
    } catch {
      // In use, or gone.
    }
  }
  return { end: 'tidied' };
}

function collectRows({ file, upTo, durable }: CollectTask): TaskOutcome {
  const database = openRecordsFile(file, durable);
  try {
    database.transaction(() => collect(database, upTo));
  } finally {
    database.close();
  }
  return { end: 'tidied' };
}
