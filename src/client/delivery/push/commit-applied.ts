import path from 'node:path';
import { BrctlError, type ErrorKind } from '../../../base/errors.ts';
import type { Tally } from '../../profile/tally.ts';
import { saveProfile } from '../../state/feed-profiles.ts';
import { isUnchanged, type PushPart, type PushRun } from '../../state/push-run.ts';
import {
  commitAppliedBase,
  nextSnapshotFile,
  readAppliedBase,
  type Snapshot,
  UNCOMMITTED,
  updateAppliedBase,
} from '../../state/snapshot.ts';
import type { Comparison } from '../kept/compare-catalogs.ts';
import { type KeepOptions, keepCatalog, type SavedBase, saveAppliedBase } from '../kept/save-base.ts';
import { assertProductCount } from './damaged-base.ts';
import type { PushContext } from './push-context.ts';
import { type MissingProducts, saveMissingRecords } from './save-missing-records.ts';

type Committing = Pick<
  PushContext,
  'folder' | 'options' | 'partsFolder' | 'service' | 'signal' | 'tempDir' | 'threads' | 'timing' | 'warn'
>;

/** Results of planning that are reused to save the base and to plan the next push. */
export interface PlanningResults {
  comparison?: Comparison | undefined;
  tally?: Tally | undefined;
  expected?: Snapshot['expected'];
}

/**
 * Makes what the service now holds the snapshot, from which the next delta is taken: the pushed file when all of it
 * was applied and it is still the same, else the former catalog with the parts that were applied. Where neither is at
 * hand, or there is no room for a copy, the snapshot is marked as unknown, so that the next push is a full load. Where
 * nothing was applied the snapshot stays, in doubt when it was a delta that failed.
 *
 * @param found what was found out about the pushed file, where it is at hand
 */
export async function commitApplied(
  context: Committing,
  run: PushRun,
  found: PlanningResults = {},
): Promise<void> {
  const applied = run.parts.filter(({ state }) => state === 'applied');
  if (applied.length === 0) return await noteFailedDelta(context, run);
  const isWhole = applied.length === run.parts.length;
  if (isWhole && run.profile !== undefined)
    await saveProfile(context.folder, run, run.profile, run.isException === true);
  if (await unlessDiskIsFull(context, () => keepAndCommit(context, run, isWhole, found))) return;
  await markBaseUnknown(context, run, isWhole ? run.products : undefined);
  context.warn(
    `no copy of what was applied from ${run.source} can be kept: the next push will be a full load`,
  );
}

/** False where what the service now holds is not known here. */
async function keepAndCommit(
  context: Committing,
  run: PushRun,
  isWhole: boolean,
  { comparison, tally, expected }: PlanningResults,
): Promise<boolean> {
  const { folder, threads, signal } = context;
  const target = folder.file(UNCOMMITTED);
  const options: KeepOptions = { target, threads, signal };
  const before = await readAppliedBase(folder);
  // A catalog that is made from the base and the delta has in it what vanished.
  const vanished = isWhole ? await saveMissingRecords(context, run, before, comparison) : {};
  const whole = isWhole ? await keepWhole(run, comparison, options) : undefined;
  const kept = whole ?? (await keepFromBase(context, run, options));
  if (kept === undefined) return false;
  const snapshot = await describe(context, run, kept.records);
  const beside = whole === undefined ? besideOf(before) : vanished;
  const { index } = kept;
  const known = { index, ...(whole && tally && { tally: tally.encode() }) };
  const next = { ...snapshot, ...beside, ...(expected && { expected }) };
  await commitAppliedBase(folder, target, next, known);
  return true;
}

function besideOf(snapshot: Snapshot | undefined): MissingProducts {
  const { leftUnavailable, vanished } = snapshot ?? {};
  return { ...(leftUnavailable && { leftUnavailable }), ...(vanished && { vanished }) };
}

