import type { FieldTest } from '../../query/model.ts';
import { type Codes, getMaxNumber } from '../columns/column.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { resolveField } from './fields.ts';
import { compileTests, type IdLookup, type Predicate, testNumbers } from './filters.ts';

/** Writes the documents that pass into `kept`, in their order, and tells how many there are; `kept` may be `ids`. */
export type ListFilter = (ids: Uint32Array, kept: Uint32Array) => number;

/** `compileTests` over a list of documents: where documents share values, each value is tested once. */
export function compileListFilter(
  snapshot: Snapshot,
  lookup: IdLookup,
  field: string,
  tests: readonly FieldTest[],
): ListFilter {
  const resolved = resolveField(snapshot, field);
  const predicate = () => filterByPredicate(compileTests(snapshot, lookup, field, tests));
  if (resolved.kind !== 'product' && resolved.kind !== 'category') return predicate();
  const { column } = resolved;
  if (column === null) return predicate();
  return (ids, kept) => {
    // Values that are nearly unique are tested row by row.
    if (getMaxNumber(column) > ids.length) return predicate()(ids, kept);
    return byOutcome(column.values, testNumbers(column, resolved, field, tests))(ids, kept);
  };
}

export function filterByPredicate(passes: Predicate): ListFilter {
  return (ids, kept) => {
    let count = 0;
    for (let at = 0; at < ids.length; at++) {
      const ordinal = ids[at] ?? 0;
      if (passes(ordinal)) kept[count++] = ordinal;
    }
    return count;
  };
}

/** `outcomes` has 1 for the numbers that pass, else 0. What does not pass is written too, and then written over. */
function byOutcome(values: Codes, outcomes: Uint8Array): ListFilter {
  return (ids, kept) => {
    let count = 0;
    for (let at = 0; at < ids.length; at++) {
      const ordinal = ids[at] ?? 0;
      kept[count] = ordinal;
      count += outcomes[values[ordinal] ?? 0] ?? 0;
    }
    return count;
  };
}
