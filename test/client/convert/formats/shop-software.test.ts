import { expect, test } from 'vitest';
import { convertText } from '../convert-text.ts';

const SHOP = { shopUrl: 'https://shop.example' };

const LAMP = {
  id: 632910392,
  title: 'Lamp Oslo',
  handle: 'lamp-oslo',
  body_html: '<p>Warm light</p>',
  vendor: 'Kestrel',
  product_type: 'Lamps',
  tags: ['oak', 'sale'],
  images: [{ src: 'https://cdn.example/1.jpg' }, { src: 'https://cdn.example/2.jpg' }],
  options: [{ name: 'Colour', position: 1, values: ['Oak', 'Black'] }],
  variants: [
    { id: 1, sku: 'OSLO-O', option1: 'Oak', price: '89.00', compare_at_price: '120.00', available: true },
    {
      id: 2,
      sku: '',
      option1: 'Black',
      price: '95.50',
      compare_at_price: null,
      available: false,
      featured_image: { src: 'https://cdn.example/black.jpg' },
    },
  ],
};

test("Shopify's products.json: ids as its CSV has them, options, the compare-at price", async () => {
  const bulb = {
    id: 7,
    title: 'Bulb',
    handle: 'bulb',
    status: 'draft',
    tags: 'led, warm',
    options: [{ name: 'Title', values: ['Default Title'] }],
    variants: [{ id: 9, sku: null, option1: 'Default Title', price: '5.00', inventory_quantity: 3 }],
  };
  const feed = JSON.stringify({ products: [LAMP, bulb] });
  const { report, records } = await convertText(feed, SHOP);
  expect([report.plan.format?.name, report.products, report.variants]).toEqual(['shopify-json', 2, 3]);
  expect(records).toEqual({
    '/products/lamp-oslo': {
      attributes: {
        title: 'Lamp Oslo',
        description: 'Warm light',
        brand: 'Kestrel',
        url: 'https://shop.example/products/lamp-oslo',
        thumb_image: 'https://cdn.example/1.jpg',
        additional_images: ['https://cdn.example/2.jpg'],
        category_paths: [[{ id: 'lamps', name: 'Lamps' }]],
        keywords: ['oak', 'sale'],
        availability: true,
      },
      variants: {
        'OSLO-O': {
          attributes: { price: 120, sale_price: 89, sku: 'OSLO-O', color: 'Oak', availability: true },
        },
        'lamp-oslo-Black': {
          attributes: {
            price: 95.5,
            thumb_image: 'https://cdn.example/black.jpg',
            color: 'Black',
            availability: false,
          },
        },
      },
    },
    '/products/bulb': {
      attributes: {
        title: 'Bulb',
        url: 'https://shop.example/products/bulb',
        keywords: ['led', 'warm'],
        availability: false,
      },
      variants: { bulb: { attributes: { price: 5, availability: false } } },
    },
  });
});

test("BigCommerce's API: stock counts as the product says, a sale price of 0 is none", async () => {
  const product = (more: object) => ({
    id: 77,
    name: 'Chair',
    sku: 'CH',
    price: 120,
    sale_price: 0,
    inventory_tracking: 'variant',
    inventory_level: 4,
    is_visible: true,
    availability: 'available',
    custom_url: { url: '/chair/' },
    images: [{ url_standard: 'https://cdn.example/c1.jpg' }, { url_standard: 'https://cdn.example/c2.jpg' }],
    ...more,
  });
  const variant = (sku: string, label: string, more: object) => ({
    id: 1,
    sku,
    price: null,
    option_values: [{ option_display_name: 'Seat Colour', label }],
    ...more,
  });
  const data = [
    product({
      variants: [
        variant('CH-B', 'Blue', { inventory_level: 2, sale_price: 99.5, price: 125 }),
        variant('CH-R', 'Red', { inventory_level: 0 }),
        variant('CH-G', 'Green', { inventory_level: 3, purchasing_disabled: true }),
      ],
    }),
    product({
      id: 78,
      sku: '',
      name: 'Stool',
      inventory_tracking: 'none',
      variants: [{ id: 5, option_values: [] }],
    }),
    product({ id: 79, sku: 'BE', name: 'Bench', is_visible: false, sale_price: 80, variants: [] }),
  ];
  const { report, records } = await convertText(JSON.stringify({ data, meta: {} }), SHOP);
  expect(report.plan.format?.name).toBe('bigcommerce-json');
  expect(records).toEqual({
    '/products/CH': {
      attributes: {
        title: 'Chair',
        url: 'https://shop.example/chair/',
        thumb_image: 'https://cdn.example/c1.jpg',
        additional_images: ['https://cdn.example/c2.jpg'],
        price: 120,
        sku: 'CH',
        availability: true,
      },
      variants: {
        'CH-B': {
          attributes: { price: 125, sale_price: 99.5, sku: 'CH-B', seat_colour: 'Blue', availability: true },
        },
        'CH-R': { attributes: { sku: 'CH-R', seat_colour: 'Red', availability: false } },
        'CH-G': { attributes: { sku: 'CH-G', seat_colour: 'Green', availability: false } },
      },
    },
    '/products/78': {
      attributes: expect.objectContaining({ title: 'Stool', price: 120, availability: true }),
    },
    '/products/BE': {
      attributes: expect.objectContaining({ price: 120, sale_price: 80, availability: false }),
    },
  });
  expect(records['/products/78']).not.toHaveProperty('variants');
});

