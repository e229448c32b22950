import fc from 'fast-check';

/** Random products with few values each, so that filters and facets meet. */

const BRANDS = ['Oakley', 'Birch & Co', 'oakley', 'Ünal', '10"'];
const COLORS = ['Red', 'Blue', 'Dark Green'];
const SIZES = ['S', 'M', '160 cm'];
const CATEGORY_PATHS = [
  [{ id: '100', name: 'Lighting' }],
  [
    { id: '100', name: 'Lighting' },
    { id: '110', name: 'Floor' },
  ],
  [
    { id: '100', name: 'Lighting' },
    { id: '120', name: 'Table' },
  ],
  [
    { id: '900', name: 'New' },
    { id: '110', name: 'Floor' },
  ],
];

const price = fc.integer({ min: 0, max: 12 }).map((step) => step * 2.5);

/** A value, null (which is as good as absent) or nothing. */
const maybe = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: value }, fc.constantFrom(null, undefined));

const variant = fc.record({
  attributes: fc.record(
    {
      color: maybe(fc.constantFrom(...COLORS)),
      size: maybe(fc.constantFrom(...SIZES)),
      price: maybe(fc.oneof(price, price.map(String))),
    },
    { requiredKeys: [] },
  ),
});

const attributes = fc.record(
  {
    title: fc.constantFrom('Oak floor lamp', 'Table lamp', 'Birch chair', 'Lamp'),
    brand: maybe(fc.constantFrom(...BRANDS)),
    price: maybe(price),
    rating: maybe(fc.integer({ min: 1, max: 5 })),
    tags: maybe(fc.subarray(['new', 'sale', 'eco'])),
    is_new: maybe(fc.boolean()),
    availability: maybe(fc.boolean()),
    category_paths: maybe(fc.subarray(CATEGORY_PATHS)),
    store_location: maybe(
      fc.array(fc.record({ lat: fc.integer({ min: 50, max: 53 }), lon: fc.integer({ min: 3, max: 7 }) }), {
        maxLength: 2,
      }),
    ),
  },
  { requiredKeys: [] },
);

const view = fc.record(
  {
    attributes: fc.record(
      { price: maybe(price), brand: maybe(fc.constantFrom(...BRANDS)) },
      { requiredKeys: [] },
    ),
    variants: fc.record(
      {
        v1: fc.record({ exclude_from_view: fc.boolean() }),
        v2: fc.record({ attributes: fc.record({ price }) }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const record = fc.record(
  {
    attributes,
    variants: fc.record({ v1: variant, v2: variant, v3: variant }, { requiredKeys: [] }),
    views: fc.record({ nl: view, be: view }, { requiredKeys: [] }),
  },
  { requiredKeys: ['attributes'] },
);

/** JSON leaves out what is undefined, as a feed would. */
const asFed = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

export const arbitraryCatalog = fc
  .array(record, { minLength: 0, maxLength: 14 })
  .map((records) => Object.fromEntries(records.map((value, at) => [`P${at}`, asFed(value)])));

const value = (values: readonly string[]) =>
  fc.constantFrom(...values).map((text) => ({ kind: 'value' as const, value: text }));

const bound = fc.oneof(price, fc.constant(null));
const range = fc.record({
  kind: fc.constant('range' as const),
  range: fc.record({ min: bound, max: bound }),
});
const missing = fc.constant({ kind: 'missing' as const });

/** A field with tests that suit it. */
export const arbitraryFieldTest = fc.oneof(
  fc.record({ field: fc.constant('brand'), test: fc.oneof(value(BRANDS), missing) }),
  fc.record({ field: fc.constant('price'), test: fc.oneof(range, value(['5', '7.50', '0'])) }),
  fc.record({ field: fc.constant('rating'), test: fc.oneof(range, value(['3', '4.0']), missing) }),
  fc.record({ field: fc.constant('tags'), test: fc.oneof(value(['new', 'sale', 'none']), missing) }),
  fc.record({ field: fc.constant('is_new'), test: value(['true', 'false']) }),
  fc.record({ field: fc.constant('category'), test: fc.oneof(value(['100', '110', '900', '555']), missing) }),
  fc.record({ field: fc.constant('colors'), test: value(['red', 'Blue', 'dark green']) }),
  fc.record({ field: fc.constant('sizes'), test: value(SIZES) }),
  fc.record({ field: fc.constant('pid'), test: value(['P0', 'P3', 'nobody']) }),
  fc.record({ field: fc.constant('no_such_field'), test: fc.oneof(value(['x']), range, missing) }),
);

export const arbitrarySkuTest = fc.oneof(
  fc.record({ field: fc.constant('sku_color'), test: value(COLORS) }),
  fc.record({ field: fc.constant('sku_size'), test: value(SIZES) }),
  fc.record({ field: fc.constant('sku_price'), test: range }),
  fc.record({ field: fc.constant('skuid'), test: value(['v1', 'v2', 'v9']) }),
);
