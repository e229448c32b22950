import { hasFailed, type Job } from '../../client/jobs.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { PartState, PushPart } from '../../state/push-run.ts';

/** What the end of its job says about a part. Nobody knows what became of one that was skipped. */
function stateByJob(job: Job): PartState {
  if (hasFailed(job)) return 'failed';
  return job.status === 'skipped' ? 'sent' : 'applied';
}

/** Notes in the ledger and in a part what the service told of its job when that had ended. */
export async function notePartEnd(ledger: Pick<Ledger, 'end'>, part: PushPart, job: Job): Promise<void> {
  if (part.ledgerId !== undefined) await ledger.end(part.ledgerId, job);
  part.state = stateByJob(job);
  if (job.createdAt !== undefined) part.jobCreatedAt = job.createdAt;
  if (job.catalog !== undefined) part.jobCatalog = job.catalog;
}
