import type { RequestedFields } from '../../fields/requested-fields.ts';
import { splitAlternatives } from '../../query/boolean-filter.ts';
import { isLowerCased, toFieldKey } from '../../query/field-kinds.ts';
import type { BooleanFilter, FacetFilter, FieldTest, NumberRange } from '../../query/model.ts';
import { toProductPath, toVariantPath } from '../documents/field-paths.ts';
import { MAX_TERM_LENGTH } from '../documents/index-body.ts';
import type { Clause } from '../documents/live-documents.ts';

export const ALL: Clause = { match_all: {} };
const NONE: Clause = { match_none: {} };

export function buildFilter(fields: RequestedFields, filter: BooleanFilter): Clause {
  switch (filter.kind) {
    case 'test':
      return makeTestsClause(fields, filter.field, [filter.test]);
    case 'not':
      return { bool: { must_not: [buildFilter(fields, filter.operand)] } };
    case 'and':
      return { bool: { filter: filter.operands.map((operand) => buildFilter(fields, operand)) } };
    case 'or': {
      const { tests, others } = splitAlternatives(filter.operands);
      return matchAnyOf([
        ...others.map((operand) => buildFilter(fields, operand)),
        ...[...tests].map(([field, each]) => makeTestsClause(fields, field, each)),
      ]);
    }
  }
}

/** Whether a product has a value of the field that meets one of the tests. A variants' field: any of its variants. */
function makeTestsClause(fields: RequestedFields, field: string, tests: readonly FieldTest[]): Clause {
  const clause = makeRowClause(fields, field, tests);
  return fields.isOnVariants(field) ? onVariant([clause]) : clause;
}

function onVariant(clauses: readonly Clause[]): Clause {
  return { nested: { path: 'variants', query: { bool: { filter: clauses } } } };
}

/** The tests on a product or, for a field of variants, on one of its variants. */
function makeRowClause(fields: RequestedFields, field: string, tests: readonly FieldTest[]): Clause {
  const requested = fields.of(field);
  const values = tests.flatMap((test) => (test.kind === 'value' ? [test.value] : []));
  if (requested.kind === 'id') return listTerms('id', values);
  if (requested.kind === 'skuid') return listTerms('variants.skuid', values);
  const isMissingFine = tests.some(({ kind }) => kind === 'missing');
  if (requested.kind === 'category')
    return matchAnyOf([listTerms('category_id', values), ...(isMissingFine ? [without('category')] : [])]);
  const { info, name } = requested;
  if (info === null) return isMissingFine ? ALL : NONE;
  const pathOf = requested.kind === 'product' ? toProductPath : toVariantPath;
  const numbers = pathOf('n', name);
  const ranges = tests.flatMap((test) => (test.kind === 'range' ? [makeRange(numbers, test.range)] : []));
  if (info.type === 'number') {
    const wanted = values.flatMap((value) => readNumber(value) ?? []);
    return matchAnyOf([listTerms(numbers, wanted), ...ranges, ...(isMissingFine ? [without(numbers)] : [])]);
  }
  const texts = pathOf('s', name);
  const wanted = isLowerCased(field) ? values.map((value) => value.toLowerCase()) : values;
  return matchAnyOf([listTerms(texts, wanted), ...ranges, ...(isMissingFine ? [without(texts)] : [])]);
}

function readNumber(value: string): number | undefined {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function makeRange(path: string, { min, max }: NumberRange): Clause {
  const isBounded = (bound: number | null) => bound !== null && Number.isFinite(bound);
  if (min === Number.POSITIVE_INFINITY || max === Number.NEGATIVE_INFINITY) return NONE;
  return { range: { [path]: { ...(isBounded(min) && { gte: min }), ...(isBounded(max) && { lte: max }) } } };
}

function without(path: string): Clause {
  return { bool: { must_not: [{ exists: { field: path } }] } };
}

function listTerms(path: string, values: readonly (string | number)[]): Clause {
  const wanted = values.filter((value) => typeof value === 'number' || value.length <= MAX_TERM_LENGTH);
  return wanted.length === 0 ? NONE : { terms: { [path]: [...new Set(wanted)] } };
}

export function matchAnyOf(clauses: readonly Clause[]): Clause {
  const possible = clauses.filter((clause) => clause !== NONE);
  const [only, ...others] = possible;
  if (only === undefined) return NONE;
  return others.length === 0 ? only : { bool: { should: possible, minimum_should_match: 1 } };
}

/** The facet filters of a query: those that only narrow, and those that a facet on their own field must not see. */
export type FacetClauses = ReturnType<typeof buildFacetClauses>;

/**
 * Facet filters as clauses. One variant has to pass every filter on variants' fields: red in large, not red or large
 * (assumption). A facet does not see the filters on its own field, so that further values can be chosen (doc: public-facts C2).
 *
 * @param facets the fields that are counted
 */
export function buildFacetClauses(
  fields: RequestedFields,
  filters: readonly FacetFilter[],
  facets: readonly string[],
) {
  const counted = new Set(facets.map(toFieldKey));
  const keyed = filters.map(({ field, anyOf: tests }) => ({
    key: toFieldKey(field),
    onVariants: fields.isOnVariants(field),
    clause: makeRowClause(fields, field, tests),
  }));
  const areVariantsLate = keyed.some(({ key, onVariants }) => onVariants && counted.has(key));
  const isLate = ({ key, onVariants }: (typeof keyed)[number]) =>
    onVariants ? areVariantsLate : counted.has(key);
  const joinClauses = (chosen: typeof keyed) => {
    const variants = chosen.filter(({ onVariants }) => onVariants).map(({ clause }) => clause);
    const products = chosen.filter(({ onVariants }) => !onVariants).map(({ clause }) => clause);
    return variants.length === 0 ? products : [...products, onVariant(variants)];
  };
  const late = keyed.filter(isLate);
  return {
    early: joinClauses(keyed.filter((each) => !isLate(each))),
    late: joinClauses(late),
    lateWithout: (key: string) => joinClauses(late.filter((each) => each.key !== key)),
  };
}
