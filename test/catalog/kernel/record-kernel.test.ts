import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { locateDistFile } from '../../../src/base/files/built-file.ts';
import type { NamedInput } from '../../../src/catalog/input.ts';
import { RecordKernel } from '../../../src/catalog/kernel/record-kernel.ts';
import type { AttributeType } from '../../../src/catalog/rules/attribute-rules.ts';
import { findIdProblem } from '../../../src/catalog/rules/id-rules.ts';
import { validateInput } from '../../../src/catalog/validate.ts';

const IS_BUILT = existsSync(locateDistFile('record-check.wasm'));

const ATTRIBUTES =
  '"title":"Lampe \\u00e9 \\"x\\" /","price":-1.5e+3,"url":"u","category_paths":[[{"id":"1","name":"é"},{"name":"n","id":"2"}],[]],' +
  '"description":"d","availability":true,"brand":"b","thumb_image":null,"keywords":["a","b"],"own":{"a":[1,{}],"b":null}';
const LINE =
  `{"op":"add","path":"/products/L-9","value":{"attributes":{${ATTRIBUTES},"large_image":"i"},` +
  '"variants":{"v1":{"attributes":{"price":"1.10","color":"red"}},"v2":{}},' +
  '"views":{"nl":{"attributes":{"title":"t"},"variants":{"v1":{"attributes":{},"exclude_from_view":true}}}}}}';
const SIMPLE = LINE.replace('"thumb_image":null', '"thumb_image":"i"').replace('"1.10"', '1.10');

const ATTRIBUTE_LINES = [
  '{"op":"add","path":"/products/L-9/attributes/title","value":"Lampe \\u00e9"}',
  '{"op":"add","path":"/products/L-9/attributes/own","value":{"a":[1,{}],"b":null}}',
  '{"op":"add","path":"/products/L-9/variants/v é/attributes/sale price","value":-1.5e+3}',
  '{"op":"add","path":"/products/L-9/variants/attributes/attributes/keywords","value":["a","b"]}',
  '{"op":"add","path":"/products/L-9/attributes/availability","value":null}',
  '{"op":"remove","path":"/products/L-9/attributes/badge"}',
  '{"op":"remove","path":"/products/L-9/variants/v1/attributes/badge"}',
];

function input(text: string): NamedInput {
  const bytes = Buffer.from(text);
  return {
    name: 'in',
    isRepeatable: true,
    open: async () =>
      (async function* () {
        yield bytes;
      })(),
  };
}

/** The report with the kernel and without it. */
async function both(text: string) {
  const [fast, full] = await Promise.all([
    validateInput(input(text)),
    validateInput(input(text), { kernel: 'none' }),
  ]);
  const plain = (report: typeof fast) => ({
    ...report,
    countByCode: Object.fromEntries([...report.countByCode].toSorted()),
  });
  return [plain(fast), plain(full)] as const;
}

