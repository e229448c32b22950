import type { BooleanFilter, FacetFilter } from './model.ts';

/** Conditions that one request may put on every product (assumption: far more than people or storefronts write). */
export const MAX_CONDITIONS = 128;

/**
 * What filters cost for each product: every condition is looked at for every product, while many values of one field, joined by
 * OR, are one condition.
 */
export function countConditions(
  facetFilters: readonly FacetFilter[],
  filters: readonly BooleanFilter[],
): number {
  return facetFilters.length + sum(filters.map(conditionsOf));
}

function conditionsOf(filter: BooleanFilter): number {
  if (filter.kind === 'test') return 1;
  if (filter.kind === 'not') return conditionsOf(filter.operand);
  if (filter.kind === 'and') return sum(filter.operands.map(conditionsOf));
  const fields = new Set(
    filter.operands.flatMap((operand) => (operand.kind === 'test' ? [operand.field] : [])),
  );
  const others = filter.operands.filter((operand) => operand.kind !== 'test');
  return fields.size + sum(others.map(conditionsOf));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
