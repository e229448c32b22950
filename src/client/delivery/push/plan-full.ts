import { BrctlError } from '../../../base/errors.ts';
import { pluralize } from '../../../base/wording/amounts.ts';
import { Movement } from '../../profile/movement.ts';
import { chooseSampleRate } from '../../profile/sample.ts';
import type { FileIdentity } from '../../state/push-run.ts';
import { type LineSlice, sliceAtLines } from '../line-slices.ts';
import { type PreparedBody, prepareFile } from '../prepare-body.ts';
import { assessFeed } from './assess-feed.ts';
import type { Changes } from './changes.ts';
import { chooseRoute } from './choose-load.ts';
import type { Base } from './find-base.ts';
import { judgeLoad } from './guards.ts';
import { writeCarriedBody } from './missing-products.ts';
import type { DraftPlan } from './plan.ts';
import { createLineLookup, estimateProducts, type ProfiledFeed } from './profile-feed.ts';
import type { PushContext } from './push-context.ts';
import type { SyncCheck } from './sync-check.ts';

/** Inputs of the plan of a full load. */
export interface FullLoad {
  catalog: FileIdentity;
  why: string;
  held: SyncCheck;
  /** Products that the service holds, where that is known. */
  before?: number | undefined;
  /** The catalog that was pushed last, and what differs. */
  compared?: { base: Base; changes: Changes; seen: ProfiledFeed } | undefined;
  /** The file with the products that vanished in earlier pushes and that the service holds all the same. */
  vanished?: string;
  /** Products of that kind, at most, whose records are not known. */
  unknownVanished: number;
  /** The service may hold something else than what was pushed last. */
  isDoubtful: boolean;
}

/** Checks every line of a full load, the guards, the route. Throws `input` errors; nothing was sent then. */
export async function planFull(context: PushContext, load: FullLoad): Promise<DraftPlan> {
  const { options } = context;
  const { catalog, why, held, before, compared } = load;
  const oneIn = compared === undefined ? chooseSampleRate(await estimateProducts(catalog.path)) : undefined;
  const whole = await prepareFull(context, catalog.path, oneIn);
  const seen = compared?.seen ?? profileAlone(catalog.path, whole);
  const carried = await describeCarried(context, load);
  const body = carried === undefined ? whole : await prepareFull(context, carried.path);
  const via = chooseRoute(context, 'full', body.uncompressedBytes);
  const slices = via === 'sftp' ? await sliceLines(context, body) : undefined;
  const { changes } = compared ?? {};
  const { missing } = options;
  const { operations: after } = whole;
  const time = context.timing.now().toISOString();
  const learned = seen && (await assessFeed(context, seen, { at: time, products: after }, changes));
  const judged = { mode: 'full', family: body.family, before, after, missing, changes, learned } as const;
  return {
    catalog,
    family: body.family,
    parts: [{ operations: body.operations, state: 'ready' }],
    bodies: [{ ...body, ...(slices && { slices }) }],
    ...(held.state && { state: held.state }),
    ...(learned && { profile: learned.profile }),
    plan: {
      mode: 'full',
      via,
      why,
      missing,
      products: after,
      ...(changes && { changes }),
      carried: carried?.carried ?? 0,
      losses: listLosses(context, load),
      operations: body.operations,
      bytes: body.uncompressedBytes,
      jobs: 1,
      warnings: whole.warnings,
      problems: [...whole.problems],
      held: held.remark,
      guards: judgeLoad({ ...judged, isForeign: options.isLocal !== true }, options.guards),
    },
  };
}

/** Result of the check of a catalog without a base. */
function profileAlone(path: string, { tally }: PreparedBody): ProfiledFeed | undefined {
  if (tally === undefined) return undefined;
  return { watched: { tally, movement: new Movement(), inBoth: 0 }, linesAt: createLineLookup(path) };
}

/** @param oneIn count the products for a profile, one in this many */
export async function prepareFull(context: PushContext, path: string, oneIn?: number): Promise<PreparedBody> {
  const { options, signal, runFiles, stdin } = context;
  const { source: name, maxProblems } = options;
  const maxInflatedBytes = Number.POSITIVE_INFINITY;
  const how = { mode: 'full', maxProblems, maxInflatedBytes, signal, stdin, runFiles } as const;
  const body = await prepareFile(
    { path, name },
    { ...how, ...(oneIn !== undefined && { tallyOneIn: oneIn }) },
  );
  if (body.kind === 'jsonLines') return body;
  throw new BrctlError(`${name} is not a catalog with one record per line`, {
    kind: 'input',
    code: 'push.no_catalog',
    file: name,
    hint: 'write one operation per line (JSON Lines): {"op":"add","path":"/products/…","value":{…}}',
  });
}

/** Where it is cut, if it is longer than one file may be. */
async function sliceLines(
  { options, signal }: PushContext,
  { path, uncompressedBytes }: PreparedBody,
): Promise<LineSlice[] | undefined> {
  const { maxFileBytes: maxBytes, source: name } = options;
  if (path === undefined || uncompressedBytes <= maxBytes) return undefined;
  return await sliceAtLines(path, { maxBytes, name, signal });
}

/** Products that vanished are sent with it, unless they are to be removed. */
async function describeCarried(
  context: PushContext,
  { compared, vanished }: FullLoad,
): ReturnType<typeof writeCarriedBody> {
  if (context.options.missing === 'remove' || compared === undefined) return undefined;
  const { changes, base } = compared;
  if ((changes.removed === 0 && vanished === undefined) || changes.after === 0) return undefined;
  return await writeCarriedBody(context, [base.path, ...(vanished === undefined ? [] : [vanished])]);
}

const OTHERS_UNKNOWN =
  'the full load deletes all other products of this catalog; brctl does not know which ones exist';

function listLosses(
  { options }: PushContext,
  { compared, held, unknownVanished, isDoubtful }: FullLoad,
): string[] {
  if (options.missing === 'remove') return [];
  const isEmpty = held.state !== undefined && held.state.stored === undefined;
  if (compared === undefined || isDoubtful) return isEmpty ? [] : [OTHERS_UNKNOWN];
  if (unknownVanished === 0) return [];
  const products = pluralize(unknownVanished, 'product');
  return [
    `up to ${products} that went missing in earlier pushes will be deleted: brctl has no copy of their records`,
  ];
}
