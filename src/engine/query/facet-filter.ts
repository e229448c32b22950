import { readField } from './field-name.ts';
import { readRange, testOfValue } from './field-test.ts';
import type { FacetFilter, FieldTest } from './model.ts';
import { TokenReader } from './token-reader.ts';

/**
 * Reads one `fq` or `filter_facet`: `field:"a" OR "b"`, `field:[0 TO 50] OR [100 TO *]`, `field:bare value`, each
 * also in parentheses. The field is named once; there is no NOT (doc: public-facts C2). Further conditions, divided by a
 * space, are all required (sdk: public-facts H).
 *
 * @throws BrctlError `query.syntax` or `query.too_complex`
 */
export function parseFacetFilters(text: string): FacetFilter[] {
  const reader = new TokenReader(text);
  const filters = [readFilter(reader)];
  while (reader.next.kind === 'word' || reader.next.kind === '(') filters.push(readFilter(reader));
  reader.expect('end', 'Expected OR or the end of the filter');
  return filters;
}

function readFilter(reader: TokenReader): FacetFilter {
  const wrapped = reader.takeIf('(') !== undefined;
  const field = readField(reader);
  const anyOf = readAlternatives(reader);
  if (wrapped) reader.expect(')', 'Expected the closing parenthesis');
  return { field, anyOf };
}

function readAlternatives(reader: TokenReader): FieldTest[] {
  const wrapped = reader.takeIf('(') !== undefined;
  const tests = [readTest(reader)];
  while (reader.takeWord('OR')) tests.push(readTest(reader));
  if (wrapped) reader.expect(')', 'Expected the closing parenthesis');
  return tests;
}

function readTest(reader: TokenReader): FieldTest {
  reader.countClause();
  if (reader.next.kind === '[') return readRange(reader);
  const quoted = reader.takeIf('quoted');
  return testOfValue(quoted ? quoted.text : readBareValue(reader));
}

/** Words up to the next OR are one value: clients send bare values with spaces (doc: public-facts F, "fq"). */
function readBareValue(reader: TokenReader): string {
  let value = '';
  let end = -1;
  while (
    (reader.next.kind === 'word' && !reader.isWord('OR')) ||
    (value !== '' && reader.next.kind === ':')
  ) {
    const token = reader.take();
    if (value !== '') value += reader.text.slice(end, token.start);
    value += token.text;
    end = token.end;
  }
  if (value === '') reader.fail('Expected a value');
  return value;
}
