import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ChoiceCommand } from '../../../../src/cli/options.ts';
import { addFeedOptions } from '../../../../src/cli/shared/feed-options.ts';
import { FROM_NAMES } from '../../../../src/client/convert/plan-feed.ts';
import { convertText } from '../convert-text.ts';

const feed = (name: string) => readFileSync(new URL(`../../../../fixtures/feeds/${name}`, import.meta.url));

test('--from names every format', () => {
  const { options } = addFeedOptions(new ChoiceCommand(), { from: true });
  const choices = options.find(({ long }) => long === '--from')?.argChoices ?? [];
  expect([...choices].sort()).toEqual(['auto', ...FROM_NAMES].sort());
});

test('Google Merchant RSS: groups are products, prices keep their digits, past sales are left out', async () => {
  const { report, records, text } = await convertText(feed('google.xml'));
  expect([report.plan.format?.name, report.rows, report.products, report.variants]).toEqual([
    'google',
    3,
    2,
    2,
  ]);
  expect(text).toContain('"price":159.00,');
  expect(records['/products/TV_123456']).toEqual({
    attributes: {
      title: 'LG 22LB4510 - 22" LED TV - 1080p (FullHD)',
      description: expect.stringMatching(/television\/monitor\. Salt & light\.$/),
      brand: 'LG',
      url: 'http://www.example.com/electronics/tv/22LB4510.html',
      thumb_image: 'http://images.example.com/TV_123456.png',
      availability: true,
      category_paths: [
        [
          { id: 'consumer-electronics', name: 'Consumer Electronics' },
          { id: 'consumer-electronics_tvs', name: 'TVs' },
          { id: 'consumer-electronics_tvs_flat-panel-tvs', name: 'Flat Panel TVs' },
        ],
      ],
      currency: 'USD',
      condition: 'used',
      price: 159,
      gtin: '71919219405200',
      mpn: '22LB4510/US',
    },
  });
  expect(records['/products/CLO-29473856']).toMatchObject({
    attributes: {
      title: expect.stringContaining('Size 8 Standard'),
      availability: true,
      custom_label_0: 'denim',
      brand: 'M&S',
    },
    variants: {
      'CLO-29473856-1': {
        attributes: { price: 29.5, availability: false, color: 'Navy', size: '8 Standard' },
      },
      'CLO-29473856-2': { attributes: { price: 29.5, availability: true, size: '8 Tall' } },
    },
  });
  expect(text).not.toContain('sale_price');
});

test('a sale counts while its dates say so', async () => {
  const { records } = await convertText(feed('google.xml'), { nowMs: Date.parse('2011-03-05T00:00:00Z') });
  expect(records['/products/CLO-29473856']?.variants).toMatchObject({
    'CLO-29473856-1': { attributes: { sale_price: 24.9 } },
  });
});

test('Google Merchant Atom: another prefix of the namespace, and the id of the entry is not that of the product', async () => {
  const { records } = await convertText(feed('google.atom.xml'));
  expect(records).toMatchObject({
    '/products/DVD-0564738': {
      attributes: {
        description: 'Episodes 7-13 from the fifth series of the modern fantasy\u00a0adventure.',
        url: 'http://www.example.com/media/dvd/?sku=384616&src=gshopping',
        availability: true,
        currency: 'GBP',
        price: 11.99,
      },
    },
  });
});

test('Google Merchant TSV: bare quotes are text, and cells at the end may be missing', async () => {
  const { records, text } = await convertText(feed('google.tsv'));
  expect(text).toContain('"price":1299.00,');
  expect(records).toMatchObject({
    '/products/A1': {
      attributes: { title: 'Monitor 27" wide', description: 'Bright "IPS" panel', color: 'black' },
    },
    '/products/A2': { attributes: { price: 12.5, availability: false } },
  });
});

const SHOP = { shopUrl: 'https://shop.example/' };

