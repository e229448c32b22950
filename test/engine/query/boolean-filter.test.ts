import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBooleanFilter } from '../../../src/engine/query/boolean-filter.ts';
import type { BooleanFilter } from '../../../src/engine/query/model.ts';

const is = (field: string, value: string): BooleanFilter => ({
  kind: 'test',
  field,
  test: { kind: 'value', value },
});
const within = (field: string, min: number | null, max: number | null): BooleanFilter => ({
  kind: 'test',
  field,
  test: { kind: 'range', range: { min, max } },
});
const and = (...operands: BooleanFilter[]): BooleanFilter => ({ kind: 'and', operands });
const or = (...operands: BooleanFilter[]): BooleanFilter => ({ kind: 'or', operands });
const not = (operand: BooleanFilter): BooleanFilter => ({ kind: 'not', operand });

describe('an efq or a widget filter', () => {
  it.each([
    ['color:("oak")', is('color', 'oak')],
    ['color:("oak" OR "black")', or(is('color', 'oak'), is('color', 'black'))],
    ['color:("oak" AND "black")', and(is('color', 'oak'), is('color', 'black'))],
    ['-color:("black")', not(is('color', 'black'))],
    ['-pid:("a" OR "b")', not(or(is('pid', 'a'), is('pid', 'b')))],
    ['brand:("Oakley") AND -color:("black")', and(is('brand', 'Oakley'), not(is('color', 'black')))],
    ['a:("x") OR b:("y") AND c:("z")', or(is('a', 'x'), and(is('b', 'y'), is('c', 'z')))],
    ['(a:("x") OR b:("y")) AND c:("z")', and(or(is('a', 'x'), is('b', 'y')), is('c', 'z'))],
    ['NOT a:("x")', not(is('a', 'x'))],
    ['- a : "x"', not(is('a', 'x'))],
    ['pid:(L-9)', is('pid', 'L-9')],
    ['category:("110")', is('category', '110')],
    ['inventory:false', is('inventory', 'false')],
    ['"Manufacturer Name":"Acme Corp"', is('Manufacturer Name', 'Acme Corp')],
    ['-"Care Notes":("a") AND (NOT "b":c)', and(not(is('Care Notes', 'a')), not(is('b', 'c')))],
    ['-pid:123', not(is('pid', '123'))],
    ['-(attr:("v"))', not(is('attr', 'v'))],
    ['(price:["100" TO "*"])', within('price', 100, null)],
    ['price:[0 TO 5]', within('price', 0, 5)],
    ['(color_groups:("blue"))', is('color_groups', 'blue')],
    ['t:(-5)', is('t', '-5')],
    ['t:-5', is('t', '-5')],
    ['c:("a" AND -"b")', and(is('c', 'a'), not(is('c', 'b')))],
    ['c:(a AND -b)', and(is('c', 'a'), not(is('c', 'b')))],
    ['material:"Null_Group"', { kind: 'test', field: 'material', test: { kind: 'missing' } }],
  ] satisfies [string, BooleanFilter][])('reads %s', (text, filter) => {
    expect(parseBooleanFilter(text)).toEqual(filter);
  });

  it.each([
    ['', 'Expected the name of a field at character 1'],
    ['AND', 'Expected the name of a field at character 1'],
    ['color:("oak"', 'Expected AND, OR or the closing parenthesis at character 13'],
    ['color:("a" "b")', 'Expected AND, OR or the closing parenthesis at character 12'],
    ['a:("x") b:("y")', 'Expected AND, OR or the end of the filter at character 9'],
    ['a:("x") AND', 'Expected the name of a field at character 12'],
    ['a:()', 'Expected a value at character 4'],
    ['NOT NOT a:x', 'Expected the name of a field at character 5'],
    ['a:("x"))', 'Expected AND, OR or the end of the filter at character 8'],
  ])('refuses %j with the position', (text, message) => {
    expect(() => parseBooleanFilter(text)).toThrow(message);
  });

  it('refuses deep nesting and 10,000 clauses at once', () => {
    const deep = `${'('.repeat(10_000)}a:x${')'.repeat(10_000)}`;
    expect(() => parseBooleanFilter(deep)).toThrow('Too many nested parentheses: at most 32');
    const wide = Array.from({ length: 10_000 }, (_, i) => `a:("${i}")`).join(' OR ');
    expect(() => parseBooleanFilter(wide)).toThrow('Too many filter clauses: at most 1024');
  });

  it('keeps 32 levels', () => {
    expect(parseBooleanFilter(`${'('.repeat(32)}a:x${')'.repeat(32)}`)).toEqual(is('a', 'x'));
  });

  it('answers or refuses any text', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '"',
      ':',
      '-',
      '\\',
      'AND',
      'OR',
      'NOT',
      'TO',
      'a',
      ' ',
      '\u0001',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        try {
          parseBooleanFilter(parts.join(''));
        } catch (error) {
          expect(error).toMatchObject({ name: 'BrctlError' });
        }
      }),
    );
  });
});
