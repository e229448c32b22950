import { describe, expect, test } from 'vitest';
import { convertText } from '../convert-text.ts';

const SHOP = { shopUrl: 'https://shop.example' };

/** As commercetools documents a product projection, without members that say nothing here. */
const SHIRT = {
  id: 'e7ba4c75-b1bb-483d-94d8-2c4a10f78472',
  key: 'shirt',
  version: 2,
  productType: { typeId: 'product-type', id: 'x' },
  name: { 'en-US': 'Shirt', 'de-DE': 'Hemd' },
  slug: { 'en-US': 'shirt-1', 'de-DE': 'hemd-1' },
  description: { 'en-US': 'A shirt' },
  categories: [
    {
      typeId: 'category',
      id: 'c2',
      obj: {
        name: { 'en-US': 'Shirts' },
        ancestors: [{ typeId: 'category', obj: { name: { 'en-US': 'Men' } } }],
      },
    },
    { typeId: 'category', id: 'c3' },
  ],
  masterVariant: {
    id: 1,
    sku: 'SH-1',
    prices: [
      { value: { currencyCode: 'EUR', centAmount: 99, fractionDigits: 2 }, customerGroup: { id: 'g' } },
      {
        value: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 129900, fractionDigits: 2 },
        discounted: { value: { currencyCode: 'EUR', centAmount: 99905, fractionDigits: 2 } },
      },
    ],
    images: [{ url: 'https://cdn.example/1.jpg' }, { url: 'https://cdn.example/2.jpg' }],
    attributes: [
      { name: 'color', value: { key: 'red', label: { 'en-US': 'Red', 'de-DE': 'Rot' } } },
      { name: 'brand', value: 'Kestrel' },
      { name: 'care', value: [{ 'en-US': 'Wash' }, { 'en-US': 'Iron' }] },
      { name: 'supplier', value: { typeId: 'key-value-document', id: 's' } },
    ],
    availability: { isOnStock: false, availableQuantity: 0 },
  },
  variants: [
    {
      id: 2,
      sku: 'SH-2',
      prices: [
        { value: { currencyCode: 'JPY', centAmount: 1500, fractionDigits: 0 } },
        { value: { currencyCode: 'EUR', centAmount: 5, fractionDigits: 2 } },
      ],
      images: [],
      attributes: [
        { name: 'color', value: { key: 'blue', label: { 'en-US': 'Blue' } } },
        { name: 'brand', value: 'Kestrel' },
      ],
      availability: { channels: { x: { isOnStock: true } } },
    },
  ],
};

test('commercetools: variants, prices in cents, localized texts, categories that are expanded', async () => {
  const vase = {
    id: 'vase-1',
    masterData: {
      published: false,
      current: {
        name: { en: 'Vase' },
        slug: { en: 'vase' },
        masterVariant: {
          id: 1,
          sku: 'V1',
          prices: [{ value: { currencyCode: 'JPY', centAmount: 1500, fractionDigits: 0 } }],
        },
        variants: [],
      },
    },
  };
  const { report, records } = await convertText(JSON.stringify({ limit: 20, results: [SHIRT, vase] }), SHOP);
  expect([report.plan.format?.name, report.products, report.variants]).toEqual(['commercetools', 2, 2]);
  expect(records).toEqual({
    '/products/shirt': {
      attributes: {
        title: 'Shirt',
        description: 'A shirt',
        url: 'https://shop.example/shirt-1',
        thumb_image: 'https://cdn.example/1.jpg',
        additional_images: ['https://cdn.example/2.jpg'],
        category_paths: [
          [
            { id: 'men', name: 'Men' },
            { id: 'men_shirts', name: 'Shirts' },
          ],
        ],
        currency: 'EUR',
        brand: 'Kestrel',
        availability: true,
      },
      variants: {
        'SH-1': {
          attributes: {
            thumb_image: 'https://cdn.example/1.jpg',
            price: 1299,
            sale_price: 999.05,
            sku: 'SH-1',
            color: 'Red',
            brand: 'Kestrel',
            care: ['Wash', 'Iron'],
            availability: false,
          },
        },
        'SH-2': {
          attributes: { price: 0.05, sku: 'SH-2', color: 'Blue', brand: 'Kestrel', availability: true },
        },
      },
    },
    '/products/vase-1': {
      attributes: {
        title: 'Vase',
        url: 'https://shop.example/vase',
        currency: 'JPY',
        price: 1500,
        sku: 'V1',
        availability: false,
      },
    },
  });
});

test('commercetools: a mapping chooses another language', async () => {
  const map = { format: 'commercetools', attributes: { title: 'name.de-DE' } };
  const { records } = await convertText(JSON.stringify([SHIRT]), { ...SHOP, map });
  expect(records['/products/shirt']?.attributes.title).toBe('Hemd');
});

