import { copyDatabase } from '../../../files/copy-database.ts';
import { syncFileAndName } from '../../../files/durability.ts';
import type { AbortFlag } from '../../../process/abort-flag.ts';
import type { CopyTask, TaskOutcome } from '../jobs/job-task.ts';

/** Copies databases for a snapshot, each in one consistent state: nobody writes, since no job is at work. */
export function copyFiles({ copies, durable }: CopyTask, abort: AbortFlag): TaskOutcome {
  for (const { from, to } of copies) {
    copyDatabase(from, to, abort);
    if (durable) syncFileAndName(to);
  }
  return { end: 'copied' };
}
