import { expect, test } from 'vitest';
import { convertText, type TestOptions } from './convert-text.ts';

const HEAD = 'id;title;link;price;sale_price;currency\n';

async function convertPrices(rows: readonly string[], options: TestOptions = {}) {
  const text = HEAD + rows.map((row, at) => `${at + 1};T;https://s.example/${at};${row}\n`).join('');
  const { records, report } = await convertText(text, { from: 'csv', ...options });
  const prices = Object.values(records).map(({ attributes }) => attributes.price);
  return { prices, records, report };
}

test('three digits everywhere are thousands, whatever the separator', async () => {
  expect((await convertPrices(['1.299 EUR;;', '899 EUR;;'])).prices).toEqual([1299, 899]);
  expect((await convertPrices(['1,299;;', '12,345;;'])).prices).toEqual([1299, 12345]);
});

test('one price with a fraction tells of all others, wherever the marks differ', async () => {
  expect((await convertPrices(['1.299;;', '12,50;;'])).prices).toEqual([1299, 12.5]);
  expect((await convertPrices(['1.299;;', '12.50;;'])).prices).toEqual([1.299, 12.5]);
});

test('where prices contradict each other the feed is refused, and the option decides', async () => {
  const rows = ['12.50;;', '12,50;;', '1.299;;'];
  await expect(convertPrices(rows)).rejects.toMatchObject({
    code: 'convert.too_many_rejected',
    hint: expect.stringContaining('--decimal'),
  });
  expect((await convertPrices(rows, { decimal: 'comma' })).prices).toEqual([12.5, 12.5, 1299]);
});

test('a fraction far behind whole thousands refuses the feed, naming the option', async () => {
  const rows = [...Array.from({ length: 600 }, () => '1.299;;'), '12.50;;'];
  await expect(convertPrices(rows)).rejects.toMatchObject({
    code: 'feed.decimal',
    hint: expect.stringContaining('--decimal point'),
  });
});

test('dinars have three digits behind the mark: nobody knows', async () => {
  await expect(convertPrices(['1.250;;KWD', '3.500;;KWD'])).rejects.toMatchObject({
    hint: expect.stringContaining('--decimal'),
  });
});

test.each([
  ['CA$ 12.50', 12.5, 'CAD'],
  ['R$ 1.299,00', 1299, 'BRL'],
  ['AU$12.50', 12.5, 'AUD'],
  ['Rs. 1,299.00', 1299, undefined],
  ['kr. 199,00', 199, undefined],
  ['$5 CAD', 5, 'CAD'],
  ['1 290,50 Kč', 1290.5, 'CZK'],
  ['129,99 zł', 129.99, 'PLN'],
  ['8 990 руб.', 8990, 'RUB'],
  ['1 299,00 грн', 1299, 'UAH'],
  ['1 299:-', 1299, undefined],
  ['￥1,980', 1980, 'JPY'],
  ['1,980円（税込）', 1980, 'JPY'],
  ['12,50 € TTC', 12.5, 'EUR'],
  ['¥1,290.50', 1290.5, 'CNY'],
  ['12,50 € inkl. MwSt.', 12.5, 'EUR'],
  ['12,50 € IVA incl.', 12.5, 'EUR'],
  ['12.50 ea', 12.5, undefined],
  ['12,50 €/ks', 12.5, 'EUR'],
  ['S/ 12.50', 12.5, 'PEN'],
] as const)('%s', async (price, digits, currency) => {
  const text = `id\ttitle\tlink\tprice\n1\tT\thttps://s.example/1\t${price}\n`;
  const { records } = await convertText(text, { from: 'tsv' });
  expect(records['/products/1']?.attributes.price).toBe(digits);
  expect(records['/products/1']?.attributes.currency).toBe(currency);
});

test.each([
  ['from 12.50', 'value.price'],
  ['ab 12,50 €', 'value.price'],
  ['10% off', 'value.price'],
  ['12.50 USD 10', 'value.number'],
  ['10 - 20', 'value.number'],
  ['USD 5 EUR', 'value.price'],
  ['12,50 €/kg', 'value.price'],
  ['12.50/kg', 'value.price'],
  ['12.50 USD / month', 'value.price'],
  ['2 x 5.00', 'value.number'],
  ['-5', 'price.negative'],
  ['(12.50)', 'price.negative'],
])('%s is no price', async (price, code) => {
  const { report } = await convertPrices([`${price};;`, '5;;'], { maxRejected: { rows: 1 } });
  expect([...report.rejectedByCode]).toEqual([[code, 1]]);
  expect(report.rejections[0]?.line).toBe(2);
});

test('a sale price that cannot be is left out and told by its row; a price of 0 is told', async () => {
  const { records, report } = await convertPrices([
    '10;12;',
    '10;0;',
    '0;;',
    '10 USD;8 EUR;',
    '10 USD;8;EUR',
    '10;8;',
    '10;10.00;',
  ]);
  expect(Object.values(records).map(({ attributes }) => attributes.sale_price)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    8,
    8,
    undefined,
  ]);
  expect(Object.fromEntries(report.leftOut)).toEqual({
    'price.sale_above': 1,
    'price.sale_zero': 1,
    'price.zero': 1,
    'price.currencies': 2,
    'price.sale_same': 1,
  });
  expect(report.leftOutExamples.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 8]);
});

const FORMER = [
  ['10', '12', { price: 12, sale_price: 10 }],
  ['10', '10', { price: 10 }],
  ['10', '', { price: 10 }],
  ['10', '0', { price: 10 }],
  ['10', '8', { price: 10 }],
] as const;

