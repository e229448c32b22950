import { splitAlternatives } from '../../query/boolean-filter.ts';
import type { BooleanFilter, FieldTest } from '../../query/model.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { compileRowFilter, type IdLookup, type ListFilter } from './filters.ts';

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
  return compileRowFilter(snapshot, lookup, field, [tests]).narrow;
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
