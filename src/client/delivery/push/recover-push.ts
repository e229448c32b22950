import { isNotFound } from '../../../base/errors.ts';
import { hasFailed, type Job } from '../../api/jobs.ts';
import type { Ledger } from '../../state/ledger.ts';
import {
  endRun,
  type PartState,
  type PushPart,
  type PushRun,
  readRun,
  writeRun,
} from '../../state/push-run.ts';
import { commitApplied, markBaseUnknown } from './commit-applied.ts';
import type { PushContext } from './push-context.ts';
import { isUnfinishedUpload } from './remote-parts.ts';

/**
 * Recovers an interrupted push without sending anything: drops parts that were not fully sent, waits for accepted
 * jobs, and saves what was applied as the base. If an answer was lost, marks the base unknown.
 * @returns the run whose uploads can be gone on with, or are to be removed
 * @throws BrctlError what waiting throws; the run is then still there for the next push
 */
export async function recoverPush(context: PushContext): Promise<PushRun | undefined> {
  const { folder, report } = context;
  const run = await readRun(folder);
  if (run === undefined) return undefined;
  await endParts(context, run);
  if (run.parts.some(({ state }) => state === 'sent')) {
    await markBaseUnknown(context, run);
    report.resumed = `the push of ${run.source} got no answer; it is unknown whether it was applied`;
  } else {
    await commitApplied(context, run);
    report.resumed = describe(run);
  }
  if (!isUnfinishedUpload(run)) await endRun(folder);
  context.note(`an earlier push was interrupted: ${report.resumed}`);
  return run;
}

async function endParts(context: PushContext, run: PushRun): Promise<void> {
  for (const part of run.parts) {
    if (part.state === 'sent' && part.ledgerId !== undefined) {
      await context.ledger.update(part.ledgerId, { state: 'unknown', remark: 'submit.outcome_unknown' });
    }
    if (part.state !== 'accepted' || part.jobId === undefined) continue;
    await endPart(context, part, part.jobId);
    await writeRun(context.folder, run);
  }
}

/** Waits for the job of a part. A job that the service does not know any more tells nothing. */
async function endPart(context: PushContext, part: PushPart, jobId: string): Promise<void> {
  try {
    const job = await context.service.waitForJob(jobId, 'applying');
    await recordPartResult(context.ledger, part, job);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    context.warn(`the service no longer knows job ${jobId} of an earlier push from this machine`);
    part.state = 'sent';
  }
}

function describe(run: PushRun): string {
  const applied = run.parts.filter(({ state }) => state === 'applied').length;
  if (applied === 0) return `${run.source} was not applied`;
  return applied === run.parts.length
    ? `${run.source} was applied`
    : `${applied} of ${run.parts.length} parts of ${run.source} were applied`;
}

/** Result of a part from the end of its job. The outcome of a skipped one is unknown. */
function toPartState(job: Job): PartState {
  if (hasFailed(job)) return 'failed';
  return job.status === 'skipped' ? 'sent' : 'applied';
}

/** Records in the ledger and in the part how its job ended. */
export async function recordPartResult(ledger: Pick<Ledger, 'end'>, part: PushPart, job: Job): Promise<void> {
  if (part.ledgerId !== undefined) await ledger.end(part.ledgerId, job);
  part.state = toPartState(job);
  if (job.createdAt !== undefined) part.jobCreatedAt = job.createdAt;
  if (job.catalog !== undefined) part.jobCatalog = job.catalog;
}
