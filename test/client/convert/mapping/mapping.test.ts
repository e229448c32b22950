import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEED_FORMATS } from '../../../../src/client/convert/formats/formats.ts';
import { readMapping } from '../../../../src/client/convert/mapping/read-mapping.ts';
import { FROM_NAMES } from '../../../../src/client/convert/plan-feed.ts';
import { convertText } from '../convert-text.ts';

const BASE = { format: 'csv', id: 'nr', unmapped: 'drop' };
const attributes = { title: 'name', url: { value: 'https://s.example' }, price: 'price' };

async function attributesOf(feed: string, rules: object, more: object = {}) {
  const { records } = await convertText(feed, {
    map: { ...BASE, attributes: { ...attributes, ...rules }, ...more },
  });
  return records['/products/1']?.attributes;
}

test('every kind of rule', async () => {
  const feed =
    'nr,name,price,a,b,tags,state,width,cats,empty,path\n1,Lamp,"1,5",x y,z,p|q|p,ja,1200 mm,L/F;L/W,,é o\n';
  const rules = {
    joined: { join: ['a', 'empty', 'b'], with: '-' },
    first: { field: ['empty', 'b'] },
    constant: { value: true },
    keywords: { field: 'tags', split: '|' },
    availability: { field: 'state', lookup: { ja: true, nein: false } },
    width: { field: 'width', unit: 'cm' },
    category_paths: { field: 'cats', split: ';', path: '/' },
    fallback: { field: 'empty', default: 'none' },
    otherwise: { field: 'empty', else: { template: '{a|slug}/{path|url}/{empty or b}' } },
    nothing: { template: '{empty}x' },
  };
  expect(await attributesOf(feed, rules, { decimal: 'comma' })).toEqual({
    title: 'Lamp',
    url: 'https://s.example',
    price: 1.5,
    joined: 'x y-z',
    first: 'z',
    constant: true,
    keywords: ['p', 'q', 'p'],
    availability: true,
    width: 120,
    category_paths: [
      [
        { id: 'l', name: 'L' },
        { id: 'l_f', name: 'F' },
      ],
      [
        { id: 'l', name: 'L' },
        { id: 'l_w', name: 'W' },
      ],
    ],
    fallback: 'none',
    otherwise: 'x-y/%C3%A9%20o/z',
  });
});

test.each([
  ['1250', { field: 'sum', minor: 2 }, 12.5],
  ['-5', { field: 'sum', minor: 2 }, -0.05],
  ['1250', { field: 'sum', minor: 0 }, 1250],
  ['1250', { field: 'sum', minor: 'places' }, 1.25],
  ['1250', { field: 'sum', minor: 'currency' }, 1.25],
  ['1250', { field: 'sum', minor: 'empty' }, 12.5],
  ['12.50', { field: 'sum', minor: 2 }, undefined],
])('%s as %j is %d', async (sum, cost, expected) => {
  const feed = `nr,name,sum,places,currency,empty\n1,Lamp,${sum},3,KWD,\n`;
  const rules = { price: { value: 1 }, cost: { type: 'number', ...cost } };
  expect((await attributesOf(feed, rules))?.cost).toBe(expected);
});

test.each([
  [{ id: { field: 'a', value: 'b' } }, 'mapping.source'],
  [{ id: {} }, 'mapping.source'],
  [{ attributes: { title: { feild: 'a' } } }, 'mapping.unknown_key'],
  [{ atributes: {} }, 'mapping.unknown_key'],
  [{ format: 'excel' }, 'mapping.value'],
  [{ decimal: ',' }, 'mapping.value'],
  [{ attributes: { '2nd': 'a' } }, 'attribute.name'],
  [{ attributes: { path: 'a' } }, 'attribute.reserved'],
  [{ attributes: { price: { field: 'a', type: 'text' } } }, 'mapping.type'],
  [{ attributes: { width: { field: 'a', unit: 'furlong' } } }, 'mapping.value'],
  [{ attributes: { price: { field: 'a', minor: 2.5 } } }, 'mapping.value'],
  [{ attributes: { a: { field: 'a', lookup: ['b'] } } }, 'mapping.value'],
  [{ attributes: { a: { field: 'a', else: { nothing: 1 } } } }, 'mapping.unknown_key'],
  [{ attributes: { a: 5 } }, 'mapping.rule'],
  [{ attributes: [] }, 'mapping.rule'],
  ['text', 'mapping.rule'],
])('%j is refused: %s', (data, code) => {
  expect(() => {
    readMapping(data, FROM_NAMES);
  }).toThrow(expect.objectContaining({ code, kind: 'input', hint: expect.any(String) }));
});

