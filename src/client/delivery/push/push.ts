import { randomUUID } from 'node:crypto';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import { isFindingCode } from '../../profile/finding-codes.ts';
import {
  type AppliedBase,
  forgetIndexJob,
  readAppliedBase,
  updateAppliedBase,
} from '../../state/applied-base.ts';
import { endRun, type PushRun, writeRun } from '../../state/push-run.ts';
import { listUnknownOutcomes, markSuperseded } from '../unknown-outcome.ts';
import { commitApplied, markBaseUnknown } from './commit-applied.ts';
import { deliver } from './deliver.ts';
import { refuseByGuards } from './guard-verdict.ts';
import { listAppliedExceptions, listUnusedExceptions } from './guards.ts';
import { runIndexJob } from './make-searchable.ts';
import type { PlannedPush } from './plan.ts';
import { planPush } from './plan-push.ts';
import type { ProgressReporter, PushContext } from './push-context.ts';
import { recoverPush } from './recover-push.ts';
import { isUnfinishedUpload, nameParts, removeRemoteParts } from './remote-parts.ts';
import { type ExpectedHit, findExpected, verifySearchable, verifyUnchanged } from './verify.ts';

/**
 * Runs a whole push: recover an interrupted push, compare, send, save the base, index, verify. `context.report` shows
 * the progress even if this throws. The caller holds the catalog lock.
 * @param approve called with the plan before anything is sent; throws if it is not the expected one
 */
export async function push(
  context: PushContext,
  approve: (planned: PlannedPush) => Promise<void> = async () => undefined,
): Promise<void> {
  const earlier = await recoverPush(context);
  let planned = await planOrClear(context, approve, earlier);
  if (planned.parts.length === 0 && !(await finishUnchanged(context, planned)))
    planned = await planOrClear(context, approve, earlier);
  if (planned.parts.length === 0) {
    if (earlier !== undefined) await removeRemoteParts(context, earlier);
    return;
  }
  context.onSending(planned.plan);
  await deliverAndKeep(context, planned, await findExpectedHits(planned), earlier);
}

/** Plans and guards a push without changing the state. */
export async function planWithoutSending(context: PushContext): Promise<PlannedPush> {
  const planned = await context.step(`comparing ${context.options.source}`, () => planPush(context));
  const { guards, jobs } = planned.plan;
  const { accepted } = context.options.guards;
  const unneeded = accepted === undefined ? [] : listUnusedExceptions(guards, accepted);
  if (unneeded.length > 0) context.onUnneeded(unneeded);
  const isRefused = guards.some(({ verdict }) => verdict === 'refused');
  if (context.rehearse !== undefined && jobs > 0 && !isRefused) guards.push(await context.rehearse());
  context.report.plan = planned.plan;
  return planned;
}

/** Removes the files of a refused push. */
async function planOrClear(
  context: PushContext,
  approve: (planned: PlannedPush) => Promise<void>,
  earlier: PushRun | undefined,
): Promise<PlannedPush> {
  try {
    const planned = await planWithoutSending(context);
    await approve(planned);
    refuseByGuards(planned.plan.guards, context.commandLineWith);
    return planned;
  } catch (error) {
    const passes = context.signal.aborted || (error instanceof BrctlError && error.kind === 'temporary');
    if (earlier !== undefined && passes) throw error;
    if (earlier !== undefined) await removeRemoteParts(context, earlier);
    await endRun(context.folder);
    throw error;
  }
}

/** Only the index may be missing. False where the service cannot hold the catalog: next, a full load. */
async function finishUnchanged(context: PushContext, planned: PlannedPush): Promise<boolean> {
  const { report, folder } = context;
  await endRun(folder);
  report.accepted = { state: 'not-needed', remark: 'the service already has this catalog' };
  report.applied = { state: 'not-needed' };
  const snapshot = await readAppliedBase(folder);
  if (snapshot === undefined || (snapshot.indexed && isPublished(planned))) {
    report.searchable = { state: 'not-needed' };
    return snapshot === undefined || (await verifyUnchanged(context, snapshot));
  }
  const begun = snapshot.indexed ? undefined : snapshot.indexJobId;
  const expected =
    snapshot.expected ?? (await findExpected(folder.file(snapshot.file), { changes: undefined }));
  try {
    await makeSearchable(context, expected, Promise.resolve(), begun);
    return true;
  } catch (error) {
    if (begun !== undefined || !(await isDeltaWithoutEffect(context, snapshot, error))) throw error;
    context.warn(`${getMessage(error)}: all of ${context.options.source} is sent`);
    await updateAppliedBase(folder, { outcomeUnknown: true });
    return false;
  }
}

/** It was indexed twice and does not show: only a full load can fix that. */
async function isDeltaWithoutEffect(
  { ledger, options }: PushContext,
  { lastJob }: AppliedBase,
  error: unknown,
): Promise<boolean> {
  if (options.mode !== 'auto' || lastJob === undefined) return false;
  if (!(error instanceof BrctlError) || error.code !== 'push.no_effect') return false;
  return (await ledger.requestOf(options.environment, lastJob.id))?.mode === 'delta';
}

/** Does a service that tells what it holds answer searches from that? */
function isPublished({ state }: PlannedPush): boolean {
  return state === undefined || state.published?.digest === state.stored?.digest;
}

async function findExpectedHits(planned: PlannedPush): Promise<ExpectedHit[]> {
  const { mode, changes } = planned.plan;
  return await findExpected(
    planned.bodies[0]?.path ?? planned.catalog.path,
    mode === 'full' ? { changes } : { catalog: planned.catalog.path },
  );
}