/** The saved copy is an optimisation: a full disk must not fail the push. */
async function unlessDiskIsFull(context: Committing, keep: () => Promise<boolean>): Promise<boolean> {
  try {
    return await keep();
  } catch (error) {
    if (!DISK_FULL.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    context.warn('the disk of the state folder is full');
    await context.folder.remove(UNCOMMITTED);
    return false;
  }
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

type Kept = SavedBase & { records: number };

/** How a catalog or a delta that is broken, gone, or does not fit the other, shows. */
const MISFITS: ReadonlySet<ErrorKind> = new Set(['input', 'not-found']);

async function keepWhole(
  run: PushRun,
  comparison: Comparison | undefined,
  options: KeepOptions,
): Promise<Kept | undefined> {
  const kept = await keepCatalog(run.catalog, comparison, options);
  return kept && { ...kept, records: run.products };
}

/** The former catalog with the applied parts; undefined when it is not known any more. */
async function keepFromBase(
  context: Committing,
  run: PushRun,
  options: KeepOptions,
): Promise<Kept | undefined> {
  if (run.mode === 'full') return undefined;
  const base = await baseOf(context, run);
  if (base === undefined) return undefined;
  const files = run.parts.flatMap(({ state, file }) =>
    state === 'applied' && file !== undefined ? [path.join(context.partsFolder, file)] : [],
  );
  try {
    const { before, ...kept } = await saveAppliedBase(base.path, files, options);
    assertProductCount(base, before);
    return kept;
  } catch (error) {
    // Nobody can fix these files: what the service holds is then learnt from a full load.
    if (!(error instanceof BrctlError) || !MISFITS.has(error.kind)) throw error;
    context.warn(`the kept copy of ${run.source} is unusable: ${error.message}`);
    return undefined;
  }
}

async function baseOf(
  { folder }: Committing,
  run: PushRun,
): Promise<{ path: string; keptProducts?: number } | undefined> {
  if (run.base !== undefined) return (await isUnchanged(run.base)) ? { path: run.base.path } : undefined;
  const snapshot = await readAppliedBase(folder);
  return snapshot && { path: folder.file(snapshot.file), keptProducts: snapshot.products };
}

async function describe(context: Committing, run: PushRun, products: number): Promise<Snapshot> {
  const now = context.timing.now();
  const last = run.parts.findLast(({ state }) => state === 'applied');
  const held = await heldNow(context, run);
  return {
    file: nextSnapshotFile(now),
    products,
    accountId: run.accountId,
    catalogUrl: run.catalogUrl,
    source: run.source,
    appliedAt: now.toISOString(),
    indexed: false,
    knownIds: [...(run.knownIds ?? []), ...run.parts.flatMap(({ ledgerId }) => ledgerId ?? [])],
    ...(last?.jobId && { lastJob: jobOf(last.jobId, last) }),
    ...(held && { held }),
  };
}

/**
 * Asks the service for its catalog state, unless someone else changed it during this push. Falls back to the
 * version this push created if the answer takes too long.
 */
async function heldNow(context: Committing, run: PushRun): Promise<Snapshot['held']> {
  if (run.versionBefore === undefined) return undefined;
  const version = run.versionBefore + run.parts.filter(({ state }) => state === 'applied').length;
  const state = await context.service.readCatalogState();
  if (state === undefined) return { version };
  const { stored } = state;
  return stored?.version === version ? { version, digest: stored.digest } : undefined;
}

function jobOf(id: string, { jobCreatedAt, jobCatalog }: PushPart): NonNullable<Snapshot['lastJob']> {
  return {
    id,
    ...(jobCreatedAt !== undefined && { createdAt: jobCreatedAt }),
    ...(jobCatalog !== undefined && { catalog: jobCatalog }),
  };
}

/**
 * From now on what the service holds is not known: no delta can be taken until a full load has settled it.
 *
 * @param heldProducts how many it holds, where at least that is known
 */
export async function markBaseUnknown(
  context: Committing,
  run: PushRun,
  heldProducts?: number,
): Promise<void> {
  await updateAppliedBase(context.folder, {
    outcomeUnknown: true,
    indexed: false,
    source: run.source,
    ...(heldProducts !== undefined && { heldProducts }),
  });
}

/** A delta that the service could not apply may have been taken from something that it does not hold. */
async function noteFailedDelta({ folder }: Committing, run: PushRun): Promise<void> {
  const hasFailedDelta = run.mode === 'delta' && run.parts.some(({ state }) => state === 'failed');
  if (hasFailedDelta && run.base === undefined) await updateAppliedBase(folder, { doubt: 'delta-failed' });
}
