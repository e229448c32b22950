import { describe, expect, test } from 'vitest';
import { extractFeatures } from '../../../src/client/profile/features.ts';

function read(text: string) {
  return extractFeatures(Buffer.from(text));
}

function line(attributes: object, variants: object = {}): string {
  return JSON.stringify({ op: 'add', path: '/products/1', value: { attributes, variants } });
}

describe('what is known of the product in a line', () => {
  test.each([
    ['{"title":"a\\u00e9\\ud83d\\ude00\\/\\n\\"x"}', '{"title":"aé😀/\\n\\"x"}'],
    ['{"price":12.50,"sale_price":12.0}', '{"price":12.5,"sale_price":12}'],
    ['{ "tags" : [ 1.0 , { "a" : "\\u0062" } ] }', '{"tags":[1,{"a":"b"}]}'],
  ])('does not depend on how it is spelled: %s', (one, other) => {
    const inLine = (text: string) => `{"op":"add","path":"/products/1","value":{"attributes":${text}}}`;
    const found = read(inLine(one));
    expect(found?.fields.length).toBeGreaterThan(0);
    expect(found).toEqual(read(inLine(other)));
  });

  test.each([
    ['[1,[2]]', '[[1],2]'],
    ['{"a":"b"}', '["a","b"]'],
    ['[true]', '[false]'],
    ['"12"', '12'],
    [`"${'x'.repeat(150)}"`, `"${'x'.repeat(149)}y"`],
  ])('tells values apart: %s and %s', (one, other) => {
    const keys = [one, other].map((value) => {
      const [field] = read(line({ tags: JSON.parse(value) }))?.fields ?? [];
      return field?.value;
    });
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('is nothing of a line that adds no product, or is broken', () => {
    for (const text of ['{"op":"remove","path":"/products/1"}', '{"op":"add"', '[]', '1', ''])
      expect(read(text)).toBeUndefined();
  });

  test('is found in long lines, and where names come twice', () => {
    const long = line({ title: 'x'.repeat(70_000), brand: 'B' });
    expect(read(long)?.fields.map(({ length }) => length)).toEqual([70_000, 1]);
    const twice = '{"op":"add","path":"/products/1","value":{"attributes":{"brand":"A","brand":"B"}}}';
    expect(read(twice)).toMatchObject({ brand: 'B', fields: [{ name: 'brand' }] });
    const many = Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`own_${at}`, at]));
    expect(read(line(many))?.fields.length).toBe(700);
  });

  test('says what it costs, where it is and whether it can be bought', () => {
    const variants = { v1: { attributes: { price: '9.50 EUR', color: 'oak' } }, v2: {} };
    const paths = [[{ id: 'all' }, { id: 'sofas' }], [{ id: 7 }], ['lamps'], [{ id: 'sofas' }]];
    const product = {
      sale_price: 8,
      brand: 'B',
      availability: false,
      category_paths: paths,
      empty: '',
      no: null,
    };
    expect(read(line(product, variants))).toMatchObject({
      price: 9.5,
      salePrice: 8,
      brand: 'B',
      isAvailable: false,
      categories: ['sofas', '7', 'lamps'],
      variants: 2,
    });
    const fields = read(line(product, variants))?.fields.map(({ name: field }) => field);
    expect(fields?.includes('variants.color')).toBe(true);
    expect(read(line({ title: 'T' }))?.isPriced).toBe(false);
    expect(read(line({ price: null }, { v: { attributes: { price: 1 } } }))?.isPriced).toBe(true);
    const inView = { views: { nl: { variants: { v: { attributes: { price: '9' } } } } }, attributes: {} };
    const added = { op: 'add', path: '/products/1', value: inView };
    expect(read(JSON.stringify(added))?.isPriced).toBe(true);
    const whole = { title: 'T', price: 1, url: 'u' };
    const lacking = [{ title: '' }, { price: null }, { url: undefined }].map((part) => ({
      ...whole,
      ...part,
    }));
    expect([whole, ...lacking].map((attributes) => read(line(attributes))?.isComplete)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(fields?.includes('empty') || fields?.includes('no')).toBe(false);
  });
});
