import { BrctlError, isStopped } from '../../base/errors.ts';
import type { CatalogApi } from '../api/catalog-api.ts';
import type { Ledger } from '../state/ledger.ts';
import type { Destination } from '../state/ledger-entry.ts';

/**
 * Starts an index job and notes it in the ledger. Running one again is harmless, so a lost answer is asked for again.
 * @throws BrctlError what `CatalogApi.runIndex` throws; `index.bad_answer` where the job is that of a load
 */
export async function startIndex(
  api: CatalogApi,
  ledger: Ledger,
  to: Destination,
  signal: AbortSignal,
): Promise<{ jobId: string; ledgerId: string }> {
  const ledgerId = await ledger.begin({ ...to, kind: 'index' });
  try {
    const jobId = await api.runIndex(signal);
    await rejectLoadJobId(ledger, to.environment, jobId);
    await ledger.update(ledgerId, { state: 'accepted', jobId });
    return { jobId, ledgerId };
  } catch (error) {
    const isUnknown = !(error instanceof BrctlError) || error.kind === 'temporary' || isStopped(error);
    const remark = error instanceof BrctlError ? error.code : String(error);
    await ledger.update(ledgerId, { state: isUnknown ? 'unknown' : 'refused', remark });
    throw error;
  }
}

/**
 * An index job may be that of an earlier index request (doc: public-facts B7), not that of a load.
 * @throws BrctlError `index.bad_answer`
 */
async function rejectLoadJobId(ledger: Ledger, environment: string, jobId: string): Promise<void> {
  const earlier = await ledger.requestOf(environment, jobId);
  if (earlier?.kind !== 'submit') return;
  throw new BrctlError(
    `the answer to this index request names job ${jobId}, which belongs to the submit of ${earlier.startedAt}`,
    {
      kind: 'temporary',
      code: 'index.bad_answer',
      why: 'a proxy or gateway may have returned a cached answer',
      hint: 'run it again: a second index job changes nothing',
      data: { job_id: jobId },
    },
  );
}
