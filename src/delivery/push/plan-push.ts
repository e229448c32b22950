import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { diffCatalogs } from '../../delta/diff.ts';
import type { DiffSummary } from '../../delta/diff-options.ts';
import { BrctlError } from '../../errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { type FileIdentity, identify, isUnchanged, type PushPart } from '../../state/push-run.ts';
import { readSnapshot, type Snapshot } from '../../state/snapshot.ts';
import { type PreparedBody, prepareFile } from '../prepare-body.ts';
import { splitFile } from '../split-body.ts';
import { chooseLoad, type LoadChoice } from './choose-load.ts';
import { chooseRoad } from './choose-road.ts';
import { guardRemovals } from './guards.ts';
import { catalogChanged } from './keep-catalog.ts';
import { planFull } from './plan-full.ts';
import type { PushContext } from './push-context.ts';
import type { PushPlan } from './push-report.ts';

/** What is to be sent, ready on disk and checked. Nothing for a catalog that the service holds already. */
export interface PlannedPush {
  plan: PushPlan;
  catalog: FileIdentity;
  /** The user's own base, when one was given. */
  base?: FileIdentity;
  family: 'products' | 'items';
  parts: PushPart[];
  /** The checked contents of the parts. */
  bodies: PreparedBody[];
}

/** What a delta can be taken from. */
interface Base {
  path: string;
  identity?: FileIdentity;
}

/** Ends a diff when the delta itself is not needed. */
class EnoughKnown extends Error {}

/**
 * Compares the catalog with what the service holds and decides how it goes there; guards and limits are held against
 * it. The parts of a delta are written into the state folder.
 *
 * @throws BrctlError of kind `input` or `guard`; nothing was sent then
 */