test("BigCommerce's CSV: rows of variants and images follow their product", async () => {
  const feed = [
    'Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Price,Sale Price,Description,Product URL,Is Visible,Variant Image URL,Image URL (Import)',
    'Product,77,Rug,physical,RUG,,variant,0,199.00,0.00,<p>Wool</p>,/rug/,TRUE,,',
    'Variant,1,,,RUG-S,Type=Rectangle|Name=Color|Value=SandType=Rectangle|Name=Size|Value=S,,2,,149.00,,,,https://cdn.example/sand.jpg,',
    'Variant,2,,,RUG-M,Type=Rectangle|Name=Color|Value=SandType=Rectangle|Name=Size|Value=M,,0,249.00,,,,,,',
    'Image,5,,,,,,,,,,,,,https://cdn.example/r1.jpg',
    'Image,6,,,,,,,,,,,,,https://cdn.example/r2.jpg',
    'Product,78,Vase,physical,,,none,0,12.50,,,/vase/,FALSE,,',
    'Product,79,Jar,physical,JAR,,product,0,9.00,,,/jar/,TRUE,,',
  ].join('\n');
  const { report, records } = await convertText(feed, SHOP);
  expect(report.plan.format?.name).toBe('bigcommerce');
  expect(records).toEqual({
    '/products/RUG': {
      attributes: {
        title: 'Rug',
        description: 'Wool',
        url: 'https://shop.example/rug/',
        price: 199,
        availability: true,
        thumb_image: 'https://cdn.example/r1.jpg',
        additional_images: ['https://cdn.example/r2.jpg'],
      },
      variants: {
        'RUG-S': {
          attributes: {
            sale_price: 149,
            color: 'Sand',
            size: 'S',
            availability: true,
            thumb_image: 'https://cdn.example/sand.jpg',
          },
        },
        'RUG-M': { attributes: { price: 249, color: 'Sand', size: 'M', availability: false } },
      },
    },
    '/products/78': {
      attributes: { title: 'Vase', url: 'https://shop.example/vase/', price: 12.5, availability: false },
    },
    '/products/JAR': {
      attributes: { title: 'Jar', url: 'https://shop.example/jar/', price: 9, availability: false },
    },
  });
});

test('Shopware: variants name their product by its id, before or behind it', async () => {
  const feed = [
    'id;parent_id;product_number;active;stock;name;description;price_net;price_gross;list_price_gross;tax_rate;cover_media_url;manufacturer_name;categories',
    'b1;a1;SW-1.1;;0;;;16.81;20.00;25.00;;;;',
    'a1;;SW-1;1;0;Schirm;<b>Rot</b>;8.40;9.99;;19;https://shop.example/media/s.jpg;Kestrel;c1|c2',
    'b2;a1;SW-1.2;1;4;;;;;;;;;',
    'a2;;SW-2;0;7;Hut;;8.40;9.99;;19;;;',
  ].join('\n');
  const { report, records } = await convertText(feed, SHOP);
  expect(report.plan.format?.name).toBe('shopware');
  expect(records).toEqual({
    '/products/SW-1': {
      attributes: {
        title: 'Schirm',
        description: 'Rot',
        brand: 'Kestrel',
        url: 'https://shop.example/detail/a1',
        thumb_image: 'https://shop.example/media/s.jpg',
        price: 9.99,
        availability: true,
      },
      variants: {
        'SW-1.1': { attributes: { price: 25, sale_price: 20, availability: false } },
        'SW-1.2': { attributes: { availability: true } },
      },
    },
    '/products/SW-2': { attributes: expect.objectContaining({ title: 'Hut', availability: false }) },
  });
});

