import type { FieldTest } from '../query/model.ts';
import { greatestNumber, type TextColumn } from './column.ts';
import { resolveField } from './fields.ts';
import { compileTests, type IdLookup, onlyRange, type Predicate, textOutcomes } from './filters.ts';
import type { Snapshot } from './snapshot.ts';

/** Writes the documents that pass into `kept`, in their order, and tells how many there are; `kept` may be `ids`. */
export type Narrowing = (ids: Uint32Array, kept: Uint32Array) => number;

/** `compileTests` over a list of documents: for one range of numbers, or a text field, without a call for each. */
export function compileNarrowing(
  snapshot: Snapshot,
  lookup: IdLookup,
  field: string,
  tests: readonly FieldTest[],
): Narrowing {
  const resolved = resolveField(snapshot, field);
  const predicate = () => byPredicate(compileTests(snapshot, lookup, field, tests));
  if (resolved.kind !== 'product' && resolved.kind !== 'category') return predicate();
  const { column } = resolved;
  if (column === null) return predicate();
  if (column.kind === 'number') {
    const range = onlyRange(tests);
    return range && column.ends === null ? byRange(column.values, range) : predicate();
  }
  return (ids, kept) => {
    // A field of texts that nearly every document has to itself is looked at where it is met.
    if (greatestNumber(column) > ids.length) return predicate()(ids, kept);
    return byOutcome(column, textOutcomes(column, resolved, field, tests))(ids, kept);
  };
}

/** Any predicate as a narrowing. */
export function byPredicate(passes: Predicate): Narrowing {
  return (ids, kept) => {
    let count = 0;
    for (let at = 0; at < ids.length; at++) {
      const ordinal = ids[at] ?? 0;
      if (passes(ordinal)) kept[count++] = ordinal;
    }
    return count;
  };
}

function byRange(values: Float64Array, { min, max }: { min: number; max: number }): Narrowing {
  return (ids, kept) => {
    let count = 0;
    for (let at = 0; at < ids.length; at++) {
      const ordinal = ids[at] ?? 0;
      const value = values[ordinal] ?? Number.NaN;
      if (value >= min && value <= max) kept[count++] = ordinal;
    }
    return count;
  };
}

function byOutcome({ values }: TextColumn, outcomes: Uint8Array): Narrowing {
  return (ids, kept) => {
    let count = 0;
    for (let at = 0; at < ids.length; at++) {
      const ordinal = ids[at] ?? 0;
      if (outcomes[values[ordinal] ?? 0] === 1) kept[count++] = ordinal;
    }
    return count;
  };
}
