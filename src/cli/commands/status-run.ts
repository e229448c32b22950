import type { CatalogApi } from '../../client/catalog-api.ts';
import { isFinished, type Job } from '../../client/jobs.ts';
import { assertNoneFailed, remarkOn } from '../../client/wait.ts';
import type { Ledger } from '../../state/ledger.ts';
import { withCatalogService } from '../catalog-service.ts';
import type { CommandContext } from '../context.ts';
import { printStatus } from '../output/status.ts';
import { awaitJobs } from '../wait-jobs.ts';
import type { WaitFlags } from '../wait-options.ts';

/** Asks for each job once, or until all have ended. Failed and killed jobs are printed first, then an error. */
export async function runStatus(
  context: CommandContext,
  given: readonly string[],
  flags: WaitFlags,
): Promise<number> {
  const ids = [...new Set(given)];
  return await withCatalogService(context, async ({ api, ledger, environment }) => {
    const jobs = flags.wait
      ? await awaitJobs(context, api, ids, flags, environment)
      : await lookOnce(context, api, ids);
    await noteInLedger(ledger, jobs, context.now());
    await printStatus(context.output, jobs);
    assertNoneFailed(jobs);
    return 0;
  });
}

async function lookOnce(context: CommandContext, api: CatalogApi, ids: readonly string[]): Promise<Job[]> {
  const jobs: Job[] = [];
  for (const id of ids) {
    const job = await api.job(id, context.signal);
    const remark = remarkOn(job);
    if (remark !== undefined) (job.status === 'skipped' ? context.output.note : context.output.warn)(remark);
    jobs.push(job);
  }
  return jobs;
}

/** Jobs that this machine submitted and whose end was not known yet. */
async function noteInLedger(ledger: Ledger, jobs: readonly Job[], now: Date): Promise<void> {
  const entries = await ledger.entries();
  for (const job of jobs.filter(isFinished)) {
    const entry = entries.find(({ jobId }) => jobId === job.id);
    if (entry === undefined || entry.state === job.status) continue;
    const remark = job.message === undefined ? {} : { remark: job.message };
    await ledger.update(entry.id, {
      state: job.status,
      endedAt: job.stoppedAt ?? now.toISOString(),
      ...remark,
    });
  }
}
