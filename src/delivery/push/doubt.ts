import { type LedgerEntry, mayHaveActed } from '../../state/ledger-entry.ts';
import type { Snapshot } from '../../state/snapshot.ts';
import type { PushContext } from './push-context.ts';

const EITHER_WAY = 'a full load is right either way';

/**
 * Why the service may hold something else than the snapshot, or undefined where nothing speaks for it: a request whose
 * answer was lost, a delta that the service could not apply, a search that it refused, a request that another command
 * sent since.
 * A delta that was asked for is tried again after one that failed: it changes all or nothing (spec: Errors).
 */
export async function doubtAbout(context: PushContext, snapshot: Snapshot): Promise<string | undefined> {
  if (snapshot.outcomeUnknown) return `whether the last request was applied is unknown; ${EITHER_WAY}`;
  if (snapshot.doubt !== undefined && context.options.mode !== 'delta') {
    const sign = snapshot.doubt === 'delta-failed' ? 'the last delta failed' : 'the search was refused';
    return `${sign}, so the service may hold something else than was pushed; ${EITHER_WAY}`;
  }
  const other = await requestSince(context, snapshot);
  if (other === undefined) return undefined;
  return `${other.source ?? 'a request'} was submitted at ${other.startedAt}, after the last push; ${EITHER_WAY}`;
}

/** The last request to this catalog that came after the one of the snapshot, by the order of the ledger. */
async function requestSince(
  { ledger, options }: PushContext,
  { ledgerId }: Snapshot,
): Promise<LedgerEntry | undefined> {
  if (ledgerId === undefined) return undefined;
  const entries = await ledger.entries();
  const at = entries.findIndex(({ id }) => id === ledgerId);
  if (at < 0) return undefined;
  return entries
    .slice(at + 1)
    .findLast(
      (entry) =>
        entry.kind === 'submit' &&
        entry.environment === options.environment &&
        entry.catalog === options.catalog &&
        mayHaveActed(entry),
    );
}
