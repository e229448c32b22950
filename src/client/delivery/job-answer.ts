import { BrctlError } from '../../base/errors.ts';
import type { Ledger } from '../state/ledger.ts';

const CACHED_ANSWER = 'a proxy or gateway may have returned a cached answer';

/**
 * Refuses an earlier request's job: its end says nothing about this load (doc: public-facts B6: each has its own).
 * @throws BrctlError `submit.outcome_unknown`
 */
export async function rejectReusedJobId(ledger: Ledger, environment: string, jobId: string): Promise<void> {
  const earlier = await ledger.requestOf(environment, jobId);
  if (earlier === undefined) return;
  throw new BrctlError(
    `the outcome of this submit is unknown: the answer names job ${jobId}, which belongs to the ${earlier.kind} of ${earlier.startedAt}`,
    {
      kind: 'temporary',
      code: 'submit.outcome_unknown',
      retryable: false,
      why: `${CACHED_ANSWER}; the service may have accepted the request under another id`,
      data: { job_id: jobId },
    },
  );
}

/**
 * An index job may be that of an earlier index request (doc: public-facts B7), not that of a load.
 * @throws BrctlError `index.bad_answer`
 */
export async function rejectLoadJobId(ledger: Ledger, environment: string, jobId: string): Promise<void> {
  const earlier = await ledger.requestOf(environment, jobId);
  if (earlier?.kind !== 'submit') return;
  throw new BrctlError(
    `the answer to this index request names job ${jobId}, which belongs to the submit of ${earlier.startedAt}`,
    {
      kind: 'temporary',
      code: 'index.bad_answer',
      why: CACHED_ANSWER,
      hint: 'run it again: a second index job changes nothing',
      data: { job_id: jobId },
    },
  );
}
