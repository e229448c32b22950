import { formatCount } from '../../amounts.ts';
import type { DiffSummary } from '../../delta/diff-options.ts';
import { LIMITS } from '../../protocol/limits.ts';

/** How a catalog goes to the service, and why. */
export interface LoadChoice {
  mode: 'delta' | 'full';
  /** One sentence with the figures. */
  why: string;
}

/** What the choice rests on. */
export interface LoadFigures {
  /** What the user asked for. */
  asked: 'auto' | 'delta' | 'full';
  summary: Pick<DiffSummary, 'operations' | 'bytes' | 'newCatalogBytes' | 'touchedShare' | 'newProducts'>;
  maxOperations: number;
  /** A product that vanished is left as it is: a full load would delete it. */
  keepsVanished: boolean;
  /** Several delta jobs are welcome. */
  split: boolean;
}

/**
 * Delta or full. A change that touches more than about a fifth of the products suggests a full load (spec: Limits);
 * so does a delta that is larger than the catalog, and one that takes several jobs when no --split allows them: each
 * job is atomic, all of them together are not. Never full where vanished products are to stay.
 */
export function chooseLoad({ asked, summary, maxOperations, split, keepsVanished }: LoadFigures): LoadChoice {
  if (asked === 'full') return { mode: 'full', why: 'asked for' };
  if (summary.operations === 0) return { mode: 'delta', why: 'nothing differs' };
  const jobs = Math.ceil(summary.operations / maxOperations);
  const share = `${(summary.touchedShare * 100).toFixed(1)} % of the products`;
  const delta = `${share}, ${formatCount(summary.operations)} operations in ${jobs} ${jobs === 1 ? 'job' : 'jobs'}, ${formatCount(summary.bytes)} bytes`;
  const full = `a full load has ${formatCount(summary.newProducts)} products, ${formatCount(summary.newCatalogBytes)} bytes`;
  if (asked === 'delta') return { mode: 'delta', why: `asked for: ${delta}` };
  if (keepsVanished)
    return { mode: 'delta', why: `a full load would delete what --missing ignore keeps: ${delta}` };
  if (summary.newProducts === 0)
    return { mode: 'delta', why: `the service takes no full load of nothing: ${delta}` };
  if (summary.touchedShare > LIMITS.fullLoadAdvisedShare) {
    return { mode: 'full', why: `the delta would touch ${delta}; over 20 % a full load is advised: ${full}` };
  }
  if (summary.bytes > summary.newCatalogBytes) {
    return { mode: 'full', why: `the delta would be larger (${delta}) than the catalog: ${full}` };
  }
  if (jobs > 1 && !split) {
    return {
      mode: 'full',
      why: `one job takes ${formatCount(maxOperations)} operations, this is ${delta} (--split allows them); ${full}`,
    };
  }
  const inJobs = jobs > 1 ? `, ${formatCount(summary.operations)} operations in ${jobs} jobs` : '';
  const instead = `${formatCount(summary.bytes)} bytes instead of ${formatCount(summary.newCatalogBytes)}`;
  return { mode: 'delta', why: `${share}${inJobs}, ${instead}` };
}
