import { toFieldKey } from '../../query/field-kinds.ts';
import type { FacetFilter } from '../../query/model.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { isOnVariants } from './fields.ts';
import { compileRowFilter, filterByPredicate, type IdLookup, type RowFilter } from './filters.ts';
import { testVariants } from './narrowing.ts';

export interface CompiledFacetFilter extends RowFilter {
  /** Of the field that is filtered. */
  key: string;
  isOnVariants: boolean;
}

export function compileFacetFilter(
  snapshot: Snapshot,
  lookup: IdLookup,
  { field, anyOf }: FacetFilter,
): CompiledFacetFilter {
  return {
    key: toFieldKey(field),
    isOnVariants: isOnVariants(snapshot, field),
    ...compileRowFilter(snapshot, lookup, field, anyOf),
  };
}

/** Documents that pass all filters. One variant has to pass those on variants' fields: red in large, not red or large (assumption). */
export function applyFacetFilters(
  snapshot: Snapshot,
  filters: readonly CompiledFacetFilter[],
  ids: Uint32Array,
): Uint32Array {
  const products = filters.filter((filter) => !filter.isOnVariants);
  const variants = filters.filter((filter) => filter.isOnVariants);
  const narrowed = products.reduce((kept, { narrow }) => narrow(kept), ids);
  if (variants.length === 0) return narrowed;
  return filterByPredicate(testVariants(snapshot, (row) => variants.every(({ passes }) => passes(row))))(
    narrowed,
  );
}
