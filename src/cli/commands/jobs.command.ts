import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';
import { wholeNumber } from '../options.ts';

const HELP = `
The list is kept on this machine: what was sent from here, and the last known state of each request. With --json, one
entry per line. "unknown" means that the whole request was sent but the answer was lost.

Examples:
  brctl jobs --env production --limit 5
  brctl jobs --catalog products_en --status failed --since 7d
  brctl jobs --json | jq 'select(.state == "unknown")'`;

/** `brctl jobs`: the ledger. */
export function jobsCommand(frame: Frame): Command {
  return new Command('jobs')
    .summary('List what was submitted from this machine, newest first')
    .option('--limit <n>', 'number of entries to show', wholeNumber(1), 20)
    .option('--status <state>', 'only requests in this state, such as failed or unknown')
    .option('--since <time>', 'only requests since then: an age such as 12h, a day, or an RFC 3339 time')
    .description(HELP)
    .action(action(frame, async () => (await import('../jobs/jobs-run.ts')).runJobs));
}