/** As the WooCommerce REST API documents a product. */
const CHEMISE = {
  id: 794,
  name: 'Chemise',
  slug: 'chemise',
  permalink: 'https://shop.example/chemise/',
  type: 'simple',
  status: 'publish',
  description: '<p>Belle</p>',
  sku: 'CH-1',
  price: '21.99',
  regular_price: '25.99',
  sale_price: '21.99',
  date_on_sale_from: null,
  date_on_sale_to: '2026-12-01T00:00:00',
  on_sale: true,
  manage_stock: true,
  stock_quantity: 0,
  backorders_allowed: false,
  stock_status: 'outofstock',
  weight: '0.5',
  dimensions: { length: '10', width: '5', height: '' },
  parent_id: 0,
  categories: [{ id: 9, name: 'Vêtements', slug: 'vetements' }],
  tags: [{ id: 1, name: 'été' }],
  images: [
    { id: 1, src: 'https://img.example/1.jpg' },
    { id: 2, src: 'https://img.example/2.jpg' },
  ],
  attributes: [{ id: 6, name: 'Couleur', options: ['Noir', 'Vert'] }],
  variations: [],
  grouped_products: [],
};

test('WooCommerce REST: stock, sale, variations in their own elements or in their product', async () => {
  const robe = { ...CHEMISE, id: 795, name: 'Robe', type: 'variable', sku: '', stock_status: 'instock' };
  const small = {
    id: 796,
    type: 'variation',
    parent_id: 795,
    name: 'Robe - S',
    permalink: 'https://shop.example/robe/?s=S',
    status: 'publish',
    sku: 'R-S',
    price: '30',
    regular_price: '30',
    sale_price: '',
    stock_status: 'onbackorder',
    attributes: [{ name: 'Taille', option: 'S' }],
    image: { src: 'https://img.example/rs.jpg' },
  };
  const large = {
    ...small,
    id: 797,
    sku: '',
    stock_status: 'outofstock',
    attributes: [],
    parent_id: undefined,
  };
  const hat = { ...CHEMISE, id: 800, sku: 'H', status: 'draft', stock_status: 'instock' };
  const set = {
    ...hat,
    id: 801,
    sku: 'SET',
    type: 'grouped',
    status: 'publish',
    grouped_products: [794],
    price: '',
    regular_price: '',
    sale_price: '',
  };
  const feed = [CHEMISE, { ...robe, variations: [large] }, small, hat, set];
  const { report, records } = await convertText(`\ufeff${JSON.stringify(feed)}`);
  expect([report.plan.format?.name, report.products, report.variants]).toEqual(['woocommerce-json', 4, 2]);
  expect(records['/products/CH-1']?.attributes).toEqual({
    title: 'Chemise',
    description: 'Belle',
    url: 'https://shop.example/chemise/',
    keywords: ['été'],
    category_paths: [[{ id: 'vetements', name: 'Vêtements' }]],
    thumb_image: 'https://img.example/1.jpg',
    additional_images: ['https://img.example/2.jpg'],
    price: 25.99,
    sale_price: 21.99,
    weight: 0.5,
    depth: 10,
    width: 5,
    color: ['Noir', 'Vert'],
    availability: false,
  });
  expect(records['/products/795']?.attributes).toMatchObject({ title: 'Robe', availability: true });
  expect(records['/products/795']?.attributes).not.toHaveProperty('price');
  expect(records['/products/795']?.variants).toMatchObject({
    'R-S': { attributes: { price: 30, size: 'S', availability: true } },
    797: { attributes: { price: 30, availability: false } },
  });
  expect(records['/products/H']?.attributes.availability).toBe(false);
  expect(records['/products/SET']?.attributes).toMatchObject({ price: 25.99, sale_price: 21.99 });
});

describe('JSON of a shop that nobody knows', () => {
  const shirt = {
    id: 1,
    title: 'T-Shirt',
    url: 'https://s.example/1',
    price: '10.00',
    variants: [
      { id: 11, product_id: 1, title: 'Red / S', color: 'red', price: '10.00', stock: 3 },
      { id: 12, product_id: 1, title: 'Red / M', color: 'red', price: '12.50', stock: 0 },
    ],
  };
  const mug = { id: 2, title: 'Mug', url: 'https://s.example/2', price: '5.00', variants: [] };
  const cap = {
    id: 3,
    title: 'Cap',
    url: 'https://s.example/3',
    variants: [
      { color: 'blue', price: '7.50' },
      { color: 'black', price: '8.00' },
    ],
  };

  test.each([
    ['a list', JSON.stringify({ data: { items: [shirt, mug, cap] } })],
    ['JSON Lines', [shirt, mug, cap].map((product) => JSON.stringify(product)).join('\n')],
  ])('has variants in its products: %s', async (_, feed) => {
    const { records } = await convertText(feed);
    expect(records['/products/1']).toMatchObject({
      attributes: { title: 'T-Shirt', availability: true },
      variants: {
        11: { attributes: { price: 10, color: 'red', availability: true } },
        12: { attributes: { price: 12.5, availability: false } },
      },
    });
    expect(records['/products/2']).toMatchObject({ attributes: { price: 5 } });
    expect(Object.keys(records['/products/3']?.variants ?? {})).toEqual(['3-blue', '3-black']);
  });

  test('keeps its list where a mapping names what is in it', async () => {
    const { records } = await convertText(JSON.stringify([{ ...shirt, variants: [shirt.variants[1]] }]), {
      map: { format: 'json', attributes: { sold: 'variants.stock' }, variants: { price: 'variants.price' } },
    });
    expect(records['/products/1']).toMatchObject({ attributes: { price: 12.5, sold: 0 } });
  });
});
