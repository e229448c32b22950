import { BrctlError } from '../../base/errors.ts';
import { formatCount as count, counted } from '../../base/wording/amounts.ts';
import type { CatalogContent } from '../../client/api/catalog-state.ts';
import type { LoadReason, LoadRefusal } from '../../client/delivery/push/choose-load.ts';
import type { HeldRemark, Loss, Plan } from '../../client/delivery/push/plan.ts';

/** What is sent: `full load by payload`, `delta over SFTP`. */
export function nameLoad({ mode, via }: Pick<Plan, 'mode' | 'via'>): string {
  return `${mode === 'full' ? 'full load' : 'delta'} ${via === 'sftp' ? 'over SFTP' : 'by payload'}`;
}

/** Why it is that, in one sentence with the figures. */
export function whyLoad(why: LoadReason): string {
  if (!('figures' in why)) return unfigured(why);
  const { touchedShare, operations, jobs, maxOperations, deltaBytes, products, catalogBytes } = why.figures;
  const share = `${(touchedShare * 100).toFixed(1)} % of the products`;
  const inJobs = `${counted(operations, 'operation')} in ${counted(jobs, 'job')}`;
  const delta = `${share}, ${inJobs}, ${count(deltaBytes)} bytes`;
  const full = `a full load has ${counted(products, 'product')}, ${count(catalogBytes)} bytes`;
  switch (why.kind) {
    case 'delta-asked-for':
      return `asked for: ${delta}`;
    case 'keeps-vanished':
      return `a full load would delete what --missing ignore keeps: ${delta}`;
    case 'no-product-left':
      return `the service takes no full load of nothing: ${delta}`;
    case 'touches-many':
      return `the delta would touch ${delta}; over 20 % a full load is advised: ${full}`;
    case 'delta-is-larger':
      return `the delta would be larger (${delta}) than the catalog: ${full}`;
    case 'takes-several-jobs':
      return `one job takes ${counted(maxOperations, 'operation')}, this is ${delta} (--split allows them); ${full}`;
    case 'delta-is-smaller':
      return `${share}${jobs > 1 ? `, ${inJobs}` : ''}, ${count(deltaBytes)} bytes instead of ${count(catalogBytes)}`;
  }
}

const EITHER_WAY = 'a full load is correct either way';
const MAY_DIFFER = `so the service may hold something other than what was pushed; ${EITHER_WAY}`;
const OTHER_SERVICE = `it was reset or restored, or is another service; ${EITHER_WAY}`;

function unfigured(why: Exclude<LoadReason, { figures: unknown }>): string {
  switch (why.kind) {
    case 'full-asked-for':
      return 'asked for with --mode full';
    case 'nothing-differs':
      return 'nothing differs';
    case 'nothing-applied':
      return `no catalog is known to be applied to ${why.catalog} in ${why.environment} yet`;
    case 'base-damaged':
      return `the kept catalog of the last push is unusable (${why.damage}); ${EITHER_WAY}`;
    case 'outcome-unknown':
      return `whether the last request was applied is unknown; ${EITHER_WAY}`;
    case 'delta-failed':
      return `the last delta failed, ${MAY_DIFFER}`;
    case 'search-refused':
      return `the search was refused, ${MAY_DIFFER}`;
    case 'request-since':
      return `${why.source ?? 'a request'} was submitted at ${why.at}, after the last push; ${EITHER_WAY}`;
    case 'other-content': {
      const before =
        why.versionBefore === undefined ? '' : `, not version ${why.versionBefore} of the last push`;
      return `the service holds ${contentText(why.stored)}${before}: it was reset, restored or fed by someone else; ${EITHER_WAY}`;
    }
    case 'other-job':
      return `the service knows job ${why.jobId} of the last push as another one: ${OTHER_SERVICE}`;
    case 'unknown-job':
      return `the service does not know job ${why.jobId} of the last push: ${OTHER_SERVICE}`;
  }
}

/** What the service holds, and how that is known. */
export function heldText(held: HeldRemark): string {
  switch (held.kind) {
    case 'no-push-known':
      return 'no push from here is known';
    case 'counted':
      return `${counted(held.products, 'product')} that searches find; no push from here is known`;
    case 'not-known':
      return 'not known';
    case 'not-asked':
      return 'what was pushed last, presumably: it could not be asked';
    case 'content':
      return `${contentText(held.stored)}, by its own word`;
    case 'pushed': {
      const pushed = `what was pushed at ${held.at}`;
      if (held.byJob !== undefined) return `${pushed}; it knows job ${held.byJob} of that push`;
      return held.byContent === undefined
        ? pushed
        : `${pushed} (${contentText(held.byContent)}), by its own word`;
    }
  }
}

function contentText(content: CatalogContent | undefined): string {
  return content === undefined
    ? 'nothing'
    : `version ${content.version}, ${counted(content.records, 'record')}`;
}

/** What a full load deletes. */
export function lossText(loss: Loss): string {
  return loss.kind === 'not-known'
    ? 'whatever else the service holds in this catalog is deleted: what that is, is not known here'
    : `up to ${count(loss.products)} products that vanished in earlier pushes are deleted: their records are not kept`;
}

/** @param commandLineWith the command line that was given, with more options */
export function loadRefusalError(
  { code, why }: LoadRefusal,
  commandLineWith: (...more: string[]) => string,
): BrctlError {
  const details = { kind: 'input', code, why: whyLoad(why) } as const;
  return code === 'push.no_base'
    ? new BrctlError('there is nothing to compare with for a delta', {
        ...details,
        hint: `${commandLineWith('--mode', 'full')}; or name what the service holds with --base`,
      })
    : new BrctlError('a full load would delete what the catalog lacks, and --missing ignore keeps that', {
        ...details,
        hint: `name what the service holds with --base; or, to have it hold the catalog alone, ${commandLineWith('--mode', 'full', '--missing', 'remove')}`,
      });
}
