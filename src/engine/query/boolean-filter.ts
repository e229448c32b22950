import { readField } from './field-name.ts';
import { readRange, testOfValue } from './field-test.ts';
import type { BooleanFilter, FacetFilter, FieldTest } from './model.ts';
import { TokenReader } from './token-reader.ts';

/**
 * Reads one `efq`, or one `filter` of a widget: clauses `field:("a" OR "b")` joined by AND, OR, `-` or NOT and
 * parentheses, nested; AND binds tighter than OR. Values may be bare (`pid:(L-9)`, `inventory:false`) or ranges
 * (doc: public-facts C3, A2).
 *
 * @throws BrctlError `query.syntax` or `query.too_complex`
 */
export function parseBooleanFilter(text: string): BooleanFilter {
  const reader = new TokenReader(text);
  const filter = readOr(reader, readClause);
  reader.expect('end', 'Expected AND, OR or the end of the filter');
  return filter;
}

type ReadOperand = (reader: TokenReader) => BooleanFilter;

function readOr(reader: TokenReader, readOperand: ReadOperand): BooleanFilter {
  const operands = [readAnd(reader, readOperand)];
  while (reader.takeWord('OR')) operands.push(readAnd(reader, readOperand));
  return join('or', operands);
}

function readAnd(reader: TokenReader, readOperand: ReadOperand): BooleanFilter {
  const operands = [readUnary(reader, readOperand)];
  while (reader.takeWord('AND')) operands.push(readUnary(reader, readOperand));
  return join('and', operands);
}

function join(kind: 'and' | 'or', operands: BooleanFilter[]): BooleanFilter {
  const [first] = operands;
  return operands.length === 1 && first ? first : { kind, operands };
}

function readUnary(reader: TokenReader, readOperand: ReadOperand): BooleanFilter {
  const negated = reader.takeWord('NOT') || reader.takeWord('-') || reader.takeMinus();
  const operand = readGroup(reader, readOperand);
  return negated ? { kind: 'not', operand } : operand;
}

function readGroup(reader: TokenReader, readOperand: ReadOperand): BooleanFilter {
  if (!reader.takeIf('(')) return readOperand(reader);
  const group = reader.nested(() => readOr(reader, readOperand));
  reader.expect(')', 'Expected AND, OR or the closing parenthesis');
  return group;
}

function readClause(reader: TokenReader): BooleanFilter {
  const field = readField(reader);
  return readGroup(reader, (values) => ({ kind: 'test', field, test: readTest(values) }));
}

function readTest(reader: TokenReader): FieldTest {
  reader.countClause();
  if (reader.next.kind === '[') return readRange(reader);
  const value = reader.takeIf('quoted') ?? reader.takeIf('word');
  return testOfValue(value?.text ?? reader.fail('Expected a value'));
}

/** Operands of an OR: all values of one field are looked up at once. */
export function splitAlternatives(operands: readonly BooleanFilter[]): {
  tests: ReadonlyMap<string, FieldTest[]>;
  others: BooleanFilter[];
} {
  const tests = new Map<string, FieldTest[]>();
  const others: BooleanFilter[] = [];
  for (const operand of operands) {
    if (operand.kind !== 'test') others.push(operand);
    else if (tests.get(operand.field)?.push(operand.test) === undefined)
      tests.set(operand.field, [operand.test]);
  }
  return { tests, others };
}

/** Conditions that one request may put on every product (assumption: far more than people or storefronts write). */
export const MAX_CONDITIONS = 128;

/**
 * Cost of filters for each product: every condition is looked at for every product, while many values of one field, joined by
 * OR, are one condition.
 */
export function countConditions(facetFilters: readonly FacetFilter[], filters: readonly BooleanFilter[]) {
  return facetFilters.length + sum(filters.map(listConditions));
}

function listConditions(filter: BooleanFilter): number {
  if (filter.kind === 'test') return 1;
  if (filter.kind === 'not') return listConditions(filter.operand);
  if (filter.kind === 'and') return sum(filter.operands.map(listConditions));
  const { tests, others } = splitAlternatives(filter.operands);
  return tests.size + sum(others.map(listConditions));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** All products but these; no filter for none. */
export function excludeIds(ids: readonly string[]): BooleanFilter[] {
  const operands = ids.map(
    (value): BooleanFilter => ({ kind: 'test', field: 'pid', test: { kind: 'value', value } }),
  );
  const [first] = operands;
  if (first === undefined) return [];
  return [{ kind: 'not', operand: operands.length === 1 ? first : { kind: 'or', operands } }];
}
