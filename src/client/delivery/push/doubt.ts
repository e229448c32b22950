import { type LedgerEntry, mayHaveActed } from '../../state/ledger-entry.ts';
import type { Snapshot } from '../../state/snapshot.ts';
import type { Doubt } from './choose-load.ts';
import type { PushContext } from './push-context.ts';

type Asked = Pick<PushContext, 'ledger' | 'options'>;

/**
 * Why the service may hold something else than the snapshot, or undefined where nothing speaks for it: a request whose
 * answer was lost, a delta that the service could not apply, a search that it refused, a request that another command
 * sent since, or while the last push was under way.
 * A delta that was asked for is tried again after one that failed: it changes all or nothing (spec: Errors).
 */
export async function doubtAbout(context: Asked, snapshot: Snapshot): Promise<Doubt | undefined> {
  if (snapshot.outcomeUnknown) return { kind: 'outcome-unknown' };
  if (snapshot.doubt !== undefined && context.options.mode !== 'delta') return { kind: snapshot.doubt };
  const other = await requestSince(context, snapshot);
  return other && { kind: 'request-since', source: other.source, at: other.startedAt };
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
