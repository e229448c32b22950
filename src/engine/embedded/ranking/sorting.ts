import type { SortKey } from '../../query/model.ts';
import type { Compare } from '../../select-top.ts';
import { type Codes, type Column, forEachCodeOfRow } from '../columns/column.ts';
import { resolveField } from '../filters/fields.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Candidates with whatever they can be ordered by; the arrays go by position, not by document. */
export interface Sortable {
  ids: Uint32Array;
  scores: Float32Array | null;
  distances: Float64Array | null;
  /** 1 for each document that stands before the others whatever the keys; null where all are alike. */
  exact?: Uint8Array | null;
}

/**
 * For each key an array by candidate, smaller first; a missing value is infinite, so that it comes last whatever the
 * direction. Without keys the score decides. Ties go by id (spec of the engine: deterministic).
 */
export function sortArrays(
  snapshot: Snapshot,
  candidates: Sortable,
  keys: readonly SortKey[],
): Float64Array[] {
  if (keys.length > 0) {
    return [...makeTiers(snapshot, candidates), ...keys.map((key) => makeKeys(snapshot, candidates, key))];
  }
  const { scores } = candidates;
  if (scores === null) return [];
  const falling = snapshot.scratch.list(Float64Array, scores.length);
  for (let index = 0; index < scores.length; index++) falling[index] = -(scores[index] ?? 0);
  return [falling];
}

/** The key that goes before those of the query. The score needs none: it says itself what has all words. */
function makeTiers(snapshot: Snapshot, { ids, exact }: Sortable): Float64Array[] {
  if (!exact) return [];
  const tiers = snapshot.scratch.list(Float64Array, ids.length);
  for (let at = 0; at < ids.length; at++) tiers[at] = 1 - (exact[ids[at] ?? 0] ?? 0);
  return [tiers];
}

function makeKeys(
  snapshot: Snapshot,
  { ids, distances }: Sortable,
  { field, direction }: SortKey,
): Float64Array {
  const sign = direction === 'asc' ? 1 : -1;
  const keys = snapshot.scratch.list(Float64Array, ids.length);
  const given = field === 'distance' ? distances : null;
  const column = given ? null : findColumn(snapshot, field);
  if (column?.sets === null) {
    fillKeys(keys, column.values, rankCodes(snapshot, column), ids, sign);
    return keys;
  }
  const read = createFieldReader(snapshot, field, sign);
  for (let index = 0; index < ids.length; index++) {
    const value = given ? (given[index] ?? Number.NaN) : read(ids[index] ?? 0);
    keys[index] = Number.isFinite(value) ? sign * value : Number.POSITIVE_INFINITY;
  }
  return keys;
}

function findColumn(snapshot: Snapshot, field: string): Column | null {
  const resolved = resolveField(snapshot, field);
  return resolved.kind === 'product' || resolved.kind === 'category' ? resolved.column : null;
}

function fillKeys(
  keys: Float64Array,
  values: Codes,
  order: Float64Array,
  ids: Uint32Array,
  sign: number,
): void {
  for (let index = 0; index < ids.length; index++) {
    const value = order[values[ids[index] ?? 0] ?? 0] ?? Number.NaN;
    keys[index] = Number.isFinite(value) ? sign * value : Number.POSITIVE_INFINITY;
  }
}

/** A document's value to sort by. Of several the one that brings it to the front: the least ascending, else the greatest. */
export function createFieldReader(
  snapshot: Snapshot,
  field: string,
  sign: number,
): (ordinal: number) => number {
  if (resolveField(snapshot, field).kind === 'id') return (ordinal) => snapshot.ranks[ordinal] ?? Number.NaN;
  const column = findColumn(snapshot, field);
  if (column === null) return () => Number.NaN;
  const order = rankCodes(snapshot, column);
  const { values } = column;
  if (column.sets === null) return (ordinal) => order[values[ordinal] ?? 0] ?? Number.NaN;
  return (ordinal) => {
    let best = Number.NaN;
    forEachCodeOfRow(column, ordinal, (code) => {
      const key = order[code] ?? Number.NaN;
      if (Number.isNaN(best) || sign * key < sign * best) best = key;
    });
    return best;
  };
}

/** By code the number or the place of the text among all texts, which order by their UTF-16 code units; NaN for no value. */
function rankCodes(snapshot: Snapshot, { kind, dictionary }: Column): Float64Array {
  return snapshot.deriveFrom(dictionary, () => {
    const order = new Float64Array(dictionary.length + 1).fill(Number.NaN);
    if (kind === 'number') order.set(dictionary, 1);
    else {
      // In an array, which sorts fast what is in order in long parts: addresses and numbers come so.
      const codes = Array.from(dictionary, (_, at) => at + 1);
      codes.sort((a, b) => ((dictionary[a - 1] ?? '') < (dictionary[b - 1] ?? '') ? -1 : 1));
      for (const [place, code] of codes.entries()) order[code] = place;
    }
    return order;
  });
}

/** Orders candidates by the arrays, the first that differs decides; ties go by rank, which orders as ids do. */
export function createComparator(
  arrays: readonly Float64Array[],
  ids: Uint32Array,
  ranks: Float64Array,
): Compare {
  return (a, b) => {
    for (const keys of arrays) {
      const left = keys[a] ?? 0;
      const right = keys[b] ?? 0;
      if (left !== right) return left < right ? -1 : 1;
    }
    return (ranks[ids[a] ?? 0] ?? 0) - (ranks[ids[b] ?? 0] ?? 0);
  };
}
