import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND } from '../../../../src/base/json/tape.ts';
import { BRAND, CATEGORY, FIELD } from '../../../../src/client/profile/kernel/assembly/parts/layout.ts';
import { Tally } from '../../../../src/client/profile/tally.ts';
import { countPlainly, type PlainField } from './plain-features.ts';

const amount = fc.constantFrom(12, 12.5, 1e21, 5e-7, 0, -0.5, '12.50 EUR', ' 9', 'x', '', null, false);
const scalar = fc.oneof(
  fc.constantFrom('', 'a', 'false', 'é😀', 'x'.repeat(130), '[1]', '12', 'q"\\\n/', '\u0001'),
  fc.constantFrom(0, -0, 7, 12.5, 1e-7, 0.000001, 123456789012345680, 0.1, true, false, null),
);
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'id', '1', '02', 'n"x'), fc.oneof(scalar, fc.array(scalar)), {
    maxKeys: 3,
  }),
);
const id = fc.constantFrom('x', 'y', 7, 7.5, 1e21, null, true, '', '7');
const step = fc.oneof(fc.record({ id, name: scalar }, { requiredKeys: [] }), fc.constantFrom('sofa', ''));
const attributes = fc.oneof({ weight: 9, arbitrary: makeAttributes() }, value);
const part = fc.record({ attributes, other: value }, { requiredKeys: [] });
const variants = fc.oneof(
  { weight: 9, arbitrary: fc.dictionary(fc.constantFrom('v1', '12', '3', '012', '4294967295', 'é'), part) },
  value,
);
const product = fc
  .tuple(
    part,
    fc.record({ variants, views: fc.dictionary(fc.constantFrom('nl', 'de'), part) }, { requiredKeys: [] }),
  )
  .map(([own, others]) => ({ ...own, ...others }));

function makeAttributes() {
  return fc
    .tuple(
      fc.dictionary(fc.constantFrom('title', 'url', 'color', 'n"x', 'é', '5', 'variants.color'), value),
      fc.record(
        {
          price: amount,
          sale_price: amount,
          brand: scalar,
          availability: scalar,
          category_paths: fc.array(fc.oneof(step, fc.array(step, { maxLength: 2 })), { maxLength: 3 }),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([some, known]) => ({ ...some, ...known }));
}

/** Other spellings of one operation: with white space, escapes, numbers in another form, keys that come twice. */
const SPELLINGS: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => JSON.stringify(JSON.parse(line), undefined, 1).replaceAll('\n', ' \t'),
  (line) => line.replaceAll('é', '\\u00e9').replaceAll('😀', '\\ud83d\\ude00'),
  (line) => line.replaceAll(':12.5', ':12.50').replaceAll(':7,', ':7.0,').replaceAll(':12,', ':1.2e1,'),
  (line) => line.replaceAll(/"attributes":\{(?=")/g, '"attributes":{"brand":"twice","color":[1],"price":5,'),
  (line) =>
    line.replaceAll(/"variants":\{(?=")/g, '"v\\u0061riants":{"12":{"attributes":{"price":3}},"v1":{},'),
  (line) => line.replaceAll('"id":', '"id":"twice","id":').replaceAll('"attributes"', '"\\u0061ttributes"'),
];
const line = fc
  .tuple(product, fc.constantFrom(...SPELLINGS), fc.constantFrom('add', 'add', 'add', 'remove'))
  .map(([made, spell, op]) => spell(JSON.stringify({ op, path: '/products/1', value: made })));

test('the kernel counts what JSON.parse reads, however the lines are spelled', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
      expect(countByKernel(lines)).toEqual(summarize(lines));
    }),
    { numRuns: 500 },
  );
});

function countByKernel(lines: readonly string[]) {
  const tally = new Tally(1);
  const prices = lines.flatMap((text) =>
    tally.add(Buffer.from(text)) ? (tally.listFeatures().price ?? []) : [],
  );
  const names = (kind: number) => new Map(tally.listNames(kind).map(({ name, filled }) => [name, filled]));
  const { products, unavailable, priced, incomplete, variants } = tally;
  return {
    ...{ products, unavailable, priced, incomplete, variants },
    prices,
    brands: names(BRAND),
    categories: names(CATEGORY),
    fields: new Map(
      tally.listNames(FIELD).map(({ name, filled, kinds, distinct, characters }) => {
        const types = [KIND.string, KIND.number, KIND.true, KIND.array, KIND.object].map(
          (kind) => kinds[kind],
        );
        return [name, { filled, types, distinct, characters }];
      }),
    ),
  };
}

function summarize(lines: readonly string[]) {
  const { fields, ...counts } = countPlainly(lines);
  const sum = ({ filled, types, values, characters }: PlainField) => {
    const list = ['string', 'number', 'boolean', 'array', 'object'].map((type) => types[type] ?? 0);
    return { filled, types: list, distinct: values.size, characters };
  };
  return { ...counts, fields: new Map([...fields].map(([name, field]) => [name, sum(field)])) };
}
