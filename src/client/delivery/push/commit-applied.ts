import path from 'node:path';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import {
  type AppliedBase,
  commitAppliedBase,
  nameSnapshotFile,
  readAppliedBase,
  UNCOMMITTED,
  updateAppliedBase,
} from '../../state/applied-base.ts';
import { saveProfile } from '../../state/feed-profiles.ts';
import { isUnchanged, type PushRun } from '../../state/push-run.ts';
import { keepWithDeltas, saveBase } from '../save-base.ts';
import { assertProductCount, type Base, isMisfit } from './find-base.ts';
import { keepMissing, readMissing } from './missing-products.ts';
import type { PushContext } from './push-context.ts';

/**
 * Saves what the service now stores as the base of the next delta: the pushed file, or the old base plus the applied
 * parts. If neither can be saved, marks the base unknown, which forces a full load.
 * @param expected what a search shows once the pushed file is indexed, where that is known
 */
export async function commitApplied(
  context: PushContext,
  run: PushRun,
  expected?: AppliedBase['expected'],
): Promise<void> {
  const applied = run.parts.filter(({ state }) => state === 'applied');
  if (applied.length === 0) return await noteFailedDelta(context, run);
  const isWhole = applied.length === run.parts.length;
  if (isWhole && run.profile !== undefined)
    await saveProfile(context.folder, run, run.profile, run.isException === true);
  if (await keepUnlessDiskFull(context, () => keepAndCommit(context, run, isWhole, expected))) return;
  await markBaseUnknown(context, run, isWhole ? run.products : undefined);
  context.warn(`could not save a copy of ${run.source}: the next push will be a full load`);
}

async function keepAndCommit(
  context: PushContext,
  run: PushRun,
  isWhole: boolean,
  expected: AppliedBase['expected'],
): Promise<boolean> {
  const { folder, signal } = context;
  const target = folder.file(UNCOMMITTED);
  const before = await readAppliedBase(folder);
  const isKept = isWhole && (await saveBase(run.catalog, target, signal));
  const records = isKept ? run.products : await keepFromBase(context, run, before, target);
  if (records === undefined) return false;
  // A catalog that is made from the base and the delta has in it what went missing.
  const missing = isKept ? await keepMissing(context, run, before) : readMissing(before);
  const snapshot = await describe(context, run, records);
  await commitAppliedBase(folder, target, { ...snapshot, ...missing, ...(expected && { expected }) });
  return true;
}

/** The saved copy is an optimisation: a full disk must not fail the push. */
async function keepUnlessDiskFull(context: PushContext, keep: () => Promise<boolean>): Promise<boolean> {
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

/** Writes the former catalog with the applied parts; gives its products, undefined when it is not known any more. */
async function keepFromBase(
  context: PushContext,
  run: PushRun,
  before: AppliedBase | undefined,
  target: string,
): Promise<number | undefined> {
  const base = run.mode === 'full' ? undefined : await buildBase(context, run, before);
  if (base === undefined) return undefined;
  const files = run.parts.flatMap(({ state, file }) =>
    state === 'applied' && file !== undefined ? [path.join(context.partsFolder, file)] : [],
  );
  try {
    const copy = await keepWithDeltas(base.path, files, target, context.signal);
    assertProductCount(base, copy.before);
    return copy.records;
  } catch (error) {
    // Nobody can fix these files: what the service holds is then learnt from a full load.
    if (!isMisfit(error)) throw error;
    context.warn(`the stored copy of ${run.source} is unusable: ${error.message}`);
    return undefined;
  }
}

async function buildBase(
  { folder }: PushContext,
  { base }: PushRun,
  snapshot: AppliedBase | undefined,
): Promise<Base | undefined> {
  if (base !== undefined) return (await isUnchanged(base)) ? { path: base.path } : undefined;
  return snapshot && { path: folder.file(snapshot.file), baseProducts: snapshot.products };
}

async function describe(context: PushContext, run: PushRun, products: number): Promise<AppliedBase> {
  const now = context.timing.now();
  const last = run.parts.findLast(({ state }) => state === 'applied');
  const stored = await readStored(context, run);
  const lastJob = last?.jobId && {
    id: last.jobId,
    ...omitUndefined({ createdAt: last.jobCreatedAt, catalog: last.jobCatalog }),
  };
  return {
    file: nameSnapshotFile(now),
    products,
    accountId: run.accountId,
    catalogUrl: run.catalogUrl,
    source: run.source,
    appliedAt: now.toISOString(),
    indexed: false,
    knownIds: [...(run.knownIds ?? []), ...run.parts.flatMap(({ ledgerId }) => ledgerId ?? [])],
    ...(lastJob && { lastJob }),
    ...(stored && { held: stored }),
  };
}

/** The service's catalog state, unless another changed it; if it answers late, this push's version. */
async function readStored(context: PushContext, run: PushRun): Promise<AppliedBase['held']> {
  if (run.versionBefore === undefined) return undefined;
  const version = run.versionBefore + run.parts.filter(({ state }) => state === 'applied').length;
  const state = await context.service.readCatalogState();
  if (state === undefined) return { version };
  const { stored } = state;
  return stored?.version === version ? { version, digest: stored.digest } : undefined;
}

/** No delta until a full load has settled what the service holds, `heldProducts` if known. */
export async function markBaseUnknown(
  context: PushContext,
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
async function noteFailedDelta({ folder }: PushContext, run: PushRun): Promise<void> {
  const hasFailedDelta = run.mode === 'delta' && run.parts.some(({ state }) => state === 'failed');
  if (hasFailedDelta && run.base === undefined) await updateAppliedBase(folder, { doubt: 'delta-failed' });
}
