import type { FacetResult } from '../query/model.ts';

const MAX_BUCKETS = 8;

/** A number as a facet names it: a whole one as `5.0` (doc: public-facts C4). */
export function formatNumber(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** The edges of up to eight ranges of one round width over an extent, one more than there are ranges. */
export function computeEdges(extent: { min: number; max: number }): { edges: Float64Array; width: number } {
  const width = roundWidth(extent.max / MAX_BUCKETS - extent.min / MAX_BUCKETS);
  const first = chooseStep(extent.min, width);
  const end = chooseStep(extent.max, width);
  const last = Math.max(first, extent.max > computeEdge(end, width) ? end : end - 1);
  return {
    edges: Float64Array.from({ length: last - first + 2 }, (_, at) => computeEdge(first + at, width)),
    width,
  };
}

/**
 * Where a step of the width begins, without the dust of binary fractions: 23 steps of 0.2 are 4.6. No edge is beyond the
 * range of a double, which JSON could not tell.
 */
function computeEdge(step: number, width: number): number {
  const edge = Number((step * width).toPrecision(12));
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, edge));
}

/** The step that a value is in by the edges as they are shown; a quotient alone can fall one step short. */
function chooseStep(value: number, width: number): number {
  const step = Math.floor(value / width);
  if (value >= computeEdge(step + 1, width)) return step + 1;
  return value < computeEdge(step, width) ? step - 1 : step;
}

/** The least of 1, 2, 5 times a power of ten that is not below the width. */
function roundWidth(width: number): number {
  if (!(width > 0)) return 1;
  const power = Math.max(Number.MIN_VALUE, 10 ** Math.floor(Math.log10(width)));
  return power * ([1, 2, 5].find((step) => step * power >= width) ?? 10);
}

/** The facet of ranges with these edges, by the count of each; empty ones are left out. */
export function buildRangeFacet(field: string, edges: Float64Array, counts: ArrayLike<number>): FacetResult {
  const values = Array.from({ length: edges.length - 1 }, (_, at) => ({
    start: edges[at] ?? 0,
    end: edges[at + 1] ?? 0,
    count: counts[at] ?? 0,
  }));
  return { kind: 'number_range', field, values: values.filter(({ count }) => count > 0) };
}
