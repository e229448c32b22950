import { createHash } from 'node:crypto';
import { BrctlError } from '../../../base/errors.ts';
import { readAppliedBase } from '../../state/snapshot.ts';
import { readFileChunks } from '../body-file.ts';
import type { PlannedPush } from './plan.ts';
import type { PushContext, PushOptions } from './push-context.ts';

/** Hashes of the plan's inputs. If any differs, the plan is stale. */
export interface PlanSeal {
  catalog: string;
  base: string;
  /** What the service held, as far as it told. */
  held: string;
  load: string;
}

/** The options that a plan was made with, as far as they decide what is sent. */
export type PlanOptions = Pick<
  PushOptions,
  'mode' | 'via' | 'missing' | 'maxOperations' | 'split' | 'guards'
>;

const CHANGED: Record<keyof PlanSeal, string> = {
  catalog: 'the catalog is not the same',
  base: 'what was pushed last is not the same',
  held: 'the service holds something else',
  load: 'other operations come of it',
};

/** Seals a plan, so that a push can tell whether it would do the same. Reads the catalog once more. */
export async function sealPlan(
  context: Pick<PushContext, 'folder' | 'options'>,
  planned: PlannedPush,
): Promise<PlanSeal> {
  const { options, folder } = context;
  const { plan, bodies, state } = planned;
  const snapshot = await readAppliedBase(folder);
  const base =
    options.base === undefined
      ? hashOf(
          JSON.stringify(snapshot ?? null, ['appliedAt', 'products', 'knownIds', 'outcomeUnknown', 'doubt']),
        )
      : await hashOfFile(options.base);
  const load = createHash('sha256').update(`${plan.mode} ${plan.via} ${plan.jobs}`);
  const isCatalogItself = plan.mode === 'full' && plan.carried === 0;
  if (!isCatalogItself) for (const body of bodies) for await (const chunk of body.open()) load.update(chunk);
  return {
    catalog: await hashOfFile(options.file),
    base,
    // If the service reports no digest, being out of sync still changes the load, and so this hash.
    held: state === undefined ? 'not told' : (state.stored?.digest ?? 'nothing'),
    load: load.digest('hex'),
  };
}

/**
 * @param planAgain the command that makes the plan anew
 * @throws BrctlError `plan.changed` where a push would not do what was planned
 */
export function refuseChanged(saved: PlanSeal, now: PlanSeal, file: string, planAgain: string): void {
  // The names are those of CHANGED, which `keys` forgets.
  const changed = (Object.keys(CHANGED) as (keyof PlanSeal)[]).filter((name) => saved[name] !== now[name]);
  if (changed.length === 0) return;
  throw new BrctlError('this push is not the one that was planned', {
    kind: 'input',
    code: 'plan.changed',
    file,
    why: changed.map((name) => CHANGED[name]).join('; '),
    hint: `look at what it would do now: ${planAgain}`,
    data: { changed },
  });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readFileChunks(path)) hash.update(chunk);
  return hash.digest('hex');
}
