import { toFieldKey } from '../../query/field-kinds.ts';
import type { FacetFilter } from '../../query/model.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { isOnVariants } from './fields.ts';
import {
  compileRowFilter,
  filterByPredicate,
  type IdLookup,
  type RowFilter,
  testVariants,
} from './filters.ts';

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
  const variants = filters.filter((filter) => filter.isOnVariants);
  // To narrow by each of several first would look at every variant once more for each.
  const isJoint = variants.length > 1;
  const alone = isJoint ? filters.filter((filter) => !filter.isOnVariants) : filters;
  const narrowed = alone.reduce((kept, { narrow }) => narrow(kept), ids);
  if (!isJoint) return narrowed;
  return filterByPredicate(testVariants(snapshot, (row) => variants.every(({ passes }) => passes(row))))(
    narrowed,
  );
}
