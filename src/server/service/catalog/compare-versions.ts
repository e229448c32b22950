import type { AbortFlag } from '../../../base/process/abort-flag.ts';
import { recordOperations } from '../../../catalog/delta/record-operations.ts';
import { RecordVersions } from '../../store/record-versions.ts';
import type { CompareTask, TaskOutcome, VersionDifference } from '../jobs/job-task.ts';

const CHECK_EVERY = 1_024;

export function compareVersions(task: CompareTask, abort: AbortFlag): TaskOutcome {
  const from = new RecordVersions(task.from.file);
  try {
    const to = task.to.file === task.from.file ? from : new RecordVersions(task.to.file);
    try {
      return { end: 'compared', difference: compare(task, from, to, abort) };
    } finally {
      if (to !== from) to.close();
    }
  } finally {
    from.close();
  }
}

function compare(
  { family, from, to, maxIds }: CompareTask,
  old: RecordVersions,
  present: RecordVersions,
  abort: AbortFlag,
): VersionDifference {
  const difference: VersionDifference = { added: noneYet(), changed: noneYet(), removed: noneYet() };
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

function noneYet(): { count: number; ids: string[] } {
  return { count: 0, ids: [] };
}
