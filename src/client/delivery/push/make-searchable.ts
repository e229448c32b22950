import { isNotFound } from '../../../base/errors.ts';
import { hasFailed } from '../../api/jobs.ts';
import { assertNoneFailed, INDEX_FAILED } from '../../api/wait.ts';
import { updateAppliedBase } from '../../state/applied-base.ts';
import { startIndex } from '../tracked-index.ts';
import type { PushContext } from './push-context.ts';
import { describeUnderWay } from './push-report.ts';

/**
 * Runs the index job once for everything that was applied, and waits for it.
 * @param begun index job that an earlier push has started for the very same catalog: it is waited for instead
 * @param keeping settles when the snapshot is the catalog that was applied, so that the job can be noted with it
 * @returns false where the service skipped the job
 * @throws BrctlError what starting and waiting throw; `job.failed`
 */
export async function runIndexJob(
  context: PushContext,
  keeping: Promise<void>,
  begun?: string,
): Promise<boolean> {
  const { report, folder } = context;
  const { jobId, ledgerId } = await startOrJoin(context, begun);
  const noted = keeping.then(() => updateAppliedBase(folder, { indexJobId: jobId }));
  // saveBase reports a copy that cannot be stored.
  noted.catch(() => undefined);
  const noteState = (status: string) => {
    report.searchable = describeUnderWay(jobId, status);
  };
  noteState('accepted');
  const job = await context.service.waitForJob(jobId, 'indexing', noteState).catch(async (error: unknown) => {
    // The next push waits for this job only if it was noted, also after this one gave up waiting.
    await noted.catch(() => undefined);
    throw error;
  });
  if (ledgerId !== undefined) await context.ledger.end(ledgerId, job);
  const time = job.stoppedAt === undefined ? {} : { at: job.stoppedAt };
  const jobs = [{ id: job.id, status: job.status }];
  const isSkipped = job.status === 'skipped';
  const state = hasFailed(job) ? 'no' : isSkipped ? 'unknown' : 'yes';
  report.searchable = { state, jobs, ...time };
  if (isSkipped) report.searchable.remark = 'the service skipped the index job';
  assertNoneFailed([job], { why: INDEX_FAILED, hint: context.commandLineWith() });
  await noted;
  return !isSkipped;
}

async function startOrJoin(
  context: PushContext,
  begun: string | undefined,
): Promise<{ jobId: string; ledgerId?: string }> {
  const { service, ledger, options, signal, folder } = context;
  const { environment, catalog } = options;
  if (begun !== undefined && (await isStillOpen(context, begun))) {
    const ledgerId = (await ledger.requestOf(environment, begun))?.id;
    return { jobId: begun, ...(ledgerId !== undefined && { ledgerId }) };
  }
  await folder.assertHeld();
  return await startIndex(service.api, ledger, { environment, catalog }, signal);
}

/** Is that index job under way, or done, as far as the service still knows it? One that was skipped did nothing. */
async function isStillOpen({ service, signal }: PushContext, jobId: string): Promise<boolean> {
  try {
    const job = await service.api.job(jobId, signal);
    return !hasFailed(job) && job.status !== 'skipped';
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
