import { BrctlError, isStopped } from '../../base/errors.ts';
import type { CatalogApi } from '../api/catalog-api.ts';
import type { Ledger } from '../state/ledger.ts';
import { rejectLoadJobId } from './job-answer.ts';
import type { Destination } from './unknown-outcome.ts';

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
    const remark = error instanceof BrctlError ? error.code : String(error);
    await ledger.update(ledgerId, { state: stateAfter(error), remark });
    throw error;
  }
}

function stateAfter(error: unknown): 'unknown' | 'refused' {
  if (!(error instanceof BrctlError)) return 'unknown';
  return error.kind === 'temporary' || isStopped(error) ? 'unknown' : 'refused';
}
