import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { convertText } from '../convert-text.ts';

const feed = (name: string) => readFileSync(new URL(`../../../../fixtures/feeds/${name}`, import.meta.url));

test('Yandex YML: availability, currency, categories, former prices and params of each offer', async () => {
  const { report, records } = await convertText(feed('yandex.xml'), { chunkBytes: 100 });
  expect([report.plan.format?.name, report.products, report.variants]).toEqual(['yandex', 2, 2]);
  const path = [
    [
      { id: '1', name: 'Свет' },
      { id: '12', name: 'Лампы' },
    ],
  ];
  expect(records['/products/77']).toEqual({
    attributes: {
      title: 'Лампа настольная Brand',
      description: 'Тёплый свет',
      brand: 'Brand',
      url: 'https://shop.example/lamp?color=white',
      thumb_image: 'https://img.example/a.jpg',
      additional_images: ['https://img.example/b.jpg'],
      category_paths: path,
      currency: 'RUB',
      availability: true,
    },
    variants: {
      '9012': {
        attributes: {
          price: 9900,
          sale_price: 8990,
          url: 'https://shop.example/lamp?color=white',
          thumb_image: 'https://img.example/a.jpg',
          gtin: '0123456789379',
          mpn: 'BR-1',
          color: 'белый',
          vysota: '42 см',
          availability: true,
        },
      },
      '9013': { attributes: expect.objectContaining({ color: 'чёрный', availability: false }) },
    },
  });
  expect(records['/products/77']?.variants?.['9013']?.attributes).not.toHaveProperty('vysota');
  expect(records['/products/9014']?.attributes).toMatchObject({
    title: 'Люстра Brand 3811',
    availability: false,
    price: 12500,
  });
});

test('an offer by itself is found, also where there are more categories than offers', async () => {
  const text = feed('yandex.xml')
    .toString()
    .replace(/<offer id="901[23]"[\s\S]*?<\/offer>/g, '');
  expect(Object.keys((await convertText(text)).records)).toEqual(['/products/9014']);
});

test('Heureka: the product name, params, and a delivery date of 0 is in stock', async () => {
  const { report, records } = await convertText(feed('heureka.xml'));
  expect(report.plan.format?.name).toBe('heureka');
  expect(records['/products/AB123']?.attributes).toMatchObject({
    title: 'Stolní lampa Kestrel',
    price: 1290.5,
    availability: true,
    color: 'černá',
    prikon: '40 W',
    gtin: '6417182041488',
    additional_images: ['https://img.example/lampa2.jpg'],
    category_paths: [[{ name: 'Bydlení' }, { name: 'Osvětlení' }, { name: 'Stolní lampy' }]],
  });
  expect(records['/products/AB124']?.attributes.availability).toBe(false);
});

test('Ceneo: attributes of elements, names and values of attrs, stock and avail', async () => {
  const { report, records } = await convertText(feed('ceneo.xml'));
  expect(report.plan.format?.name).toBe('ceneo');
  expect(records['/products/101']?.attributes).toMatchObject({
    title: 'Lampa stołowa',
    price: 129.9,
    currency: 'PLN',
    brand: 'Kestrel',
    gtin: '5901234123457',
    color: 'czarny',
    availability: true,
    additional_images: ['https://img.example/l2.jpg'],
  });
  expect(records['/products/101']?.attributes).not.toHaveProperty('mpn');
  expect(records['/products/102']?.attributes.availability).toBe(false);
});

test('a price of YML that is the lowest of several is taken, told by its row, and counted', async () => {
  const text = feed('yandex.xml').toString().replace('<price>', '<price from="true">');
  const { report, records } = await convertText(text);
  expect(report.leftOutExamples).toMatchObject([{ code: 'price.from', line: expect.any(Number) }]);
  expect(report.leftOut.get('price.from')).toBe(1);
  expect(records['/products/77']?.variants?.['9012']?.attributes.sale_price).toBe(8990);
  const others = feed('yandex.xml').toString().replace('<price>', '<price from="false">');
  expect((await convertText(others)).report.leftOut.size).toBe(0);
});

