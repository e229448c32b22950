import type { CatalogState } from '../../client/catalog-state.ts';
import { hasFailed, type Job } from '../../client/jobs.ts';
import { BrctlError } from '../../errors.ts';
import type { Snapshot } from '../../state/snapshot.ts';
import { counted } from '../../wording/amounts.ts';
import { EITHER_WAY } from './doubt.ts';
import type { PushContext } from './push-context.ts';

type Asking = Pick<PushContext, 'api' | 'readCatalogState' | 'signal'>;

/** What the service itself says of what it holds. */
export interface Held {
  /** One sentence for people. */
  remark: string;
  /** Why it does not hold what was pushed last. */
  doubt?: string;
  /** Where it tells: `brctl serve` does. */
  state?: CatalogState;
}

/**
 * Asks the service whether it still holds what was pushed last. `brctl serve` tells version and digest; of any other
 * service the job of the last push is asked for: one that was reset or restored, or is another, does not know it, or
 * knows another job by its id.
 *
 * @param snapshot of the last push; undefined where there was none
 * @throws BrctlError what asking for a job throws, apart from `not-found`
 */
export async function askWhatIsHeld(context: Asking, snapshot: Snapshot | undefined): Promise<Held> {
  const state = await context.readCatalogState();
  if (state !== undefined) return { state, ...(await compareState(context, state, snapshot)) };
  if (snapshot === undefined) return { remark: 'no push from here is known' };
  if (snapshot.lastJob === undefined) return { remark: `what was pushed at ${snapshot.appliedAt}` };
  return await compareJob(context, snapshot, snapshot.lastJob);
}

async function compareState(
  context: Asking,
  { stored }: CatalogState,
  snapshot: Snapshot | undefined,
): Promise<Omit<Held, 'state'>> {
  const found =
    stored === undefined ? 'nothing' : `version ${stored.version}, ${counted(stored.records, 'record')}`;
  if (snapshot === undefined) return { remark: `${found}, by its own word` };
  const { held, lastJob } = snapshot;
  // A version number alone does not tell one service from another that was fed as often: the job does.
  if (held?.digest === undefined && held?.version === stored?.version && lastJob !== undefined)
    return await compareJob(context, snapshot, lastJob);
  if (held?.digest !== undefined && held.digest === stored?.digest)
    return { remark: `what was pushed at ${snapshot.appliedAt} (${found}), by its own word` };
  const before = held === undefined ? '' : `, not version ${held.version} of the last push`;
  return {
    remark: `${found}, by its own word`,
    doubt: `the service holds ${found}${before}: it was reset, restored or fed by someone else; ${EITHER_WAY}`,
  };
}

async function compareJob(
  { api, signal }: Asking,
  { appliedAt }: Snapshot,
  last: NonNullable<Snapshot['lastJob']>,
): Promise<Held> {
  try {
    const job = await api.job(last.id, signal);
    if (isSameJob(job, last))
      return { remark: `what was pushed at ${appliedAt}; it knows job ${last.id} of that push` };
    return {
      remark: 'not known',
      doubt: `the service knows job ${last.id} of the last push as another one: it was reset or restored, or is another service; ${EITHER_WAY}`,
    };
  } catch (error) {
    if (!(error instanceof BrctlError) || error.kind !== 'not-found') throw error;
    return {
      remark: 'not known',
      doubt: `the service does not know job ${last.id} of the last push: it was reset or restored, or is another service; ${EITHER_WAY}`,
    };
  }
}

/** Only what was told both times can differ. */
function isSameJob(job: Job, last: NonNullable<Snapshot['lastJob']>): boolean {
  const differs = (now: string | undefined, before: string | undefined) =>
    now !== undefined && before !== undefined && now !== before;
  return !differs(job.catalog, last.catalog) && !differs(job.createdAt, last.createdAt) && !hasFailed(job);
}
