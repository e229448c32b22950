import { BrctlError } from '../../base/errors.ts';
import type { Ledger } from '../state/ledger.ts';
import {
  type Destination,
  isOutcomeUnknown,
  type LedgerEntry,
  selectRequests,
} from '../state/ledger-entry.ts';
import { hashChunks } from '../state/portable-state.ts';
import type { SubmitBody } from './tracked-submit.ts';

/** Requests to a catalog that the service may have taken without anyone here knowing their job. */
export async function listUnknownOutcomes(ledger: Ledger, to: Destination): Promise<LedgerEntry[]> {
  const requests = selectRequests(await ledger.entries(), to);
  return requests.filter((entry) => entry.kind === 'submit' && isOutcomeUnknown(entry));
}

/** Earlier requests with the same bytes and an unknown outcome. Hashes the body only if a size matches. */
export async function findUnresolvedDuplicates(
  ledger: Ledger,
  to: Destination,
  body: SubmitBody,
): Promise<LedgerEntry[]> {
  const suspects = (await listUnknownOutcomes(ledger, to)).filter(({ bytes }) => bytes === body.bytes);
  if (suspects.length === 0) return [];
  const sha256 = await hashChunks(body.open());
  return suspects.filter((entry) => entry.sha256 === sha256);
}

/** Why the same bytes are not sent a second time; `force` is the command that would. */
export function unknownRepeatError(earlier: LedgerEntry, force: string): BrctlError {
  return new BrctlError(`the same request was already sent at ${earlier.startedAt}; its outcome is unknown`, {
    kind: 'temporary',
    code: 'submit.outcome_unknown',
    retryable: false,
    why: 'the answer was lost after the whole request was sent: the service may have applied it already',
    hint: `check whether the service has it; to send it anyway, ${force}`,
    data: { sha256: earlier.sha256, sent_at: earlier.startedAt },
  });
}

export async function markSuperseded(
  ledger: Ledger,
  entries: readonly LedgerEntry[],
  jobId: string,
): Promise<void> {
  for (const { id } of entries)
    await ledger.update(id, { state: 'superseded', remark: `superseded by ${jobId}` });
}