describe.skipIf(!IS_BUILT)('RecordKernel', () => {
  let kernel: RecordKernel;
  beforeAll(() => {
    const loaded = RecordKernel.load();
    if (loaded === undefined) throw new Error('the kernel cannot be loaded');
    kernel = loaded;
  });

  const accepts = (text: string) => {
    const bytes = Buffer.from(`x${text}x`);
    return kernel.accepts(bytes, 1, bytes.length - 1);
  };

  it.each([
    ['a complete product', SIMPLE],
    ['white space wherever it may be', SIMPLE.replaceAll(/([{}[\]:,])(?=["{[\]}])/g, ' $1\t ')],
    ['a carriage return behind', `${SIMPLE}\r`],
    ['a product without variants and views', `${SIMPLE.slice(0, SIMPLE.indexOf(',"variants"'))}}}`],
    ['a description of 100 kB', SIMPLE.replace('"d"', `"${'words é '.repeat(12_000)}"`)],
  ])('recognizes %s', (_title, text) => {
    expect(accepts(text)).toBe(true);
    expect([kernel.advisedMissing, kernel.numericStrings]).toEqual([0, 0]);
  });

  it.each([
    ['close together', SIMPLE, 'L-9'],
    ['with white space around it', SIMPLE.replace('"value":', '"value" : \t').replace(/\}$/, ' }  '), 'L-9'],
    ['with an id past ASCII', SIMPLE.replace('L-9', 'Bücher 一'), 'Bücher 一'],
  ])('tells the id and the product of a line, %s', (_title, text, id) => {
    const bytes = Buffer.from(`xyz${text}x`);
    expect(kernel.accepts(bytes, 3, bytes.length - 1)).toBe(true);
    expect(kernel.id).toBe(id);
    const product = Buffer.from(kernel.productIn(bytes, 3)).toString();
    expect(product).toBe(SIMPLE.slice(SIMPLE.indexOf('{"attributes"'), -1));
  });

  it('takes for an id what the rule for ids takes', () => {
    const lengths = [1, 2, 63, 64, 65, 66].map((length) => 'x'.repeat(length));
    const characters = Array.from({ length: 0x7f - 0x20 }, (_, at) => `a${String.fromCharCode(0x20 + at)}`);
    const plain = [...lengths, ...characters].filter((id) => !/["\\~/]/.test(id));
    for (const id of plain) {
      const isSound = findIdProblem('product', id) === undefined;
      expect([id, accepts(SIMPLE.replace('L-9', id))]).toEqual([id, isSound]);
      expect([id, accepts(SIMPLE.replace('"v2"', JSON.stringify(id)))]).toEqual([id, isSound]);
    }
  });

  const typed: Readonly<Record<AttributeType, readonly [name: string, value: string]>> = {
    number: ['price', '12.50'],
    boolean: ['flag', 'false'],
    string: ['gender', '"w\\n"'],
    keywords: ['keywords', '["a","b"]'],
    category_paths: ['category_paths', '[[{"name":"n","id":"1"}]]'],
    store_location: ['store_location', '[{"lat":-89.99,"lon":179.5},{"lon":0,"lat":45.0,"name":"x"}]'],
  };
  it.each(Object.entries(typed))('recognizes the type %s', (_type, [name, value]) => {
    const renamed = SIMPLE.replace(`"${name}":`, '"renamed":');
    expect(accepts(renamed.replace('"attributes":{', `"attributes":{"${name}":${value},`))).toBe(true);
  });

  it.each([
    '{"lat":1,"lon":1}',
    '[{"lat":90.5,"lon":1}]',
    '[{"lat":1}]',
    '[{"lat":"1","lon":1}]',
    '[{"lat":1,"lat":2,"lon":1}]',
  ])('leaves the location %s to the full check', (value) => {
    expect(accepts(SIMPLE.replace('"own"', `"store_location":${value},"own"`))).toBe(false);
  });

  it('counts what is worth a warning', () => {
    expect(accepts(LINE)).toBe(true);
    expect([kernel.advisedMissing, kernel.numericStrings]).toEqual([1, 1]);
  });

  it('leaves lines that are cut at any byte to the full check', () => {
    for (let length = 0; length < SIMPLE.length; length++)
      expect(accepts(SIMPLE.slice(0, length))).toBe(false);
  });

  it.each([
    ['a title twice', SIMPLE.replace('"own"', '"title"')],
    ['a key twice in a value', SIMPLE.replace('"b":null', '"a":null')],
    ['a variant twice', SIMPLE.replace('"v2"', '"v1"')],
    ['variants twice', SIMPLE.replace('"views"', '"variants"')],
    ['a name that is wrong', SIMPLE.replace('"own"', '"2nd"')],
    ['a name that is wrong, of null', SIMPLE.replace(/"own":.*?,"large/, '"2nd":null,"large')],
    ['a name that is deprecated, of null', SIMPLE.replace(/"own":.*?,"large/, '"stock_status":null,"large')],
    ['a name that is reserved', SIMPLE.replace('"own"', '"views"')],
    ['a price that is a word', SIMPLE.replace('1.10', '"cheap"')],
    ['a price that is missing', SIMPLE.replace('"price":-1.5e+3,', '').replace('"price":1.10', '"x":1')],
    ['an accented category', SIMPLE.replace('"id":"1"', '"id":"é"')],
    ['an item', SIMPLE.replace('/products/', '/items/')],
    ['an escaped id', SIMPLE.replace('L-9', 'L~19')],
    ['an id of 65 bytes', SIMPLE.replace('L-9', 'x'.repeat(65))],
    ['a remove', SIMPLE.replace('"add"', '"remove"')],
    ['half of a surrogate pair', SIMPLE.replace('\\u00e9', '\\ud83d')],
    ['a leading zero', SIMPLE.replace('-1.5', '-01.5')],
    ['a value behind', `${SIMPLE}1`],
    ['a NUL byte behind', `${SIMPLE}\0`],
  ])('leaves %s to the full check', (_title, text) => {
    expect(accepts(text)).toBe(false);
  });

  it.each(ATTRIBUTE_LINES)('recognizes an operation on one attribute: %s', (text) => {
    expect([accepts(text), kernel.isAttribute]).toEqual([false, true]);
    expect([accepts(SIMPLE), kernel.isAttribute]).toEqual([true, false]);
  });

  it.each([
    ['a name that is wrong', '{"op":"add","path":"/products/L-9/attributes/2nd","value":1}'],
    ['a name that is wrong, of null', '{"op":"add","path":"/products/L-9/attributes/2nd","value":null}'],
    ['a name that is wrong, removed', '{"op":"remove","path":"/products/L-9/attributes/2nd"}'],
    ['an escaped name', '{"op":"add","path":"/products/L-9/attributes/a~1b","value":1}'],
    ['no name', '{"op":"add","path":"/products/L-9/attributes/","value":1}'],
    ['no id', '{"op":"add","path":"/products//attributes/own","value":1}'],
    ['no id of the variant', '{"op":"add","path":"/products/L-9/variants//attributes/own","value":1}'],
    ['an id of 65 bytes', `{"op":"add","path":"/products/${'x'.repeat(65)}/attributes/own","value":1}`],
    ['what lies below an attribute', '{"op":"add","path":"/products/L-9/attributes/own/a","value":1}'],
    ['all attributes', '{"op":"add","path":"/products/L-9/attributes","value":{}}'],
    ['an attribute of a view', '{"op":"add","path":"/products/L-9/views/v/attributes/own","value":1}'],
    ['an attribute of an item', '{"op":"add","path":"/items/L-9/attributes/own","value":1}'],
    ['a number as a string', '{"op":"add","path":"/products/L-9/attributes/price","value":"1.10"}'],
    ['a price that is a word', '{"op":"add","path":"/products/L-9/attributes/price","value":"cheap"}'],
    ['a title that goes', '{"op":"remove","path":"/products/L-9/attributes/title"}'],
    ['a remove with a value', '{"op":"remove","path":"/products/L-9/attributes/badge","value":1}'],
    ['an add without a value', '{"op":"add","path":"/products/L-9/attributes/badge"}'],
    ['a product that goes', '{"op":"remove","path":"/products/L-9"}'],
  ])('leaves an operation on an attribute to the full check: %s', (_title, text) => {
    expect([accepts(text), kernel.isAttribute]).toEqual([false, false]);
  });

  it('leaves an attribute that is cut at any byte to the full check', () => {
    for (const line of ATTRIBUTE_LINES)
      for (let length = 0; length < line.length; length++)
        expect([accepts(line.slice(0, length)), kernel.isAttribute]).toEqual([false, false]);
  });

  it('leaves bytes that are no UTF-8 to the full check', () => {
    const bytes = Buffer.from(SIMPLE);
    bytes[bytes.indexOf('é')] = 0xe9;
    expect(kernel.accepts(bytes, 0, bytes.length)).toBe(false);
  });

  it('gives the report of the full check for every change of one byte', async () => {
    const lines: string[] = [];
    for (const line of [LINE, ...ATTRIBUTE_LINES]) {
      for (let at = 0; at < line.length; at++) {
        for (const put of [
          '',
          '"',
          '\\',
          '0',
          ',',
          '}',
          ']',
          ' ',
          '/',
          '~',
          'é',
          '\u0001',
          line[at - 1] ?? '',
        ])
          lines.push(line.slice(0, at) + put + line.slice(at + 1));
      }
    }
    const [fast, full] = await both(lines.join('\n'));
    expect(fast).toEqual(full);
    expect(full.errors).toBeGreaterThan(1000);
  });

  it('gives the report of the full check for any catalog', async () => {
    const pieces = [
      ...(LINE.match(/"[^"\\]*"|[{}[\],:]|[^"{}[\],:]+/g) ?? []),
      '"v1":{}',
      '"price"',
      '"2nd"',
      '"stock_status"',
      'null',
      '1',
      '" 1"',
    ];
    const lines = [LINE, ...ATTRIBUTE_LINES];
    const change = fc.record({
      at: fc.nat(pieces.length),
      remove: fc.nat(3),
      put: fc.constantFrom('', ...pieces),
    });
    const line = fc
      .tuple(fc.constantFrom(...lines), fc.array(change, { maxLength: 2 }))
      .map(([whole, changes]) => {
        const tokens = whole.match(/"[^"\\]*"|[{}[\],:]|[^"{}[\],:]+/g) ?? [];
        for (const { at, remove, put } of changes) tokens.splice(at, remove, put);
        return tokens.join('');
      });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        const [fast, full] = await both(lines.join('\n'));
        expect(fast).toEqual(full);
      }),
      { numRuns: 300 },
    );
  });
});
