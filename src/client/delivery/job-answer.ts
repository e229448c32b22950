import { BrctlError } from '../../base/errors.ts';
import type { Ledger } from '../state/ledger.ts';

const STORED_ANSWER = 'a proxy or gateway may have given a stored answer in place of the service';

/**
 * Refuses to take the job of an earlier request for that of the one just sent: whether it ended well says nothing about
 * this one. Every load is its own job (doc: public-facts B6).
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
      why: `${STORED_ANSWER}; the service may have accepted the request under another id`,
      data: { job_id: jobId },
    },
  );
}

/**
 * The same for an index job, which may well be that of an earlier index request (a queued one is joined; doc:
 * public-facts B7), but not that of a load.
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
      why: STORED_ANSWER,
      hint: 'run it again: a second index job changes nothing',
      data: { job_id: jobId },
    },
  );
}
