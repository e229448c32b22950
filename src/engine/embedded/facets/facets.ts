import { buildCategoryFacet, getPrefix } from '../../facets/category-values.ts';
import { buildRangeFacet, computeEdges, formatNumber } from '../../facets/number-ranges.ts';
import type { FacetRequest, FacetResult } from '../../query/model.ts';
import { selectTop } from '../../select-top.ts';
import type { NumberColumn } from '../columns/column.ts';
import { type ColumnField, listCategoryNodes, resolveColumnField } from '../filters/fields.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countCodes } from './count-codes.ts';
import {
  type CountedValues,
  collectNumbers,
  countValues,
  findMinMax,
  forEachCode,
  pickCounted,
} from './facet-numbers.ts';

/**
 * Counts one field over documents. `request.limit` bounds the values, the most frequent first, equal counts by name.
 * A field of variants counts products, each value once a product (doc: public-facts C2).
 */
export function countFacet(
  snapshot: Snapshot,
  ids: Uint32Array,
  field: string,
  request: FacetRequest,
): FacetResult {
  const resolved = resolveColumnField(snapshot, field);
  const column = resolved?.column ?? null;
  if (resolved === null || column === null) {
    return { kind: resolved?.kind === 'category' ? 'category' : 'text', field, values: [] };
  }
  if (column.kind === 'number') return buildNumberFacet(snapshot, resolved, column, ids, field, request);
  if (resolved.kind === 'category') {
    const counts = countCodes(snapshot, column, column.dictionary.length, ids);
    return buildCategoryFacet(field, listCategoryNodes(snapshot, column), counts.subarray(1), request);
  }
  const counts = countValues(snapshot, resolved, column, ids);
  const counted = pickCounted(column.dictionary, counts, getPrefix(request, field));
  return { kind: 'text', field, values: listMostFrequent(counted, request.limit, String) };
}

/** The most frequent values first, equal counts by name, or by number (doc: public-facts C4). */
function listMostFrequent<Value extends string | number>(
  { values, counts }: CountedValues<Value>,
  limit: number,
  format: (value: Value) => string,
): { name: string; count: number }[] {
  const rarity = new Float64Array(counts.length > limit ? counts.length : 0);
  for (let at = 0; at < rarity.length; at++) rarity[at] = -(counts[at] ?? 0);
  const compare = (a: number, b: number) =>
    (counts[b] ?? 0) - (counts[a] ?? 0) || ((values[a] ?? '') < (values[b] ?? '') ? -1 : 1);
  const top = selectTop(counts.length, limit, compare, rarity);
  return top.map((at) => ({ name: format(values[at] as Value), count: counts[at] ?? 0 }));
}

/** `number_range` or `number_stats` if the request asks for it, otherwise each number: a whole one is named `5.0` (C4). */
function buildNumberFacet(
  snapshot: Snapshot,
  resolved: ColumnField,
  column: NumberColumn,
  ids: Uint32Array,
  field: string,
  request: FacetRequest,
): FacetResult {
  if (!request.ranges.includes(field)) {
    const counted = collectNumbers(snapshot, resolved, column, ids);
    const extent = request.stats?.includes(field) ? findMinMax(counted) : null;
    if (extent !== null) return { kind: 'number_stats', field, ...extent };
    return { kind: 'number', field, values: listMostFrequent(counted, request.limit, formatNumber) };
  }
  const { dictionary } = column;
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  forEachCode(snapshot, resolved, column, ids, (code) => {
    const value = dictionary[code - 1] ?? 0;
    if (value < min) min = value;
    if (value > max) max = value;
  });
  if (min > max) return { kind: 'number_range', field, values: [] };
  const { edges, width } = computeEdges({ min, max });
  const first = Math.round((edges[0] ?? 0) / width);
  const counts = new Uint32Array(edges.length - 1);
  const last = new Int32Array(counts.length).fill(-1);
  forEachCode(snapshot, resolved, column, ids, (code, index) => {
    const bucket = findBucket(dictionary[code - 1] ?? 0, edges, width, first);
    // A document with several values in a bucket counts there once.
    if (last[bucket] !== index) counts[bucket] = (counts[bucket] ?? 0) + 1;
    last[bucket] = index;
  });
  return buildRangeFacet(field, edges, counts);
}

/**
 * The range that a value falls into: one holds its start and not its end, the last holds both (assumption: the service's edges
 * are a setting of the account). The edges decide, not the division.
 */
function findBucket(value: number, edges: Float64Array, width: number, first: number): number {
  let bucket = Math.floor(value / width) - first;
  if (value >= (edges[bucket + 1] ?? Number.POSITIVE_INFINITY)) bucket++;
  else if (value < (edges[bucket] ?? Number.NEGATIVE_INFINITY)) bucket--;
  return Math.max(0, Math.min(edges.length - 2, bucket));
}
