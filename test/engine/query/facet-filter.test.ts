import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFacetFilters } from '../../../src/engine/query/facet-filter.ts';

const value = (text: string) => ({ kind: 'value', value: text });
const range = (min: number | null, max: number | null) => ({ kind: 'range', range: { min, max } });

describe('an fq', () => {
  it.each([
    ['brand:"Oakley"', 'brand', [value('Oakley')]],
    ['color:"oak" OR "black"', 'color', [value('oak'), value('black')]],
    ['price:[10 TO 50]', 'price', [range(10, 50)]],
    ['price:[* TO 100]', 'price', [range(null, 100)]],
    ['price:[100 TO *]', 'price', [range(100, null)]],
    ['price:[-5.5 TO 1e3]', 'price', [range(-5.5, 1000)]],
    ['price:[0 TO 50] OR [100 TO 200]', 'price', [range(0, 50), range(100, 200)]],
    ['price:"[0 TO 50]" OR "[50 TO *]"', 'price', [range(0, 50), range(50, null)]],
    ['price:["100" TO "*"]', 'price', [range(100, null)]],
    ['reviews:"4.7"', 'reviews', [value('4.7')]],
    ['category:"110"', 'category', [value('110')]],
    ['category:books', 'category', [value('books')]],
    ['pid:"L-9"', 'pid', [value('L-9')]],
    ['store_lat_lon:"25"', 'store_lat_lon', [value('25')]],
    ['material:"Null_Group"', 'material', [{ kind: 'missing' }]],
    ['sku_color : "black"', 'sku_color', [value('black')]],
    ['brand:Pacific  Goods', 'brand', [value('Pacific  Goods')]],
    ['url:http://shop.example/a', 'url', [value('http://shop.example/a')]],
    [
      'sizes:"10\\" square" OR "medium (50\\"-100\\"l)"',
      'sizes',
      [value('10" square'), value('medium (50"-100"l)')],
    ],
    ['path:"a\\\\b"', 'path', [value('a\\b')]],
    ['"Manufacturer Name":"Acme Corp"', 'Manufacturer Name', [value('Acme Corp')]],
    ['("say \\"hi\\"" : "a" OR "b")', 'say "hi"', [value('a'), value('b')]],
    ['care notes:"OR"', 'care notes', [value('OR')]],
    ['(color:("oak" OR "black"))', 'color', [value('oak'), value('black')]],
  ])('reads %s', (text, field, anyOf) => {
    expect(parseFacetFilters(text)).toEqual([{ field, anyOf }]);
  });

  it('takes several conditions divided by spaces: all are required', () => {
    const value = (text: string) => ({ kind: 'value', value: text });
    expect(parseFacetFilters('colors:"blue"  sizes:"S" OR "M" price:[1 TO 2] ')).toEqual([
      { field: 'colors', anyOf: [value('blue')] },
      { field: 'sizes', anyOf: [value('S'), value('M')] },
      { field: 'price', anyOf: [{ kind: 'range', range: { min: 1, max: 2 } }] },
    ]);
    expect(parseFacetFilters('(colors:"blue") sizes:"S"')).toHaveLength(2);
  });

  it.each([
    ['', 'Expected the name of a field at character 1'],
    ['" ":"a"', 'Expected the name of a field at character 1'],
    ['"brand" "a"', 'Expected a colon after "brand" at character 9'],
    ['brand', 'Expected a colon after "brand" at character 6'],
    [':"a"', 'Expected the name of a field at character 1'],
    ['brand:', 'Expected a value at character 7'],
    ['brand:"a', 'Expected a closing quote for the one at character 7'],
    ['brand:"a" "b"', 'Expected OR or the end of the filter at character 11'],
    ['brand:"a" OR', 'Expected a value at character 13'],
    ['brand:"a" OR brand:"b"', 'Expected OR or the end of the filter at character 20'],
    ['brand:"a" AND "b"', 'Expected the name of a field at character 11'],
    ['price:[10 50]', 'Expected TO between the bounds of the range at character 11'],
    ['price:[10 TO 50', 'Expected ] at the end of the range at character 16'],
    ['price:[a TO b]', 'Expected numbers or * as the bounds of the range at character 7'],
    ['price:[1e999 TO 2]', 'Expected numbers or * as the bounds of the range at character 7'],
    ['brand:"a\u0000b"', 'Unexpected control character at character 9'],
    ['brand:a\\', 'Expected a character after the backslash at character 8'],
  ])('refuses %j with the position', (text, message) => {
    expect(() => parseFacetFilters(text)).toThrow(message);
  });

  it('gives back every value that was quoted and escaped by the rule', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (values) => {
        const plain = values.map((text) => text.replace(/\p{Cc}/gu, ''));
        const quoted = plain.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`);
        const read = parseFacetFilters(`f:${quoted.join(' OR ')}`)[0]?.anyOf ?? [];
        expect(read.map((test) => (test.kind === 'value' ? test.value : test.kind))).toEqual(
          plain.map((text) => (text === 'Null_Group' ? 'missing' : text)),
        );
      }),
    );
  });

  it('answers or refuses any text, and 10,000 values, at once', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseFacetFilters(text);
        } catch (error) {
          expect(error).toMatchObject({ name: 'BrctlError' });
        }
      }),
    );
    const many = `f:${Array.from({ length: 10_000 }, (_, i) => `"${i}"`).join(' OR ')}`;
    expect(() => parseFacetFilters(many)).toThrow('Too many filter clauses: at most 1024');
  });
});