test.each([
  ['its names are known', 'id;title;link;price;old_price', {}],
  ['Awin', 'product_id;product_name;deep_link;search_price;product_price_old', { from: 'awin' }],
  ['Kelkoo', 'offer-id;title;product-url;price;price-no-rebate', { from: 'kelkoo' }],
  ['Shopify', 'Handle;Title;Option1 Value;Variant Price;Variant Compare At Price', { from: 'shopify' }],
])('a former price is the price only where it is higher: %s', async (_, header, options) => {
  const rows = FORMER.map(([price, former], at) => `${at};T;https://s.example/${at};${price};${former}`);
  const { records, report } = await convertText([header, ...rows].join('\n'), {
    ...options,
    shopUrl: 'https://s.example',
  });
  const prices = Object.values(records).map(({ attributes, variants = {} }) => {
    const { price, sale_price } = { ...attributes, ...Object.values(variants)[0]?.attributes };
    return { price, ...(sale_price === undefined ? {} : { sale_price }) };
  });
  expect(prices).toEqual(FORMER.map(([, , expected]) => expected));
  expect(report.leftOutExamples).toMatchObject([
    { code: 'price.sale_above', line: 6, message: 'former_price: 8 is below the price 10; left out' },
  ]);
});

test('a price of 0 beside a former price is not sold at that price: its row is told', async () => {
  const offer = (id: number, price: string) =>
    `<offer id="${id}" available="true"><url>https://s.example/${id}</url><name>T</name><price>${price}</price>` +
    '<oldprice>120</oldprice><currencyId>RUB</currencyId><categoryId>1</categoryId></offer>';
  const feed = `<yml_catalog><shop><offers>${offer(1, '0')}${offer(2, '90')}</offers></shop></yml_catalog>`;
  const { records, report } = await convertText(feed, { maxRejected: { rows: 1 } });
  expect(Object.keys(records)).toEqual(['/products/2']);
  expect(report.rejections).toMatchObject([
    { code: 'price.zero', line: 1, message: 'price: it is 0 beside the former price 120' },
  ]);
});

test('numbers of JSON say nothing of how texts are written', async () => {
  const product = (id: string, price: unknown) => ({
    id,
    name: 'Stuhl',
    url: `https://s.example/${id}`,
    price,
  });
  const { records } = await convertText(
    JSON.stringify([product('a', 12.5), product('b', '1.299'), product('c', '89,90')]),
  );
  expect(['a', 'b', 'c'].map((id) => records[`/products/${id}`]?.attributes.price)).toEqual([
    12.5, 1299, 89.9,
  ]);
});

test('a recommended price beside a price and a sale price changes neither', async () => {
  const { records } = await convertText(
    'id,title,url,price,sale_price,rrp\n1,A,https://s.example/1,49.90,39.90,59.90\n',
  );
  expect(records['/products/1']?.attributes).toMatchObject({ price: 49.9, sale_price: 39.9 });
});

test('the sign of yen and yuan is one currency in all of a feed: a fraction tells which', async () => {
  const currenciesIn = async (...prices: string[]) => {
    const rows = prices.map((price, at) => `${at},椅子,https://s.example/${at},"${price}"\n`).join('');
    const { records, report } = await convertText(`id,title,link,price\n${rows}`);
    expect(report.leftOut.size).toBe(0);
    return Object.values(records).map(({ attributes }) => attributes.currency);
  };
  expect(await currenciesIn('¥1299', '￥129.00')).toEqual(['CNY', 'CNY']);
  expect(await currenciesIn('¥1,299', '￥129')).toEqual(['JPY', 'JPY']);
});

const convertCrowns = (header: string, ...rows: readonly string[]) =>
  convertText(`id;title;price;${header}\n${rows.map((row, at) => `${at + 1};T;199 kr;${row}\n`).join('')}`, {
    from: 'csv',
  });

test.each([
  ['link', 'https://shop.se/1', 'SEK'],
  ['link', 'https://shop.no:443/1', 'NOK'],
  ['link;language', 'https://shop.com/1;da-DK', 'DKK'],
  ['link;Country', 'https://shop.com/1;Iceland', 'ISK'],
  ['link;currency', 'https://shop.se/1;NOK', 'NOK'],
  ['link;currency', 'https://shop.se/1;kr', 'SEK'],
])('kr beside %s of %s is %s', async (header, row, currency) => {
  const { records, report } = await convertCrowns(header, row);
  expect(records['/products/1']?.attributes).toMatchObject({ price: 199, currency });
  expect([...report.leftOut]).toEqual([]);
});

test('kr in XML is the crown of the language around its products', async () => {
  const { records } = await convertText(
    '<shop xml:lang="nb"><p><id>1</id><title>T</title><link>https://s.example/1</link><price>kr 199</price></p></shop>',
  );
  expect(records['/products/1']?.attributes).toMatchObject({ price: 199, currency: 'NOK' });
});

test('where nothing or several say whose crown kr is, it is told once, with what to write', async () => {
  const unknown = await convertCrowns('link', 'https://shop.com/1', 'https://shop.com/2');
  expect(unknown.records['/products/1']?.attributes.currency).toBeUndefined();
  expect([...unknown.report.leftOut]).toEqual([['price.crown', 2]]);
  expect(unknown.report.leftOutExamples).toMatchObject([
    { line: 2, message: expect.stringContaining('currency: { value: SEK }') },
  ]);
  const several = await convertCrowns('link', 'https://shop.se/1', 'https://shop.dk/2');
  expect([...several.report.leftOut]).toEqual([['price.crown', 2]]);
});

test('a mapping says which crown kr is', async () => {
  const { records, report } = await convertText('id;title;link;price\n1;T;https://shop.com/1;199 kr\n', {
    from: 'csv',
    map: { attributes: { currency: { value: 'DKK' } } },
  });
  expect(records['/products/1']?.attributes.currency).toBe('DKK');
  expect([...report.leftOut]).toEqual([]);
});
