import { hasFailed, type Job } from '../../client/jobs.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { PartState } from '../../state/push-run.ts';

/** Notes in the ledger how a job ended. */
export async function noteJobEnd(
  { ledger, timing }: { ledger: Ledger; timing: { now(): Date } },
  ledgerId: string | undefined,
  job: Job,
): Promise<void> {
  if (ledgerId === undefined) return;
  await ledger.update(ledgerId, {
    state: job.status,
    endedAt: job.stoppedAt ?? timing.now().toISOString(),
    ...(job.message !== undefined && { remark: job.message }),
  });
}

/** What the end of its job says about a part. Nobody knows what became of one that was skipped. */
export function stateByJob(job: Job): PartState {
  if (hasFailed(job)) return 'failed';
  return job.status === 'skipped' ? 'sent' : 'applied';
}
