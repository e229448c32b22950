import { expect, test } from 'vitest';
import { convertText } from './convert-text.ts';

const HEADER = 'id;title;link;price';
const attributesOf = async (feed: string | Uint8Array, id = '1') =>
  (await convertText(feed)).records[`/products/${id}`]?.attributes;

test('a few bytes of another encoding do not change that of the feed', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `${at};Größe;https://s.example/${at};1,50\n`).join('');
  const feed = Buffer.concat([
    Buffer.from(`${HEADER}\n${rows}`),
    Buffer.from('last;Gr\xf6\xdfe;https://s.example/l;1,50\n', 'latin1'),
  ]);
  const { report, records } = await convertText(feed, { maxRejected: { rows: 1 } });
  expect(report.rejections).toMatchObject([{ code: 'encoding.invalid', line: 22 }]);
  expect(records['/products/3']?.attributes.title).toBe('Größe');
});

test('a title stands above the header, and rows of nothing at the end', async () => {
  const { report, records } = await convertText(
    `Export of 2026-11-27\n\n${HEADER}\n1;Lamp;https://s.example/1;12,90\n;;;\n;;;\n`,
  );
  expect(report.rows).toBe(1);
  expect(records['/products/1']?.attributes.price).toBe(12.9);
});

test('what spreadsheets and databases write in place of nothing is no value', async () => {
  const found = await attributesOf(
    `${HEADER};image_link;brand;sale price;availability\n1;Lamp;https://s.example/1;12,90;#NV;nan;NULL;#N/A\n`,
  );
  expect(Object.keys(found ?? {}).sort()).toEqual(['price', 'title', 'url']);
});

test('codes that a spreadsheet protects are themselves, and those that it has spoilt are left out', async () => {
  const { report, records } = await convertText(
    `${HEADER};ean\n"=""0012""";Lamp;https://s.example/1;5;4,00638E+12\n="0013";Vase;https://s.example/2;5;4006381333931\n1,23457E+12;Cup;https://s.example/3;5;\n`,
    { maxRejected: { rows: 1 } },
  );
  expect(records['/products/0012']?.attributes).not.toHaveProperty('gtin');
  expect(records['/products/0013']?.attributes.gtin).toBe('4006381333931');
  expect(report.leftOutExamples).toMatchObject([{ code: 'value.digits', line: 2 }]);
  expect(report.rejections).toMatchObject([{ code: 'value.digits', line: 4 }]);
});

test('a group whose digits are lost rejects its row alone', async () => {
  const { report } = await convertText(
    `${HEADER};item_group_id\n1;Lamp;https://s.example/1;5;1,23457E+12\n2;Vase;https://s.example/2;5;G\n`,
    { maxRejected: { rows: 1 } },
  );
  expect([report.products, report.rejections]).toMatchObject([1, [{ code: 'value.digits', line: 2 }]]);
});

test('products of XML may have nothing but attributes', async () => {
  const product = (sku: string, stock: number) =>
    `<product sku="${sku}" name="Lamp" price="12.50" url="https://s.example/${sku}" stock="${stock}"/>`;
  const { records } = await convertText(`<products>${product('1', 0)}${product('2', 3)}</products>`);
  expect(Object.values(records).map(({ attributes }) => attributes.availability)).toEqual([false, true]);
});

test('the prefix of the root says nothing', async () => {
  const entry =
    '<a:entry><g:id>1</g:id><a:title>Lamp</a:title><a:link href="https://s.example/1"/><g:price>5.00 EUR</g:price><g:availability>out of stock</g:availability></a:entry>';
  const feed = `<a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">${entry}</a:feed>`;
  expect(await attributesOf(feed)).toMatchObject({
    title: 'Lamp',
    url: 'https://s.example/1',
    availability: false,
  });
});

test('the currency beside the price in XML', async () => {
  const product = (id: string) =>
    `<produit><id>${id}</id><titre>Lampe</titre><prix devise="CHF">5,00</prix><url>https://s.example/${id}</url></produit>`;
  expect(await attributesOf(`<produits>${product('1')}${product('2')}</produits>`)).toMatchObject({
    price: 5,
    currency: 'CHF',
  });
});

test('names that end in a language or a currency', async () => {
  const found = await attributesOf(
    'id;title_en;title_de;price_eur;price_usd;link\n1;Lamp;Lampe;5.00;6.00;https://s.example/1\n',
  );
  expect(found).toMatchObject({ title: 'Lamp', price: 5, currency: 'EUR', title_de: 'Lampe' });
});

test('a time of delivery tells of the availability where nothing else does', async () => {
  const rows = ['1-3 Werktage', 'nicht lieferbar', '0'].map(
    (time, at) => `${at};Lampe;https://s.example/${at};5,00;${time}\n`,
  );
  const { records } = await convertText(`sku;title;url;price;deliveryTime\n${rows.join('')}`);
  expect(Object.values(records).map(({ attributes }) => attributes.availability)).toEqual([
    true,
    false,
    true,
  ]);
});

test('a regular price beside the price of a Google feed, and nothing in stock beside a yes of YML', async () => {
  const google = await attributesOf(
    'id;title;link;availability;regular price;price\n1;Lamp;https://s.example/1;in stock;20.00;15.00\n',
  );
  expect(google).toMatchObject({ price: 20, sale_price: 15 });
  const yml = await attributesOf(
    '<yml_catalog><shop><offers><offer id="1" available="true"><price>1299</price><price_promo>999</price_promo><currencyId>UAH</currencyId><categoryId>2</categoryId><stock_quantity>0</stock_quantity><name>Лампа</name><url>https://s.example/1</url></offer></offers></shop></yml_catalog>',
  );
  expect(yml).toMatchObject({ price: 1299, sale_price: 999, availability: false });
});

test('a feed of which every row is rejected says why, and not that it has only a header', async () => {
  const failure = convertText(`${HEADER}\n1;Lamp "Oak;https://s.example/1;5;\n`, {
    maxRejected: { share: 1 },
  });
  await expect(failure).rejects.toMatchObject({
    code: 'convert.empty',
    details: { problems: [{ code: 'csv.columns', line: 2 }] },
  });
});
