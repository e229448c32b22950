import { BrctlError } from '../../../base/errors.ts';
import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import type { DiffSummary } from '../../../catalog/delta/diff-options.ts';
import type { CatalogContent } from '../../../protocol/control-documents.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { PushContext } from './push-context.ts';

export interface LoadChoice {
  mode: 'delta' | 'full';
  /** With the figures of a delta and of a full load, where they decided. */
  why: string;
}

const EITHER_WAY = 'a full load is safe in both cases';

/** Why the service may hold something other than what was pushed last. */
export const OUT_OF_SYNC = {
  outcomeUnknown: `it is unknown whether the service applied the last request; ${EITHER_WAY}`,
  'delta-failed': `the last delta failed, so the service may be out of sync with the last push; ${EITHER_WAY}`,
  'search-refused': `the search was refused, so the service may be out of sync with the last push; ${EITHER_WAY}`,
  requestSince: (source = 'a request', time: string) =>
    `${source} was submitted by another command or machine (recorded there at ${time}), unknown to the last push; ${EITHER_WAY}`,
  otherContent: (stored: CatalogContent | undefined, versionBefore: number | undefined) => {
    const before = versionBefore === undefined ? '' : `, not version ${versionBefore} of the last push`;
    return `the service has ${describeContent(stored)}${before}: someone reset it, restored it or pushed from elsewhere; ${EITHER_WAY}`;
  },
  otherJob: (id: string) => `job ${id} of the last push is a different job on the service: ${OTHER_SERVICE}`,
  unknownJob: (id: string) => `the service does not know job ${id} of the last push: ${OTHER_SERVICE}`,
  damagedBase: (damage: string) =>
    `brctl's copy of the last pushed catalog is damaged (${damage}); ${EITHER_WAY}`,
} as const;

const OTHER_SERVICE = `the service was reset, restored or replaced; ${EITHER_WAY}`;

export function describeContent(content: CatalogContent | undefined): string {
  return content === undefined
    ? 'nothing'
    : `version ${content.version}, ${pluralize(content.records, 'record')}`;
}

/** The requested load is impossible: nothing to take a delta from. */
export function noBaseError(why: string, commandLineWith: (...more: string[]) => string): BrctlError {
  return new BrctlError('cannot build a delta: there is no base catalog', {
    kind: 'input',
    code: 'push.no_base',
    why,
    hint: `${commandLineWith('--mode', 'full')}; or name what the service holds with --base`,
  });
}

/** The same: only a full load is possible, which deletes what `--missing ignore` keeps. */
export function wouldDeleteError(why: string, commandLineWith: (...more: string[]) => string): BrctlError {
  return new BrctlError(
    '--missing ignore does not allow a full load: it would delete the products that the catalog lacks',
    {
      kind: 'input',
      code: 'push.would_delete',
      why,
      hint: `pass the service's current catalog with --base; or, to replace everything, run ${commandLineWith('--mode', 'full', '--missing', 'remove')}`,
    },
  );
}

export interface LoadFigures {
  asked: 'auto' | 'delta';
  summary: Pick<DiffSummary, 'operations' | 'bytes' | 'newCatalogBytes' | 'touchedShare' | 'newProducts'>;
  maxOperations: number;
  /** A product that vanished is left as it is: a full load would delete it. */
  keepsVanished: boolean;
  split: boolean;
}

/**
 * Full if over 20 % of products change, the delta is larger than the catalog, or it needs several jobs without --split
 * (spec: Limits). Never full with --missing ignore.
 */
export function chooseLoad({ asked, summary, maxOperations, split, keepsVanished }: LoadFigures): LoadChoice {
  const { operations, bytes, newCatalogBytes, newProducts, touchedShare } = summary;
  if (operations === 0) return { mode: 'delta', why: 'nothing differs' };
  const jobs = Math.ceil(operations / maxOperations);
  const share = `${(touchedShare * 100).toFixed(1)} % of the products`;
  const inJobs = `${pluralize(operations, 'operation')} in ${pluralize(jobs, 'job')}`;
  const delta = `${share}, ${inJobs}, ${formatCount(bytes)} bytes`;
  const full = `a full load has ${pluralize(newProducts, 'product')}, ${formatCount(newCatalogBytes)} bytes`;
  if (asked === 'delta') return { mode: 'delta', why: `--mode delta: ${delta}` };
  if (keepsVanished) return { mode: 'delta', why: `--missing ignore rules out a full load: ${delta}` };
  if (newProducts === 0) return { mode: 'delta', why: `the service refuses an empty full load: ${delta}` };
  if (touchedShare > LIMITS.fullLoadAdvisedShare) {
    const why = `a delta would touch ${delta}; above 20 %, a full load is better: ${full}`;
    return { mode: 'full', why };
  }
  if (bytes > newCatalogBytes)
    return { mode: 'full', why: `the delta would be larger (${delta}) than the catalog: ${full}` };
  if (jobs > 1 && !split) {
    const why = `a job may have ${pluralize(maxOperations, 'operation')}, the delta has ${delta} (--split sends several jobs); ${full}`;
    return { mode: 'full', why };
  }
  const figures = `${share}${jobs > 1 ? `, ${inJobs}` : ''}, ${formatCount(bytes)} bytes`;
  return { mode: 'delta', why: `${figures} instead of ${formatCount(newCatalogBytes)}` };
}

/** Payload while it fits uncompressed (spec: Limits), else SFTP. Throws `push.no_sftp`, `input.too_large`. */
export function chooseRoute(
  { options: { via }, service }: Pick<PushContext, 'options' | 'service'>,
  mode: 'delta' | 'full',
  uncompressedBytes: number,
): 'payload' | 'sftp' {
  const fits = uncompressedBytes <= LIMITS.jsonLinesBytes;
  const wanted = via === 'auto' ? (fits ? 'payload' : 'sftp') : via;
  const [bytes, limit] = [uncompressedBytes, LIMITS.jsonLinesBytes].map(formatCount);
  if (wanted === 'payload' && !fits) {
    const load = mode === 'full' ? 'full load' : 'delta';
    throw new BrctlError(`this ${load} is ${bytes} bytes, but a payload may have at most ${limit}`, {
      kind: 'input',
      code: 'input.too_large',
      why: 'the service would refuse the whole request',
      hint: 'use --via auto or --via sftp',
    });
  }
  if (wanted === 'sftp' && service.upload === undefined)
    throw new BrctlError('no SFTP access is configured', {
      kind: 'config',
      code: 'push.no_sftp',
      why: via === 'sftp' ? '--via sftp requires it' : `${bytes} bytes do not fit into a payload of ${limit}`,
      hint: 'set sftpHost, sftpUser and sftpKeyFile for this environment, then brctl doctor',
    });
  return wanted;
}
