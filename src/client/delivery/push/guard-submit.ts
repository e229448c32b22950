import type { FileSource } from '../prepare-body.ts';
import { keepWithDeltas } from '../save-base.ts';
import { assessFeed } from './assess-feed.ts';
import type { Changes } from './changes.ts';
import { type ComparingContext, countChanges } from './compare-with-base.ts';
import { assumeWorst, type DeltaEffects, isHarmless, readEffects } from './delta-effects.ts';
import {
  type Base,
  type BaseContext,
  describeDamage,
  findBase,
  findSnapshot,
  isMisfit,
} from './find-base.ts';
import { type GuardVerdict, refuseByGuards } from './guard-verdict.ts';
import { type GuardOptions, judgeLoad } from './guards.ts';
import type { PushContext, PushOptions } from './push-context.ts';

export interface SubmitContext
  extends BaseContext,
    Pick<PushContext, 'commandLineWith' | 'warn' | 'signal' | 'tempDir' | 'runFiles'> {
  options: BaseContext['options'] & Pick<PushOptions, 'guards' | 'maxProblems'>;
  /** Products that the service itself says it holds; undefined where it does not tell. */
  countHeld(): Promise<number | undefined>;
  now(): Date;
}

export async function canCompare(context: SubmitContext): Promise<boolean> {
  return (await findSnapshot(context)) !== undefined || (await context.countHeld()) !== undefined;
}

/**
 * Applies the guards of a push to a full load sent by submit, if the last push is known.
 * @param countOperations of the file; asked for where it cannot be compared
 * @throws BrctlError `guard`
 */
export async function guardFullLoad(
  context: SubmitContext,
  file: FileSource,
  countOperations: () => Promise<number>,
): Promise<void> {
  const snapshot = await findSnapshot(context);
  const base = await findBase(context, snapshot);
  const compared = base && (await runOrWarn(context, base, 'full load', () => compare(context, base, file)));
  const { changes, seen } = compared ?? {};
  const before =
    snapshot?.heldProducts ?? changes?.before ?? snapshot?.products ?? (await context.countHeld());
  if (before === undefined) return;
  const after = changes?.after ?? (await countOperations());
  const time = context.now().toISOString();
  const learned = seen && (await assessFeed(context, seen, { at: time, products: after }, changes));
  const load = { mode: 'full', before, after, missing: 'remove', changes, learned } as const;
  refuseByGuards(judgeLoad(load, context.options.guards), context.commandLineWith);
}

/**
 * Applies the guards to a delta, first from its operations and the service's product count. If they would refuse it,
 * applies the delta to the last pushed catalog to get the real changes.
 * @param files with its operations, in order
 * @throws BrctlError `guard`
 */
export async function guardDelta(context: SubmitContext, files: readonly FileSource[]): Promise<void> {
  const effects = await readEffects(files, context.signal);
  if (isHarmless(effects)) return;
  const { guards } = context.options;
  const snapshot = await findSnapshot(context);
  const before = snapshot?.heldProducts ?? snapshot?.products ?? (await context.countHeld());
  if (before === undefined) return warnUnjudged(context, effects);
  if (before === 0) return;
  const worst = assumeWorst(effects, before);
  if (!judgeDelta(worst, guards).some(({ verdict }) => verdict === 'refused')) return;
  const base = await findBase(context, snapshot);
  const changes = base && (await runOrWarn(context, base, 'delta', () => findEffect(context, base, files)));
  // A delta does not tell former prices.
  refuseByGuards(judgeDelta(changes ?? { ...worst, priceLeaps: 0 }, guards), context.commandLineWith);
}

function judgeDelta(changes: Changes, guards: GuardOptions): GuardVerdict[] {
  const { before, after } = changes;
  return judgeLoad({ mode: 'delta', before, after, missing: 'remove', changes }, guards);
}

function warnUnjudged(context: SubmitContext, { removed, unavailable }: DeltaEffects): void {
  const effects = [
    ...(removed.size > 0 ? [`removes ${removed.size}`] : []),
    ...(unavailable.size > 0 ? [`makes ${unavailable.size} unavailable`] : []),
  ];
  if (effects.length > 0)
    context.note(
      `this delta ${effects.join(' and ')}; guards cannot judge it: brctl does not know how many products the service has`,
    );
}

async function findEffect(
  context: SubmitContext,
  base: Base,
  files: readonly FileSource[],
): Promise<Changes> {
  const { signal, runFiles } = context;
  const path = runFiles.fileName('.jsonl.gz');
  const deltas = files.map((file) => file.path);
  await keepWithDeltas(base.path, deltas, path, signal);
  const { changes } = await compare(context, base, { path, name: 'the catalog after this delta' });
  return changes;
}

async function compare(
  context: SubmitContext,
  base: Base,
  { path: file, name: source }: FileSource,
): ReturnType<typeof countChanges> {
  const options: ComparingContext['options'] = { ...context.options, file, source, missing: 'remove' };
  return await countChanges({ ...context, options }, base);
}

/** Judges loads that cannot be compared by their counts. */
async function runOrWarn<T>(
  context: SubmitContext,
  base: Base,
  what: 'delta' | 'full load',
  comparing: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await comparing();
  } catch (error) {
    if (!isMisfit(error)) throw error;
    if (error.code === 'catalog.duplicate_id' && what === 'full load') throw error;
    const reason = describeDamage(base, error) ?? error.message;
    context.warn(`this ${what} cannot be compared with the catalog that was pushed last: ${reason}`);
    return undefined;
  }
}
