import { parentPort } from 'node:worker_threads';
import { IdleCollector } from '../../../process/collect-garbage.ts';
import { watchStatements } from '../../../sqlite.ts';
import { AbortFlag } from './abort-flag.ts';
import { copyFiles } from './copy-files.ts';
import { digestRecords } from './digest-records.ts';
import { runIndex } from './index-run.ts';
import { outcomeOf } from './job-failure.ts';
import type { JobTask, TaskOutcome, WorkerMessage } from './job-task.ts';
import { loadDelta } from './load-delta.ts';
import { loadFull } from './load-full.ts';

/** Runs the heavy work of jobs, one task at a time, so that the main thread continues answering. */
async function runTask(task: JobTask, abort: AbortFlag): Promise<TaskOutcome> {
  try {
    if (task.kind === 'index') return runIndex(task, abort);
    if (task.kind === 'copy') return copyFiles(task, abort);
    if (task.kind === 'digest') return digestRecords(task, abort);
    return await (task.mode === 'full' ? loadFull(task, abort) : loadDelta(task, abort));
  } catch (error) {
    return outcomeOf(error);
  }
}

const collector = new IdleCollector();
/** The task at hand is to be given up. */
let abort = new AbortFlag();
// Parts of an index run are long loops of statements that know nothing of jobs.
watchStatements({ before: () => abort.throwIfSet() });

parentPort?.on('message', async (message: WorkerMessage) => {
  if (message.kind === 'stop') {
    parentPort?.close();
    return;
  }
  collector.begin(fillsMemory(message.task));
  abort = new AbortFlag(message.abort);
  const outcome = await runTask(message.task, abort);
  parentPort?.postMessage(outcome);
  collector.end(fillsMemory(message.task) || (outcome.end === 'indexed' && outcome.mode === 'full'));
});

/** A whole catalog, or its whole index; an index run that was to take up a delta may turn out to be one, too. */
function fillsMemory(task: JobTask): boolean {
  return (task.kind === 'load' && task.mode === 'full') || (task.kind === 'index' && task.current === null);
}
