import { BrctlError } from '../../base/errors.ts';
import { formatCount as count, pluralize } from '../../base/wording/amounts.ts';
import type { LoadReason, LoadRefusal } from '../../client/delivery/push/choose-load.ts';
import type { DeletedByFullLoad, Plan, ServiceContent } from '../../client/delivery/push/plan.ts';
import type { CatalogContent } from '../../protocol/control-documents.ts';

export function nameLoad({ mode, via }: Pick<Plan, 'mode' | 'via'>): string {
  return `${mode === 'full' ? 'full load' : 'delta'} ${via === 'sftp' ? 'over SFTP' : 'by payload'}`;
}

export function describeLoadReason(why: LoadReason): string {
  if (!('figures' in why)) return unfigured(why);
  const { touchedShare, operations, jobs, maxOperations, deltaBytes, products, catalogBytes } = why.figures;
  const share = `${(touchedShare * 100).toFixed(1)} % of the products`;
  const inJobs = `${pluralize(operations, 'operation')} in ${pluralize(jobs, 'job')}`;
  const delta = `${share}, ${inJobs}, ${count(deltaBytes)} bytes`;
  const full = `a full load has ${pluralize(products, 'product')}, ${count(catalogBytes)} bytes`;
  switch (why.kind) {
    case 'delta-asked-for':
      return `--mode delta: ${delta}`;
    case 'keeps-vanished':
      return `--missing ignore rules out a full load: ${delta}`;
    case 'no-product-left':
      return `the service refuses an empty full load: ${delta}`;
    case 'touches-many':
      return `a delta would touch ${delta}; above 20 %, a full load is better: ${full}`;
    case 'delta-is-larger':
      return `the delta would be larger (${delta}) than the catalog: ${full}`;
    case 'takes-several-jobs':
      return `a job may have ${pluralize(maxOperations, 'operation')}, the delta has ${delta} (--split sends several jobs); ${full}`;
    case 'delta-is-smaller':
      return `${share}${jobs > 1 ? `, ${inJobs}` : ''}, ${count(deltaBytes)} bytes instead of ${count(catalogBytes)}`;
  }
}

const EITHER_WAY = 'a full load is safe in both cases';
const MAY_DIFFER = `so the service may be out of sync with the last push; ${EITHER_WAY}`;
const OTHER_SERVICE = `the service was reset, restored or replaced; ${EITHER_WAY}`;

function unfigured(why: Exclude<LoadReason, { figures: unknown }>): string {
  switch (why.kind) {
    case 'full-asked-for':
      return 'asked for with --mode full';
    case 'nothing-differs':
      return 'nothing differs';
    case 'nothing-applied':
      return `no earlier push to ${why.catalog} in ${why.environment} on record`;
    case 'base-damaged':
      return `brctl's copy of the last pushed catalog is damaged (${why.damage}); ${EITHER_WAY}`;
    case 'outcome-unknown':
      return `it is unknown whether the service applied the last request; ${EITHER_WAY}`;
    case 'delta-failed':
      return `the last delta failed, ${MAY_DIFFER}`;
    case 'search-refused':
      return `the search was refused, ${MAY_DIFFER}`;
    case 'request-since':
      return `${why.source ?? 'a request'} was submitted by another command or machine (noted there at ${why.at}), which the last push does not know; ${EITHER_WAY}`;
    case 'other-content': {
      const before =
        why.versionBefore === undefined ? '' : `, not version ${why.versionBefore} of the last push`;
      return `the service has ${contentText(why.stored)}${before}: someone reset it, restored it or pushed from elsewhere; ${EITHER_WAY}`;
    }
    case 'other-job':
      return `job ${why.jobId} of the last push is a different job on the service: ${OTHER_SERVICE}`;
    case 'unknown-job':
      return `the service does not know job ${why.jobId} of the last push: ${OTHER_SERVICE}`;
  }
}

/** What the service holds, and how that is known. */
export function describeServiceContent(held: ServiceContent): string {
  switch (held.kind) {
    case 'no-push-known':
      return 'an unknown catalog (no push from this machine on record)';
    case 'counted':
      return `${pluralize(held.products, 'product')} (counted by a search; no push from this machine on record)`;
    case 'not-known':
      return 'an unknown catalog';
    case 'not-asked':
      return 'presumably the last pushed catalog (service not reachable)';
    case 'content':
      return `${contentText(held.stored)} (reported by the service)`;
    case 'pushed': {
      const pushed = `the catalog pushed at ${held.at}`;
      if (held.byJob !== undefined) return `${pushed} (the service confirms job ${held.byJob})`;
      return held.byContent === undefined
        ? pushed
        : `${pushed} (${contentText(held.byContent)}, reported by the service)`;
    }
  }
}

function contentText(content: CatalogContent | undefined): string {
  return content === undefined
    ? 'nothing'
    : `version ${content.version}, ${pluralize(content.records, 'record')}`;
}

export function describeLoss(loss: DeletedByFullLoad): string {
  return loss.kind === 'not-known'
    ? 'the full load deletes all other products of this catalog; brctl does not know which ones exist'
    : `up to ${pluralize(loss.products, 'product')} that went missing in earlier pushes will be deleted: brctl has no copy of their records`;
}

/** @param commandLineWith the command line that was given, with more options */
export function toLoadRefusalError(
  { code, why }: LoadRefusal,
  commandLineWith: (...more: string[]) => string,
): BrctlError {
  const details = { kind: 'input', code, why: describeLoadReason(why) } as const;
  return code === 'push.no_base'
    ? new BrctlError('cannot build a delta: there is no base catalog', {
        ...details,
        hint: `${commandLineWith('--mode', 'full')}; or name what the service holds with --base`,
      })
    : new BrctlError(
        '--missing ignore does not allow a full load: it would delete the products that the catalog lacks',
        {
          ...details,
          hint: `pass the service's current catalog with --base; or, to replace everything, run ${commandLineWith('--mode', 'full', '--missing', 'remove')}`,
        },
      );
}