async function deliverAndKeep(
  context: PushContext,
  planned: PlannedPush,
  expected: ExpectedHit[],
  earlier: PushRun | undefined,
): Promise<void> {
  const run = createRun(context, planned);
  nameParts(planned, run, context.options.catalog, earlier);
  if (earlier?.parts.some(({ remotePaths }) => remotePaths !== undefined)) {
    await writeRun(context.folder, run);
    await removeRemoteParts(context, earlier, run);
  }
  const before = await listUnknownOutcomes(context.ledger, context.options);
  try {
    await deliver(context, planned, run);
  } catch (error) {
    await keepWhatFailedLeft(context, run, error);
    throw error;
  }
  if (context.report.applied.state !== 'yes') {
    // A skipped job: nobody said whether the catalog is applied.
    await markBaseUnknown(context, run);
    return await endRun(context.folder);
  }
  if (run.mode === 'full') await markSuperseded(context.ledger, before, 'a full load');
  const stopTelling = sendGuardReport(context, planned, run);
  const keeping = commitApplied(context, run, expected).then(() => endRun(context.folder));
  // Both run at a time; the index job does not need the copy.
  const [saved, indexed] = await Promise.allSettled([keeping, makeSearchable(context, expected, keeping)]);
  stopTelling();
  if (saved.status === 'rejected') throw saved.reason;
  if (indexed.status === 'rejected') throw indexed.reason;
}

/** Indexes, and looks whether it shows; only then the catalog counts as indexed. */
async function makeSearchable(
  context: PushContext,
  expected: readonly ExpectedHit[],
  keeping: Promise<void>,
  begun?: string,
): Promise<void> {
  const { options, report, folder } = context;
  const hasRun = await runIndexJob(context, keeping, begun);
  if (options.verify) {
    const shows = await context.step('verifying', (say) => verifyOrNote(context, expected, !hasRun, say));
    if (!shows) return;
  } else {
    report.searchable.remark = [report.searchable.remark ?? [], 'not verified (--no-verify)']
      .flat()
      .join('; ');
    if (!hasRun) return;
  }
  await updateAppliedBase(folder, { indexed: true });
}

/** Everything was just sent, so sending it again cannot fix a refused search. */
async function verifyOrNote(
  context: PushContext,
  expected: readonly ExpectedHit[],
  isSkipped: boolean,
  say: ProgressReporter,
): Promise<boolean> {
  try {
    return await verifySearchable(context, expected, isSkipped, say);
  } catch (error) {
    if (error instanceof BrctlError && error.kind === 'refused')
      await updateAppliedBase(context.folder, { searchRefused: true });
    const { folder, report } = context;
    // A former value that was seen is looked at again by the next push; a job that had no effect is run again.
    if (error instanceof BrctlError && error.code === 'push.no_effect') await forgetIndexJob(folder);
    else if (report.searchable.state !== 'no' && !isSkipped)
      await updateAppliedBase(folder, { indexed: true });
    throw error;
  }
}

/** A run that ended with a failed job is over; one that was interrupted, an upload too, stays for the next push. */
async function keepWhatFailedLeft(context: PushContext, run: PushRun, error: unknown): Promise<void> {
  const isOpen = run.parts.some(({ state }) => state === 'accepted' || state === 'sent');
  const mayGoOn = error instanceof BrctlError && error.kind === 'temporary' && isUnfinishedUpload(run);
  if (isOpen || mayGoOn || context.signal.aborted) return;
  await removeRemoteParts(context, run);
  await commitApplied(context, run);
  await endRun(context.folder);
}

function createRun({ options }: PushContext, planned: PlannedPush): PushRun {
  return {
    id: randomUUID(),
    startedAt: planned.plannedAt,
    knownIds: planned.knownIds,
    mode: planned.plan.mode,
    catalog: planned.catalog,
    source: options.source,
    products: planned.plan.products,
    ...getVanished(planned),
    ...(planned.state && { versionBefore: planned.state.stored?.version ?? 0 }),
    accountId: options.accountId,
    catalogUrl: options.catalogUrl,
    ...(planned.base && { base: planned.base }),
    parts: planned.parts,
    ...(planned.profile && { profile: planned.profile }),
    ...(isException(planned, options.guards) && { isException: true }),
  };
}

/** Products that are not in the catalog and that the service holds all the same afterwards. */
function getVanished({ plan: { mode, missing, carried, changes } }: PlannedPush): Pick<PushRun, 'vanished'> {
  const products = mode === 'full' ? carried : (changes?.removed ?? 0);
  return missing === 'remove' || products === 0 ? {} : { vanished: { products, as: missing } };
}

/** Was something an anomaly let pass that is not to become usual? */
function isException({ plan }: PlannedPush, { accepted }: PushContext['options']['guards']): boolean {
  if (accepted === undefined || accepted.learn) return false;
  // A fixed guard that was let pass says nothing of what feeds are like.
  return listAppliedExceptions(plan.guards, accepted).some(isFindingCode);
}

/** Tells the service what guards said of the applied load; nobody waits. Returns what gives it up. */
export function sendGuardReport(
  { service, options }: Pick<PushContext, 'service' | 'options'>,
  { plan: { guards }, state }: PlannedPush,
  { parts }: PushRun,
): () => void {
  // The guards judged the catalog as it is after the last part.
  const jobId = parts.at(-1)?.jobId;
  if (state === undefined || jobId === undefined || service.sendGuardReport === undefined)
    return () => undefined;
  const { accepted } = options.guards;
  const isException = accepted !== undefined && listAppliedExceptions(guards, accepted).length > 0;
  const stop = new AbortController();
  void service.sendGuardReport(
    { jobId, guards, because: isException ? accepted.because : undefined },
    stop.signal,
  );
  return () => stop.abort();
}