test('Shopify CSV: handles are products, options attributes of variants, and further rows hold images', async () => {
  const { report, records } = await convertText(feed('shopify.csv'), SHOP);
  expect([report.plan.format?.name, report.products, report.variants]).toEqual(['shopify', 3, 4]);
  expect(records['/products/example-t-shirt']).toEqual({
    attributes: {
      title: 'Example T-Shirt',
      description: 'A soft shirt, cotton & linen.',
      brand: 'Acme',
      url: 'https://shop.example/products/example-t-shirt',
      thumb_image: 'https://img.example/green-t-shirt.jpg',
      additional_images: ['https://img.example/back.jpg'],
      category_paths: [
        [
          { id: 'apparel-accessories', name: 'Apparel & Accessories' },
          { id: 'apparel-accessories_clothing', name: 'Clothing' },
        ],
      ],
      product_type: 'Shirts',
      keywords: ['mens t-shirt', 'example'],
      availability: true,
    },
    variants: {
      'example-shirt-s': {
        attributes: {
          price: 30,
          sale_price: 25,
          sku: 'example-shirt-s',
          color: 'Lithograph - Midnight',
          size: 'Small',
          availability: true,
        },
      },
      'example-shirt-m': {
        attributes: {
          price: 25,
          sku: 'example-shirt-m',
          thumb_image: 'https://img.example/medium.jpg',
          color: 'Lithograph - Midnight',
          size: 'Medium',
          availability: false,
        },
      },
    },
  });
  expect(records['/products/old-hat']?.attributes.availability).toBe(false);
});

test('Shopify CSV without the address of the shop is refused, with the option to give it', async () => {
  await expect(convertText(feed('shopify.csv'))).rejects.toMatchObject({
    code: 'convert.too_many_rejected',
    hint: expect.stringContaining('--shop-url'),
  });
});

test('Shopify bulk operation: variants find their product wherever they stand', async () => {
  const { report, records } = await convertText(feed('shopify-bulk.jsonl'), SHOP);
  expect(report.plan.format?.name).toBe('shopify-bulk');
  expect(records).toMatchObject({
    '/products/1921569226808': {
      attributes: {
        title: 'Wooden Lamp',
        brand: 'Oakley',
        url: 'https://shop.example/products/wooden-lamp',
        availability: true,
      },
      variants: {
        'LAMP-OAK': { attributes: { price: 120, sale_price: 89.9, finish: 'Oak' } },
        'LAMP-ASH': { attributes: { price: 80, availability: false } },
      },
    },
    '/products/1921569259576': { attributes: { title: 'Plain Vase', brand: 'Hübner', availability: false } },
  });
});

test('Magento CSV: a configurable product claims the rows that it names, before and behind it', async () => {
  const { report, records, text } = await convertText(feed('magento.csv'), SHOP);
  expect([report.plan.format?.name, report.products, report.variants]).toEqual(['magento', 2, 3]);
  expect(text).toContain('"price":34.000000,');
  expect(records['/products/24-MB01']?.attributes).toMatchObject({
    url: 'https://shop.example/joust-duffle-bag.html',
    activity: ['Gym', 'Hiking'],
    color: 'Blue',
    category_paths: [[{ id: 'gear', name: 'Gear' }], [{ id: 'gear' }, { id: 'gear_bags', name: 'Bags' }]],
  });
  const { attributes, variants = {} } = records['/products/MH01'] ?? { attributes: {} };
  expect(attributes).toMatchObject({ title: 'Chaz Kangeroo Hoodie', material: 'Fleece', availability: true });
  expect(Object.keys(variants).sort()).toEqual(['MH01-S-Black', 'MH01-XS-Black', 'MH01-XS-Gray']);
  expect(variants['MH01-XS-Gray']?.attributes).toMatchObject({
    price: 52,
    color: 'Gray',
    size: 'XS',
    availability: false,
  });
});

