import { buildIndex } from '../../../engine/embedded/building/build.ts';
import { chooseIndexMode, updateIndex } from '../../../engine/embedded/building/update.ts';
import type { IndexReport } from '../../../engine/engine.ts';
import { messageOf } from '../../../errors.ts';
import { syncFile, syncFileAndName } from '../../store/durability.ts';
import { type OpenRecordSource, openRecordSource } from '../../store/record-source.ts';
import { AbortedError, type AbortFlag } from './abort-flag.ts';
import type { IndexTask, TaskOutcome } from './job-task.ts';

/**
 * An index run: writes a small change behind what the published index holds, or builds a new index file beside it. Either
 * way the old version answers until the new one is published.
 */
export function runIndex(task: IndexTask, abort: AbortFlag): TaskOutcome {
  const source = openRecordSource(task.recordsFile);
  try {
    const { result, failure } = update(task, source, abort);
    const { report, indexFile } = result ?? build(task, source, abort);
    const { version, documents, mode } = report;
    return { end: 'indexed', indexFile, version, documents, mode, ...(failure !== undefined && { failure }) };
  } finally {
    source.close();
  }
}

interface IndexResult {
  report: IndexReport;
  indexFile: string;
}

/** Without a result a new build is the way: a large change, or a published index that cannot be carried on, and why. */
function update(
  task: IndexTask,
  source: OpenRecordSource,
  abort: AbortFlag,
): { result?: IndexResult; failure?: string } {
  if (task.current === null) return {};
  const { indexFile, version } = task.current;
  const changes = source.changesSince(version);
  if (changes === null || chooseIndexMode(changes.count, source.count) === 'full') return {};
  try {
    const report = updateIndex(source, indexFile, version, abort.asSignal());
    // The commit is in the write-ahead log; a power cut must not lose it once it is published.
    if (task.durable) syncFile(`${indexFile}-wal`);
    return { result: { report, indexFile } };
  } catch (error) {
    if (error instanceof AbortedError) throw error;
    return { failure: messageOf(error) };
  }
}

function build(task: IndexTask, source: OpenRecordSource, abort: AbortFlag): IndexResult {
  const report = buildIndex(source, task.newFile, abort.asSignal());
  if (task.durable) syncFileAndName(task.newFile);
  return { report, indexFile: task.newFile };
}
