import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';
import { addWaitOptions } from './wait-options.ts';

const HELP = `
Changes become searchable only after an index job, which covers all loads before it. Running one more often than every
15 minutes may be throttled.

Examples:
  brctl index --wait`;

/** `brctl index`: makes what was applied searchable. */
export function indexCommand(frame: Frame): Command {
  const command = new Command('index').summary('Run the index job of the catalog and print its job id');
  return addWaitOptions(command)
    .description(HELP)
    .action(action(frame, async () => (await import('../jobs/index-run.ts')).runIndex));
}
