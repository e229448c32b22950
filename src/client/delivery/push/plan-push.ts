import { BrctlError, isStopped } from '../../../base/errors.ts';
import type { DiffSummary } from '../../../catalog/delta/diff-options.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { identify, isUnchanged } from '../../state/push-run.ts';
import type { PreparedBody } from '../prepare-body.ts';
import { assessFeed } from './assess-feed.ts';
import {
  chooseLoad,
  chooseRoute,
  type LoadChoice,
  noBaseError,
  OUT_OF_SYNC,
  wouldDeleteError,
} from './choose-load.ts';
import { type Comparison, compareWithBase } from './compare-with-base.ts';
import { divide, prepareParts, refuseTooMany } from './delta-parts.ts';
import { type Base, describeDamage, findBase, findSnapshot } from './find-base.ts';
import { refuseByGuards } from './guard-verdict.ts';
import { judgeLoad, judgeLost } from './guards.ts';
import { writeMissing } from './missing-products.ts';
import { catalogChangedError, type DraftPlan, type PlannedPush } from './plan.ts';
import { type FullLoad, planFull, prepareFull } from './plan-full.ts';
import { countLines, estimateProducts } from './profile-feed.ts';
import type { PushContext } from './push-context.ts';
import { checkInSync, findOutOfSyncReason, listKnownRequests, type SyncCheck } from './sync-check.ts';

/**
 * Compares the catalog with the base, checks that the service is in sync, and decides what to send. The plan contains
 * the guards' verdicts; the caller must obey them. Writes the parts to the state folder.
 * @throws BrctlError of kind `input` or `guard`; nothing was sent then
 */
export async function planPush(context: PushContext): Promise<PlannedPush> {
  const plannedAt = context.timing.now().toISOString();
  // Before the service is asked what it holds: what comes later is not in its answer.
  const knownIds = await listKnownRequests(context);
  return { plannedAt, knownIds, ...(await planLoad(context)) };
}

const FULL_ASKED_FOR = 'set by --mode full';

