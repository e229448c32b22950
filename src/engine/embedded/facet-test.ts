import type { FacetFilter } from '../query/model.ts';
import { fieldKey, resolveField } from './fields.ts';
import { columnPredicate, compileTests, type FindId, type Predicate } from './filters.ts';
import type { Snapshot } from './snapshot.ts';

/** All facet filters of a query over documents. */
export interface FacetTest {
  /** The fields that are filtered, each once. */
  keys: readonly string[];
  passes: Predicate;
  /** 0 when a document passes all, `n` when it fails the filters of the n-th field alone, -1 when of several. */
  failing(ordinal: number): number;
}

interface NumberedPredicate {
  /** Of the field, from 1. */
  number: number;
  passes: Predicate;
}

/** Compiles the facet filters; null when there are none. */
export function facetTest(
  snapshot: Snapshot,
  findId: FindId,
  filters: readonly FacetFilter[],
): FacetTest | null {
  if (filters.length === 0) return null;
  const keys = [...new Set(filters.map(({ field }) => fieldKey(field)))];
  const products: NumberedPredicate[] = [];
  const variants: NumberedPredicate[] = [];
  for (const filter of filters) {
    const number = keys.indexOf(fieldKey(filter.field)) + 1;
    const onVariants = resolveField(snapshot, filter.field).kind === 'variant';
    if (onVariants) variants.push({ number, passes: variantPredicate(snapshot, filter) });
    else products.push({ number, passes: compileTests(snapshot, findId, filter.field, filter.anyOf) });
  }
  const failing = failingTest(snapshot, products, variants);
  const [only] = products;
  const passes = only && filters.length === 1 ? only.passes : (ordinal: number) => failing(ordinal) === 0;
  return { keys, passes, failing };
}

function failingTest(
  snapshot: Snapshot,
  products: readonly NumberedPredicate[],
  variants: readonly NumberedPredicate[],
): FacetTest['failing'] {
  if (variants.length === 0) return (ordinal) => failingOne(products, ordinal);
  return (ordinal) => combined(failingOne(products, ordinal), failingVariants(snapshot, variants, ordinal));
}

function failingOne(predicates: readonly NumberedPredicate[], row: number): number {
  let failing = 0;
  for (const { number, passes } of predicates) {
    if (failing === number || passes(row)) continue;
    if (failing !== 0) return -1;
    failing = number;
  }
  return failing;
}

/** One variant has to pass every filter on variants' fields: red in large, not red or large (assumption). */
function failingVariants(
  snapshot: Snapshot,
  predicates: readonly NumberedPredicate[],
  ordinal: number,
): number {
  const { from, to } = snapshot.variantRange(ordinal);
  let best = from === to ? withoutVariants(predicates) : -1;
  for (let row = from; row < to; row++) {
    const failing = failingOne(predicates, row);
    if (failing === 0) return 0;
    if (failing > 0 && best === -1) best = failing;
  }
  return best;
}

/** A product without variants fails every filter on variants' fields. */
function withoutVariants(predicates: readonly NumberedPredicate[]): number {
  const numbers = new Set(predicates.map(({ number }) => number));
  return numbers.size === 1 ? (predicates[0]?.number ?? -1) : -1;
}

function combined(products: number, variants: number): number {
  if (products === 0) return variants;
  return variants === 0 ? products : -1;
}

/** A facet filter over rows of variants. */
export function variantPredicate(snapshot: Snapshot, { field, anyOf }: FacetFilter): Predicate {
  const resolved = resolveField(snapshot, field);
  return resolved.kind === 'id' ? () => false : columnPredicate(resolved, field, anyOf);
}
