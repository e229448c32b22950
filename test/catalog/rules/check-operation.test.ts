import { describe, expect, it } from 'vitest';
import { checkOperation, type LoadMode } from '../../../src/catalog/rules/check-operation.ts';
import { operationOf } from '../inputs.ts';

const COMPLETE =
  '"title":"t","price":1,"url":"u","category_paths":[[{"id":"1","name":"n"}]],"description":"d","availability":true,"brand":"b","thumb_image":"i"';

function check(op: 'add' | 'remove', path: string, value?: string, mode: LoadMode = 'delta') {
  const text = `{"op":"${op}","path":${JSON.stringify(path)}${value === undefined ? '' : `,"value":${value}`}}`;
  return checkOperation(operationOf(text, 3), mode).map(
    ({ severity, code, pointer }) => `${severity} ${code} ${pointer}`,
  );
}

const product = (attributes: string, more = '') => `{"attributes":{${COMPLETE},${attributes}"x":1}${more}}`;

describe('checkOperation', () => {
  it('finds nothing in a complete record with everything a record can have', () => {
    const value = product(
      '"keywords":["a","b"],"store_location":[{"lat":52.37,"lon":-4.9}],"_own Name 2":[{"any":{"thing":null}}],"brand":null,"best_seller":1e2,',
      ',"variants":{"v":{"attributes":{"price":1}},"w":{}},' +
        '"views":{"nl":{"attributes":{"title":"t"},"variants":{"v":{"attributes":{},"exclude_from_view":true}}}}',
    ).replace('"brand":"b",', '');
    expect(check('add', '/products/1', value, 'full')).toEqual(['warning attribute.advised /value']);
    expect(check('add', '/products/1', product('', ',"variants":{},"views":{}'), 'full')).toEqual([]);
    expect(check('add', '/products/1', product('', ',"variants":null,"views":null'), 'full')).toEqual([]);
  });

  it('warns of a missing title, price or url, and advises five more', () => {
    expect(check('add', '/products/1', '{"attributes":{"title":null}}')).toEqual([
      'warning attribute.required /value',
      'warning attribute.required /value',
      'warning attribute.required /value',
      ...Array.from({ length: 5 }, () => 'warning attribute.advised /value'),
    ]);
  });

  it('lets a product leave its price to its variants and views', () => {
    const withoutPrice = product('').replace('"price":1,', '');
    const codes = (more: string) => check('add', '/products/1', `${withoutPrice.slice(0, -1)}${more}}`);
    expect(codes(',"variants":{"v":{"attributes":{"price":2}}}')).toEqual([]);
    expect(codes(',"variants":{"v":{"attributes":{"title":"x"}}}')).toEqual([
      'warning attribute.required /value',
    ]);
    expect(codes(',"views":{"v":{"attributes":{"price":2}}}')).toEqual([]);
    const inView = '"variants":{"w":{"attributes":{"price":2}}}';
    expect(codes(`,"views":{"v":{"attributes":{},${inView}}}`)).toEqual([]);
    expect(codes(',"views":{"v":{"attributes":{"title":"x"}}}')).toEqual([
      'warning attribute.required /value',
    ]);
  });

  it('asks nothing of items and of records in part', () => {
    expect(check('add', '/items/1', '{"attributes":{"any":1}}')).toEqual([]);
    expect(check('add', '/products/1/variants/v', '{"attributes":{}}')).toEqual([]);
    expect(check('add', '/products/1/views', '{"v":{"attributes":{}}}')).toEqual([]);
    expect(check('add', '/products/1/attributes/brand', 'null')).toEqual([]);
    expect(check('remove', '/products/1/attributes/brand')).toEqual([]);
  });

  it('warns when a required attribute goes away', () => {
    expect(check('remove', '/products/1/attributes/title')).toEqual(['warning attribute.required /path']);
    expect(check('add', '/products/1/attributes', '{"title":"t"}')).toEqual([
      'warning attribute.required /value',
    ]);
    expect(check('remove', '/products/1/variants/v/attributes/title')).toEqual([]);
  });

  it.each([
    ['{"attributes":[]}', 'error record.not_object /value/attributes'],
    ['[]', 'error record.not_object /value'],
    ['"x"', 'error record.not_object /value'],
    ['{"variants":{}}', 'error record.no_attributes /value'],
    [product('', ',"variants":[]'), 'error record.not_object /value/variants'],
    [product('', ',"variants":{"v":1}'), 'error record.not_object /value/variants/v'],
    [
      product('', ',"variants":{"v":{"attributes":null}}'),
      'error record.not_object /value/variants/v/attributes',
    ],
    [product('', ',"views":{"v":{"variants":[1]}}'), 'error record.not_object /value/views/v/variants'],
    [
      product('', ',"views":{"v":{"variants":{"a/b":{"exclude_from_view":1}}}}'),
      'error record.not_boolean /value/views/v/variants/a~1b/exclude_from_view',
    ],
    [product('', ',"variants":{"":{}}'), 'error id.length /value/variants/'],
    [product('', ',"variants":{"a\\u0000b":{}}'), 'error id.control /value/variants/a\0b'],
    [product('', ',"views":{"v":{"variants":{"\\n":{}}}}'), 'error id.control /value/views/v/variants/\n'],
    [product('', `,"views":{"${'v'.repeat(65)}":{}}`), `error id.length /value/views/${'v'.repeat(65)}`],
    [product('', ',"stock":1'), 'warning record.unknown_member /value/stock'],
    [product('', ',"variants":{"v":{"views":{}}}'), 'warning record.unknown_member /value/variants/v/views'],
    [product('"2nd":1,'), 'error attribute.name /value/attributes/2nd'],
    [product('" x":1,'), 'error attribute.name /value/attributes/ x'],
    [product('"a-b":1,'), 'error attribute.name /value/attributes/a-b'],
    [product('"größe":1,'), 'error attribute.name /value/attributes/größe'],
    [product('"gr\\u00f6sse":1,'), 'error attribute.name /value/attributes/grösse'],
    [product('"":1,'), 'error attribute.name /value/attributes/'],
    [product('"views":1,'), 'error attribute.reserved /value/attributes/views'],
    [product('"stock_status":1,'), 'warning attribute.deprecated /value/attributes/stock_status'],
    [product('"sale_price":"1.10",'), 'warning attribute.numeric_string /value/attributes/sale_price'],
    [product('"sale_price":"cheap",'), 'warning attribute.type /value/attributes/sale_price'],
    [product('"is_sellable":"true",'), 'warning attribute.type /value/attributes/is_sellable'],
    [product('"size":12,'), 'warning attribute.type /value/attributes/size'],
    [product('"keywords":[1],'), 'warning attribute.type /value/attributes/keywords'],
    [
      product('"category_paths":[{"id":"1","name":"x"}],'),
      'warning attribute.type /value/attributes/category_paths',
    ],
    [
      product('"store_location":[{"lat":91,"lon":0}],'),
      'warning attribute.type /value/attributes/store_location',
    ],
    [
      product('"category_paths":[[{"id":"caf\\u00e9","name":"é"}]],'),
      'error category.accented /value/attributes/category_paths',
    ],
    [
      product('"category_paths":[[{"id":"ok","name":"é"},{"id":"cafe\u0301","name":"x"}]],'),
      'error category.accented /value/attributes/category_paths',
    ],
  ])('checks a record: %s', (value, expected) => {
    expect(check('add', '/products/1', value)).toContain(expected);
  });

  it.each([
    ['/products/1/attributes/a-b', '1', 'error attribute.name /path'],
    ['/products/1/attributes/op', '1', 'error attribute.reserved /path'],
    ['/items/1/attributes/uid', '1', 'error attribute.reserved /path'],
    ['/products/1/attributes/price', '"1"', 'warning attribute.numeric_string /value'],
    ['/products/1/variants/v/attributes/price', 'true', 'warning attribute.type /value'],
    ['/products/1/attributes/category_paths', '[[{"id":"ö","name":"x"}]]', 'error category.accented /value'],
    ['/products/1/views/v/variants/w/exclude_from_view', 'null', 'error record.not_boolean /value'],
    ['/products/1/variants', '[]', 'error record.not_object /value'],
    ['/products/1/views/v/attributes', '1', 'error record.not_object /value'],
    [`/products/${'p'.repeat(65)}/attributes/x`, '1', 'error id.length /path'],
    [`/products/1/variants/${'p'.repeat(65)}`, '{}', 'error id.length /path'],
    [`/products/1/views/v/variants/${'p'.repeat(65)}`, '{}', 'error id.length /path'],
    ['/products/a\u0000b/attributes/x', '1', 'error id.control /path'],
    ['/products/1/variants/\u001f', '{}', 'error id.control /path'],
    ['/products/1/views/a\tb/attributes/x', '1', 'error id.control /path'],
  ])('checks an operation on %s', (path, value, expected) => {
    expect(check('add', path, value)).toEqual([expected]);
  });

  it('counts the characters of an id, not its bytes or code units', () => {
    expect(check('remove', `/products/${'😀'.repeat(64)}`)).toEqual([]);
    expect(check('remove', `/products/${'😀'.repeat(65)}`)).toEqual(['error id.length /path']);
  });

  it('takes every other character in an id', () => {
    for (const id of [' ', 'a b', 'é', '\u007f', '"', '\\', 'a?b#c'])
      expect(check('remove', `/products/${id}`)).toEqual([]);
  });

  it('knows no remove in a full load, but attributes on their own', () => {
    expect(check('remove', '/products/1', undefined, 'full')).toEqual(['error operation.remove_in_full /op']);
    expect(check('add', '/products/1/attributes/x', '1', 'full')).toEqual([]);
  });
});
