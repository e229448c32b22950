import { hitDocument } from '../documents/hit-document.ts';
import type { SearchSettings } from '../engine.ts';
import type { FacetFilter, Hit, SearchQuery } from '../query/model.ts';
import type { Candidates } from './candidates.ts';
import { type Records, viewOf } from './documents/records.ts';
import { isOnVariants, numberFields } from './filters/fields.ts';
import { type IdLookup, rowPredicate } from './filters/filters.ts';
import { productColumn } from './snapshot/schema.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** The documents at these positions of the candidates, in this order. */
export function readHits(
  {
    snapshot,
    records,
    settings,
  }: { snapshot: Snapshot; records: Records; settings: Pick<SearchSettings, 'family'> },
  { ids, scores, distances }: Candidates,
  positions: readonly number[],
  query: Pick<SearchQuery, 'fields' | 'facetFilters'>,
): Hit[] {
  const leads = leadingVariants(snapshot, records.lookup(snapshot), query.facetFilters);
  const isList = (field: string) => snapshot.fields.get(productColumn(field))?.list ?? false;
  const numbers = numberFields(snapshot, query.fields);
  const ordinals = positions.map((at) => ids[at] ?? 0);
  return records.read(ordinals).map(({ id, json }, hit) => {
    const at = positions[hit] ?? 0;
    const ordinal = ordinals[hit] ?? 0;
    const distance = distances?.[at];
    const document = hitDocument(json, query.fields, {
      id,
      idField: settings.family === 'items' ? 'item_id' : 'pid',
      view: viewOf(snapshot, ordinal),
      distance: Number.isNaN(distance ?? Number.NaN) ? undefined : distance,
      isList,
      isNumber: (field) => numbers.has(field),
      withVariants: settings.family === 'products',
      leads: leads && ((row) => leads(ordinal, row)),
    });
    return { id, json: document, score: scores?.[at] ?? 1 };
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
