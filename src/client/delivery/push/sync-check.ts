import { isNotFound } from '../../../base/errors.ts';
import { pluralize } from '../../../base/wording/amounts.ts';
import type { CatalogState } from '../../api/catalog-state.ts';
import { hasFailed, type Job } from '../../api/jobs.ts';
import type { AppliedBase } from '../../state/applied-base.ts';
import {
  isOutcomeUnknown,
  type LedgerEntry,
  mayHaveBeenApplied,
  selectRequests,
} from '../../state/ledger-entry.ts';
import { describeContent, OUT_OF_SYNC } from './choose-load.ts';
import type { PushContext } from './push-context.ts';

const CONTENT_UNKNOWN = 'an unknown catalog';
const NONE_ON_RECORD = 'no push from this machine on record';
const describePush = (time: string) => `the catalog pushed at ${time}`;

/** State of the catalog as the service reports it. */
export interface SyncCheck {
  remark: string;
  /** Why it does not hold what was pushed last. */
  doubt?: string;
  /** Where it tells: `brctl serve` does. */
  state?: CatalogState;
  /** Products that searches find, where that is all there is to know. */
  searchable?: number;
}

/**
 * Checks that the service still has the last pushed catalog. `brctl serve` reports version and digest; for other
 * services, asks for the job of the last push, which a reset or restored service does not know.
 * @param snapshot of the last push; undefined where there was none
 * @throws BrctlError what asking for a job throws, apart from `not-found`
 */
export async function checkInSync(
  context: PushContext,
  snapshot: AppliedBase | undefined,
): Promise<SyncCheck> {
  const state = await context.service.readCatalogState();
  if (state !== undefined) return { state, ...(await compareState(context, state, snapshot)) };
  if (snapshot === undefined) return await countHeld(context);
  if (snapshot.lastJob === undefined) return { remark: describePush(snapshot.appliedAt) };
  return await compareJob(context, snapshot, snapshot.lastJob);
}

/** Without a record of the service: it stores at least what a search counts. */
async function countHeld({ service, signal }: PushContext): Promise<SyncCheck> {
  try {
    const searchable = await service.countSearchable?.();
    if (searchable !== undefined) {
      const counted = `${pluralize(searchable, 'product')} (counted by a search; ${NONE_ON_RECORD})`;
      return { remark: counted, searchable };
    }
  } catch {
    // A search that is refused, or does not answer, tells nothing: the guard of a first load then speaks.
    signal.throwIfAborted();
  }
  return { remark: `${CONTENT_UNKNOWN} (${NONE_ON_RECORD})` };
}

async function compareState(
  context: PushContext,
  { stored }: CatalogState,
  snapshot: AppliedBase | undefined,
): Promise<Omit<SyncCheck, 'state'>> {
  const remark = `${describeContent(stored)} (reported by the service)`;
  if (snapshot === undefined) return { remark };
  const { held, lastJob } = snapshot;
  // Two services can have the same version number, so compare the job of the last push as well.
  if (held?.digest === undefined && held?.version === stored?.version && lastJob !== undefined)
    return await compareJob(context, snapshot, lastJob);
  if (stored !== undefined && held?.digest === stored.digest)
    return {
      remark: `${describePush(snapshot.appliedAt)} (${describeContent(stored)}, reported by the service)`,
    };
  return { remark, doubt: OUT_OF_SYNC.otherContent(stored, held?.version) };
}

async function compareJob(
  { service, signal }: PushContext,
  { appliedAt }: AppliedBase,
  last: NonNullable<AppliedBase['lastJob']>,
): Promise<SyncCheck> {
  try {
    const job = await service.api.job(last.id, signal);
    if (isSameJob(job, last))
      return { remark: `${describePush(appliedAt)} (the service confirms job ${last.id})` };
    return { remark: CONTENT_UNKNOWN, doubt: OUT_OF_SYNC.otherJob(last.id) };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { remark: CONTENT_UNKNOWN, doubt: OUT_OF_SYNC.unknownJob(last.id) };
  }
}

/** Compares only fields that both answers contain. */
function isSameJob(job: Job, last: NonNullable<AppliedBase['lastJob']>): boolean {
  const differs = (now: string | undefined, before: string | undefined) =>
    now !== undefined && before !== undefined && now !== before;
  return !differs(job.catalog, last.catalog) && !differs(job.createdAt, last.createdAt) && !hasFailed(job);
}

/**
 * Evidence in the ledger that the service is out of sync: a lost answer, a failed delta, a refused search, or a request
 * sent by another command. An explicit --mode delta retries after a failed delta, which is atomic (spec: Errors).
 */
export async function findOutOfSyncReason(
  context: PushContext,
  snapshot: AppliedBase,
): Promise<string | undefined> {
  if (snapshot.outcomeUnknown) return OUT_OF_SYNC.outcomeUnknown;
  if (snapshot.doubt !== undefined && context.options.mode !== 'delta') return OUT_OF_SYNC[snapshot.doubt];
  const other = await requestSince(context, snapshot);
  return other && OUT_OF_SYNC.requestSince(other.source, other.startedAt);
}

/** A request to this catalog that was not known when the last push planned came since, whatever its clock says. */
async function requestSince(
  context: PushContext,
  { knownIds = [] }: AppliedBase,
): Promise<LedgerEntry | undefined> {
  const ids = new Set(knownIds);
  return selectRequests(await context.ledger.entries(), context.options).findLast(
    (entry) => entry.kind === 'submit' && mayHaveBeenApplied(entry) && !ids.has(entry.id),
  );
}

/** Requests to this catalog that a plan made now takes into account: those still under way may act later. */
export async function listKnownRequests({ ledger, options }: PushContext): Promise<string[]> {
  const entries = selectRequests(await ledger.entries(), options);
  return entries.filter((entry) => entry.state !== 'sending' && !isOutcomeUnknown(entry)).map(({ id }) => id);
}
