import type { DiffSummary, MissingPolicy } from './diff-options.ts';

/** Share of the products, of those in either catalog, that a delta touches; what vanished and is ignored is not touched. */
export function touchedShare(
  { added, removed, changed, unchanged }: Pick<DiffSummary, 'added' | 'removed' | 'changed' | 'unchanged'>,
  missing: MissingPolicy = 'unavailable',
): number {
  const products = added + removed + changed + unchanged;
  return products === 0 ? 0 : (added + changed + (missing === 'ignore' ? 0 : removed)) / products;
}
