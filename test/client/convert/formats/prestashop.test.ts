import { expect, test } from 'vitest';
import { convertText } from '../convert-text.ts';

const FEED = `Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax included;Reference #;Manufacturer;EAN13;Quantity;Out of stock action;Description;Image URLs (x,y,z...)
12;1;Lamp;Home/Lighting,Sale;12.50;L-1;Kestrel;4006381333931;5;0;<p>A lamp</p>;https://img.example/1.jpg,https://img.example/2.jpg
13;0;Vase;Home;9.99;L-2;Kestrel;;3;0;A vase;https://img.example/3.jpg
14;1;Jar;Home;9.99;L-3;Kestrel;;0;1;A jar;https://img.example/4.jpg
15;1;Cup;Home;9.99;L-4;Kestrel;;0;2;A cup;https://img.example/5.jpg
`;

test('PrestaShop: images, category paths, and what is sold out, disabled or orderable', async () => {
  const { report, records } = await convertText(FEED, { shopUrl: 'https://shop.example' });
  expect(report.plan.format?.name).toBe('prestashop');
  expect(records['/products/12']?.attributes).toEqual({
    title: 'Lamp',
    description: 'A lamp',
    brand: 'Kestrel',
    url: 'https://shop.example/index.php?controller=product&id_product=12',
    thumb_image: 'https://img.example/1.jpg',
    additional_images: ['https://img.example/2.jpg'],
    category_paths: [
      [
        { id: 'home', name: 'Home' },
        { id: 'home_lighting', name: 'Lighting' },
      ],
      [{ id: 'sale', name: 'Sale' }],
    ],
    price: 12.5,
    sku: 'L-1',
    gtin: '4006381333931',
    availability: true,
  });
  expect(records['/products/13']?.attributes).not.toHaveProperty('additional_images');
  const isAvailable = (id: number) => records[`/products/${id}`]?.attributes.availability;
  expect([13, 14, 15].map(isAvailable)).toEqual([false, true, false]);
});

/** The header of the sample file of PrestaShop 8, without columns that say nothing here. */
const SAMPLE = `Product ID;Active (0/1);Name *;Price tax excluded;Quantity;Visibility;Available for order (0 = No, 1 = Yes);Image URLs (x,y,z...);Feature(Name:Value:Position)
1;1;Sukienka;1299,50;3;both;1;https://img.example/1.jpg;Kolor:Czerwony:0,Materiał:Bawełna:1
2;1;Buty;249,00;3;none;1;https://img.example/2.jpg;
3;1;Czapka;19,00;3;;0;https://img.example/3.jpg;
`;

test('PrestaShop: features are attributes; what is nowhere shown, or not for order, is unavailable', async () => {
  const { records } = await convertText(SAMPLE, { shopUrl: 'https://shop.example' });
  expect(records['/products/1']?.attributes).toMatchObject({
    color: 'Czerwony',
    material: 'Bawełna',
    availability: true,
  });
  const isAvailable = (id: number) => records[`/products/${id}`]?.attributes.availability;
  expect([2, 3].map(isAvailable)).toEqual([false, false]);
});

test('PrestaShop: a discount between its dates makes a sale price, by amount or share', async () => {
  const rows = [
    '1;1;"20,00";;2026-01-01;2026-12-31',
    '2;1;;15;;',
    '3;1;;15;0000-00-00 00:00:00;0000-00-00',
    '4;1;20;;2020-01-01;2020-12-31',
    '5;1;;;;',
  ];
  const { report, records } = await convertText(
    `Product ID;Active (0/1);Discount amount;Discount percent;Discount from (yyyy-mm-dd);Discount to (yyyy-mm-dd);Name *;Price tax included;Image URLs (x,y,z...)\n${rows.map((row) => `${row};Lampe;1 120,50;\n`).join('')}`,
    { shopUrl: 'https://shop.example' },
  );
  const prices = [1, 2, 3, 4, 5].map((id) => {
    const { price, sale_price, ...others } = records[`/products/${id}`]?.attributes ?? {};
    expect(Object.keys(others)).toEqual(['title', 'url']);
    return [price, sale_price];
  });
  expect(prices).toEqual([
    [1120.5, 1100.5],
    [1120.5, 952.43],
    [1120.5, 952.43],
    [1120.5, undefined],
    [1120.5, undefined],
  ]);
  expect(report.leftOut.size).toBe(0);
});
