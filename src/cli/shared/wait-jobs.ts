import { BrctlError } from '../../base/errors.ts';
import { pluralize } from '../../base/wording/amounts.ts';
import type { CatalogApi } from '../../client/api/catalog-api.ts';
import { isFinished, type Job } from '../../client/api/jobs.ts';
import { describeAnomaly, waitForJobs } from '../../client/api/wait.ts';
import type { Ledger } from '../../client/state/ledger.ts';
import type { LedgerEntry } from '../../client/state/ledger-entry.ts';
import type { CommandContext } from '../context.ts';
import type { StepAmount } from '../output/progress.ts';

export interface WaitFlags {
  wait?: boolean;
  /** Milliseconds. */
  timeout: number;
  poll?: number;
}

export interface WaitWords {
  /** Purpose of the jobs. */
  doing?: 'applying' | 'indexing';
  /** The command that keeps waiting, where it is not `brctl status --wait`. */
  goOn?: string;
  /** Knows how many operations a job has, which the service does not tell before it has read them. */
  ledger?: Pick<Ledger, 'requestOf'>;
  /** Told the state at each look. */
  onState?: ((status: string) => void) | undefined;
}

/**
 * Waits for jobs with progress on stderr; remarks on anomalies.
 * @throws BrctlError what `waitForJobs` throws; jobs that failed are given, not thrown; an interruption says which jobs
 *   run on
 */
export async function awaitJobs(
  context: CommandContext,
  api: Pick<CatalogApi, 'job'>,
  ids: readonly string[],
  flags: WaitFlags,
  environment: string,
  { doing, goOn, ledger, onState }: WaitWords = {},
): Promise<Job[]> {
  const subject = ids.length === 1 ? `job ${ids[0]}` : pluralize(ids.length, 'job');
  const label = doing === undefined ? `waiting for ${subject}` : `${doing}: ${subject}`;
  const { now, random, sleep, signal, output } = context;
  const open = new Set(ids);
  const describeNext = (jobs: readonly string[]) =>
    goOn ?? context.commandFor(environment, 'status', ...jobs, '--wait');
  const printJob = (job: Job) => {
    if (isFinished(job)) open.delete(job.id);
    const remark = describeAnomaly(job);
    // Skipped is success; a state that nobody knows deserves to be seen.
    if (remark !== undefined) (job.status === 'skipped' ? output.note : output.warn)(remark);
  };
  const [only] = ids.length === 1 ? ids : [];
  const request = only === undefined ? undefined : await ledger?.requestOf(environment, only);
  const timing = { now, random, sleep, signal, timeoutMs: flags.timeout, pollMs: flags.poll };
  try {
    return await output.progress(label, (report) =>
      waitForJobs(api, ids, {
        ...timing,
        goOn: describeNext,
        onChange: printJob,
        onLook(job) {
          onState?.(job.status);
          report(only === undefined ? `${job.id} ${job.status}` : (getAmount(job, request) ?? job.status));
        },
      }),
    );
  } catch (error) {
    throw signal.aborted ? addOpenJobs(signal.reason, [...open], describeNext([...open])) : error;
  }
}

/** How far a job is, of as many operations as were sent where the service does not tell. */
function getAmount({ progress }: Job, request: LedgerEntry | undefined): StepAmount | undefined {
  if (progress?.unit !== 'operations' || progress.total !== undefined) return progress;
  return { ...progress, total: request?.operations };
}

/** The interruption, with what the service does without us. */
function addOpenJobs(reason: unknown, open: readonly string[], goOn: string): unknown {
  if (!(reason instanceof BrctlError) || open.length === 0) return reason;
  const which = open.length === 1 ? `job ${open[0]} continues` : `${open.length} jobs continue`;
  return new BrctlError(reason.message, {
    ...reason.details,
    why: `${which} on the service`,
    hint: goOn,
    data: { jobs: [...open] },
  });
}
