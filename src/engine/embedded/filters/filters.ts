import { readCategory } from '../../category-paths.ts';
import { isNumeric } from '../../field-values.ts';
import { isLowerCased } from '../../query/field-kinds.ts';
import type { FieldTest } from '../../query/model.ts';
import { type Codes, type Column, forEachCode } from '../columns/column.ts';
import { COLUMN } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type ResolvedField, resolveField } from './fields.ts';

/** Tells of a row, a document or a variant, whether it passes. */
export type Predicate = (row: number) => boolean;

/** Gives those of some documents that pass, in their order. */
export type ListFilter = (documents: Uint32Array) => Uint32Array;

export interface RowFilter {
  passes: Predicate;
  /** Keeps documents that pass or, for a field of variants, have a variant that does. */
  narrow: ListFilter;
}

export interface IdLookup {
  documents(ids: readonly string[]): readonly number[];
  variants(skuids: readonly string[]): readonly number[];
}

function testId(tests: readonly FieldTest[], find: (ids: readonly string[]) => readonly number[]): Predicate {
  const wanted = new Set(find(tests.flatMap((test) => (test.kind === 'value' ? [test.value] : []))));
  return (row) => wanted.has(row);
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
  return (rows) => {
    const kept = new Uint32Array(rows.length);
    let count = 0;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0;
      kept[count] = row;
      count += Number(passes(row));
    }
    return kept.subarray(0, count);
  };
}

/** Whether a row, a document or for a field of variants a variant, has a value that meets one of the tests. */
export function compileRowFilter(
  snapshot: Snapshot,
  ids: IdLookup,
  field: string,
  tests: readonly FieldTest[],
): RowFilter {
  const resolved = resolveField(snapshot, field);
  const makeFilter = (passes: Predicate, onVariants: boolean): RowFilter => {
    return { passes, narrow: filterByPredicate(onVariants ? testVariants(snapshot, passes) : passes) };
  };
  if (resolved.kind === 'id') return makeFilter(testId(tests, ids.documents), false);
  if (resolved.kind === 'skuid') return makeFilter(testId(tests, ids.variants), true);
  const { column, kind } = resolved;
  const missing = tests.some((test) => test.kind === 'missing');
  if (column === null) return makeFilter(() => missing, kind === 'variant');
  const outcomes = testCodes(column, compileValueTest(resolved, column, field, tests), missing);
  const { values } = column;
  return {
    passes: (row) => outcomes.of(values[row] ?? 0) === PASSES,
    narrow: (documents) =>
      kind === 'variant'
        ? filterByVariants(snapshot, documents, values, outcomes)
        : filterByOutcome(documents, values, outcomes),
  };
}

/** Calls nothing for a number that was met before, as there are more rows than numbers. */
function filterByOutcome(rows: Uint32Array, values: Codes, { known, of }: Outcomes): Uint32Array {
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const number = values[row] ?? 0;
    const outcome = known[number] ?? FAILS;
    kept[count] = row;
    count += outcome === UNTESTED ? of(number) : outcome;
  }
  return kept.subarray(0, count);
}

/** Looks at the variants of each document until one passes. */
function filterByVariants(
  snapshot: Snapshot,
  documents: Uint32Array,
  values: Codes,
  { known, of }: Outcomes,
): Uint32Array {
  const ends = snapshot.endsOf(COLUMN.variantCounts);
  const kept = new Uint32Array(documents.length);
  let count = 0;
  for (let at = 0; at < documents.length; at++) {
    const ordinal = documents[at] ?? 0;
    const end = ends[ordinal] ?? 0;
    let outcome: number = FAILS;
    for (let row = ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0); row < end && outcome === FAILS; row++) {
      const number = values[row] ?? 0;
      outcome = known[number] ?? FAILS;
      if (outcome === UNTESTED) outcome = of(number);
    }
    kept[count] = ordinal;
    count += outcome;
  }
  return kept.subarray(0, count);
}

const FAILS = 0;
const PASSES = 1;
const UNTESTED = 2;

/** Of each number that rows have, a code or a set. */
interface Outcomes {
  known: Uint8Array;
  of(number: number): number;
}

/** Values are tested when they are first met. */
function testCodes(column: Column, test: (value: string | number) => boolean, missing: boolean): Outcomes {
  const { sets, dictionary } = column;
  const byCode = new Uint8Array(dictionary.length + 1).fill(UNTESTED);
  byCode[0] = missing ? PASSES : FAILS;
  const matchCode = (code: number) => {
    if (byCode[code] === UNTESTED) byCode[code] = test(dictionary[code - 1] ?? '') ? PASSES : FAILS;
    return byCode[code] ?? FAILS;
  };
  if (sets === null) return { known: byCode, of: matchCode };
  const bySet = new Uint8Array(sets.ends.length).fill(UNTESTED);
  bySet[0] = byCode[0];
  const matchSet = (number: number) => {
    if (bySet[number] === UNTESTED) {
      let outcome = FAILS;
      forEachCode(column, number, (code) => {
        outcome |= matchCode(code);
      });
      bySet[number] = outcome;
    }
    return bySet[number] ?? FAILS;
  };
  return { known: bySet, of: matchSet };
}

function createNumberMatcher(tests: readonly FieldTest[]): (value: number) => boolean {
  const bounds = tests.flatMap((test) => {
    if (test.kind === 'range') {
      const { min, max } = test.range;
      return [{ min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Number.POSITIVE_INFINITY }];
    }
    const number = test.kind === 'value' && test.value.trim() !== '' ? Number(test.value) : Number.NaN;
    return Number.isNaN(number) ? [] : [{ min: number, max: number }];
  });
  const [only] = bounds;
  if (only && bounds.length === 1) return (value) => value >= only.min && value <= only.max;
  return (value) => bounds.some(({ min, max }) => value >= min && value <= max);
}

/** Condition on a value of the column that meets one of the tests. */
function compileValueTest(
  resolved: ResolvedField,
  column: Column,
  field: string,
  tests: readonly FieldTest[],
): (value: string | number) => boolean {
  if (column.kind === 'number') {
    const matches = createNumberMatcher(tests);
    return (value) => matches(Number(value));
  }
  const inRange = createNumberMatcher(tests.filter(({ kind }) => kind === 'range'));
  const hasRange = tests.some(({ kind }) => kind === 'range');
  const wanted = new Set<string | number>(
    tests.flatMap((test) =>
      test.kind === 'value' ? [isLowerCased(field) ? test.value.toLowerCase() : test.value] : [],
    ),
  );
  if (resolved.kind === 'category') {
    return (entry) => {
      const { id, crumb } = readCategory(String(entry));
      return wanted.has(id) || wanted.has(crumb);
    };
  }
  return (text) => wanted.has(text) || (hasRange && isNumeric(text) && inRange(Number(text)));
}
