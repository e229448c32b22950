import { hasFailed, type Job } from '../../client/jobs.ts';
import type { PartState } from '../../state/push-run.ts';

/** What the end of its job says about a part. Nobody knows what became of one that was skipped. */
export function stateByJob(job: Job): PartState {
  if (hasFailed(job)) return 'failed';
  return job.status === 'skipped' ? 'sent' : 'applied';
}
