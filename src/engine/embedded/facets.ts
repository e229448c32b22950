import type { FacetRequest, FacetResult } from '../query/model.ts';
import { categoryFacet } from './category-facet.ts';
import { type Column, eachValue, eachValueOf, type TextColumn } from './column.ts';
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
  if (column.kind === 'number') {
    return numberFacet(snapshot, valuesIn(snapshot, resolved, column, ids), field, request);
  }
  return { kind: 'text', field, values: textFacet(snapshot, resolved, column, ids, prefix, request.limit) };
}

/** Calls back with each value of each document, and the document's place in the list. */
export type VisitValues = (visit: (value: number, at: number) => void) => void;

/** Visits a field's values; a variants' field gives each distinct value of a product once. */
function valuesIn(
  snapshot: Snapshot,
  resolved: ResolvedField,
  column: Column,
  ids: Uint32Array,
): VisitValues {
  if (resolved.kind !== 'variant') return (visit) => eachValueOf(column, ids, visit);
  return (visit) => {
    for (let at = 0; at < ids.length; at++) {
      const { from, to } = snapshot.variantRange(ids[at] ?? 0);
      const seen = new Set<number>();
      for (let row = from; row < to; row++) eachValue(column, row, (value) => seen.add(value));
      for (const value of seen) visit(value, at);
    }
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
      ? countVisited(valuesIn(snapshot, resolved, column, ids), column.dictionary.length)
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

function countVisited(visitValues: VisitValues, codes: number): Uint32Array {
  const counts = new Uint32Array(codes + 1);
  visitValues((code) => increment(counts, code));
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
