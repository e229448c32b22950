import { openDatabase } from '../../../sqlite.ts';
import { syncFileAndName } from '../../store/durability.ts';
import type { CopyTask, TaskOutcome } from '../jobs/job-task.ts';

/** Copies databases that others may have open, each in one consistent state, for a snapshot. */
export function copyFiles({ copies, durable }: CopyTask): TaskOutcome {
  for (const { from, to } of copies) {
    const database = openDatabase(from, { readOnly: true });
    database.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
    database.close();
    // The copy lost the journal mode, which stands in the file.
    const copy = openDatabase(to, { pragmas: { journal_mode: 'WAL' } });
    copy.close();
    if (durable) syncFileAndName(to);
  }
  return { end: 'copied' };
}
