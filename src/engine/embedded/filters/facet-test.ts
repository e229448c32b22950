import { toFieldKey } from '../../query/field-kinds.ts';
import type { FacetFilter } from '../../query/model.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { isOnVariants } from './fields.ts';
import { compileRowPredicate, type IdLookup, type Predicate } from './filters.ts';
import { compileTests, filterByPredicate, type ListFilter, testVariants } from './narrowing.ts';

export interface FacetTest {
  /** The fields that are filtered, each once. */
  keys: readonly string[];
  keep(ids: Uint32Array): Uint32Array;
  keepWithout(key: string, ids: Uint32Array): Uint32Array;
}

interface KeyedNarrowing {
  key: string;
  narrow: ListFilter;
}

interface KeyedPredicate {
  key: string;
  passes: Predicate;
}

/** Compiles the facet filters; null when there are none. */
export function compileFacetTest(
  snapshot: Snapshot,
  lookup: IdLookup,
  filters: readonly FacetFilter[],
): FacetTest | null {
  if (filters.length === 0) return null;
  const products: KeyedNarrowing[] = [];
  const variants: KeyedPredicate[] = [];
  for (const { field, anyOf } of filters) {
    const key = toFieldKey(field);
    if (isOnVariants(snapshot, field)) {
      variants.push({ key, passes: compileRowPredicate(snapshot, lookup, field, anyOf) });
    } else products.push({ key, narrow: compileTests(snapshot, lookup, field, anyOf) });
  }
  return {
    keys: [...new Set(filters.map(({ field }) => toFieldKey(field)))],
    keep: (ids) => keepAll(snapshot, ids, products, variants),
    keepWithout: (key, ids) => keepAll(snapshot, ids, without(products, key), without(variants, key)),
  };
}

function without<Keyed extends { key: string }>(tests: readonly Keyed[], key: string): Keyed[] {
  return tests.filter((test) => test.key !== key);
}

function keepAll(
  snapshot: Snapshot,
  ids: Uint32Array,
  products: readonly KeyedNarrowing[],
  variants: readonly KeyedPredicate[],
): Uint32Array {
  const narrowings = products.map(({ narrow }) => narrow);
  if (variants.length > 0) narrowings.push(filterByPredicate(onOneVariant(snapshot, variants)));
  return narrowings.reduce((kept, narrow) => narrow(kept), ids);
}

/** One variant has to pass every filter on variants' fields: red in large, not red or large (assumption). */
function onOneVariant(snapshot: Snapshot, variants: readonly KeyedPredicate[]): Predicate {
  return testVariants(snapshot, (row) => variants.every(({ passes }) => passes(row)));
}
