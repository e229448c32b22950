import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';
import { addWaitOptions } from './wait-options.ts';

const HELP = `
A job is creating, queued or running, and ends as success, failed, skipped or killed. The exit code is 8 for a job that
failed or was killed, else 0; a skipped job is reported with a remark.

Examples:
  brctl status
  brctl status 5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a
  brctl status $(brctl submit delta.jsonl) --wait --timeout 10m
  brctl status "$JOB" --quiet`;

/** `brctl status`: where jobs stand. */
export function statusCommand(frame: Frame): Command {
  const command = new Command('status')
    .summary('Print the status of jobs, now or once they have ended')
    .argument('[jobId...]', 'jobs; without any, those from here that are under way');
  return addWaitOptions(command)
    .description(HELP)
    .action(action(frame, async () => (await import('../jobs/status-run.ts')).runStatus));
}
