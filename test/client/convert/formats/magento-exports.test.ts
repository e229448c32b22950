import { expect, test } from 'vitest';
import { convertText } from '../convert-text.ts';

const SHOP = { shopUrl: 'https://shop.example' };
const COLUMNS = [
  'sku',
  'store_view_code',
  'attribute_set_code',
  'product_type',
  'name',
  'price',
  'url_key',
  'visibility',
  'base_image',
  'thumbnail_image',
  'additional_images',
  'special_price',
  'special_price_from_date',
  'special_price_to_date',
  'additional_attributes',
  'configurable_variations',
];

type Row = Record<string, string>;

/** An export with these cells; what a row does not say is empty. */
function csv(...rows: Row[]): string {
  const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const line = (row: Row) => COLUMNS.map((column) => cell(row[column])).join(',');
  return `${COLUMNS.join(',')}\n${rows.map(line).join('\n')}\n`;
}

const BAG = {
  sku: 'MB01',
  attribute_set_code: 'Bag',
  product_type: 'simple',
  name: 'Joust Bag',
  price: '34.00',
};

test('images lie in the folder of the catalog, and no_selection is none', async () => {
  const { records } = await convertText(
    csv(
      {
        ...BAG,
        base_image: '/m/b/mb01-blue-0.jpg',
        thumbnail_image: 'no_selection',
        additional_images: '/m/b/mb01-side.jpg,https://cdn.example/back.jpg',
      },
      { ...BAG, sku: 'MB02', base_image: 'no_selection', thumbnail_image: 'no_selection' },
    ),
    SHOP,
  );
  expect(records['/products/MB01']?.attributes).toMatchObject({
    thumb_image: 'https://shop.example/media/catalog/product/m/b/mb01-blue-0.jpg',
    large_image: 'https://shop.example/media/catalog/product/m/b/mb01-blue-0.jpg',
    additional_images: [
      'https://shop.example/media/catalog/product/m/b/mb01-side.jpg',
      'https://cdn.example/back.jpg',
    ],
  });
  expect(records['/products/MB02']?.attributes).not.toHaveProperty('thumb_image');
});

test('a product without a key for its address has that of its name, as the shop gives it', async () => {
  const { records } = await convertText(csv(BAG, { ...BAG, sku: 'MB02', url_key: 'own-key' }), SHOP);
  expect(records['/products/MB01']?.attributes.url).toBe('https://shop.example/joust-bag.html');
  expect(records['/products/MB02']?.attributes.url).toBe('https://shop.example/own-key.html');
});

test('rows of a product for store views say nothing new, whether they name its type or not', async () => {
  const { report, records } = await convertText(
    csv(
      BAG,
      { ...BAG, store_view_code: 'default', name: 'Sac' },
      { ...BAG, store_view_code: 'fr', name: 'Sac', price: '' },
      { sku: 'MB01', store_view_code: 'de', name: 'Tasche' },
      { ...BAG, sku: 'MB02', store_view_code: 'fr', name: 'Seulement' },
    ),
    SHOP,
  );
  expect([report.products, report.rejected]).toEqual([2, 0]);
  expect(records['/products/MB01']?.attributes.title).toBe('Joust Bag');
  expect(records['/products/MB02']?.attributes.title).toBe('Seulement');
});

test('what is not visible by itself is for sale as the variant of a product only', async () => {
  const hidden = { visibility: 'Not Visible Individually' };
  const { records } = await convertText(
    csv(
      { ...BAG, ...hidden, sku: 'H-XS' },
      {
        ...BAG,
        sku: 'H',
        product_type: 'configurable',
        price: '',
        configurable_variations: 'sku=H-XS,size=XS|sku=H-S,size=S',
      },
      { ...BAG, ...hidden, sku: 'H-S' },
      { ...BAG, ...hidden, sku: 'PART' },
    ),
    SHOP,
  );
  expect(records['/products/H']?.attributes.availability).toBe(true);
  expect(Object.keys(records['/products/H']?.variants ?? {}).sort()).toEqual(['H-S', 'H-XS']);
  expect(records['/products/H']?.variants?.['H-XS']?.attributes.availability).toBe(true);
  expect(records['/products/PART']?.attributes.availability).toBe(false);
});

