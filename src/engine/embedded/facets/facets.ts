import type { FacetRequest, FacetResult } from '../../query/model.ts';
import type { TextColumn } from '../columns/column.ts';
import { type ColumnField, columnField } from '../filters/fields.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { categoryFacet } from './category-facet.ts';
import { countCodes } from './count-codes.ts';
import { eachOwnValue, gatherNumbers } from './gathered.ts';
import { numberFacet } from './number-facets.ts';

/**
 * Counts one field over documents. `request.limit` bounds the values, the most frequent first, equal counts by name.
 * A field of variants counts products, each value once a product (doc: public-facts C2).
 */
export function facet(
  snapshot: Snapshot,
  ids: Uint32Array,
  field: string,
  request: FacetRequest,
): FacetResult {
  const prefix = Object.hasOwn(request.prefixes, field) ? (request.prefixes[field] ?? '') : '';
  const resolved = columnField(snapshot, field);
  const column = resolved?.column ?? null;
  if (resolved === null || column === null) {
    return { kind: resolved?.kind === 'category' ? 'category' : 'text', field, values: [] };
  }
  if (column.kind === 'number') {
    return numberFacet(snapshot, gatherNumbers(snapshot, resolved, column, ids), field, request);
  }
  if (resolved.kind === 'category') {
    return { kind: 'category', field, values: categoryFacet(snapshot, column, ids, prefix, request.limit) };
  }
  const counts =
    resolved.kind === 'variant'
      ? countOnVariants(snapshot, resolved, column, ids)
      : countCodes(snapshot, column, column.dictionary.length, ids);
  return { kind: 'text', field, values: mostFrequent(column.dictionary, counts, prefix, request.limit) };
}

function countOnVariants(
  snapshot: Snapshot,
  resolved: ColumnField,
  column: TextColumn,
  ids: Uint32Array,
): Uint32Array {
  const counts = new Uint32Array(column.dictionary.length + 1);
  const count = (code: number) => {
    counts[code] = (counts[code] ?? 0) + 1;
  };
  for (let at = 0; at < ids.length; at++) eachOwnValue(snapshot, resolved, column, ids[at] ?? 0, count);
  return counts;
}

function mostFrequent(
  dictionary: readonly string[],
  counts: Uint32Array,
  prefix: string,
  limit: number,
): { name: string; count: number }[] {
  const values: { name: string; count: number }[] = [];
  for (let code = 1; code < counts.length; code++) {
    const count = counts[code] ?? 0;
    const name = dictionary[code - 1] ?? '';
    if (count > 0 && name.startsWith(prefix)) values.push({ name, count });
  }
  return values.sort(byCountThenName).slice(0, limit);
}

/** The order of facet values: the most frequent first, equal counts by name (doc: public-facts C4). */
function byCountThenName(a: { name: string; count: number }, b: { name: string; count: number }): number {
  if (a.count !== b.count) return b.count - a.count;
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}