test('the root of the categories of Heureka is no category of the shop', async () => {
  const item = (id: string, category: string) =>
    `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>Lis</PRODUCTNAME><URL>https://s.example/${id}</URL><PRICE_VAT>121</PRICE_VAT><CATEGORYTEXT>${category}</CATEGORYTEXT></SHOPITEM>`;
  const { records } = await convertText(
    `<SHOP>${item('a', 'Heureka.cz | Kuchyně | Lisy')}${item('b', 'Kuchyně | Lisy')}${item('c', 'Heureka.cz')}</SHOP>`,
  );
  const press = [
    [
      { id: 'kuchyne', name: 'Kuchyně' },
      { id: 'kuchyne_lisy', name: 'Lisy' },
    ],
  ];
  expect(Object.values(records).map(({ attributes }) => attributes.category_paths)).toEqual([
    press,
    press,
    [[{ id: 'heureka-cz', name: 'Heureka.cz' }]],
  ]);
});

test('Skroutz: sizes of one product are a list', async () => {
  const product = (id: number, size: string) =>
    `<product><id>${id}</id><name>Φόρεμα</name><link>https://s.example/${id}</link><price_with_vat>49.90</price_with_vat><size>${size}</size></product>`;
  const { records } = await convertText(
    `<mywebstore><products>${product(1, 'S, M,L')}${product(2, 'XL')}</products></mywebstore>`,
  );
  expect([1, 2].map((id) => records[`/products/${id}`]?.attributes.size)).toEqual([['S', 'M', 'L'], 'XL']);
});

test('Skroutz: variations have their own price, stock and size; those of the product are not theirs', async () => {
  const variation = (id: string, price: string, quantity: number) =>
    `<variation><variationid>7-${id}</variationid><price_with_vat>${price}</price_with_vat><size>${id}</size><quantity>${quantity}</quantity></variation>`;
  const { report, records } = await convertText(
    `<mywebstore><products>
<product><id>7</id><name>Φόρεμα</name><link>https://s.example/7</link><price_with_vat>49.90</price_with_vat><size>S,M</size><manufacturer>Kestrel</manufacturer><variations><total>2</total>${variation('S', '49.90', 0)}${variation('M', '39.90', 2)}</variations></product>
<product><id>8</id><name>Ζώνη</name><link>https://s.example/8</link><price_with_vat>9.90</price_with_vat><quantity>0</quantity></product>
</products></mywebstore>`,
  );
  expect([report.products, report.variants]).toEqual([2, 2]);
  const dress = records['/products/7'];
  expect(dress?.attributes).toMatchObject({ title: 'Φόρεμα', brand: 'Kestrel', availability: true });
  expect(dress?.attributes).not.toHaveProperty('size');
  expect(dress?.variants).toEqual({
    '7-S': { attributes: { price: 49.9, size: 'S', availability: false } },
    '7-M': { attributes: { price: 39.9, size: 'M', availability: true } },
  });
  expect(records['/products/8']?.attributes.availability).toBe(false);
});

test('Ceneo as plugins write it: values in attributes, categories between angles, a price in another currency', async () => {
  const offer = (id: string, price: string, rest: string) =>
    `<o id="${id}" url="https://s.example/${id}" price="${price}" avail="1"><name>Lampa</name>${rest}</o>`;
  const { report, records } = await convertText(
    `<offers>${offer('1', '49.99', '<cat>Dom &gt; Audio/Wideo</cat><images><image url="https://i.example/1.jpg"/></images><attrs><a name="EAN" value="5901234123457"/><a name="Kolor">czarny</a><a name="Producent" value="Ikea"/></attrs>')}${offer('2', '9.99 EUR', '<cat>Dom/Lampy</cat>')}</offers>`,
  );
  expect(records['/products/1']?.attributes).toMatchObject({
    category_paths: [[{ name: 'Dom' }, { name: 'Audio/Wideo' }]],
    thumb_image: 'https://i.example/1.jpg',
    gtin: '5901234123457',
    color: 'czarny',
    brand: 'Ikea',
    currency: 'PLN',
  });
  expect(records['/products/2']?.attributes).toMatchObject({ currency: 'EUR', price: 9.99 });
  expect(report.leftOut.size).toBe(0);
});
