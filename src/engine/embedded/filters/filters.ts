import { isNumeric } from '../../field-values.ts';
import { isLowerCased } from '../../query/field-kinds.ts';
import type { FieldTest } from '../../query/model.ts';
import { type Codes, type Column, forEachCode, getMaxNumber, type TextColumn } from '../columns/column.ts';
import { COLUMN } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { listCategoryNodes, type ResolvedField, resolveField } from './fields.ts';

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

/** Ids that all conditions name: each search for variants by id looks at every variant. */
function testId(
  conditions: readonly Condition[],
  find: (ids: readonly string[]) => readonly number[],
): Predicate {
  const named = conditions.map(
    (tests) => new Set(tests.flatMap((test) => (test.kind === 'value' ? [test.value] : []))),
  );
  const [first = new Set<string>(), ...others] = named;
  const wanted = new Set(find([...first].filter((id) => others.every((ids) => ids.has(id)))));
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

function filterByPredicate(passes: Predicate): ListFilter {
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

/** Tests of which a row must meet one. */
export type Condition = readonly FieldTest[];

/** Whether a row, a document or for a field of variants a variant, has for each condition a value that meets it. */
export function compileRowFilter(
  snapshot: Snapshot,
  ids: IdLookup,
  field: string,
  conditions: readonly Condition[],
): RowFilter {
  const resolved = resolveField(snapshot, field);
  const makeFilter = (passes: Predicate, onVariants: boolean): RowFilter => {
    return { passes, narrow: filterByPredicate(onVariants ? testVariants(snapshot, passes) : passes) };
  };
  if (resolved.kind === 'id') return makeFilter(testId(conditions, ids.documents), false);
  if (resolved.kind === 'skuid') return makeFilter(testId(conditions, ids.variants), true);
  const { column, kind } = resolved;
  const missing = conditions.every((tests) => tests.some((test) => test.kind === 'missing'));
  if (column === null) return makeFilter(() => missing, kind === 'variant');
  const outcomes = testNumbers(
    column,
    // Where rows have several values, each range may be met by another.
    (column.sets === null ? joinRanges(conditions) : conditions).map((tests) =>
      compileCodeTest(snapshot, resolved, column, field, tests),
    ),
    missing,
  );
  const { values } = column;
  const { known, of } = outcomes;
  return {
    passes: (row) => {
      const number = values[row] ?? 0;
      const outcome = known[number] ?? FAILS;
      return (outcome === UNTESTED ? of(number) : outcome) === PASSES;
    },
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

/** Numbers are tested when they are first met. */
function testNumbers(column: Column, tests: readonly Predicate[], missing: boolean): Outcomes {
  const known = new Uint8Array(getMaxNumber(column) + 1).fill(UNTESTED);
  known[0] = missing ? PASSES : FAILS;
  const onNumbers = column.sets === null ? tests : tests.map((test) => testSets(column, test));
  const [only] = onNumbers;
  const testAll = (number: number) => onNumbers.every((each) => each(number));
  const passes = only !== undefined && onNumbers.length === 1 ? only : testAll;
  const testNumber = (number: number) => {
    if (known[number] === UNTESTED) known[number] = Number(passes(number));
    return known[number] ?? FAILS;
  };
  return { known, of: testNumber };
}

/** Tells of the number of a set whether one of its codes passes. */
function testSets(column: Column, test: Predicate): Predicate {
  const byCode = new Uint8Array(column.dictionary.length + 1).fill(UNTESTED);
  return (number) => {
    let outcome = FAILS;
    forEachCode(column, number, (code) => {
      if (byCode[code] === UNTESTED) byCode[code] = Number(test(code));
      outcome |= byCode[code] ?? FAILS;
    });
    return outcome === PASSES;
  };
}

/** Conditions of one range each as one range: a request may have a hundred, of as many numbers as variants. */
function joinRanges(conditions: readonly Condition[]): readonly Condition[] {
  const isRange = (tests: Condition) => tests.length === 1 && tests[0]?.kind === 'range';
  const ranges = conditions
    .filter(isRange)
    .flatMap((tests) => tests.flatMap((test) => (test.kind === 'range' ? [test.range] : [])));
  if (ranges.length < 2) return conditions;
  const min = Math.max(...ranges.map((range) => range.min ?? Number.NEGATIVE_INFINITY));
  const max = Math.min(...ranges.map((range) => range.max ?? Number.POSITIVE_INFINITY));
  return [[{ kind: 'range', range: { min, max } }], ...conditions.filter((tests) => !isRange(tests))];
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

/** Tells of a code of the column whether its value meets one of the tests. */
function compileCodeTest(
  snapshot: Snapshot,
  resolved: ResolvedField,
  column: Column,
  field: string,
  tests: Condition,
): Predicate {
  if (column.kind === 'number') {
    const matches = createNumberMatcher(tests);
    return (code) => matches(column.dictionary[code - 1] ?? Number.NaN);
  }
  const wanted = new Set(
    tests.flatMap((test) =>
      test.kind === 'value' ? [isLowerCased(field) ? test.value.toLowerCase() : test.value] : [],
    ),
  );
  if (resolved.kind === 'category') {
    const nodes = listCategoryNodes(snapshot, column);
    return (code) => wanted.has(nodes[code - 1]?.id ?? '') || wanted.has(nodes[code - 1]?.crumb ?? '');
  }
  const { dictionary } = column;
  const ranges = tests.filter(({ kind }) => kind === 'range');
  if (ranges.length === 0) return (code) => wanted.has(dictionary[code - 1] ?? '');
  const isInRange = createNumberMatcher(ranges);
  const numbers = readNumbers(snapshot, column);
  return (code) => wanted.has(dictionary[code - 1] ?? '') || isInRange(numbers[code] ?? Number.NaN);
}

/** By code the number that a text reads as, NaN for none; kept, as reading takes longer than a range. */
function readNumbers(snapshot: Snapshot, column: TextColumn): Float64Array {
  return snapshot.deriveFrom(column, () =>
    Float64Array.from(['', ...column.dictionary], (text) => (isNumeric(text) ? Number(text) : Number.NaN)),
  );
}