test('Shopify REST: stock that is not counted is there, a product without a date of publication is not', async () => {
  const variant = { price: '12.00', option1: 'S', inventory_policy: 'deny', inventory_quantity: 0 };
  const product = (handle: string, published_at: string | null, more: object) => ({
    handle,
    title: handle,
    published_at,
    images: [{ src: '//cdn.example/1.jpg' }],
    options: [{ name: 'Größe' }],
    variants: [{ ...variant, ...more }],
  });
  const feed = {
    products: [
      product('counted', '2026-01-02T10:00:00+01:00', { inventory_management: 'shopify' }),
      product('uncounted', '2026-01-02T10:00:00+01:00', { inventory_management: null }),
      product('hidden', null, { inventory_management: null }),
    ],
  };
  const { records, report } = await convertText(JSON.stringify(feed), { shopUrl: 'https://shop.example' });
  const unused = report.plan.fields.filter(({ takenFor }) => takenFor.length === 0);
  expect(unused).toEqual([]);
  const isAvailable = (id: string) => records[`/products/${id}`]?.attributes.availability;
  expect(['counted', 'uncounted', 'hidden'].map(isAvailable)).toEqual([false, true, false]);
  expect(records['/products/counted']?.attributes.thumb_image).toBe('https://cdn.example/1.jpg');
});

test('products of a shop API that no format knows: nested images and categories, the regular price beside the price', async () => {
  const product = {
    id: 799,
    name: 'Lampe «Été»',
    permalink: 'https://boutique.example/lampe/',
    price: '39.90',
    regular_price: '49.90',
    sale_price: '39.90',
    categories: [{ id: 9, name: 'Luminaires' }],
    images: [{ src: 'https://boutique.example/a.jpg' }],
  };
  const { records } = await convertText(JSON.stringify([product, { ...product, id: 800, sale_price: '' }]));
  for (const id of ['799', '800'])
    expect(records[`/products/${id}`]?.attributes).toMatchObject({
      price: 49.9,
      sale_price: 39.9,
      thumb_image: 'https://boutique.example/a.jpg',
      category_paths: [[{ id: 'luminaires', name: 'Luminaires' }]],
    });
});

const XML_VARIANTS = `<products>
<product id="P1"><name>Shirt</name><url>https://s.example/1</url><price>25.00</price><images><image>https://s.example/1.jpg</image></images>
  <variants>
    <variant id="P1-S"><size>S</size><price>19.90</price><stock>3</stock></variant>
    <variant id="P1-M"><name>M</name><size>M</size><stock>0</stock></variant>
  </variants></product>
<product id="P2"><name>Mug</name><url>https://s.example/2</url><price>5.00</price><stock>1</stock><variants><variant/></variants></product>
</products>`;

test('XML of an unknown shop that holds variants in its products', async () => {
  const { records } = await convertText(XML_VARIANTS);
  expect(records['/products/P1']).toMatchObject({
    attributes: { title: 'Shirt', url: 'https://s.example/1' },
    variants: {
      'P1-S': { attributes: { size: 'S', price: 19.9, availability: true } },
      'P1-M': { attributes: { size: 'M', price: 25, availability: false } },
    },
  });
  expect(records['/products/P2']).toMatchObject({
    attributes: { title: 'Mug', price: 5, availability: true },
  });
  expect(records['/products/P2']?.variants).toBeUndefined();
});

test('XML of an unknown shop: a mapping that names fields of the variants gets them as lists of the product', async () => {
  const { records } = await convertText(XML_VARIANTS, {
    map: { id: '@id', attributes: { sizes: { field: 'variants/variant/size', type: 'list' } } },
  });
  expect(records['/products/P1']?.attributes).toMatchObject({ price: 25, sizes: ['S', 'M'] });
});

test('XML of an unknown shop: attributes of a variant are the elements of its product, and params have their own units', async () => {
  const param = '<param name="Color">red</param><param name="Power" unit="W">4</param>';
  const { records } = await convertText(
    `<ps><p id="1"><name>A</name><url>https://s.example/1</url><price>9</price><Variations><Variation id="1a" price="5">${param}</Variation><Variation><id>1b</id></Variation></Variations></p>` +
      '<p id="2"><name>B</name><url>https://s.example/2</url><price>7</price></p></ps>',
  );
  expect(records['/products/1']?.variants).toMatchObject({
    '1a': { attributes: { price: 5, color: 'red', power: '4 W' } },
    '1b': { attributes: { price: 9 } },
  });
  expect(records['/products/2']?.attributes.price).toBe(7);
});
