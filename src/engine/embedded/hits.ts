import type { FoundRecord } from '../engine.ts';
import type { FacetFilter, SearchQuery } from '../query/model.ts';
import type { Candidates } from './candidates.ts';
import { type Records, variantIds, viewOf } from './documents/records.ts';
import { isOnVariants } from './filters/fields.ts';
import { type IdLookup, rowPredicate } from './filters/filters.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

export function readHits(
  { snapshot, records }: { snapshot: Snapshot; records: Records },
  { ids, scores, distances }: Candidates,
  positions: readonly number[],
  { facetFilters }: Pick<SearchQuery, 'facetFilters'>,
): FoundRecord[] {
  const leads = leadingVariants(snapshot, records.lookup(snapshot), facetFilters);
  const ordinals = positions.map((at) => ids[at] ?? 0);
  return records.read(ordinals).map(({ id, json }, hit) => {
    const at = positions[hit] ?? 0;
    const ordinal = ordinals[hit] ?? 0;
    const view = viewOf(snapshot, ordinal);
    const distance = distances?.[at] ?? Number.NaN;
    return {
      id,
      record: json,
      view,
      score: scores?.[at] ?? 1,
      distance: Number.isNaN(distance) ? null : distance,
      leads: leads && variantIds(json, view).filter((_, row) => leads(ordinal, row)),
    };
  });
}

/** Filters on variants' fields bring the first variant that passes them all to the front (doc: public-facts C2). */
function leadingVariants(
  snapshot: Snapshot,
  lookup: IdLookup,
  filters: readonly FacetFilter[],
): ((ordinal: number, row: number) => boolean) | null {
  const predicates = filters
    .filter(({ field }) => isOnVariants(snapshot, field))
    .map(({ field, anyOf }) => rowPredicate(snapshot, lookup, field, anyOf));
  if (predicates.length === 0) return null;
  return (ordinal, row) => {
    const { from } = snapshot.variantRange(ordinal);
    return predicates.every((passes) => passes(from + row));
  };
}