async function planLoad(context: PushContext): Promise<DraftPlan> {
  const catalog = await identify(context.options.file);
  const snapshot = await findSnapshot(context);
  // The service answers while the catalogs are compared; it is awaited when the choice depends on it.
  const asking = checkSync();
  asking.catch(() => undefined);
  await refuseShrunk();
  const base = await findBase(context, snapshot);
  const compared = base && (await compare(base));
  if (!(await isUnchanged(catalog))) throw catalogChangedError(context.options.source);
  if (base === undefined || compared === undefined) return await planUncompared();
  if ('damage' in compared) return await planUncompared(compared.damage);
  const { choice, changes, seen } = compared;
  return choice.mode === 'full'
    ? await planFullLoad(choice.why, { base, changes, seen })
    : await planDelta(base, compared);

  /**
   * A feed with far fewer lines than there were products lacks as many: nobody waits for the comparison to be told that.
   *
   * @throws BrctlError `guard`
   */
  async function refuseShrunk(): Promise<void> {
    const { options, signal } = context;
    const { base, explains, guards, file, mode, missing } = options;
    const before = snapshot?.products ?? 0;
    if (base !== undefined || explains || guards.allowShrink) return;
    if ((await estimateProducts(file)) > before / 2) return;
    const after = await countLines(file, signal);
    // This many missing products make a full load of it, unless that is ruled out.
    const load = { mode: mode === 'delta' || missing === 'ignore' ? 'delta' : 'full', missing } as const;
    if (after === undefined || after >= before) return;
    const verdicts = judgeLost({ ...load, before, after }, guards);
    // Lines that cannot be read are told first, with their places: they say nothing of products.
    if (verdicts.length > 0) await prepareFull(context, file);
    refuseByGuards(verdicts, context.commandLineWith);
  }

  /** A plan that is only looked at can be made where the service cannot be reached. */
  async function checkSync(): Promise<SyncCheck> {
    try {
      return await checkInSync(context, snapshot);
    } catch (error) {
      if (!context.options.explains || !(error instanceof BrctlError) || isStopped(error)) throw error;
      context.warn(`cannot ask the service for its version: ${error.message}`);
      return { remark: 'presumably the last pushed catalog (service not reachable)' };
    }
  }

  /** Difference from the base, or why the stored base is unusable. */
  async function compare(base: Base): Promise<Comparison | { damage: string }> {
    try {
      return await compareWithBase(context, base, choose);
    } catch (error) {
      const damage = describeDamage(base, error) ?? explainDamage(error);
      if (damage === undefined) throw error;
      context.warn(`the catalog cannot be compared with the last one, ${base.path}: ${damage}`);
      return { damage };
    }
  }

  /** A requested full load may contain lines that a comparison rejects. A duplicate product is an error in both. */
  function explainDamage(error: unknown): string | undefined {
    if (context.options.mode !== 'full' || !(error instanceof BrctlError)) return undefined;
    return error.kind === 'input' && error.code !== 'catalog.duplicate_id' ? error.message : undefined;
  }

  /** @throws BrctlError where nothing can be sent as it was asked for */
  async function choose(summary: DiffSummary): Promise<LoadChoice> {
    const { options } = context;
    if (options.mode === 'full') return { mode: 'full', why: FULL_ASKED_FOR };
    const doubt = await findDoubt();
    if (doubt !== undefined) return chooseFullLoad(doubt);
    const keepsVanished = options.missing === 'ignore';
    return chooseLoad({ ...options, asked: options.mode, summary, keepsVanished });
  }

  /** Why the service may be out of sync with the base; a named base settles that. */
  async function findDoubt(): Promise<string | undefined> {
    const sync = await asking;
    if (context.options.base !== undefined || snapshot === undefined) return undefined;
    return (await findOutOfSyncReason(context, snapshot)) ?? sync.doubt;
  }

  /** Falls back to a full load, unless that was ruled out. */
  function chooseFullLoad(why: string): LoadChoice {
    const { commandLineWith, options } = context;
    const { mode, missing } = options;
    if (mode === 'delta') throw noBaseError(why, commandLineWith);
    if (mode === 'auto' && missing === 'ignore') throw wouldDeleteError(why, commandLineWith);
    return { mode: 'full', why };
  }

  /** A full load, where there is nothing to compare with. */
  async function planUncompared(damage?: string): Promise<DraftPlan> {
    const { options } = context;
    const doubt = await findDoubt();
    const why =
      options.mode === 'full'
        ? FULL_ASKED_FOR
        : damage !== undefined
          ? OUT_OF_SYNC.damagedBase(damage)
          : (doubt ?? explainUnknown(context));
    const { state } = await asking;
    const isEmpty = state !== undefined && state.stored === undefined;
    if (options.missing === 'ignore' && !isEmpty && options.mode !== 'delta') {
      const reason = why === FULL_ASKED_FOR ? explainUnknown(context) : why;
      throw wouldDeleteError(reason, context.commandLineWith);
    }
    return await planFullLoad(chooseFullLoad(why).why);
  }

  async function planFullLoad(why: string, compared?: FullLoad['compared']): Promise<DraftPlan> {
    const sync = await asking;
    const { heldProducts, products } = snapshot ?? {};
    const pushed = heldProducts ?? compared?.changes.before ?? products;
    const isNamed = context.options.base !== undefined;
    const before = (isNamed ? compared?.changes.before : undefined) ?? pushed ?? getProductCount(sync);
    return await planFull(context, {
      catalog,
      why,
      held: sync,
      before,
      compared,
      ...listVanished(isNamed),
      isDoubtful: (await findDoubt()) !== undefined,
    });
  }

  /** With --base, the user vouches for the service's content. */
  function listVanished(isBaseNamed: boolean): Pick<FullLoad, 'vanished' | 'unknownVanished'> {
    const { leftUnavailable = 0, vanished } = snapshot ?? {};
    if (isBaseNamed) return { unknownVanished: 0 };
    const file = vanished && context.folder.file(vanished.file);
    const unknownVanished = Math.max(0, leftUnavailable - (vanished?.products ?? 0));
    return { unknownVanished, ...(file !== undefined && { vanished: file }) };
  }

  async function planDelta(base: Base, compared: Comparison): Promise<DraftPlan> {
    const { summary, choice, changes, seen } = compared;
    const sync = await asking;
    const { missing, explains, guards: allowed } = context.options;
    const after = summary.newProducts;
    const time = context.timing.now().toISOString();
    const learned = await assessFeed(context, seen, { at: time, products: after }, changes);
    const { family, oldProducts: before } = summary;
    const judged = { mode: 'delta', family, before, after, missing, changes, learned } as const;
    const guards = judgeLoad(judged, allowed);
    const isRefused = guards.some(({ verdict }) => verdict === 'refused');
    if (!isRefused) refuseTooMany(context, summary);
    if (!isRefused && !explains && missing !== 'remove' && changes.removed > 0)
      await writeMissing(context, [base.path]);
    const parts = await divide(context, summary);
    const bodies = await prepareParts(context, parts);
    return {
      catalog,
      ...(base.identity && { base: base.identity }),
      ...(sync.state && { state: sync.state }),
      profile: learned.profile,
      family: summary.family,
      parts,
      bodies,
      plan: {
        mode: 'delta',
        via: chooseRoute(context, 'delta', Math.min(summary.bytes, LIMITS.jsonLinesBytes)),
        why: choice.why,
        missing,
        products: after,
        changes,
        carried: 0,
        losses: [],
        operations: summary.operations,
        bytes: summary.bytes,
        jobs: parts.length,
        ...listWarnings(bodies),
        held: sync.remark,
        guards,
      },
    };
  }
}

/** Products that the service holds, by what it tells: none where it has no such catalog. */
function getProductCount({ state, searchable }: SyncCheck): number | undefined {
  return state === undefined ? searchable : (state.stored?.records ?? 0);
}

/** Findings in the parts of a delta; their lines are of temporary files. */
function listWarnings(bodies: readonly PreparedBody[]) {
  const problems = bodies.flatMap((body) => body.problems);
  return {
    warnings: bodies.reduce((sum, body) => sum + body.warnings, 0),
    problems: problems.map(({ file: _file, line: _line, column: _column, ...problem }) => problem),
  };
}

function explainUnknown({ options: { catalog, environment } }: PushContext): string {
  return `no earlier push to ${catalog} in ${environment} on record`;
}