test('a rule of null takes one of the format away, group included', async () => {
  const feed = readFileSync(new URL('../../../../fixtures/feeds/google.xml', import.meta.url));
  const { report, records } = await convertText(feed, {
    map: { format: 'google', group: null, attributes: { currency: null } },
  });
  expect([report.products, report.variants]).toEqual([3, 0]);
  expect(records['/products/TV_123456']?.attributes).not.toHaveProperty('currency');
});

test('usual names are taken without a mapping; what no field looks like is told', async () => {
  const feed =
    'SKU;Product Name;Preis;Product URL;Category;Farbe\n1;Lampe;12,50;https://s.example;Licht / Lampen;rot\n';
  const { records, text } = await convertText(feed);
  expect(text).toContain('"price":12.50');
  expect(records['/products/1']?.attributes).toEqual({
    title: 'Lampe',
    url: 'https://s.example',
    price: 12.5,
    category_paths: [
      [
        { id: 'licht', name: 'Licht' },
        { id: 'licht_lampen', name: 'Lampen' },
      ],
    ],
    color: 'rot',
  });
  await expect(convertText('a,b\n1,2\n')).rejects.toMatchObject({
    code: 'feed.unknown_fields',
    message: 'no field of the feed matches id, title, price, url',
    hint: expect.stringContaining('--init'),
  });
  const catalog = '{"op":"add","path":"/products/1","value":{"attributes":{"title":"Lamp","price":1}}}\n';
  await expect(convertText(catalog)).rejects.toMatchObject({
    code: 'feed.unknown_fields',
    message: 'this is a catalog, not a feed',
    hint: expect.stringContaining('brctl push'),
  });
});

test('a value that is not needed and cannot be read is left out, and counted', async () => {
  const feed = 'id,name,price,url,width\n1,Lamp,1,https://s.example,wide\n';
  const { report, records } = await convertText(feed);
  expect(records['/products/1']?.attributes).not.toHaveProperty('width');
  expect(report.leftOut).toEqual(new Map([['value.number', 1]]));
  expect(report.leftOutExamples).toMatchObject([{ line: 2, message: "width: 'wide' is not a number" }]);
});

test.each([
  [
    'a product',
    'id,title,url,price\n1,A,https://s.example,1\n2,B,https://s.example,1\n1,C,https://s.example,1\n',
  ],
  [
    'a variant',
    'id,group_id,title,url,price\nv,G,A,https://s.example,1\nw,,B,https://s.example,1\nv,G,C,https://s.example,1\n',
  ],
])('%s that comes twice is rejected, the first is kept', async (_, feed) => {
  await expect(convertText(feed)).rejects.toMatchObject({ hint: expect.stringContaining('as group and id') });
  const { report, text } = await convertText(feed, { maxRejected: { rows: 1 } });
  expect(report.rejections).toMatchObject([{ code: 'catalog.duplicate_id', line: 4 }]);
  expect(text).toContain('"title":"A"');
});

test('a product that the service would refuse is rejected with the code of validate', async () => {
  const feed = `id,title,url,price\n${'x'.repeat(65)},A,https://s.example,1\n2,,https://s.example,1\n3,C,https://s.example,1\n`;
  const { report } = await convertText(feed, { maxRejected: { rows: 2 } });
  expect(report.rejections).toMatchObject([
    { code: 'id.length', line: 2 },
    { code: 'attribute.required', line: 3 },
  ]);
});

