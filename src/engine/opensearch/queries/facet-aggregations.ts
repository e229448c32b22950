import { buildCategoryFacet, getPrefix } from '../../facets/category-values.ts';
import { buildRangeFacet, computeEdges, formatNumber } from '../../facets/number-ranges.ts';
import { MAX_VALUE_LENGTH } from '../../field-values.ts';
import type { FieldInfo } from '../../fields/field-survey.ts';
import type { RequestedFields, ValueField } from '../../fields/requested-fields.ts';
import { toFieldKey } from '../../query/field-kinds.ts';
import type { FacetRequest, FacetResult } from '../../query/model.ts';
import { toProductPath, toVariantPath } from '../documents/field-paths.ts';
import type { Clause } from '../documents/live-documents.ts';
import type { FacetClauses } from './filter-clauses.ts';

/** Every node of the tree is counted, as the ancestors of those that are shown are wanted, too. */
export const MAX_CATEGORIES = 30_000;
/** Minimum values per shard, so that the most frequent values of all shards are found. */
const MIN_BUCKETS_PER_SHARD = 1_000;

export interface Bucket {
  key: string | number;
  doc_count: number;
  products?: { doc_count: number };
}

/** A part of an answer, below the filter and the step to variants that may be around it. */
export interface AggregationResult {
  doc_count?: number;
  buckets?: Bucket[];
  min?: number | null;
  max?: number | null;
  sum?: number;
  avg?: number | null;
  count?: number;
  in?: AggregationResult;
}

export interface FacetPlan {
  field: string;
  aggregation: Clause;
  /** Buckets that the answer may have. */
  most: number;
  read(found: AggregationResult): FacetResult | { edges: Float64Array };
}

/** The facet of a field that has no values, or none that are counted; else what is asked for it. */
export function planFacet(
  fields: RequestedFields,
  field: string,
  request: FacetRequest,
): FacetPlan | FacetResult {
  const requested = fields.of(field);
  if (requested.kind === 'category') return planCategory(fields, field, request);
  if (requested.kind === 'id' || requested.kind === 'skuid' || requested.info === null)
    return { kind: 'text', field, values: [] };
  const { info } = requested;
  if (info.type === 'text')
    return planValues(requested, info, field, request.limit, getPrefix(request, field));
  if (request.ranges.includes(field))
    return planExtent(requested, field, (extent) => ({ edges: computeEdges(extent).edges }));
  if (request.stats?.includes(field))
    return planExtent(requested, field, (extent) => ({ kind: 'number_stats', field, ...extent }));
  return planValues(requested, info, field, request.limit);
}

function planCategory(fields: RequestedFields, field: string, request: FacetRequest): FacetPlan {
  return {
    field,
    most: MAX_CATEGORIES,
    aggregation: { terms: { field: 'category', size: MAX_CATEGORIES } },
    read: ({ buckets = [] }) => {
      const nodes = buckets.map(({ key }) => fields.category(String(key)));
      const counts = buckets.map((bucket) => bucket.doc_count);
      return buildCategoryFacet(field, nodes, counts, request);
    },
  };
}

function makePath({ kind, name }: ValueField, of: 's' | 'n'): string {
  return kind === 'product' ? toProductPath(of, name) : toVariantPath(of, name);
}

/** On the rows of a field, the product's or those of its variants. */
function onRows({ kind }: ValueField, aggregation: Clause): Clause {
  return kind === 'product' ? aggregation : { nested: { path: 'variants' }, aggs: { in: aggregation } };
}

/** A value of variants counts products, each once (doc: public-facts C2). */
function countProducts(requested: ValueField, aggregation: Clause): Clause {
  if (requested.kind === 'product') return aggregation;
  return onRows(requested, { ...aggregation, aggs: { products: { reverse_nested: {} } } });
}

function readCount({ doc_count, products }: Bucket): number {
  return products?.doc_count ?? doc_count;
}

