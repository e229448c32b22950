import { type Command, Option } from 'commander';
import type { CatalogApi } from '../client/catalog-api.ts';
import type { Job } from '../client/jobs.ts';
import { assertNoneFailed, remarkOn, waitForJobs } from '../client/wait.ts';
import type { CommandContext } from './context.ts';
import { duration } from './options.ts';

/** The options of every command that can wait for jobs. */
export interface WaitFlags {
  wait?: boolean;
  /** Milliseconds. */
  timeout: number;
  poll?: number;
}

const DEFAULT_WAIT_MS = 30 * 60_000;

/** Adds --timeout and --poll, and --wait where waiting is a choice. */
export function addWaitOptions(command: Command, waits: 'always' | 'on-demand' = 'on-demand'): Command {
  if (waits === 'on-demand') command.option('--wait', 'wait until the job has ended');
  return command
    .addOption(
      new Option('--timeout <duration>', 'give up waiting after this time')
        .argParser(duration)
        .default(DEFAULT_WAIT_MS, '30m'),
    )
    .addOption(
      new Option('--poll <duration>', 'time between two looks (1s growing to 15s by default)').argParser(
        duration,
      ),
    );
}

/** The command that goes on waiting for jobs. */
export function waitCommand(ids: readonly string[], environment: string): string {
  return `brctl status ${ids.join(' ')} --wait -e ${environment}`;
}

/**
 * Waits for jobs with a sign of life on stderr; remarks on what is out of the ordinary.
 *
 * @throws BrctlError what `waitForJobs` throws; jobs that failed are given, not thrown
 */
export async function awaitJobs(
  context: CommandContext,
  api: Pick<CatalogApi, 'job'>,
  ids: readonly string[],
  flags: WaitFlags,
  environment: string,
): Promise<Job[]> {
  const label = ids.length === 1 ? `waiting for job ${ids[0]}` : `waiting for ${ids.length} jobs`;
  const { now, random, sleep, signal, output } = context;
  return await output.progress(label, (report) =>
    waitForJobs(api, ids, {
      now,
      random,
      sleep,
      signal,
      timeoutMs: flags.timeout,
      pollMs: flags.poll,
      goOn: (open) => waitCommand(open, environment),
      onChange(job) {
        report(ids.length === 1 ? job.status : `${job.id} ${job.status}`);
        const remark = remarkOn(job);
        if (remark !== undefined) output.warn(remark);
      },
    }),
  );
}

/** As `awaitJobs`, but a job that failed or was killed is an error (exit 8). */
export async function awaitSuccess(...waiting: Parameters<typeof awaitJobs>): Promise<Job[]> {
  const jobs = await awaitJobs(...waiting);
  assertNoneFailed(jobs);
  return jobs;
}
