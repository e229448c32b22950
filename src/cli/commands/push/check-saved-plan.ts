import { BrctlError } from '../../../base/errors.ts';
import type { PlannedPush } from '../../../client/delivery/push/plan.ts';
import type { PushContext } from '../../../client/delivery/push/push-context.ts';
import { refuseChanged, sealPlan } from '../../../client/delivery/push/saved-plan.ts';
import type { CommandContext } from '../../context.ts';
import { type CatalogArea, sealedAddress } from '../../shared/catalog-area.ts';
import type { PlanFlags } from '../../shared/push-setup.ts';
import type { SavedPlan } from './plan-file.ts';

/** @throws BrctlError `plan.other_target` where a plan was made for another catalog than it is now pushed to */
export async function assertPlanTarget(
  context: CommandContext,
  { environment, target }: CatalogArea,
  { environment: plannedFor, catalog, accountId, address }: SavedPlan,
  file: string,
): Promise<void> {
  const goesTo = sealedAddress(await context.config(), target);
  if (environment === plannedFor && target.catalog === catalog && target.accountId === accountId) {
    if (goesTo !== address)
      throw otherAddress(file, address, goesTo, context.commandFor(environment, 'plan'));
    return;
  }
  throw new BrctlError(
    `the plan is for ${catalog} of account ${accountId} in ${plannedFor}, but this push is for ${target.catalog} of account ${target.accountId} in ${environment}`,
    {
      kind: 'input',
      code: 'plan.other_target',
      file,
      why: 'nothing was sent',
      hint: context.commandLineWith('-e', plannedFor, '--catalog', catalog),
    },
  );
}

function otherAddress(file: string, planned: string, now: string, plan: string): BrctlError {
  // Behind the # stands which local service it was.
  const shown = (address: string) => address.replace(/#\S*/, '');
  const isSame = shown(planned) === shown(now);
  return new BrctlError(
    isSame
      ? `the plan is for another local service at ${shown(planned)}`
      : `the plan is for ${shown(planned)}, but this push goes to ${shown(now)}`,
    {
      kind: 'input',
      code: 'plan.other_target',
      file,
      why: 'nothing was sent: a plan holds for the addresses that it was made with',
      hint: `set the address that was meant, or plan again: ${plan} … -o ${file}`,
    },
  );
}

/** @throws BrctlError `plan.changed` where this push would not do what was planned */
export async function assertPlanFresh(
  context: CommandContext,
  pushContext: PushContext,
  planned: PlannedPush,
  { saved, file }: { saved: SavedPlan; file: string },
): Promise<void> {
  const { environment, source } = pushContext.options;
  const again = context.commandFor(environment, 'plan', source, ...wordsOf(saved.flags), '-o', file);
  refuseChanged(saved.seal, await sealPlan(pushContext, planned), file, again);
}

/** Options as they are given on a command line, apart from those that are so by default. */
function wordsOf(flags: PlanFlags): string[] {
  const {
    inputFormat,
    base,
    mode,
    via,
    missing,
    split,
    maxOps,
    firstLoad,
    allowShrink,
    allowRemovals,
    allowPriceChanges,
    accept = [],
    because,
    learn,
    rehearse,
  } = flags;
  return [
    ...(inputFormat === 'records' ? ['--from', inputFormat] : []),
    ...(base === undefined ? [] : ['--base', base]),
    ...(mode === 'auto' ? [] : ['--mode', mode]),
    ...(via === 'auto' ? [] : ['--via', via]),
    ...(missing === 'unavailable' ? [] : ['--missing', missing]),
    ...(split ? ['--split', '--max-ops', String(maxOps)] : []),
    ...(firstLoad ? ['--first-load'] : []),
    ...(allowShrink ? ['--allow-shrink'] : []),
    ...amount('--allow-removals', allowRemovals),
    ...(allowPriceChanges ? ['--allow-price-changes'] : []),
    ...accept.flatMap((code) => ['--accept', code]),
    ...(because === undefined ? [] : ['--because', because]),
    ...(learn ? ['--learn'] : []),
    ...(rehearse === undefined ? [] : ['--rehearse', rehearse]),
    ...feedWords(flags),
  ];
}

function feedWords({ from, map, shopUrl, encoding, maxRejected }: PlanFlags): string[] {
  const given = { '--from': from, '--map': map, '--shop-url': shopUrl, '--encoding': encoding };
  const words = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  return [...words, ...amount('--max-rejected', maxRejected)];
}

/** `--allow-removals 10%`, `--max-rejected 3`; nothing where it was not given. */
function amount(name: string, given: { share: number } | Record<string, number> | undefined): string[] {
  if (given === undefined) return [];
  const { share, ...count } = given;
  return [name, share === undefined ? String(Object.values(count)[0]) : `${share * 100}%`];
}