test('additional attributes may be enclosed in quotes; those of the shop software are left out', async () => {
  const { records } = await convertText(
    csv({
      ...BAG,
      additional_attributes:
        'color="Black, matt",size="55 ""cm""",activity="Gym"|"Hiking",manufacturer=Acme,has_options=0',
    }),
    SHOP,
  );
  expect(records['/products/MB01']?.attributes).toMatchObject({
    color: 'Black, matt',
    size: '55 "cm"',
    activity: ['Gym', 'Hiking'],
    brand: 'Acme',
  });
  expect(records['/products/MB01']?.attributes).not.toHaveProperty('has_options');
});

test.each([
  ['10/21/16, 2:10 AM', '', true],
  ['10/21/16, 2:10 AM', '11/21/2026, 11:59 PM', false],
  ['10/21/16, 2:10 AM', '11/23/26', true],
  ['11/22/26, 12:00 PM', '', false],
  ['11/22/26, 12:00 AM', '', true],
])('a special price from %s to %s holds on 2026-11-22, 00:00: %s', async (from, until, holds) => {
  const dates = { special_price: '30', special_price_from_date: from, special_price_to_date: until };
  const { records } = await convertText(csv({ ...BAG, ...dates }), SHOP);
  expect('sale_price' in (records['/products/MB01']?.attributes ?? {})).toBe(holds);
});

test('a date whose day and month cannot be told apart is told, and its price left out', async () => {
  const dates = { special_price: '30', special_price_from_date: '01/02/16' };
  const { report, records } = await convertText(csv({ ...BAG, ...dates }), SHOP);
  expect([...report.leftOut]).toEqual([['value.period', 1]]);
  expect(records['/products/MB01']?.attributes).not.toHaveProperty('sale_price');
});

test('a grouped product has the lowest price, and a bundle that of its required options', async () => {
  const option = (name: string, sku: string, required: number, quantity: number) =>
    `name=${name},type=select,required=${required},sku=${sku},price=0.0000,default=0,default_qty=${quantity}.0000,price_type=fixed`;
  const row = (sku: string, type: string, price: string, skus = '', values = '') =>
    `${sku},${type},Default,${sku},${price},,"${skus}","${values}"`;
  const ball = [
    option('Ball', 'ball-55', 1, 1),
    option('Ball', 'ball-65', 1, 1),
    option('Strap', 'strap', 1, 2),
    option('Pump', 'pump', 0, 1),
  ].join('|');
  const { report, records } = await convertText(
    [
      'sku,product_type,attribute_set_code,name,price,special_price,associated_skus,bundle_values',
      row('kit', 'bundle', '0.0000', '', ball),
      row('any', 'bundle', '', '', option('Pump', 'pump', 0, 1)),
      row('fixed', 'bundle', '50.0000', '', ball),
      row('balls', 'grouped', '', 'ball-55=1.0000,ball-65=3.0000'),
      row('ball-55', 'simple', '23.0000'),
      row('ball-65', 'simple', '27.0000'),
      row('strap', 'simple', '7.1000'),
      row('pump', 'simple', '5.0000'),
    ].join('\n'),
    { shopUrl: 'https://shop.example' },
  );
  const priceOf = (id: string) => records[`/products/${id}`]?.attributes.price;
  expect(['kit', 'any', 'fixed', 'balls'].map(priceOf)).toEqual([37.2, 5, 50, 23]);
  expect(report).toMatchObject({ products: 8, rejected: 0, pricedByParts: 3 });
});

test('stock that is not managed is not counted, unless the setting of the shop decides', async () => {
  const rows = [
    'A,Bag,simple,Bag,34,0,0,0,0',
    'B,Bag,simple,Bag,34,0,0,1,0',
    'C,Bag,simple,Bag,34,0,1,0,0',
    'D,Bag,simple,Bag,34,0,1,0,1',
  ];
  const { records } = await convertText(
    `sku,attribute_set_code,product_type,name,price,is_in_stock,manage_stock,use_config_manage_stock,allow_backorders\n${rows.join('\n')}\n`,
    SHOP,
  );
  const available = ['A', 'B', 'C', 'D'].map((sku) => records[`/products/${sku}`]?.attributes.availability);
  expect(available).toEqual([true, false, false, true]);
});