export async function planPush(context: PushContext): Promise<PlannedPush> {
  const { options } = context;
  const catalog = await identify(options.file);
  const snapshot = await usableSnapshot(context);
  const base = await findBase(context, snapshot);
  if (base === undefined || options.mode === 'full') {
    return await planFull(context, catalog, whyFull(context, snapshot), snapshot?.products);
  }
  const { summary, choice } = await compare(context, base);
  if (!(await isUnchanged(catalog))) throw catalogChanged(options.source);
  if (choice.mode === 'full')
    return await planFull(context, catalog, choice.why, summary.oldProducts, summary);
  const parts = await divide(context, summary);
  const road = chooseRoad(context, 'delta', Math.min(summary.bytes, LIMITS.jsonLinesBytes));
  return {
    catalog,
    ...(base.identity && { base: base.identity }),
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
  context.note(
    `the last push went to account ${snapshot.accountId} at ${snapshot.catalogUrl}, not to this one`,
  );
  return undefined;
}

async function findBase(context: PushContext, snapshot: Snapshot | undefined): Promise<Base | undefined> {
  const { options, folder } = context;
  if (options.base !== undefined) return { path: options.base, identity: await identify(options.base) };
  if (snapshot !== undefined && !snapshot.outcomeUnknown) return { path: folder.file(snapshot.file) };
  if (options.mode !== 'delta') return undefined;
  throw new BrctlError('there is nothing that a delta could be taken from', {
    kind: 'input',
    code: 'push.no_base',
    why: whyFull(context, snapshot),
    hint: `brctl push ${options.source} --mode full, or name what the service holds with --base`,
  });
}

function whyFull({ options }: PushContext, snapshot: Snapshot | undefined): string {
  if (options.mode === 'full') return 'asked for with --mode full';
  if (snapshot?.outcomeUnknown) {
    return 'whether the last request was applied is unknown; a full load is right either way';
  }
  return `no catalog is known to be applied to ${options.catalog} in ${options.environment} yet`;
}

/** Runs the diff up to the decision, and on to the delta's file where that is what is needed. */
async function compare(
  context: PushContext,
  base: Base,
): Promise<{ summary: DiffSummary; choice: LoadChoice }> {
  const { options, signal, tempDir } = context;
  const found: { summary?: DiffSummary; choice?: LoadChoice } = {};
  const file = await openDelta(context);
  try {
    await diffCatalogs({ path: base.path }, { path: options.file }, (bytes) => file.write(bytes), {
      missing: options.missing,
      maxProblems: options.maxProblems,
      tempDir,
      signal,
      beforeEmit(summary) {
        const choice = chooseLoad({ ...options, asked: options.mode, summary });
        Object.assign(found, { summary, choice });
        if (choice.mode === 'full') throw new EnoughKnown();
        if (summary.operations > options.maxOperations && !options.split)
          throw tooManyOperations(context, summary);
        const vanished = options.missing === 'ignore' ? 0 : summary.removed;
        guardRemovals(summary.oldProducts, vanished, options.guards);
      },
    });
  } catch (error) {
    if (!(error instanceof EnoughKnown)) throw error;
  } finally {
    await file.close();
  }
  if (found.summary === undefined || found.choice === undefined) throw new Error('the diff gave no summary');
  return { summary: found.summary, choice: found.choice };
}

const WHOLE_DELTA = 'delta.jsonl';

async function openDelta({ partsFolder }: PushContext) {
  await rm(partsFolder, { recursive: true, force: true });
  await mkdir(partsFolder, { mode: 0o700 });
  const handle = await open(path.join(partsFolder, WHOLE_DELTA), 'w', 0o600);
  return {
    async write(bytes: Uint8Array) {
      await handle.writeFile(bytes);
    },
    close: () => handle.close(),
  };
}

function tooManyOperations({ options }: PushContext, { operations }: DiffSummary): BrctlError {
  const [count, most] = [operations, options.maxOperations].map((number) => number.toLocaleString('en-US'));
  return new BrctlError(`${count} operations, but one job takes ${most}`, {
    kind: 'input',
    code: 'input.too_many_ops',
    why: 'the service would refuse the whole job',
    hint: `brctl push ${options.source} --mode delta --split`,
  });
}

/** One part where the delta fits into one job, else several. */
async function divide({ partsFolder, options }: PushContext, summary: DiffSummary): Promise<PushPart[]> {
  const inFolder = (name: string) => path.join(partsFolder, name);
  const partName = (number: number) => `part-${String(number).padStart(4, '0')}.jsonl`;
  if (summary.operations === 0) return [];
  if (summary.operations <= options.maxOperations && summary.bytes <= LIMITS.jsonLinesBytes) {
    await rename(inFolder(WHOLE_DELTA), inFolder(partName(1)));
    return [{ file: partName(1), operations: summary.operations, state: 'ready' }];
  }
  const parts = await splitFile(inFolder(WHOLE_DELTA), {
    maxOperations: options.maxOperations,
    name: 'the delta',
    fileName: (number) => inFolder(partName(number)),
  });
  await rm(inFolder(WHOLE_DELTA));
  return parts.map(({ operations }, at) => ({ file: partName(at + 1), operations, state: 'ready' }));
}

/** The service checks every operation of a delta; so do we, before the first part goes out. */
async function prepareParts(context: PushContext, parts: readonly PushPart[]): Promise<PreparedBody[]> {
  const { options, partsFolder, signal, spool, stdin, threads } = context;
  const { maxProblems } = options;
  const bodies: PreparedBody[] = [];
  for (const { file } of parts) {
    if (file === undefined) continue;
    const source = { path: path.join(partsFolder, file), name: `the delta to ${options.source}` };
    bodies.push(await prepareFile(source, { mode: 'delta', maxProblems, threads, signal, spool, stdin }));
  }
  return bodies;
}

function figuresOf(summary: DiffSummary, jobs: number) {
  const { newProducts: products, added, removed, changed, operations, bytes } = summary;
  return { products, added, removed, changed, operations, bytes, jobs };
}
