import type { FacetFilter, SearchQuery } from '../query/model.ts';
import { nearestStores, type Place } from './distance.ts';
import { fieldKey, resolveField } from './fields.ts';
import { columnPredicate, compileFilter, compileTests, type FindId, type Predicate } from './filters.ts';
import type { Scored } from './matching.ts';
import { COLUMN } from './schema.ts';
import type { Snapshot } from './snapshot.ts';

/** What is left of the recall after every filter. */
export interface Candidates extends Scored {
  distances: Float64Array | null;
  /** By the key of a field with facet filters: documents that fail these filters and nothing else. */
  onlyFailing: Map<string, Uint32Array>;
}

type Narrowing = Pick<SearchQuery, 'filters' | 'facetFilters' | 'geo'>;

/**
 * Applies `efq` and distance, then the facet filters. A document that fails only the facet filters of one field is kept
 * aside: that field's facet counts it too, so that further values can be chosen (doc: public-facts C2).
 */
export function narrow(snapshot: Snapshot, findId: FindId, recalled: Scored, query: Narrowing): Candidates {
  const filters = query.filters.map((filter) => compileFilter(snapshot, findId, filter));
  const near = withinDistance(snapshot, filtered(recalled, filters), query.geo);
  return applyFacetFilters(near, facetTest(snapshot, findId, query.facetFilters));
}

function filtered(recalled: Scored, filters: readonly Predicate[]): Scored {
  if (filters.length === 0) return recalled;
  return keep(recalled, (at) => filters.every((passes) => passes(recalled.ids[at] ?? 0)));
}

function keep({ ids, scores }: Scored, passes: (at: number) => boolean): Scored {
  const keptIds = new Uint32Array(ids.length);
  const keptScores = new Float32Array(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    if (!passes(at)) continue;
    keptIds[count] = ids[at] ?? 0;
    keptScores[count++] = scores[at] ?? 0;
  }
  return { ids: keptIds.subarray(0, count), scores: keptScores.subarray(0, count) };
}

interface Near extends Scored {
  distances: Float64Array | null;
}

function withinDistance(snapshot: Snapshot, recalled: Scored, geo: SearchQuery['geo']): Near {
  if (geo === null) return { ...recalled, distances: null };
  const place: Place = geo;
  const distances = nearestStores(snapshot.column(COLUMN.stores), recalled.ids, place);
  const { maxDistance } = geo;
  if (maxDistance === null) return { ...recalled, distances };
  const inside = (at: number) => (distances[at] ?? Number.NaN) <= maxDistance;
  return { ...keep(recalled, inside), distances: distances.filter((distance) => distance <= maxDistance) };
}

/** 0 when a document passes all facet filters, `n` when it fails those of the n-th field alone, -1 when more. */
interface FacetTest {
  keys: readonly string[];
  failing(ordinal: number): number;
}

function applyFacetFilters(near: Near, test: FacetTest | null): Candidates {
  const onlyFailing = new Map<string, Uint32Array>();
  if (test === null) return { ...near, onlyFailing };
  const { ids, distances } = near;
  const aside = test.keys.map(() => [] as number[]);
  const passed = new Uint8Array(ids.length);
  for (let at = 0; at < ids.length; at++) {
    const failing = test.failing(ids[at] ?? 0);
    if (failing === 0) passed[at] = 1;
    else if (failing > 0) aside[failing - 1]?.push(ids[at] ?? 0);
  }
  for (const [at, key] of test.keys.entries()) onlyFailing.set(key, Uint32Array.from(aside[at] ?? []));
  return {
    ...keep(near, (at) => passed[at] === 1),
    distances: distances?.filter((_, at) => passed[at] === 1) ?? null,
    onlyFailing,
  };
}

function facetTest(snapshot: Snapshot, findId: FindId, filters: readonly FacetFilter[]): FacetTest | null {
  if (filters.length === 0) return null;
  const keys = [...new Set(filters.map(({ field }) => fieldKey(field)))];
  const onVariants = (filter: FacetFilter) => resolveField(snapshot, filter.field).kind === 'variant';
  const numbered = filters.map((filter) => ({ filter, number: keys.indexOf(fieldKey(filter.field)) + 1 }));
  const products = numbered
    .filter(({ filter }) => !onVariants(filter))
    .map(({ filter, number }) => ({
      number,
      passes: compileTests(snapshot, findId, filter.field, filter.anyOf),
    }));
  const variants = numbered
    .filter(({ filter }) => onVariants(filter))
    .map(({ filter, number }) => ({ number, passes: variantPredicate(snapshot, filter) }));
  if (variants.length === 0) return { keys, failing: (ordinal) => failingOne(products, ordinal) };
  return {
    keys,
    failing: (ordinal) =>
      combined(failingOne(products, ordinal), failingVariants(snapshot, variants, ordinal)),
  };
}

interface NumberedPredicate {
  number: number;
  passes: Predicate;
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
  let best = from === to && predicates.length === 1 ? (predicates[0]?.number ?? -1) : -1;
  for (let row = from; row < to; row++) {
    const failing = failingOne(predicates, row);
    if (failing === 0) return 0;
    if (failing > 0 && best === -1) best = failing;
  }
  return best;
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
