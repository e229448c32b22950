import { expect, test } from 'vitest';
import { convertText } from '../convert-text.ts';

const SHOP = { shopUrl: 'https://shop.example' };
const HEADER =
  'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Barcode,Image Src,Variant Image';
const csv = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;

test('variants that share a SKU stay apart by their options', async () => {
  const { report, records } = await convertText(
    csv(
      'boot,Boot,Size,36,Colour,Black,W0402,112.00,,,',
      'boot,,,37,,Black,W0402,112.00,,,',
      'boot,,,38,,Black,W0402,112.00,,,',
      'shoe,Shoe,Size,36,,,W0402,90.00,,,',
    ),
    SHOP,
  );
  expect(report.rejected).toBe(0);
  expect(Object.keys(records['/products/boot']?.variants ?? {})).toEqual([
    'W0402',
    'W0402-37-Black',
    'W0402-38-Black',
  ]);
  expect(Object.keys(records['/products/shoe']?.variants ?? {})).toEqual(['W0402']);
});

test('ids that are too long for the service are shortened, each to one of its own', async () => {
  const handle = 'a-handle-of-more-than-sixty-four-characters-which-shops-often-have-for-search';
  const feed = csv(`${handle},Ring,Size,16,,,,5.00,,,`, `${handle},,,17,,,,5.00,,,`);
  const { report, records } = await convertText(feed, SHOP);
  expect([report.products, report.variants, report.rejected]).toEqual([1, 2, 0]);
  const [[path, { attributes, variants = {} }] = ['', { attributes: {} }]] = Object.entries(records);
  expect(path).toMatch(/^\/products\/a-handle-of-more-than-sixty-four-[a-z-]+-[0-9a-f]{10}$/);
  expect(path.length).toBe('/products/'.length + 64);
  expect(attributes.url).toBe(`https://shop.example/products/${handle}`);
  expect(new Set(Object.keys(variants)).size).toBe(2);
  expect((await convertText(feed, SHOP)).text).toBe((await convertText(feed, SHOP)).text);
});

test('the apostrophe in front of a SKU or barcode goes, entities in options are decoded', async () => {
  const { records } = await convertText(
    csv("mat,Mat,Size,12&quot;x18&quot;,,,'0012,5.00,'4849000260887,,"),
    SHOP,
  );
  expect(records['/products/mat']?.variants).toEqual({
    '0012': {
      attributes: expect.objectContaining({ sku: '0012', gtin: '4849000260887', size: '12"x18"' }),
    },
  });
});

test('names of options in other scripts and with other letters do not fall together', async () => {
  const { records } = await convertText(
    csv('hat,Hat,Цвет,синий,Größe,M,h1,5.00,,,', 'hat,,,красный,,L,h2,5.00,,,'),
    SHOP,
  );
  expect(records['/products/hat']?.variants).toMatchObject({
    h1: { attributes: { color: 'синий', size: 'M' } },
    h2: { attributes: { color: 'красный', size: 'L' } },
  });
});

test('images of all rows are those of the product; a variant has its own only', async () => {
  const { records } = await convertText(
    csv(
      'cap,Cap,Colour,Red,,,c1,5.00,,https://i.example/1.jpg,https://i.example/red.jpg',
      'cap,,,Blue,,,c2,5.00,,https://i.example/2.jpg,',
      'cap,,,,,,,,,https://i.example/3.jpg,',
      'cap,,,,,,,,,https://i.example/1.jpg,',
    ),
    SHOP,
  );
  expect(records['/products/cap']?.attributes).toMatchObject({
    thumb_image: 'https://i.example/1.jpg',
    additional_images: ['https://i.example/2.jpg', 'https://i.example/3.jpg'],
  });
  expect(records['/products/cap']?.variants?.c1?.attributes.thumb_image).toBe('https://i.example/red.jpg');
  expect(records['/products/cap']?.variants?.c2?.attributes).not.toHaveProperty('thumb_image');
});

test('bulk operations: images below a product are its images, and variants of one SKU stay apart', async () => {
  const lines = [
    { id: 'gid://shopify/Product/1', title: 'Lamp', handle: 'lamp' },
    { id: 'gid://shopify/ProductVariant/11', sku: 'L', price: '5.00', __parentId: 'gid://shopify/Product/1' },
    { id: 'gid://shopify/ProductVariant/12', sku: 'L', price: '6.00', __parentId: 'gid://shopify/Product/1' },
    {
      id: 'gid://shopify/MediaImage/21',
      image: { url: 'https://i.example/1.jpg' },
      __parentId: 'gid://shopify/Product/1',
    },
    {
      id: 'gid://shopify/ProductImage/22',
      src: 'https://i.example/2.jpg',
      __parentId: 'gid://shopify/Product/1',
    },
    { id: 'gid://shopify/Metafield/31', key: 'a', __parentId: 'gid://shopify/Product/1' },
  ];
  const { records } = await convertText(lines.map((line) => JSON.stringify(line)).join('\n'), SHOP);
  expect(records['/products/1']?.attributes).toMatchObject({
    thumb_image: 'https://i.example/1.jpg',
    additional_images: ['https://i.example/2.jpg'],
  });
  expect(Object.keys(records['/products/1']?.variants ?? {})).toEqual(['L', 'L-12']);
});

test('an archived product is counted as sold out, whatever its variants say', async () => {
  const gid = (kind: string, number: number) => `gid://shopify/${kind}/${number}`;
  const lines = [
    { id: gid('Product', 1), title: 'Boot', handle: 'boot', status: 'ARCHIVED' },
    { id: gid('ProductVariant', 2), price: '112.00', availableForSale: true, __parentId: gid('Product', 1) },
  ];
  const feed = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { report, records } = await convertText(feed, { ...SHOP, from: 'shopify-bulk' });
  expect(records['/products/1']?.attributes.availability).toBe(false);
  expect(records['/products/1']?.variants?.['2']?.attributes.availability).toBe(true);
  expect([report.products, report.unavailable, report.without.availability]).toEqual([1, 1, 0]);
});

test('bulk operations: images apart from their product, with and without an id, are its images', async () => {
  const product = (number: number) => ({
    id: `gid://shopify/Product/${number}`,
    title: 'Chair',
    onlineStoreUrl: `https://s.example/${number}`,
  });
  const below = (number: number, more: object) => ({
    ...more,
    __parentId: `gid://shopify/Product/${number}`,
  });
  const variantOf = (number: number) =>
    below(number, { id: `gid://shopify/ProductVariant/${number}`, price: '5' });
  const lines = [
    product(1),
    variantOf(1),
    below(1, { id: 'gid://shopify/MediaImage/5', image: { url: 'https://i.example/a.jpg' } }),
    product(2),
    variantOf(2),
    below(1, { url: 'https://i.example/b.jpg' }),
    below(2, { src: 'https://i.example/c.jpg' }),
    below(3, { src: 'https://i.example/d.jpg' }),
  ];
  const { records } = await convertText(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(records).toMatchObject({
    '/products/1': {
      attributes: {
        thumb_image: 'https://i.example/a.jpg',
        additional_images: ['https://i.example/b.jpg'],
      },
    },
    '/products/2': { attributes: { thumb_image: 'https://i.example/c.jpg' } },
  });
  expect(Object.keys(records)).toHaveLength(2);
});
