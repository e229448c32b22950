import { readCategory } from '../../category-paths.ts';
import { isNumeric } from '../../field-values.ts';
import { splitAlternatives } from '../../query/boolean-filter.ts';
import { isLowerCased } from '../../query/field-kinds.ts';
import type { BooleanFilter, FieldTest } from '../../query/model.ts';
import { forEachCode, getMaxNumber, type NumberColumn, type TextColumn } from '../columns/column.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { isOnVariants, type ResolvedField, resolveField } from './fields.ts';

/** Tells of a row, a document or a variant, whether it passes. */
export type Predicate = (row: number) => boolean;

export interface IdLookup {
  documents(ids: readonly string[]): readonly number[];
  variants(skuids: readonly string[]): readonly number[];
}

export function compileFilter(snapshot: Snapshot, ids: IdLookup, filter: BooleanFilter): Predicate {
  switch (filter.kind) {
    case 'test':
      return compileTests(snapshot, ids, filter.field, [filter.test]);
    case 'not': {
      const operand = compileFilter(snapshot, ids, filter.operand);
      return (row) => !operand(row);
    }
    case 'and': {
      const operands = filter.operands.map((operand) => compileFilter(snapshot, ids, operand));
      return (row) => operands.every((operand) => operand(row));
    }
    case 'or': {
      const { tests, others } = splitAlternatives(filter.operands);
      const operands = [
        ...others.map((operand) => compileFilter(snapshot, ids, operand)),
        ...[...tests].map(([field, anyOf]) => compileTests(snapshot, ids, field, anyOf)),
      ];
      return (row) => operands.some((operand) => operand(row));
    }
  }
}

/** Whether a document has a value of the field that meets one of the tests. A variants' field: any of its variants. */
export function compileTests(
  snapshot: Snapshot,
  ids: IdLookup,
  field: string,
  tests: readonly FieldTest[],
): Predicate {
  const predicate = compileRowPredicate(snapshot, ids, field, tests);
  if (!isOnVariants(snapshot, field)) return predicate;
  return (ordinal) => {
    const { from, to } = snapshot.variantRange(ordinal);
    for (let row = from; row < to; row++) if (predicate(row)) return true;
    return false;
  };
}

function oneOf(tests: readonly FieldTest[], find: (ids: readonly string[]) => readonly number[]): Predicate {
  const wanted = new Set(find(tests.flatMap((test) => (test.kind === 'value' ? [test.value] : []))));
  return (row) => wanted.has(row);
}

/** Whether a row, a document or for a field of variants a variant, has a value that meets one of the tests. */
export function compileRowPredicate(
  snapshot: Snapshot,
  ids: IdLookup,
  field: string,
  tests: readonly FieldTest[],
): Predicate {
  const resolved = resolveField(snapshot, field);
  if (resolved.kind === 'id') return oneOf(tests, ids.documents);
  if (resolved.kind === 'skuid') return oneOf(tests, ids.variants);
  const { column } = resolved;
  const missing = takesMissing(tests);
  if (column === null) return () => missing;
  if (column.kind === 'number') return numberPredicate(column, numberMatcher(tests), missing);
  return textPredicate(column, passingCodes(column, resolved, field, tests), missing);
}

function numberPredicate(
  { ends, values }: NumberColumn,
  matches: (value: number) => boolean,
  missing: boolean,
): Predicate {
  if (ends === null) {
    return (row) => {
      const value = values[row] ?? Number.NaN;
      return Number.isNaN(value) ? missing : matches(value);
    };
  }
  return (row) => {
    const from = row === 0 ? 0 : (ends[row - 1] ?? 0);
    const to = ends[row] ?? 0;
    for (let at = from; at < to; at++) if (matches(values[at] ?? Number.NaN)) return true;
    return from === to && missing;
  };
}

const FAILS = 0;
const PASSES = 1;
const UNTESTED = 2;

/** Tests each number that rows have, a code or a set, when it is first met. */
function textPredicate(column: TextColumn, byCode: Uint8Array, missing: boolean): Predicate {
  const outcomes = new Uint8Array(getMaxNumber(column) + 1).fill(UNTESTED);
  outcomes[0] = missing ? PASSES : FAILS;
  const { values } = column;
  return (row) => {
    const number = values[row] ?? 0;
    if (outcomes[number] === UNTESTED) outcomes[number] = outcomeOf(column, number, byCode);
    return outcomes[number] === PASSES;
  };
}

