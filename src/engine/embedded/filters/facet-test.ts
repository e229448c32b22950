import { toFieldKey } from '../../query/field-kinds.ts';
import type { FacetFilter } from '../../query/model.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { isOnVariants } from './fields.ts';
import { compileRowPredicate, type IdLookup, type Predicate } from './filters.ts';
import { filterByPredicate, testVariants } from './narrowing.ts';

export interface CompiledFacetFilter {
  /** Of the field that is filtered. */
  key: string;
  isOnVariants: boolean;
  passes: Predicate;
}

export function compileFacetFilter(
  snapshot: Snapshot,
  lookup: IdLookup,
  { field, anyOf }: FacetFilter,
): CompiledFacetFilter {
  return {
    key: toFieldKey(field),
    isOnVariants: isOnVariants(snapshot, field),
    passes: compileRowPredicate(snapshot, lookup, field, anyOf),
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
  const narrowed = products.reduce((kept, { passes }) => filterByPredicate(passes)(kept), ids);
  if (variants.length === 0) return narrowed;
  return filterByPredicate(testVariants(snapshot, (row) => variants.every(({ passes }) => passes(row))))(
    narrowed,
  );
}
