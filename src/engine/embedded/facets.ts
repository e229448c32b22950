import type { FacetRequest, FacetResult } from '../query/model.ts';
import { categoryFacet } from './category-facet.ts';
import { type Column, eachValue, type TextColumn } from './column.ts';
import { type ResolvedField, resolveField } from './fields.ts';
import { numberFacet } from './number-facets.ts';
import type { Snapshot } from './snapshot.ts';

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
  const resolved = resolveField(snapshot, field);
  if (resolved.kind === 'id' || resolved.column === null) {
    return { kind: resolved.kind === 'category' ? 'category' : 'text', field, values: [] };
  }
  const { column } = resolved;
  if (resolved.kind === 'category') {
    return { kind: 'category', field, values: categoryFacet(snapshot, column, ids, prefix, request.limit) };
  }
  if (column.kind === 'number')
    return numberFacet(snapshot, ids, field, valueReader(snapshot, resolved, column), request);
  return { kind: 'text', field, values: textFacet(snapshot, resolved, column, ids, prefix, request.limit) };
}

/** Calls back with each value of a document, over its variants for a field of variants. */
export type ReadValues = (ordinal: number, visit: (value: number) => void) => void;

export function valueReader(snapshot: Snapshot, resolved: ResolvedField, column: Column): ReadValues {
  if (resolved.kind !== 'variant') return (ordinal, visit) => eachValue(column, ordinal, visit);
  return (ordinal, visit) => {
    const { from, to } = snapshot.variantRange(ordinal);
    const seen = new Set<number>();
    for (let row = from; row < to; row++) eachValue(column, row, (value) => seen.add(value));
    for (const value of seen) visit(value);
  };
}

function textFacet(
  snapshot: Snapshot,
  resolved: ResolvedField,
  column: TextColumn,
  ids: Uint32Array,
  prefix: string,
  limit: number,
): { name: string; count: number }[] {
  const counts =
    resolved.kind === 'variant'
      ? countRead(ids, valueReader(snapshot, resolved, column), column.dictionary.length)
      : countCodes(column, ids);
  return mostFrequent(column.dictionary, counts, prefix, limit);
}

/** How many of the documents have each code. */
export function countCodes({ ends, values, dictionary }: TextColumn, ids: Uint32Array): Uint32Array {
  const counts = new Uint32Array(dictionary.length + 1);
  if (ends === null) {
    for (let at = 0; at < ids.length; at++) increment(counts, values[ids[at] ?? 0] ?? 0);
    return counts;
  }
  for (let at = 0; at < ids.length; at++) {
    const ordinal = ids[at] ?? 0;
    const end = ends[ordinal] ?? 0;
    for (let from = ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0); from < end; from++) {
      increment(counts, values[from] ?? 0);
    }
  }
  return counts;
}

function countRead(ids: Uint32Array, read: ReadValues, codes: number): Uint32Array {
  const counts = new Uint32Array(codes + 1);
  const count = (code: number) => increment(counts, code);
  for (let at = 0; at < ids.length; at++) read(ids[at] ?? 0, count);
  return counts;
}

function increment(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
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

export function byCountThenName(
  a: { name: string; count: number },
  b: { name: string; count: number },
): number {
  if (a.count !== b.count) return b.count - a.count;
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}
