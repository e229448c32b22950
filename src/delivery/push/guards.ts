import { BrctlError } from '../../errors.ts';
import { groupDigits } from '../group-digits.ts';

/** What the user let pass. */
export interface GuardOptions {
  allowShrink: boolean;
  /** Removals that are expected: a number of products, or a share. */
  allowRemovals: RemovalAllowance | undefined;
}

type RemovalAllowance = { products: number } | { share: number };

/** A full load with less than this share of the last count is refused (cli: --allow-shrink). */
const LEAST_SHARE = 0.8;
/** A delta that takes away more than this share is refused (cli: --allow-removals). */
const MOST_REMOVED_SHARE = 0.05;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/**
 * Refuses a full load that would shrink the catalog: most often the feed is what shrank.
 *
 * @param before products that the service holds, undefined when that is not known
 * @throws BrctlError `guard.shrink`, `guard.empty`
 */
export function guardShrink(before: number | undefined, after: number, options: GuardOptions): void {
  if (after === 0) {
    throw new BrctlError('the catalog has no products', {
      kind: 'guard',
      code: 'guard.empty',
      why: 'the service does not accept a full load without products',
      hint: 'check the feed; to remove every product, add --mode delta --allow-removals 100%',
    });
  }
  if (options.allowShrink) return;
  if (before === undefined || after >= before * LEAST_SHARE) return;
  throw new BrctlError(`the catalog shrank from ${groupDigits(before)} to ${groupDigits(after)} products`, {
    kind: 'guard',
    code: 'guard.shrink',
    why: `a full load with ${percent(after / before)} of the last count is refused; below 80 % the feed is usually incomplete`,
    hint: 'check the feed; to push it anyway, add --allow-shrink',
    data: { products_before: before, products_after: after },
  });
}

/**
 * Refuses a delta that takes away many products, whether it removes them or makes them unavailable.
 *
 * @throws BrctlError `guard.removals`
 */
export function guardRemovals(before: number, removed: number, options: GuardOptions): void {
  const most = mostRemovals(before, options.allowRemovals);
  if (removed <= most) return;
  throw new BrctlError(
    `${groupDigits(removed)} of ${groupDigits(before)} products vanished (${percent(removed / before)})`,
    {
      kind: 'guard',
      code: 'guard.removals',
      why: `at most ${groupDigits(most)} are expected; above 5 % the feed is usually incomplete`,
      hint: `check the feed; to push it anyway, add --allow-removals ${removed}`,
      data: { products_before: before, removals: removed, removals_allowed: most },
    },
  );
}

function mostRemovals(before: number, allowance: RemovalAllowance | undefined): number {
  if (allowance === undefined) return Math.floor(before * MOST_REMOVED_SHARE);
  return 'products' in allowance ? allowance.products : Math.floor(before * allowance.share);
}
