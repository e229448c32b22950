import { MAX_LISTED_NUMBERS, numberName, rangeEdges } from '../../facets/number-ranges.ts';
import type { FacetRequest, FacetResult } from '../../query/model.ts';
import { productColumn } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { extentOf, type GatheredNumbers } from './gathered.ts';

/** `number_range` where ranges were asked for, `number_stats` for many distinct numbers, else each number. */
export function numberFacet(
  snapshot: Snapshot,
  gathered: GatheredNumbers,
  field: string,
  request: FacetRequest,
): FacetResult {
  if (request.ranges.includes(field)) return { kind: 'number_range', field, values: buckets(gathered) };
  if ((snapshot.fields.get(productColumn(field))?.distinct ?? 0) > MAX_LISTED_NUMBERS) {
    const extent = extentOf(gathered);
    if (extent) return { kind: 'number_stats', field, ...extent };
  }
  return { kind: 'number', field, values: numbers(gathered, request.limit) };
}

/** Each number with its count, the most frequent first; a whole number is named `5.0` (doc: public-facts C4). */
function numbers(gathered: GatheredNumbers, limit: number): { name: string; count: number }[] {
  const found = new Map<number, number>();
  for (const [at, value] of gathered.values.entries()) {
    found.set(value, (found.get(value) ?? 0) + (gathered.counts?.[at] ?? 1));
  }
  return [...found]
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b)
    .slice(0, limit)
    .map(([value, count]) => ({ name: numberName(value), count }));
}

/**
 * Up to eight ranges of one round width over the values found; a range holds its start and not its end, the last holds
 * both. Empty ranges are left out. (Assumption: the service's edges are a setting of the account.)
 */
function buckets(gathered: GatheredNumbers): { start: number; end: number; count: number }[] {
  const extent = extentOf(gathered);
  if (!extent) return [];
  const { edges, width } = rangeEdges(extent);
  const counts = countBuckets(gathered, edges, width);
  return [...counts].flatMap((count, at) =>
    count === 0 ? [] : [{ start: edges[at] ?? 0, end: edges[at + 1] ?? 0, count }],
  );
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
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    let bucket = Math.floor(value / width) - first;
    if (value >= (edges[bucket + 1] ?? Number.POSITIVE_INFINITY)) bucket++;
    else if (value < (edges[bucket] ?? Number.NEGATIVE_INFINITY)) bucket--;
    bucket = Math.max(0, Math.min(counts.length - 1, bucket));
    const document = documents ? (documents[at] ?? 0) : at;
    if (lastCounted[bucket] === document) continue;
    lastCounted[bucket] = document;
    counts[bucket] = (counts[bucket] ?? 0) + (ofValues?.[at] ?? 1);
  }
  return counts;
}