test('WooCommerce CSV: variations name their product by SKU or by number', async () => {
  const { report, records } = await convertText(feed('woocommerce.csv'), SHOP);
  expect([report.plan.format?.name, report.products, report.variants]).toEqual(['woocommerce', 3, 3]);
  expect(records['/products/woo-hoodie']).toMatchObject({
    attributes: { title: 'Hoodie', url: 'https://shop.example/?p=45', availability: true, weight: 1.5 },
    variants: {
      'woo-hoodie-blue': { attributes: { price: 45, sale_price: 42, color: 'Blue', availability: false } },
      'woo-hoodie-green': { attributes: { price: 45, color: 'Green', availability: true } },
    },
  });
  expect(records['/products/woo-vneck-tee']).toMatchObject({
    attributes: {
      thumb_image: 'https://img.example/vneck-tee-2.jpg',
      additional_images: ['https://img.example/vnech-tee-green-1.jpg'],
    },
    variants: { 'woo-vneck-tee-red': { attributes: { price: 20 } } },
  });
});

test('WooCommerce CSV: a variation may stand before the product that it names by number', async () => {
  const [header = '', ...rows] = feed('woocommerce.csv').toString('utf8').trimEnd().split('\n');
  const backwards = [header, ...rows.reverse()].join('\n');
  const { records } = await convertText(backwards, SHOP);
  expect(Object.keys(records['/products/woo-hoodie']?.variants ?? {}).sort()).toEqual([
    'woo-hoodie-blue',
    'woo-hoodie-green',
  ]);
  expect(records['/products/woo-hoodie']?.attributes.title).toBe('Hoodie');
});

test('schema.org: an ItemList of products and a group with its variants', async () => {
  const { report, records, text } = await convertText(feed('schema-org.jsonld'));
  expect([report.plan.format?.name, report.products, report.variants]).toEqual(['schema-org', 2, 2]);
  expect(text).toContain('"price":119.990');
  expect(text).toContain('"rating":4.40');
  expect(records).toMatchObject({
    '/products/0446310786': {
      attributes: { title: 'Executive Anvil', brand: 'ACME', availability: true, reviews: 89 },
    },
    '/products/44E01': {
      attributes: { title: 'Wool winter coat', availability: true },
      variants: {
        '44E01-M11000': { attributes: { price: 39.99, color: 'Green', availability: false } },
        '44E01-K11000': { attributes: { availability: true } },
      },
    },
  });
});

const PRODUCT = {
  '@type': 'Product',
  sku: 'a',
  name: 'A',
  url: 'https://s.example/a',
  offers: { price: '1.50' },
};

test.each([
  ['one product', JSON.stringify(PRODUCT)],
  ['a list', JSON.stringify([PRODUCT])],
  [
    'a graph',
    JSON.stringify({ '@context': 'https://schema.org', '@graph': [{ '@type': 'WebSite' }, PRODUCT] }),
  ],
  ['one a line', `${JSON.stringify(PRODUCT)}\n${JSON.stringify({ ...PRODUCT, sku: 'b' })}\n`],
  ['laid out over several lines', JSON.stringify([PRODUCT], null, 2)],
])('schema.org: %s', async (_, text) => {
  const { records } = await convertText(text);
  expect(records['/products/a']).toMatchObject({ attributes: { title: 'A', price: 1.5 } });
});

test.each([
  'google.xml',
  'google.atom.xml',
  'google.tsv',
  'shopify.csv',
  'shopify-bulk.jsonl',
  'magento.csv',
  'woocommerce.csv',
  'schema-org.jsonld',
])('%s is the same whatever the pieces that it comes in', async (name) => {
  const { text } = await convertText(feed(name), SHOP);
  for (const chunkBytes of [1, 7, 1000])
    expect((await convertText(feed(name), { ...SHOP, chunkBytes })).text).toBe(text);
});

test('schema.org: of two prices of an offer the one of a list is from before the sale', async () => {
  const specification = (price: string, type?: string) => ({
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency: 'EUR',
    ...(type === undefined ? {} : { priceType: `https://schema.org/${type}` }),
  });
  const { records } = await convertText(
    JSON.stringify({
      '@type': 'Product',
      sku: '4',
      name: 'Bed',
      url: 'https://s.example/4',
      offers: {
        priceSpecification: [specification('299.00', 'StrikethroughPrice'), specification('249.00')],
      },
    }),
  );
  expect(records['/products/4']?.attributes).toMatchObject({ price: 299, sale_price: 249, currency: 'EUR' });
});