test('fields of Czech price comparison feeds are known: the price with tax, images, category texts, groups', async () => {
  const item = (id: string, group: string) =>
    `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>Lis</PRODUCTNAME><URL>https://s.example/${id}</URL><IMGURL>https://i.example/${id}.jpg</IMGURL><PRICE>100</PRICE><PRICE_VAT>121</PRICE_VAT><CATEGORYTEXT>Kuchyně | Lisy</CATEGORYTEXT>${group}</SHOPITEM>`;
  const { records } = await convertText(
    `<SHOP>${item('a', '')}${item('b', '<ITEMGROUP_ID>g</ITEMGROUP_ID>')}${item('c', '<ITEMGROUP_ID>g</ITEMGROUP_ID>')}</SHOP>`,
  );
  expect(records['/products/a']?.attributes).toMatchObject({
    price: 121,
    thumb_image: 'https://i.example/a.jpg',
    category_paths: [[{ name: 'Kuchyně' }, { name: 'Lisy' }]],
  });
  expect(Object.keys(records['/products/g']?.variants ?? {})).toEqual(['b', 'c']);
});

test('addresses without a host lie below a path of the shop, in lists, too', async () => {
  const { records } = await convertText(
    'id,title,url,price,pictures\n1,A,/a/,5,"/x.jpg, https://c.example/y.jpg"\n',
    {
      shopUrl: 'https://shop.example/',
      map: { attributes: { gallery: { field: 'pictures', split: ',', type: 'url', below: '/media/' } } },
    },
  );
  expect(records['/products/1']?.attributes).toMatchObject({
    url: 'https://shop.example/a/',
    gallery: ['https://shop.example/media/x.jpg', 'https://c.example/y.jpg'],
  });
});

test('a value that is left out of a product without variants is told once', async () => {
  const { report } = await convertText(
    'id,title,url,price,availability\n1,A,https://s.example/a,5,undefined\n',
  );
  expect([...report.leftOut]).toEqual([['value.boolean', 1]]);
});

test('products as retail search services take them are taken by their names', async () => {
  const line = (id: string) =>
    JSON.stringify({
      id,
      title: 'Cup',
      categories: ['Kitchen > Cups'],
      priceInfo: { currencyCode: 'USD', price: 18.5 },
      availability: 'IN_STOCK',
      uri: `https://s.example/${id}`,
      images: [{ uri: `https://i.example/${id}.jpg` }, { uri: 'https://i.example/2.jpg' }],
    });
  const { records } = await convertText(`${line('a')}\n${line('b')}\n`);
  expect(records['/products/b']?.attributes).toMatchObject({
    url: 'https://s.example/b',
    thumb_image: 'https://i.example/b.jpg',
    price: 18.5,
    currency: 'USD',
    availability: true,
    category_paths: [[{ id: 'kitchen' }, { id: 'kitchen_cups' }]],
  });
});

test('what cannot be read is told once of a variant that has it from its product', async () => {
  const { report } = await convertText(
    'id,item_group_id,title,link,price,image_link,availability\n' +
      '1,g,T,https://s.example/1,1.50,https://i.example/1,perhaps\n' +
      '2,g,T,https://s.example/2,1.50,https://i.example/2,out stock\n',
  );
  expect([...report.leftOut]).toEqual([['value.boolean', 1]]);
});

test('where every row lacks what a product needs, the way out is a mapping', async () => {
  const feed =
    'id,title,link,image_link,availability,cost\n1,T,https://s.example/1,https://i.example/1,yes,5\n';
  await expect(convertText(feed)).rejects.toMatchObject({
    code: 'feed.unknown_fields',
    details: { hint: expect.stringContaining('--init -o mapping.yaml') },
  });
});

test('a listing of vehicles, and a feed that has a product for its title, are taken by their names', async () => {
  const { records } = await convertText('vehicle_id,product,url,price\nV-7,Van,https://s.example/v,5\n');
  expect(records['/products/V-7']?.attributes).toMatchObject({ title: 'Van', price: 5 });
  const both = await convertText('id,product,name,url,price\n1,shop,Van,https://s.example/v,5\n');
  expect(both.records['/products/1']?.attributes).toMatchObject({ title: 'Van', product: 'shop' });
});

test.each(FEED_FORMATS.flatMap(({ name, mapping }) => (mapping ? [[name, mapping] as const] : [])))(
  'a mapping file may say all that the mapping of %s says',
  (format, mapping) => {
    const { id, group, attributes: ofProducts, variants } = mapping;
    const { apply } = readMapping({ format, id, group, attributes: ofProducts, variants }, FROM_NAMES);
    expect(apply(mapping)).toMatchObject(mapping);
  },
);
