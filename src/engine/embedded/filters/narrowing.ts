import { splitAlternatives } from '../../query/boolean-filter.ts';
import type { BooleanFilter, FieldTest } from '../../query/model.ts';
import { type Codes, getMaxNumber } from '../columns/column.ts';
import { COLUMN } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { isOnVariants, resolveField } from './fields.ts';
import { compileRowPredicate, type IdLookup, type Predicate, testNumbers } from './filters.ts';

/** Gives those of some documents that pass, in their order. */
export type ListFilter = (ids: Uint32Array) => Uint32Array;

export function compileFilter(snapshot: Snapshot, lookup: IdLookup, filter: BooleanFilter): ListFilter {
  switch (filter.kind) {
    case 'test':
      return compileTests(snapshot, lookup, filter.field, [filter.test]);
    case 'not': {
      const operand = compileFilter(snapshot, lookup, filter.operand);
      return (ids) => without(ids, operand(ids));
    }
    case 'and': {
      const operands = filter.operands.map((operand) => compileFilter(snapshot, lookup, operand));
      return (ids) => operands.reduce((kept, operand) => operand(kept), ids);
    }
    case 'or': {
      const { tests, others } = splitAlternatives(filter.operands);
      const operands = [
        ...[...tests].map(([field, anyOf]) => compileTests(snapshot, lookup, field, anyOf)),
        ...others.map((operand) => compileFilter(snapshot, lookup, operand)),
      ];
      return (ids) =>
        without(
          ids,
          operands.reduce((left, operand) => without(left, operand(left)), ids),
        );
    }
  }
}

/** Documents with a value of the field that meets one of the tests. A variants' field: of any of their variants. */
export function compileTests(
  snapshot: Snapshot,
  lookup: IdLookup,
  field: string,
  tests: readonly FieldTest[],
): ListFilter {
  const resolved = resolveField(snapshot, field);
  const row = compileRowPredicate(snapshot, lookup, field, tests);
  const ends = isOnVariants(snapshot, field) ? snapshot.endsOf(COLUMN.variantCounts) : null;
  const one = filterByPredicate(ends === null ? row : testVariants(snapshot, row));
  const column = 'column' in resolved ? resolved.column : null;
  if (column === null) return one;
  let outcomes: Uint8Array | undefined;
  return (ids) => {
    // Values that are nearly unique are tested row by row.
    if (getMaxNumber(column) > ids.length) return one(ids);
    outcomes ??= testNumbers(column, resolved, field, tests);
    return ends === null
      ? filterByOutcome(ids, column.values, outcomes)
      : filterByVariants(ids, ends, column.values, outcomes);
  };
}

/** Tells of a document whether one of its variants passes. */
export function testVariants(snapshot: Snapshot, passes: Predicate): Predicate {
  return (ordinal) => {
    const { from, to } = snapshot.variantRange(ordinal);
    for (let row = from; row < to; row++) if (passes(row)) return true;
    return false;
  };
}

export function filterByPredicate(passes: Predicate): ListFilter {
  return (ids) => {
    const kept = new Uint32Array(ids.length);
    let count = 0;
    for (let at = 0; at < ids.length; at++) {
      const ordinal = ids[at] ?? 0;
      if (passes(ordinal)) kept[count++] = ordinal;
    }
    return kept.subarray(0, count);
  };
}

/** `outcomes` has 1 for the numbers that pass, else 0. What does not pass is written too, and then written over. */
function filterByOutcome(ids: Uint32Array, values: Codes, outcomes: Uint8Array): Uint32Array {
  const kept = new Uint32Array(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const ordinal = ids[at] ?? 0;
    kept[count] = ordinal;
    count += outcomes[values[ordinal] ?? 0] ?? 0;
  }
  return kept.subarray(0, count);
}

/** The same over the variants of documents, which end at `ends`: one that passes is enough. */
function filterByVariants(
  ids: Uint32Array,
  ends: Uint32Array,
  values: Codes,
  outcomes: Uint8Array,
): Uint32Array {
  const kept = new Uint32Array(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const ordinal = ids[at] ?? 0;
    const end = ends[ordinal] ?? 0;
    let outcome = 0;
    for (let row = ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0); row < end; row++)
      outcome |= outcomes[values[row] ?? 0] ?? 0;
    kept[count] = ordinal;
    count += outcome;
  }
  return kept.subarray(0, count);
}

/** The documents but for some of them. */
function without(ids: Uint32Array, some: Uint32Array): Uint32Array {
  if (some.length === 0) return ids;
  const left = new Uint32Array(ids.length - some.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    if (ids[at] === some[at - count]) continue;
    left[count++] = ids[at] ?? 0;
  }
  return left;
}
