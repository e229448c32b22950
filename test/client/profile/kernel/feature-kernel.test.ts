import { describe, expect, test } from 'vitest';
import { BRAND, FIELD } from '../../../../src/client/profile/kernel/assembly/parts/layout.ts';
import { Tally } from '../../../../src/client/profile/tally.ts';

const tally = new Tally(1);

function read(text: string) {
  return tally.read(Buffer.from(text)) ? tally.listFeatures() : undefined;
}

/** Is the product of a line counted as priced, and as complete? */
function count(text: string) {
  const own = new Tally(1);
  own.add(Buffer.from(text));
  return { isPriced: own.priced === 1, isComplete: own.incomplete === 0 };
}

function line(attributes: object, variants: object = {}): string {
  return JSON.stringify({ op: 'add', path: '/products/1', value: { attributes, variants } });
}

describe('what is known of the product in a line', () => {
  test.each([
    ['{"title":"a\\u00e9\\ud83d\\ude00\\/\\n\\"x"}', '{"title":"aé😀/\\n\\"x"}'],
    ['{"price":12.50,"sale_price":12.0}', '{"price":12.5,"sale_price":12}'],
    ['{"own":-0,"more":[-0.0]}', '{"own":0,"more":[0]}'],
    ['{"pr\\u0069ce":5,"availability":"fals\\u0065"}', '{"price":5,"availability":"false"}'],
    ['{"own":0.0000001}', '{"own":1e-7}'],
    ['{"own":1200e-2}', '{"own":12}'],
    ['{"tags":{"b":1,"10":2,"9":3}}', '{"tags":{"9":3,"10":2,"b":1}}'],
    ['{"tags":[{"a":1,"a":2}]}', '{"tags":[{"a":2}]}'],
    ['{"t\\u0061gs":{"\\u0061":[]}}', '{"tags":{"a":[]}}'],
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
    expect(read(line({ title: 'x'.repeat(2 ** 24) }))).toBeUndefined();
    const many = Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`own_${at}`, at]));
    expect(read(line(many))?.fields.length).toBe(700);
  });

  test('is that of the variant which JavaScript has first, and of each once', () => {
    const part = (color: string) => `{"attributes":{"color":"${color}"}}`;
    const inLine = (variants: string) =>
      `{"op":"add","path":"/products/1","value":{"attributes":{},"variants":{${variants}}}}`;
    const found = read(inLine(`"b":${part('x')},"10":${part('yy')},"9":${part('zzz')},"08":{}`));
    expect(found).toMatchObject({ variants: 4, fields: [{ name: 'variants.color', length: 3 }] });
    const twice = read(inLine(`"b":${part('x')},"c":{},"b":${part('yy')}`));
    expect(twice).toMatchObject({ variants: 2, fields: [{ name: 'variants.color', length: 2 }] });
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
    expect(count(line({ title: 'T' })).isPriced).toBe(false);
    expect(count(line({ price: null }, { v: { attributes: { price: 1 } } })).isPriced).toBe(true);
    const inView = { views: { nl: { variants: { v: { attributes: { price: '9' } } } } }, attributes: {} };
    const added = { op: 'add', path: '/products/1', value: inView };
    expect(count(JSON.stringify(added)).isPriced).toBe(true);
    const whole = { title: 'T', price: 1, url: 'u' };
    const lacking = [{ title: '' }, { price: null }, { url: undefined }].map((part) => ({
      ...whole,
      ...part,
    }));
    expect([whole, ...lacking].map((attributes) => count(line(attributes)).isComplete)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(fields?.includes('empty') || fields?.includes('no')).toBe(false);
  });
});

describe('what is counted', () => {
  test('is right in many lines, some of them long, with many different values', () => {
    const own = new Tally(1);
    const long = 'x'.repeat(40_000);
    for (let nth = 0; nth < 30_000; nth++) {
      const title = `${nth % 20_000}${nth % 5_000 === 0 ? long.repeat(1 + nth / 5_000) : ''}`;
      own.add(Buffer.from(line({ title, sku: nth % 7 }, { v: { attributes: { color: title } } })));
    }
    const names = new Map(own.listNames(FIELD).map((field) => [field.name, field]));
    expect(names.get('title')).toMatchObject({ filled: 30_000, distinct: 20_002 });
    expect(names.get('sku')).toMatchObject({ filled: 30_000, distinct: 7 });
    own.read(Buffer.from(line({ title: '1' }, { v: { attributes: { color: '3' } } })));
    const values = own.listFeatures().fields.map(({ value }) => own.getCount(value));
    expect(values).toEqual([2, 2]);
  });

  test('are the first 200 fields and 5,000 brands', () => {
    const own = new Tally(1);
    for (let nth = 0; nth < 6_000; nth++) {
      own.add(Buffer.from(line({ brand: `b${nth}`, [`own_${nth}`]: 1 })));
    }
    own.add(Buffer.from(line({ brand: 'b0', own_5: 1, own_500: 1 })));
    const brands = own.listNames(BRAND);
    expect(brands.length).toBe(5_000);
    expect(brands.filter(({ filled }) => filled > 1)).toMatchObject([{ name: 'b0', filled: 2 }]);
    const fields = own.listNames(FIELD);
    expect(fields.length).toBe(200);
    expect(fields.filter(({ name, filled }) => name !== 'brand' && filled > 1)).toMatchObject([
      { name: 'own_5' },
    ]);
  });
});
