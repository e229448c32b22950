import { expect, test } from 'vitest';
import { currencyOf } from '../../../src/client/convert/values/currencies.ts';
import { readFlag } from '../../../src/client/convert/values/flag.ts';
import { convertText } from './convert-text.ts';

test('names of fields count however their words are divided', async () => {
  const { records } = await convertText(
    'Produktnamn;Artikelnummer;Tillverkare;URL;Pris inkl.moms;Ord. pris;EanCode\n' +
      'Stol;A-1;Björk;https://s.example/1;1 295 kr;1 595 kr;7350000000017\n',
  );
  expect(records['/products/A-1']?.attributes).toMatchObject({
    price: 1595,
    sale_price: 1295,
    gtin: '7350000000017',
  });
});

test.each([
  ['Price (tax excl.);Price (tax incl.)', '19,12 €;22,94 €'],
  ['Prix (HT);Prix (TTC)', '19,12;22,94'],
  ['Cena, netto;Cena, brutto', '19,12;22,94'],
])('the price with tax counts: %s', async (names, prices) => {
  const { records } = await convertText(
    `id;name;url;${names}\n1;Lamp;https://s.example/1;${prices}\n2;Rug;https://s.example/2;${prices}\n`,
  );
  expect(records['/products/1']?.attributes.price).toBe(22.94);
});

test('a price without tax counts where there is no other', async () => {
  const { records } = await convertText('id;name;url;Preis (netto)\n1;Lamp;https://s.example/1;19,12 €\n');
  expect(records['/products/1']?.attributes.price).toBe(19.12);
});

test('elements in a list of such are what their names say', async () => {
  const { records } = await convertText(
    '<products><product><id>1</id><nazwa>Kubek</nazwa><cena>29,99</cena><adres>https://s.example/1</adres>' +
      '<zdjecia><zdjecie>https://s.example/1.jpg</zdjecie></zdjecia></product></products>',
  );
  expect(records['/products/1']?.attributes.thumb_image).toBe('https://s.example/1.jpg');
});

test('texts by language, and attributes and prices of nested variants', async () => {
  const variants = [
    {
      sku: 'O-1',
      price: { amount: '129.00' },
      compareAtPrice: { amount: '149.00' },
      attributes: { color: 'oak' },
    },
    { sku: 'O-2', price: { amount: '139.00' }, attributes: { color: 'black' } },
  ];
  const product = { id: 'O', name: { de: 'Stuhl', en: 'Chair' }, url: 'https://s.example/o', variants };
  const { records } = await convertText(JSON.stringify({ products: [product] }));
  expect(records['/products/O']?.attributes.title).toBe('Stuhl');
  expect(records['/products/O']?.variants).toMatchObject({
    'O-1': { attributes: { price: 149, sale_price: 129, color: 'oak' } },
    'O-2': { attributes: { price: 139, color: 'black' } },
  });
});

test('a field of which a few Latin letters are the rest becomes no attribute', async () => {
  const { report } = await convertText(
    '商品番号,商品名,販売価格,商品URL,ジャンルID,PC用商品説明文\nC-1,湯のみ,2980,https://s.example/1,101,有田焼\n',
  );
  const unused = report.plan.fields.filter(({ takenFor }) => takenFor.length === 0);
  expect(unused.map(({ field }) => field)).toEqual(['ジャンルID']);
});

test('lines that explain the columns of a template are skipped', async () => {
  const { records } = await convertText(
    '# Required | The id,# Required | The title,# Required | The price,# Required | The page\n' +
      'id,title,price,link\n1,Hat,5 USD,https://s.example/1\n',
  );
  expect(records['/products/1']?.attributes.title).toBe('Hat');
});

test.each([
  ['1 200', true],
  ['Skickas inom 1-3 vardagar', true],
  ['3-5 munkanap', true],
  ['2-3 giorni lavorativi', true],
  ['完売しました', false],
  ['在庫切れ（入荷未定）', false],
  ['在庫あり（即納）', true],
])('the availability %s is %s', (text, isAvailable) => {
  expect(readFlag(text)).toBe(isAvailable);
});

test('the Swedish word for from is no franc', () => {
  expect(currencyOf('fr. kr')).toBeUndefined();
  expect(currencyOf('fr.')).toBe('CHF');
});

test.each([
  ['several addresses in a cell', 'https://s.example/1.jpg,https://s.example/2.jpg'],
  ['a semicolon between them', 'https://s.example/1.jpg;https://s.example/2.jpg'],
])('further images are kept: %s', async (_, images) => {
  const { records } = await convertText(
    `id,name,url,price,imageUrls\n1,Lamp,https://s.example/a,5,"${images}"\n2,Rug,https://s.example/b,5,https://s.example/3.jpg\n`,
    { shopUrl: 'https://s.example' },
  );
  expect(records['/products/1']?.attributes).toMatchObject({
    thumb_image: expect.stringMatching(/1\.jpg/),
    additional_images: ['https://s.example/2.jpg'],
  });
  expect(records['/products/2']?.attributes).not.toHaveProperty('additional_images');
});

test('attributes of a stock element say whether a product can be bought', async () => {
  const item = (id: number, status: string) =>
    `<product><sku>${id}</sku><name>N</name><price>5</price><link>https://s.example/${id}</link><stock status="${status}" qty="0"/>` +
    `<images><image>https://s.example/${id}a.jpg</image><image>https://s.example/${id}b.jpg</image></images></product>`;
  const { records } = await convertText(`<all>${item(1, 'in_stock')}${item(2, 'out_of_stock')}</all>`);
  expect(records['/products/1']?.attributes.availability).toBe(true);
  expect(records['/products/2']?.attributes).toMatchObject({
    availability: false,
    additional_images: ['https://s.example/2b.jpg'],
  });
});

test.each([
  ['Preis exkl. MwSt.;Preis inkl. MwSt.', '10,50;12,60', { price: 12.6 }],
  ['Preço de;Preço por', '14,00;12,60', { price: 14, sale_price: 12.6 }],
])('prices under %s', async (names, prices, expected) => {
  const { records } = await convertText(`Código;Nome;URL;${names}\n1;N;https://s.example/1;${prices}\n`);
  expect(records['/products/1']?.attributes).toMatchObject(expected);
});

test.each(['일시 품절', '(품절) 입고예정', '暂时缺货'])('%s is sold out', (text) => {
  expect(readFlag(text)).toBe(false);
});
