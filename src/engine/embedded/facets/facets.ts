import { type CategoryNode, readCategory } from '../../category-paths.ts';
import { buildCategoryFacet, getPrefix } from '../../facets/category-values.ts';
import { buildRangeFacet, computeEdges, formatNumber } from '../../facets/number-ranges.ts';
import type { FacetRequest, FacetResult } from '../../query/model.ts';
import type { TextColumn } from '../columns/column.ts';
import { type ColumnField, resolveColumnField } from '../filters/fields.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countCodes } from './count-codes.ts';
import { collectNumbers, findMinMax, forEachOwnCode, type GatheredNumbers } from './facet-numbers.ts';

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
  if (column.kind === 'number') {
    return buildNumberFacet(collectNumbers(snapshot, resolved, column, ids), field, request);
  }
  if (resolved.kind === 'category') {
    const counts = countCodes(snapshot, column, column.dictionary.length, ids);
    return buildCategoryFacet(field, listCategoryNodes(snapshot, column), counts.subarray(1), request);
  }
  const counts =
    resolved.kind === 'variant'
      ? countOnVariants(snapshot, resolved, column, ids)
      : countCodes(snapshot, column, column.dictionary.length, ids);
  const values = listMostFrequent(column.dictionary, counts, getPrefix(request, field), request.limit);
  return { kind: 'text', field, values };
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
  for (let index = 0; index < ids.length; index++)
    forEachOwnCode(snapshot, resolved, column, ids[index] ?? 0, count);
  return counts;
}

/** The most frequent first, equal counts by name (doc: public-facts C4). */
function listMostFrequent(
  dictionary: readonly string[],
  counts: Uint32Array,
  prefix: string,
  limit: number,
): { name: string; count: number }[] {
  const values: { name: string; count: number }[] = [];
  for (let code = 1; code < counts.length; code++) {
    const count = counts[code] ?? 0;
    if (count === 0) continue;
    const name = dictionary[code - 1] ?? '';
    if (name.startsWith(prefix)) values.push({ name, count });
  }
  return values.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, limit);
}

/** `number_range` or `number_stats` if the request asks for it, otherwise each number. */
function buildNumberFacet(gathered: GatheredNumbers, field: string, request: FacetRequest): FacetResult {
  if (request.ranges.includes(field)) return computeRanges(gathered, field);
  if (request.stats?.includes(field)) {
    const extent = findMinMax(gathered);
    if (extent) return { kind: 'number_stats', field, ...extent };
  }
  return { kind: 'number', field, values: listNumbers(gathered, request.limit) };
}

/** Each number with its count, the most frequent first; a whole number is named `5.0` (doc: public-facts C4). */
function listNumbers(gathered: GatheredNumbers, limit: number): { name: string; count: number }[] {
  const found = new Map<number, number>();
  for (const [at, value] of gathered.values.entries()) {
    found.set(value, (found.get(value) ?? 0) + (gathered.counts?.[at] ?? 1));
  }
  return [...found]
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b)
    .slice(0, limit)
    .map(([value, count]) => ({ name: formatNumber(value), count }));
}

/**
 * Up to eight ranges of one round width over the values found; a range holds its start and not its end, the last holds
 * both. Empty ranges are left out. (Assumption: the service's edges are a setting of the account.)
 */
function computeRanges(gathered: GatheredNumbers, field: string): FacetResult {
  const extent = findMinMax(gathered);
  if (!extent) return { kind: 'number_range', field, values: [] };
  const { edges, width } = computeEdges(extent);
  return buildRangeFacet(field, edges, countBuckets(gathered, edges, width));
}

/** Documents by bucket; one with several values in a bucket counts there once. The edges decide, as in `stepOf`. */
function countBuckets(
  { values, counts: ofValues, documents }: GatheredNumbers,
  edges: Float64Array,
  width: number,
): Uint32Array {
  const counts = new Uint32Array(edges.length - 1);
  const lastCounted = new Float64Array(counts.length).fill(-1);
  const first = Math.round((edges[0] ?? 0) / width);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    let bucket = Math.floor(value / width) - first;
    if (value >= (edges[bucket + 1] ?? Number.POSITIVE_INFINITY)) bucket++;
    else if (value < (edges[bucket] ?? Number.NEGATIVE_INFINITY)) bucket--;
    bucket = Math.max(0, Math.min(counts.length - 1, bucket));
    const document = documents ? (documents[index] ?? 0) : index;
    if (lastCounted[bucket] === document) continue;
    lastCounted[bucket] = document;
    counts[bucket] = (counts[bucket] ?? 0) + (ofValues?.[index] ?? 1);
  }
  return counts;
}

export function listCategoryNodes(snapshot: Snapshot, { dictionary }: TextColumn): readonly CategoryNode[] {
  return snapshot.derive('categoryNodes', () => dictionary.map(readCategory));
}
