import { BrctlError } from '../../errors.ts';
import type { Changes } from './changes.ts';
import { type ComparingContext, changesFrom } from './compare-with-base.ts';
import { damageOf } from './damaged-base.ts';
import { type Base, findBase, type KnowingContext, usableSnapshot } from './find-base.ts';
import { judgeLoad, refuseByGuards } from './guards.ts';
import type { PushContext, PushOptions } from './push-context.ts';

/** What the guards need of a full load that is sent without a push. */
export interface SubmitContext
  extends ComparingContext,
    KnowingContext,
    Pick<PushContext, 'warn' | 'commandLineWith'> {
  options: ComparingContext['options'] & KnowingContext['options'] & Pick<PushOptions, 'guards'>;
}

/**
 * Holds the guards of a push against a full load that replaces the catalog, as far as what was pushed last is known.
 *
 * @param operations of the body
 * @throws BrctlError of kind `guard`
 */
export async function guardSubmit(context: SubmitContext, operations: number): Promise<void> {
  const { options, commandLineWith } = context;
  const snapshot = await usableSnapshot(context);
  const base = await findBase(context, snapshot);
  const changes = base && (await changesOrWarning(context, base));
  const before = snapshot?.heldProducts ?? changes?.before ?? snapshot?.products;
  const after = changes?.after ?? operations;
  const load = { mode: 'full', before, after, missing: options.missing, changes } as const;
  refuseByGuards(judgeLoad(load, options.guards), commandLineWith);
}

/** A body that cannot be compared is judged by its count. */
async function changesOrWarning(context: SubmitContext, base: Base): Promise<Changes | undefined> {
  try {
    return await changesFrom(context, base);
  } catch (error) {
    if (!(error instanceof BrctlError) || error.kind !== 'input') throw error;
    if (error.code === 'catalog.duplicate_id') throw error;
    const reason = damageOf(base, error) ?? error.message;
    context.warn(`this full load cannot be compared with the catalog that was pushed last: ${reason}`);
    return undefined;
  }
}
