import { toFieldKey } from '../../query/field-kinds.ts';
import type { FacetFilter } from '../../query/model.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { isOnVariants } from './fields.ts';
import { compileRowPredicate, type IdLookup, type Predicate } from './filters.ts';
import { filterByPredicate, testVariants } from './narrowing.ts';

export interface FacetTest {
  /** The fields that are filtered, each once. */
  keys: readonly string[];
  keep(ids: Uint32Array): Uint32Array;
  keepWithout(key: string, ids: Uint32Array): Uint32Array;
}

interface FieldFilter {
  key: string;
  isOnVariants: boolean;
  passes: Predicate;
}

/** Compiles the facet filters; null when there are none. */
export function compileFacetTest(
  snapshot: Snapshot,
  lookup: IdLookup,
  filters: readonly FacetFilter[],
): FacetTest | null {
  if (filters.length === 0) return null;
  const compiled = filters.map(({ field, anyOf }) => ({
    key: toFieldKey(field),
    isOnVariants: isOnVariants(snapshot, field),
    passes: compileRowPredicate(snapshot, lookup, field, anyOf),
  }));
  const keep = (ids: Uint32Array, own: readonly FieldFilter[]) =>
    own.length === 0 ? ids : filterByPredicate(passAll(snapshot, own))(ids);
  return {
    keys: [...new Set(compiled.map(({ key }) => key))],
    keep: (ids) => keep(ids, compiled),
    keepWithout: (without, ids) =>
      keep(
        ids,
        compiled.filter(({ key }) => key !== without),
      ),
  };
}

/** One variant has to pass every filter on variants' fields: red in large, not red or large (assumption). */
function passAll(snapshot: Snapshot, filters: readonly FieldFilter[]): Predicate {
  const products = filters.filter((filter) => !filter.isOnVariants);
  const variants = filters.filter((filter) => filter.isOnVariants);
  const onOneVariant = testVariants(snapshot, (row) => variants.every(({ passes }) => passes(row)));
  return (ordinal) =>
    products.every(({ passes }) => passes(ordinal)) && (variants.length === 0 || onOneVariant(ordinal));
}