function outcomeOf(column: TextColumn, number: number, byCode: Uint8Array): number {
  let outcome = FAILS;
  forEachCode(column, number, (code) => {
    outcome |= byCode[code] ?? FAILS;
  });
  return outcome;
}

/** 1 for each number of the column's rows that meets one of the tests, 0 for the others. */
export function testTexts(
  column: TextColumn,
  resolved: ResolvedField,
  field: string,
  tests: readonly FieldTest[],
): Uint8Array {
  const byCode = passingCodes(column, resolved, field, tests);
  byCode[0] = takesMissing(tests) ? PASSES : FAILS;
  if (column.sets === null) return byCode;
  const { ends, codes } = column.sets;
  const outcomes = new Uint8Array(ends.length);
  outcomes[0] = byCode[0];
  for (let number = 1, at = 0; number < ends.length; number++) {
    let outcome = FAILS;
    for (const end = ends[number] ?? 0; at < end; at++) outcome |= byCode[codes[at] ?? 0] ?? FAILS;
    outcomes[number] = outcome;
  }
  return outcomes;
}

const takesMissing = (tests: readonly FieldTest[]): boolean => tests.some(({ kind }) => kind === 'missing');

interface Bounds {
  min: number;
  max: number;
}

function boundsOf(tests: readonly FieldTest[]): Bounds[] {
  const ranges = tests.flatMap((test) => {
    if (test.kind === 'range') return [test.range];
    const number = test.kind === 'value' && test.value.trim() !== '' ? Number(test.value) : Number.NaN;
    return Number.isNaN(number) ? [] : [{ min: number, max: number }];
  });
  return ranges.map(({ min, max }) => ({
    min: min ?? Number.NEGATIVE_INFINITY,
    max: max ?? Number.POSITIVE_INFINITY,
  }));
}

/** By code of `distinct`, 1 for each number that meets one of the tests and 0 for the others; 0 is not a number. */
export function numberOutcomes(distinct: Float64Array, tests: readonly FieldTest[]): Uint8Array {
  const matches = numberMatcher(tests);
  const outcomes = new Uint8Array(distinct.length + 1);
  for (let at = 0; at < distinct.length; at++) outcomes[at + 1] = matches(distinct[at] ?? 0) ? PASSES : FAILS;
  outcomes[0] = takesMissing(tests) ? PASSES : FAILS;
  return outcomes;
}

function numberMatcher(tests: readonly FieldTest[]): (value: number) => boolean {
  const bounds = boundsOf(tests);
  const [only] = bounds;
  if (only && bounds.length === 1) return (value) => value >= only.min && value <= only.max;
  return (value) => bounds.some(({ min, max }) => value >= min && value <= max);
}

/** Tests every text of the dictionary once: by code, 1 for each that meets one of the tests. */
function passingCodes(
  column: TextColumn,
  resolved: ResolvedField,
  field: string,
  tests: readonly FieldTest[],
): Uint8Array {
  const passing = new Uint8Array(column.dictionary.length + 1);
  const test = textTest(resolved, field, tests);
  for (const [at, text] of column.dictionary.entries()) if (test(text)) passing[at + 1] = PASSES;
  return passing;
}

function textTest(
  resolved: ResolvedField,
  field: string,
  tests: readonly FieldTest[],
): (text: string) => boolean {
  const inRange = numberMatcher(tests.filter(({ kind }) => kind === 'range'));
  const hasRange = tests.some(({ kind }) => kind === 'range');
  const wanted = new Set(
    tests.flatMap((test) =>
      test.kind === 'value' ? [isLowerCased(field) ? test.value.toLowerCase() : test.value] : [],
    ),
  );
  if (resolved.kind === 'category') {
    return (entry) => {
      const { id, crumb } = readCategory(entry);
      return wanted.has(id) || wanted.has(crumb);
    };
  }
  return (text) => wanted.has(text) || (hasRange && isNumeric(text) && inRange(Number(text)));
}
