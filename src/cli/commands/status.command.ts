import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';
import type { WaitFlags } from '../jobs/wait-jobs.ts';
import { addWaitOptions } from './wait-options.ts';

const HELP = `
The states: creating, queued, running; success, failed, skipped, killed. A job that runs exits 0; one that failed or was
killed exits 8; skipped exits 0 with a remark.

Examples:
  brctl status 5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a
  brctl status $(brctl submit delta.jsonl) --wait --timeout 10m
  brctl status "$JOB" --quiet`;

/** `brctl status`: where jobs stand. */
export function statusCommand(frame: Frame): Command {
  const command = new Command('status')
    .description('Print the status of jobs, once or when they have ended')
    .argument('<jobId...>', 'jobs');
  return addWaitOptions(command)
    .addHelpText('after', HELP)
    .action(
      action(frame, async (context, ids: string[], flags: WaitFlags) => {
        const { runStatus } = await import('../jobs/status-run.ts');
        return await runStatus(context, ids, flags);
      }),
    );
}
