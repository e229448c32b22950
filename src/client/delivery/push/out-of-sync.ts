import type { AppliedBase } from '../../state/applied-base.ts';
import { isOutcomeUnknown, type LedgerEntry, mayHaveBeenApplied } from '../../state/ledger-entry.ts';
import { OUT_OF_SYNC } from './choose-load.ts';
import type { PushContext } from './push-context.ts';

type OutOfSyncContext = Pick<PushContext, 'ledger' | 'options'>;

/**
 * Evidence in the ledger that the service is out of sync: a lost answer, a failed delta, a refused search, or a request
 * sent by another command. An explicit --mode delta retries after a failed delta, which is atomic (spec: Errors).
 */
export async function findOutOfSyncReason(
  context: OutOfSyncContext,
  snapshot: AppliedBase,
): Promise<string | undefined> {
  if (snapshot.outcomeUnknown) return OUT_OF_SYNC.outcomeUnknown;
  if (snapshot.doubt !== undefined && context.options.mode !== 'delta') return OUT_OF_SYNC[snapshot.doubt];
  const other = await requestSince(context, snapshot);
  return other && OUT_OF_SYNC.requestSince(other.source, other.startedAt);
}

/** A request to this catalog that was not known when the last push planned came since, whatever its clock says. */
async function requestSince(
  context: OutOfSyncContext,
  { knownIds = [] }: AppliedBase,
): Promise<LedgerEntry | undefined> {
  const ids = new Set(knownIds);
  return (await listRequests(context)).findLast(
    (entry) => entry.kind === 'submit' && mayHaveBeenApplied(entry) && !ids.has(entry.id),
  );
}

/** Requests to this catalog that a plan made now takes into account: those still under way may act later. */
export async function listKnownRequests(context: OutOfSyncContext): Promise<string[]> {
  const entries = await listRequests(context);
  return entries.filter((entry) => entry.state !== 'sending' && !isOutcomeUnknown(entry)).map(({ id }) => id);
}

async function listRequests({ ledger, options }: OutOfSyncContext): Promise<LedgerEntry[]> {
  const entries = await ledger.entries();
  return entries.filter(
    ({ environment, catalog }) => environment === options.environment && catalog === options.catalog,
  );
}
