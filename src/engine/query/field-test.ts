import type { FieldTest, NumberRange } from './model.ts';
import type { TokenReader } from './token-reader.ts';

/** The group of products without the attribute (doc: public-facts C2, C7). */
export const REST_GROUP = 'Null_Group';

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const QUOTED_RANGE = /^\[\s*(\S+)\s+TO\s+(\S+)\s*\]$/;

/** Test of a field by a quoted or bare value. Ranges in quotes count as ranges (doc: public-facts C2). */
export function testOfValue(value: string): FieldTest {
  if (value === REST_GROUP) return { kind: 'missing' };
  const range = QUOTED_RANGE.exec(value);
  const bounds = range && parseRange(range[1] ?? '', range[2] ?? '');
  return bounds ? { kind: 'range', range: bounds } : { kind: 'value', value };
}

/** Reads `[10 TO 50]`, `["10" TO "*"]`, `[* TO 50]`; bounds are inclusive (doc: public-facts C2, A2). */
export function readRange(reader: TokenReader): FieldTest {
  const open = reader.expect('[', 'Expected a range');
  const from = readBound(reader);
  if (!reader.takeWord('TO')) reader.fail('Expected TO between the bounds of the range');
  const to = readBound(reader);
  reader.expect(']', 'Expected ] at the end of the range');
  const range = parseRange(from, to) ?? reader.fail('Expected numbers or * as the bounds of the range', open);
  return { kind: 'range', range };
}

function readBound(reader: TokenReader): string {
  const token = reader.takeIf('word') ?? reader.takeIf('quoted');
  return token?.text ?? reader.fail('Expected a number or * as a bound of the range');
}

function parseRange(from: string, to: string): NumberRange | undefined {
  const min = parseBound(from);
  const max = parseBound(to);
  return min === undefined || max === undefined ? undefined : { min, max };
}

function parseBound(text: string): number | null | undefined {
  if (text === '*') return null;
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}
