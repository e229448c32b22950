import type { DiffSummary } from './diff-options.ts';

/** Share of the products, of those in either catalog, that a delta touches. */
export function touchedShare({
  touched,
  added,
  removed,
  changed,
  unchanged,
}: Pick<DiffSummary, 'touched' | 'added' | 'removed' | 'changed' | 'unchanged'>): number {
  const products = added + removed + changed + unchanged;
  return products === 0 ? 0 : touched / products;
}
