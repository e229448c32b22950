import type { FacetFilter } from '../query/model.ts';
import { fieldKey, isOnVariants } from './fields.ts';
import { compileTests, type IdLookup, type Predicate, rowPredicate } from './filters.ts';
import type { Snapshot } from './snapshot.ts';

/** All facet filters of a query over documents. */
export interface FacetTest {
  /** The fields that are filtered, each once. */
  keys: readonly string[];
  passes: Predicate;
  /** Whether a document passes all filters but those on a field. */
  passesWithout(key: string): Predicate;
}

interface KeyedPredicate {
  key: string;
  passes: Predicate;
}

/** Compiles the facet filters; null when there are none. */
export function facetTest(
  snapshot: Snapshot,
  lookup: IdLookup,
  filters: readonly FacetFilter[],
): FacetTest | null {
  if (filters.length === 0) return null;
  const products: KeyedPredicate[] = [];
  const variants: KeyedPredicate[] = [];
  for (const filter of filters) {
    const key = fieldKey(filter.field);
    if (isOnVariants(snapshot, filter.field)) {
      variants.push({ key, passes: rowPredicate(snapshot, lookup, filter.field, filter.anyOf) });
    } else products.push({ key, passes: compileTests(snapshot, lookup, filter.field, filter.anyOf) });
  }
  return {
    keys: [...new Set(filters.map(({ field }) => fieldKey(field)))],
    passes: allOf(snapshot, products, variants),
    passesWithout: (key) => allOf(snapshot, without(products, key), without(variants, key)),
  };
}

function without(predicates: readonly KeyedPredicate[], key: string): KeyedPredicate[] {
  return predicates.filter((predicate) => predicate.key !== key);
}

/** One variant has to pass every filter on variants' fields: red in large, not red or large (assumption). */
function allOf(
  snapshot: Snapshot,
  products: readonly KeyedPredicate[],
  variants: readonly KeyedPredicate[],
): Predicate {
  const onProduct = every(products);
  if (variants.length === 0) return onProduct;
  const onVariant = every(variants);
  return (ordinal) => {
    if (!onProduct(ordinal)) return false;
    const { from, to } = snapshot.variantRange(ordinal);
    for (let row = from; row < to; row++) if (onVariant(row)) return true;
    return false;
  };
}

function every(predicates: readonly KeyedPredicate[]): Predicate {
  const [only] = predicates;
  if (only && predicates.length === 1) return only.passes;
  return (row) => predicates.every(({ passes }) => passes(row));
}
