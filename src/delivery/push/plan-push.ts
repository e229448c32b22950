import type { DiffSummary } from '../../delta/diff-options.ts';
import { BrctlError } from '../../errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { type FileIdentity, identify, isUnchanged, type PushPart } from '../../state/push-run.ts';
import { readSnapshot, readSnapshotIndex, type Snapshot } from '../../state/snapshot.ts';
import type { Comparison } from '../kept/compare-catalogs.ts';
import { catalogChanged } from '../kept/keep-catalog.ts';
import { decodeIndex } from '../kept/kept-index.ts';
import type { PreparedBody } from '../prepare-body.ts';
import { chooseRoad } from './choose-road.ts';
import { doubtAbout } from './doubt.ts';
import { type Base, compareWithBase, divide, prepareParts } from './plan-delta.ts';
import { planFull } from './plan-full.ts';
import type { PushContext } from './push-context.ts';
import type { PushPlan } from './push-report.ts';

/** What is to be sent, ready on disk and checked. Nothing for a catalog that the service holds already. */
export interface PlannedPush {
  plan: PushPlan;
  /** When it was looked at what the service holds. */
  plannedAt: string;
  catalog: FileIdentity;
  /** The user's own base, when one was given. */
  base?: FileIdentity;
  /** With the catalog that is kept, where that was possible line by line. */
  comparison?: Comparison;
  family: 'products' | 'items';
  parts: PushPart[];
  /** The checked contents of the parts. */
  bodies: PreparedBody[];
}

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
  if (base === undefined || options.mode === 'full') {
    return await planFull(context, catalog, whyFull(context, doubt), snapshot?.products);
  }
  const { summary, choice, comparison } = await compareWithBase(context, base);
  if (!(await isUnchanged(catalog))) throw catalogChanged(options.source);
  if (choice.mode === 'full')
    return await planFull(context, catalog, choice.why, summary.oldProducts, summary);
  const parts = await divide(context, summary);
  const road = chooseRoad(context, 'delta', Math.min(summary.bytes, LIMITS.jsonLinesBytes));
  return {
    catalog,
    ...(base.identity && { base: base.identity }),
    ...(comparison && { comparison }),
    family: summary.family,
    parts,
    bodies: await prepareParts(context, parts),
    plan: { mode: 'delta', via: road, why: choice.why, ...figuresOf(summary, parts.length) },
  };
}

/** The snapshot, unless it is of another account or address. */
async function usableSnapshot(context: PushContext): Promise<Snapshot | undefined> {
  const { options, folder } = context;
  const snapshot = await readSnapshot(folder);
  if (snapshot === undefined) return undefined;
  if (snapshot.accountId === options.accountId && snapshot.catalogUrl === options.catalogUrl) return snapshot;
  context.note(describeOther(context, snapshot));
  return undefined;
}

/** Behind the # of an address stands which local service it was. */
function describeOther({ options }: PushContext, { accountId, catalogUrl }: Snapshot): string {
  const [address] = catalogUrl.split('#');
  const isSameAddress = accountId === options.accountId && address === options.catalogUrl.split('#')[0];
  return isSameAddress
    ? `the last push went to another local service at ${address}: this one has other keys`
    : `the last push went to account ${accountId} at ${address}, not to this one`;
}

async function findBase(
  context: PushContext,
  snapshot: Snapshot | undefined,
  doubt: string | undefined,
): Promise<Base | undefined> {
  const { options, folder } = context;
  if (options.base !== undefined) return { path: options.base, identity: await identify(options.base) };
  if (snapshot !== undefined && doubt === undefined) {
    const document = await readSnapshotIndex(folder, snapshot);
    const index = document && decodeIndex(document);
    return { path: folder.file(snapshot.file), ...(index && { index }) };
  }
  if (options.mode !== 'delta') return undefined;
  throw new BrctlError('there is nothing that a delta could be taken from', {
    kind: 'input',
    code: 'push.no_base',
    why: whyFull(context, doubt),
    hint: `brctl push ${options.source} --mode full, or name what the service holds with --base`,
  });
}

function whyFull({ options }: PushContext, doubt: string | undefined): string {
  if (options.mode === 'full') return 'asked for with --mode full';
  return doubt ?? `no catalog is known to be applied to ${options.catalog} in ${options.environment} yet`;
}

function figuresOf(summary: DiffSummary, jobs: number) {
  const { newProducts: products, added, removed, changed, operations, bytes } = summary;
  return { products, added, removed, changed, operations, bytes, jobs };
}
