import { type LedgerEntry, mayHaveActed } from '../../state/ledger-entry.ts';
import type { Snapshot } from '../../state/snapshot.ts';
import type { PushContext } from './push-context.ts';

type Asked = Pick<PushContext, 'ledger' | 'options'>;

/** What can be said of a full load whatever the service holds. */
export const EITHER_WAY = 'a full load is correct either way';

/**
 * Why the service may hold something else than the snapshot, or undefined where nothing speaks for it: a request whose
 * answer was lost, a delta that the service could not apply, a search that it refused, a request that another command
 * sent since, or while the last push was under way.
 * A delta that was asked for is tried again after one that failed: it changes all or nothing (spec: Errors).
 */
export async function doubtAbout(context: Asked, snapshot: Snapshot): Promise<string | undefined> {
  if (snapshot.outcomeUnknown) return `whether the last request was applied is unknown; ${EITHER_WAY}`;
  if (snapshot.doubt !== undefined && context.options.mode !== 'delta') {
    const sign = snapshot.doubt === 'delta-failed' ? 'the last delta failed' : 'the search was refused';
    return `${sign}, so the service may hold something other than what was pushed; ${EITHER_WAY}`;
  }
  const other = await requestSince(context, snapshot);
  if (other === undefined) return undefined;
  return `${other.source ?? 'a request'} was submitted at ${other.startedAt}, after the last push; ${EITHER_WAY}`;
}

/**
 * The last request to this catalog that came after those of the snapshot, by the order of the ledger, or went out after
 * that push had looked at what the service holds.
 */
async function requestSince(
  { ledger, options }: Asked,
  { ledgerIds = [], plannedAt }: Snapshot,
): Promise<LedgerEntry | undefined> {
  const entries = await ledger.entries();
  const last = entries.findLastIndex(({ id }) => ledgerIds.includes(id));
  return entries.findLast(
    (entry, at) =>
      !ledgerIds.includes(entry.id) &&
      ((last >= 0 && at > last) || wentOutSince(entry, plannedAt)) &&
      entry.kind === 'submit' &&
      entry.environment === options.environment &&
      entry.catalog === options.catalog &&
      mayHaveActed(entry),
  );
}

function wentOutSince({ sentAt }: LedgerEntry, plannedAt: string | undefined): boolean {
  return sentAt !== undefined && plannedAt !== undefined && sentAt >= plannedAt;
}
