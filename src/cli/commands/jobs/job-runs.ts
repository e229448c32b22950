import { BrctlError, isNotFound } from '../../../base/errors.ts';
import { formatTime } from '../../../base/wording/amounts.ts';
import type { CatalogApi } from '../../../client/api/catalog-api.ts';
import { isFinished, type Job } from '../../../client/api/jobs.ts';
import { assertNoneFailed, describeAnomaly, INDEX_FAILED } from '../../../client/api/wait.ts';
import { startIndex } from '../../../client/delivery/tracked-index.ts';
import type { Ledger } from '../../../client/state/ledger.ts';
import { isTerminalState } from '../../../protocol/job.ts';
import type { CommandContext } from '../../context.ts';
import type { Output } from '../../output/output.ts';
import { toSnakeCase } from '../../output/printable.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { withCatalogArea } from '../../shared/catalog-area.ts';
import { awaitJobs, type WaitFlags } from '../../shared/wait-jobs.ts';

/** Starts an index job and waits for it when asked to. The id is printed as soon as it is known. */
export async function runIndex(context: CommandContext, flags: WaitFlags): Promise<void> {
  return await withCatalogArea(context, async ({ api, ledger, environment, target }) => {
    const to = { environment, catalog: target.catalog };
    const started = await startIndex(api, ledger, to, context.signal);
    if (!flags.wait) {
      await printIndex(context.output, target.catalog, started.jobId);
      return;
    }
    if (!context.output.json) await printIndex(context.output, target.catalog, started.jobId);
    const [job] = await awaitJobs(context, api, [started.jobId], flags, environment, { doing: 'indexing' });
    if (job === undefined) return;
    await ledger.end(started.ledgerId, job);
    if (context.output.json) await printIndex(context.output, target.catalog, started.jobId, job);
    // That it was skipped was told, and why.
    else if (job.status !== 'skipped') context.output.note(`job ${job.id}: ${job.status}`);
    const isUnloaded = job.errorCode === 'nothing_loaded';
    const hint = isUnloaded ? 'brctl push <catalog>' : context.commandLineWith();
    assertNoneFailed([job], { why: isUnloaded ? 'an index run needs a stored catalog' : INDEX_FAILED, hint });
  });
}

/** Jobs of requests from here whose end is not known yet. */
async function listUnfinished(ledger: Ledger, environment: string): Promise<string[]> {
  const entries = await ledger.entries();
  return entries.flatMap(({ jobId, state, environment: of }) =>
    jobId !== undefined && of === environment && !isTerminalState(state) ? [jobId] : [],
  );
}

/** Asks for each job once, or until all have ended. Failed and killed jobs are printed first, then an error. */
export async function runStatus(
  context: CommandContext,
  jobIds: readonly string[],
  flags: WaitFlags,
): Promise<void> {
  return await withCatalogArea(context, async ({ api, state, environment }) => {
    const ids =
      jobIds.length > 0 ? [...new Set(jobIds)] : await listUnfinished(state.localLedger, environment);
    if (ids.length === 0)
      context.output.note(
        `no unfinished jobs from this machine in ${environment}: brctl jobs lists all requests`,
      );
    const { jobs, unknown } = flags.wait
      ? {
          jobs: await awaitJobs(context, api, ids, flags, environment, { ledger: state.localLedger }),
          unknown: [],
        }
      : await lookOnce(context, api, ids);
    await noteInLedger(state.localLedger, jobs);
    if (jobs.length > 0) await printStatus(context.output, jobs);
    refuseUnknown(unknown);
    assertNoneFailed(jobs);
  });
}

/** The jobs, and errors about those that the service does not know: they do not hide the others. */
async function lookOnce({ output, signal }: CommandContext, api: CatalogApi, ids: readonly string[]) {
  const jobs: Job[] = [];
  const unknown: BrctlError[] = [];
  for (const id of ids) {
    try {
      jobs.push(await api.job(id, signal));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      unknown.push(error);
    }
  }
  for (const job of jobs) {
    const remark = describeAnomaly(job);
    if (remark !== undefined) (job.status === 'skipped' ? output.note : output.warn)(remark);
  }
  return { jobs, unknown };
}

/** @throws BrctlError `job.not_found` that names all of them */
function refuseUnknown(unknown: readonly BrctlError[]): void {
  const [first] = unknown;
  if (first === undefined) return;
  throw new BrctlError(unknown.map(({ message }) => message).join('; '), first.details);
}

/** Jobs that this machine submitted and whose end was not known yet. */
async function noteInLedger(ledger: Ledger, jobs: readonly Job[]): Promise<void> {
  const entries = await ledger.entries();
  for (const job of jobs.filter(isFinished)) {
    const entry = entries.find(({ jobId }) => jobId === job.id);
    if (entry === undefined || entry.state === job.status) continue;
    await ledger.end(entry.id, job);
  }
}

const buildColumns = (timeOf: (time?: string) => string): RowColumn<Job>[] => [
  { title: 'Job', of: ({ id }) => id },
  { title: 'Status', isState: true, of: ({ status }) => status },
  { title: 'Type', minor: true, of: ({ type }) => type ?? '-' },
  { title: 'Created', minor: true, of: ({ createdAt }) => timeOf(createdAt) },
  { title: 'Started', minor: true, of: ({ startedAt }) => timeOf(startedAt) },
  { title: 'Stopped', minor: true, of: ({ stoppedAt }) => timeOf(stoppedAt) },
  { title: 'Message', isNote: true, of: ({ message }) => message ?? '' },
];

/** A table of jobs; with --quiet the bare status of each, one a line; with --json a document. */
async function printStatus({ quiet, now, result }: Output, jobs: readonly Job[]): Promise<void> {
  await result({ schema: 'brctl.status/1', jobs: jobs.map(jobToJson) }, (stdout) => {
    if (quiet) return jobs.map(({ status }) => `${status}\n`).join('');
    const format = (time?: string) => formatTime(time, now().getTime(), stdout.isTty);
    return renderRows(buildColumns(format), jobs, stdout);
  });
}

/** The id of an index job; with --json a document, with the job's end when it was waited for. */
async function printIndex(output: Output, catalog: string, jobId: string, job?: Job): Promise<void> {
  const document = { schema: 'brctl.index/1', catalog, job_id: jobId, ...(job && jobToJson(job)) };
  await output.result(document, () => `${jobId}\n`);
}

function jobToJson({ id, progress: _, incompleteProducts: _incomplete, ...job }: Job) {
  return toSnakeCase({ jobId: id, ...job });
}