/** @param prefix of the texts that are counted */
function planValues(
  requested: ValueField,
  { type, distinct }: FieldInfo,
  field: string,
  limit: number,
  prefix = '',
): FacetPlan | FacetResult {
  if (prefix.length > MAX_VALUE_LENGTH) return { kind: 'text', field, values: [] };
  const isText = type === 'text';
  const size = Math.max(1, limit);
  return {
    field,
    most: isText && distinct <= 1000 ? Math.min(size, Math.max(1, distinct)) : size,
    aggregation: countProducts(requested, {
      terms: {
        field: makePath(requested, isText ? 's' : 'n'),
        order: [{ [requested.kind === 'product' ? '_count' : 'products']: 'desc' }, { _key: 'asc' }],
        size,
        shard_size: Math.max(size, MIN_BUCKETS_PER_SHARD),
        ...(prefix !== '' && { include: `${escapeRegexp(prefix)}.*` }),
      },
    }),
    read: ({ buckets = [] }) => ({
      kind: type,
      field,
      values: buckets.slice(0, limit).map((bucket) => ({
        name: isText ? String(bucket.key) : formatNumber(Number(bucket.key)),
        count: readCount(bucket),
      })),
    }),
  };
}

/** A text as a regular expression of Lucene, in which more characters have a meaning than elsewhere. */
export function escapeRegexp(text: string): string {
  return text.replace(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, '\\$&');
}

function planExtent(
  requested: ValueField,
  field: string,
  read: (extent: { min: number; max: number }) => FacetResult | { edges: Float64Array },
): FacetPlan {
  const isRange = 'edges' in read({ min: 0, max: 1 });
  return {
    field,
    most: 1,
    aggregation: onRows(requested, { stats: { field: makePath(requested, 'n') } }),
    read: ({ count = 0, min, max }) => {
      if (count > 0 && typeof min === 'number' && typeof max === 'number') return read({ min, max });
      return isRange ? { kind: 'number_range', field, values: [] } : { kind: 'number', field, values: [] };
    },
  };
}

/** Products by the ranges of a number field; one with several values in a range counts there once. */
export function aggregateRanges(fields: RequestedFields, field: string, edges: Float64Array): Clause {
  const requested = fields.of(field) as ValueField;
  const last = edges.length - 2;
  const ranges = Array.from({ length: edges.length - 1 }, (_, index) => ({
    key: String(index),
    ...(index > 0 && { from: edges[index] }),
    // The last range holds its end; nothing is beyond it, or before the first.
    ...(index < last && { to: edges[index + 1] }),
  }));
  return countProducts(requested, { range: { field: makePath(requested, 'n'), ranges } });
}

export function readRanges(field: string, edges: Float64Array, { buckets = [] }: AggregationResult) {
  const counts = new Float64Array(edges.length - 1);
  for (const bucket of buckets) counts[Number(bucket.key)] = readCount(bucket);
  return buildRangeFacet(field, edges, counts);
}

/** An aggregation of a field, '' for one that all facet filters narrow. */
export interface AskedAggregation {
  name: string;
  field: string;
  aggregation: Clause;
}

/** Stands before the number of those that the same filters narrow. */
const TOGETHER = 'with ';

/** Aggregations over what passes all late filters but those on their own field; those of the same filters share one, looked at once. */
export function groupAggregations(requested: readonly AskedAggregation[], { lateWithout }: FacetClauses) {
  const counts: Record<string, Clause> = {};
  const together = new Map<string, Record<string, Clause>>();
  for (const { name, field, aggregation } of requested) {
    const filter = lateWithout(toFieldKey(field));
    const key = JSON.stringify(filter);
    let aggs = filter.length === 0 ? counts : together.get(key);
    if (aggs === undefined) {
      aggs = {};
      counts[`${TOGETHER}${together.size}`] = { filter: { bool: { filter } }, aggs };
      together.set(key, aggs);
    }
    aggs[name] = aggregation;
  }
  return counts;
}

/** Results of the aggregations of `groupAggregations`, by name. */
export function flattenAggregations(found: Readonly<Record<string, AggregationResult>> = {}) {
  return Object.assign(
    {},
    ...Object.entries(found).map(([name, each]) => (name.startsWith(TOGETHER) ? each : { [name]: each })),
  );
}

/** Innermost result of an aggregation, without its wrappers. */
export function getInnermost(found: AggregationResult | undefined): AggregationResult {
  let result = found ?? {};
  while (result.in !== undefined) result = result.in;
  return result;
}
