import type { DiffSummary } from '../../delta/diff-options.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { type FileIdentity, identify, isUnchanged } from '../../state/push-run.ts';
import { catalogChanged } from '../kept/keep-catalog.ts';
import { chooseRoute } from './choose-route.ts';
import { damageOf } from './damaged-base.ts';
import { doubtAbout, EITHER_WAY } from './doubt.ts';
import { type Base, findBase, noBase, usableSnapshot } from './find-base.ts';
import { compareWithBase, divide, prepareParts } from './plan-delta.ts';
import { planFull } from './plan-full.ts';
import type { PlannedPush } from './planned-push.ts';
import type { PushContext } from './push-context.ts';

/**
 * Compares the catalog with what the service holds and decides how it goes there; guards and limits are held against
 * it. The parts of a delta are written into the state folder.
 *
 * @throws BrctlError of kind `input` or `guard`; nothing was sent then
 */
export async function planPush(context: PushContext): Promise<PlannedPush> {
  const plannedAt = context.timing.now().toISOString();
  return { plannedAt, ...(await decide(context)) };
}

async function decide(context: PushContext): Promise<Omit<PlannedPush, 'plannedAt'>> {
  const { options } = context;
  const catalog = await identify(options.file);
  const snapshot = await usableSnapshot(context);
  const doubt = snapshot && (await doubtAbout(context, snapshot));
  const base = await findBase(context, snapshot, doubt);
  const before = snapshot?.heldProducts ?? snapshot?.products;
  const full = async (why: string) => await planFull(context, catalog, why, before);
  if (options.mode === 'full') return await full('asked for with --mode full');
  if (base === undefined) return await unlessDelta(context, doubt ?? whyUnknown(context), full);
  try {
    return await planFromBase(context, catalog, base);
  } catch (error) {
    const damage = damageOf(base, error);
    if (damage === undefined) throw error;
    context.warn(`the kept catalog of the last push, ${base.path}, is unusable: ${damage}`);
    const why = `the kept catalog of the last push is unusable (${damage}); ${EITHER_WAY}`;
    return await unlessDelta(context, why, full);
  }
}

/** What can be no delta is a full load, unless a delta was asked for. */
async function unlessDelta<T>(
  context: PushContext,
  why: string,
  full: (why: string) => Promise<T>,
): Promise<T> {
  if (context.options.mode === 'delta') throw noBase(context, why);
  return await full(why);
}

/** By the comparison with a base: a delta, or a full load where that is better. */
async function planFromBase(
  context: PushContext,
  catalog: FileIdentity,
  base: Base,
): Promise<Omit<PlannedPush, 'plannedAt'>> {
  const { summary, choice, comparison } = await compareWithBase(context, base);
  if (!(await isUnchanged(catalog))) throw catalogChanged(context.options.source);
  if (choice.mode === 'full')
    return await planFull(context, catalog, choice.why, summary.oldProducts, summary);
  const parts = await divide(context, summary);
  const via = chooseRoute(context, 'delta', Math.min(summary.bytes, LIMITS.jsonLinesBytes));
  return {
    catalog,
    ...(base.identity && { base: base.identity }),
    ...(comparison && { comparison }),
    family: summary.family,
    parts,
    bodies: await prepareParts(context, parts),
    plan: { mode: 'delta', via, why: choice.why, ...figuresOf(summary, parts.length) },
  };
}

function whyUnknown({ options }: PushContext): string {
  return `no catalog is known to be applied to ${options.catalog} in ${options.environment} yet`;
}

function figuresOf(summary: DiffSummary, jobs: number) {
  const { newProducts: products, added, removed, changed, operations, bytes } = summary;
  return { products, added, removed, changed, operations, bytes, jobs };
}
