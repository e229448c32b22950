import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError } from '../../../base/errors.ts';
import { writeFileAtomically } from '../../../base/files/atomic-file.ts';
import {
  isObjectOf,
  isOneOf,
  isText,
  parseShape,
  type Validator,
  type ValueOf,
} from '../../../base/json/shape.ts';
import { toReadError } from '../../../catalog/opening/unreadable.ts';
import { readFileChunks } from '../../../client/delivery/body-file.ts';
import type { PlannedPush } from '../../../client/delivery/push/plan.ts';
import type { PushContext } from '../../../client/delivery/push/push-context.ts';
import { readAppliedBase } from '../../../client/state/applied-base.ts';
import { hashChunks } from '../../../client/state/portable-state.ts';
import type { CommandContext } from '../../context.ts';
import { type JsonValue, toJson } from '../../output/printable.ts';
import { type CatalogArea, sealAddress } from '../../shared/catalog-area.ts';
import type { PlanFlags } from '../../shared/push-setup.ts';
import { type NamedPlan, PLAN_SCHEMA, toPlanDocument } from './plan-output.ts';

/** Hashes of the plan's inputs. If any differs, the plan is stale. `held`: state of the service, if it reported one. */
const isSeal = isObjectOf({ catalog: isText, base: isText, held: isText, load: isText });
type PlanSeal = ValueOf<typeof isSeal>;

const isPlanFlags: Validator<PlanFlags> = (value): value is PlanFlags => typeof value === 'object';

/** A plan as it is saved: for people and scripts what it would do, for the push what it was made of. */
const isSavedPlan = isObjectOf({
  schema: isOneOf(PLAN_SCHEMA),
  environment: isText,
  catalog: isText,
  /** The catalog file, as the user named it. */
  source: isText,
  saved: isObjectOf(
    {
      account_id: isText,
      /** Where the plan would send to: the addresses of the catalog API, of the SFTP server and of search. */
      address: isText,
      options: isPlanFlags,
      seal: isSeal,
    },
    /** The command line that made it; plans of earlier versions have none. */
    { command: isText },
  ),
});
type SavedPlan = ValueOf<typeof isSavedPlan>;

const CHANGED: Record<keyof PlanSeal, string> = {
  catalog: 'the catalog file changed',
  base: 'another push ran since',
  held: "the service's catalog changed",
  load: 'the operations to send changed',
};

export async function savePlan(
  context: CommandContext,
  name: string,
  { target }: Pick<CatalogArea, 'target'>,
  named: NamedPlan,
  saved: Pick<SavedPlan['saved'], 'options' | 'seal'>,
): Promise<void> {
  const address = sealAddress(await context.config(), target);
  // Options and hashes only: JSON can represent them.
  const made = { account_id: target.accountId, address, command: context.commandLineWith() };
  const sealed = { ...made, ...saved } as unknown as JsonValue;
  const text = `${toJson({ ...toPlanDocument(named), saved: sealed })}\n`;
  await writeFileAtomically(path.resolve(context.cwd, name), text);
}

/** @throws BrctlError `file.not_found` and the like; `plan.unreadable` for anything but a saved plan */
export async function readPlan(context: { cwd: string }, name: string): Promise<SavedPlan> {
  let text: string;
  try {
    text = await readFile(path.resolve(context.cwd, name), 'utf8');
  } catch (error) {
    throw toReadError(name, error);
  }
  const plan = parseShape(text, isSavedPlan);
  if (plan !== undefined) return plan;
  throw new BrctlError('this file is not a saved plan', {
    kind: 'input',
    code: 'plan.unreadable',
    file: name,
    hint: 'brctl plan catalog.jsonl -o plan.json',
  });
}

/** Seals a plan, so that a push can tell whether it would do the same. Reads the catalog once more. */
export async function sealPlan(
  { options, folder }: Pick<PushContext, 'folder' | 'options'>,
  { plan, bodies, state }: PlannedPush,
): Promise<PlanSeal> {
  const snapshot = await readAppliedBase(folder);
  const members = ['appliedAt', 'products', 'knownIds', 'outcomeUnknown', 'doubt'];
  const load = createHash('sha256').update(`${plan.mode} ${plan.via} ${plan.jobs}`);
  const isCatalogItself = plan.mode === 'full' && plan.carried === 0;
  if (!isCatalogItself) for (const body of bodies) for await (const chunk of body.open()) load.update(chunk);
  return {
    catalog: await hashChunks(readFileChunks(options.file)),
    base:
      options.base === undefined
        ? createHash('sha256')
            .update(JSON.stringify(snapshot ?? null, members))
            .digest('hex')
        : await hashChunks(readFileChunks(options.base)),
    // If the service reports no digest, being out of sync still changes the load, and so this hash.
    held: state === undefined ? 'not told' : (state.stored?.digest ?? 'nothing'),
    load: load.digest('hex'),
  };
}

/** @throws BrctlError `plan.other_target` where a plan was made for another catalog than it is now pushed to */
export async function assertPlanTarget(
  context: CommandContext,
  { environment, target }: CatalogArea,
  { environment: plannedFor, catalog, saved: { account_id: accountId, address } }: SavedPlan,
  file: string,
): Promise<void> {
  const goesTo = sealAddress(await context.config(), target);
  // Behind the # stands which local service it was.
  const [planned, now] = [address, goesTo].map((text) => text.replace(/#\S*/, ''));
  const refuse = (message: string, why: string, hint: string) =>
    new BrctlError(message, { kind: 'input', code: 'plan.other_target', file, why, hint });
  if (environment !== plannedFor || target.catalog !== catalog || target.accountId !== accountId)
    throw refuse(
      `the plan is for ${catalog} of account ${accountId} in ${plannedFor}, but this push is for ${target.catalog} of account ${target.accountId} in ${environment}`,
      'nothing was sent',
      context.commandLineWith('-e', plannedFor, '--catalog', catalog),
    );
  if (goesTo !== address)
    throw refuse(
      planned === now
        ? `the plan is for another local service at ${planned}`
        : `the plan is for ${planned}, but this push goes to ${now}`,
      'nothing was sent: a plan is valid only for its own addresses',
      `set the address of the plan, or plan again: ${context.commandFor(environment, 'plan')} … -o ${file}`,
    );
}

/** @throws BrctlError `plan.changed` where this push would not do what was planned */
export async function assertPlanFresh(
  pushContext: PushContext,
  planned: PlannedPush,
  { source, saved }: SavedPlan,
  file: string,
): Promise<void> {
  const now = await sealPlan(pushContext, planned);
  // The names are those of CHANGED, which `keys` forgets.
  const changed = (Object.keys(CHANGED) as (keyof PlanSeal)[]).filter(
    (name) => saved.seal[name] !== now[name],
  );
  if (changed.length === 0) return;
  throw new BrctlError('the saved plan is stale', {
    kind: 'input',
    code: 'plan.changed',
    file,
    why: changed.map((name) => CHANGED[name]).join('; '),
    hint: `make a new plan: ${saved.command ?? `brctl plan ${source} -o ${file}`}`,
    data: { changed },
  });
}
