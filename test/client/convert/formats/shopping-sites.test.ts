import { expect, test } from 'vitest';
import { convertText } from '../convert-text.ts';

const attributesIn = async (feed: string, name: string | undefined) => {
  const { report, records } = await convertText(feed);
  expect(report.plan.format?.name).toBe(name);
  return Object.fromEntries(
    Object.entries(records).map(([path, { attributes }]) => [path.slice(10), attributes]),
  );
};

test('Kelkoo: its codes of availability, the price before, categories between hyphens', async () => {
  const product = (id: number, availability: string, more = '') =>
    `<product><offer-id>K${id}</offer-id><title><![CDATA[Pant fleece & co]]></title><product-url>https://m.example/${id}</product-url><price>599,00</price>${more}<image-url>https://i.example/${id}.jpg</image-url><image-url-2>https://i.example/${id}b.jpg</image-url-2><merchant-category>Clothing - Men - Pants</merchant-category><availability>${availability}</availability><currency>NOK</currency><ean>4856349257328</ean></product>`;
  const codes = ['1', '2', '3', '4', '5', '6', 'In stock'];
  const feed = `<?xml version="1.0"?><products>${codes.map((code, at) => product(at, code, at === 0 ? '<price-no-rebate>799,00</price-no-rebate>' : '')).join('')}</products>`;
  const found = await attributesIn(feed, 'kelkoo');
  expect(found.K0).toEqual({
    title: 'Pant fleece & co',
    url: 'https://m.example/0',
    thumb_image: 'https://i.example/0.jpg',
    additional_images: ['https://i.example/0b.jpg'],
    category_paths: [
      [
        { id: 'clothing', name: 'Clothing' },
        { id: 'clothing_men', name: 'Men' },
        { id: 'clothing_men_pants', name: 'Pants' },
      ],
    ],
    currency: 'NOK',
    price: 799,
    sale_price: 599,
    gtin: '4856349257328',
    availability: true,
  });
  expect(Object.values(found).map(({ availability }) => availability)).toEqual([
    true,
    true,
    undefined,
    true,
    true,
    false,
    true,
  ]);
});

test('Beslist: Dutch names, delivery times tell what is there', async () => {
  const product = (id: number, delivery: string) =>
    `<product><Titel>Stoel ${id}</Titel><Categorie>Wonen/Stoelen</Categorie><Merk>Kestrel</Merk><Omschrijving><![CDATA[<p>Zacht</p>]]></Omschrijving><Deeplink>https://w.example/${id}</Deeplink><Image-locatie>https://i.example/${id}.jpg</Image-locatie><Portokosten>0</Portokosten><Levertijd>${delivery}</Levertijd><EAN>8712345678906</EAN><Prijs>1.249,50 EUR</Prijs><Winkelproductcode>B${id}</Winkelproductcode><Kleur>rood</Kleur></product>`;
  const times = ['1-3 werkdagen', 'Op voorraad', 'Niet leverbaar', 'Uitverkocht', 'In overleg'];
  const found = await attributesIn(
    `<root>${times.map((time, at) => product(at, time)).join('')}</root>`,
    'beslist',
  );
  expect(found.B0).toEqual({
    title: 'Stoel 0',
    description: 'Zacht',
    brand: 'Kestrel',
    url: 'https://w.example/0',
    thumb_image: 'https://i.example/0.jpg',
    category_paths: [
      [
        { id: 'wonen', name: 'Wonen' },
        { id: 'wonen_stoelen', name: 'Stoelen' },
      ],
    ],
    currency: 'EUR',
    price: 1249.5,
    color: 'rood',
    gtin: '8712345678906',
    portokosten: '0',
    levertijd: '1-3 werkdagen',
    availability: true,
  });
  expect(Object.values(found).map(({ availability }) => availability)).toEqual([
    true,
    true,
    false,
    false,
    undefined,
  ]);
});

test('Awin: variants of a parent, recommended price, a stock of words or numbers', async () => {
  const feed = [
    'aw_deep_link,product_name,aw_product_id,merchant_product_id,merchant_image_url,description,merchant_category,search_price,rrp_price,currency,in_stock,stock_quantity,brand_name,colour,parent_product_id,merchant_deep_link',
    'https://awin.example/1,Coat,900,C-1,https://i.example/1.jpg,Warm,Women > Coats,79.00,99.00,GBP,1,4,Kestrel,red,C,https://s.example/1',
    'https://awin.example/2,Coat,901,C-2,https://i.example/2.jpg,Warm,Women > Coats,79.00,,GBP,0,0,Kestrel,blue,C,https://s.example/2',
    'https://awin.example/3,Hat,902,H-1,https://i.example/3.jpg,Round,Hats,12.00,,GBP,,0,Kestrel,,,https://s.example/3',
  ].join('\n');
  const { report, records } = await convertText(feed);
  expect(report.plan.format?.name).toBe('awin');
  expect(records['/products/C']).toMatchObject({
    attributes: {
      title: 'Coat',
      brand: 'Kestrel',
      currency: 'GBP',
      thumb_image: 'https://i.example/1.jpg',
      category_paths: [[{ id: 'women' }, { id: 'women_coats', name: 'Coats' }]],
      availability: true,
    },
    variants: {
      'C-1': { attributes: { price: 99, sale_price: 79, color: 'red', availability: true } },
      'C-2': { attributes: { price: 79, color: 'blue', availability: false, url: 'https://s.example/2' } },
    },
  });
  expect(records['/products/H-1']?.attributes).toMatchObject({ price: 12, availability: false });
});

test('Prisjakt: Google elements with those of another namespace', async () => {
  const feed = `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" xmlns:pj="https://schema.prisjakt.nu/ns/1.0"><channel><item><g:id>P1</g:id><g:title>Lampa</g:title><g:link>https://b.example/1</g:link><g:price>1299.00 SEK</g:price><g:sale_price>999.00 SEK</g:sale_price><g:availability>out_of_stock</g:availability><g:image_link>https://i.example/1.jpg</g:image_link><g:product_type>Belysning &gt; Lampor</g:product_type><g:brand>Kestrel</g:brand><pj:purchase_price>500</pj:purchase_price></item></channel></rss>`;
  expect(await attributesIn(feed, 'google')).toMatchObject({
    P1: {
      title: 'Lampa',
      price: 1299,
      sale_price: 999,
      currency: 'SEK',
      availability: false,
      thumb_image: 'https://i.example/1.jpg',
      category_paths: [[{ name: 'Belysning' }, { name: 'Lampor' }]],
    },
  });
});

test('Meta: columns of Google beside others', async () => {
  const feed = [
    'id,title,description,availability,condition,price,link,image_link,brand,item_group_id,size,fb_product_category,quantity_to_sell_on_facebook',
    'M1,Shirt,Soft,available for order,new,"1,019.00 USD",https://s.example/1,https://i.example/1.jpg,Kestrel,M,XL,clothing,3',
    'M2,Shirt,Soft,discontinued,new,19.00 USD,https://s.example/2,https://i.example/2.jpg,Kestrel,M,S,clothing,0',
  ].join('\n');
  const { report, records } = await convertText(feed);
  expect(report.plan.format?.name).toBe('google');
  expect(records['/products/M']).toMatchObject({
    attributes: { title: 'Shirt', currency: 'USD', availability: true },
    variants: {
      M1: { attributes: { price: 1019, size: 'XL', availability: true } },
      M2: { attributes: { price: 19, size: 'S', availability: false } },
    },
  });
});

test('Criteo: names of its older XML', async () => {
  const feed = `<products><product id="A1"><name>Kettle</name><producturl>https://s.example/1</producturl><bigimage>https://i.example/1.jpg</bigimage><price>39.90</price><retailprice>49.90</retailprice><instock>1</instock><categoryid1>Kitchen</categoryid1></product><product id="A2"><name>Pot</name><producturl>https://s.example/2</producturl><bigimage>https://i.example/2.jpg</bigimage><price>29.90</price><instock>0</instock><categoryid1>Kitchen</categoryid1></product></products>`;
  expect(await attributesIn(feed, undefined)).toMatchObject({
    A1: {
      title: 'Kettle',
      url: 'https://s.example/1',
      thumb_image: 'https://i.example/1.jpg',
      price: 49.9,
      sale_price: 39.9,
      availability: true,
      category_paths: [[{ name: 'Kitchen' }]],
    },
    A2: { title: 'Pot', price: 29.9, availability: false },
  });
});

test('idealo: its CSV by the names of columns', async () => {
  const feed = [
    'sku\tbrand\ttitle\tcategoryPath\turl\teans\tdescription\tprice\timageUrls\tdeliveryTime',
    'I-1\tKestrel\tLampe\tWohnen > Lampen\thttps://s.example/1\t4006381333931\tWarm\t1299.00\thttps://i.example/1.jpg\t1-3 Tage',
    'I-2\tKestrel\tVase\tWohnen > Deko\thttps://s.example/2\t\tRund\t12.50\thttps://i.example/2.jpg\t1-3 Tage',
  ].join('\n');
  expect(await attributesIn(feed, undefined)).toMatchObject({
    'I-1': {
      title: 'Lampe',
      price: 1299,
      url: 'https://s.example/1',
      brand: 'Kestrel',
      category_paths: [[{ name: 'Wohnen' }, { name: 'Lampen' }]],
      thumb_image: 'https://i.example/1.jpg',
    },
    'I-2': { price: 12.5 },
  });
});

test('Skroutz and BestPrice: availability in Greek or English, Greek letters in categories', async () => {
  const product = (id: number, stock: string, availability: string) =>
    `<product><uniqueid>S${id}</uniqueid><name><![CDATA[Φωτιστικό ${id}]]></name><link>https://s.example/${id}</link><image>https://i.example/${id}.jpg</image><category><![CDATA[Σπίτι > Φωτισμός]]></category><price_with_vat>1.234,50</price_with_vat>${stock}<availability>${availability}</availability><manufacturer>Kestrel</manufacturer></product>`;
  const feed = `<?xml version="1.0" encoding="UTF-8"?><mywebstore><created_at>2026-11-22 10:00</created_at><products>${[
    product(1, '', 'Άμεσα διαθέσιμο'),
    product(2, '<instock>N</instock>', 'Available in store'),
    product(3, '', 'Μη διαθέσιμο'),
    product(4, '<quantity>0</quantity>', 'Παράδοση σε 1-3 ημέρες'),
    product(5, '', 'Εξαντλημένο'),
  ].join('')}</products></mywebstore>`;
  const found = await attributesIn(feed, 'skroutz');
  expect(found.S1).toMatchObject({
    title: 'Φωτιστικό 1',
    price: 1234.5,
    currency: 'EUR',
    brand: 'Kestrel',
    category_paths: [[{ name: 'Σπίτι' }, { name: 'Φωτισμός' }]],
  });
  expect(Object.values(found).map(({ availability }) => availability)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('Prisjakt: downloads and what stands in the shop to be ordered are for sale', async () => {
  const item = (id: number, availability: string) =>
    `<item><g:id>${id}</g:id><g:title>Spel</g:title><g:price>99,90 SEK</g:price><g:link>https://s.example/${id}</g:link><g:availability>${availability}</g:availability></item>`;
  const items = ['download', 'on_display_to_order', 'restnoterad', 'out_of_stock'].map((word, at) =>
    item(at, word),
  );
  const found = await attributesIn(
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('')}</channel></rss>`,
    'google',
  );
  expect(Object.values(found).map(({ availability }) => availability)).toEqual([true, true, true, false]);
});

test('idealo: addresses without a scheme, the former price, and the next working day', async () => {
  const found = await attributesIn(
    'sku;title;url;price;formerPrice;deliveryTime\nA;Lampe;www.s.example/a;1.499,99;1.799,00;Lieferung am nächsten Werktag\n',
    undefined,
  );
  expect(found.A).toMatchObject({
    url: 'https://www.s.example/a',
    price: 1799,
    sale_price: 1499.99,
    availability: true,
  });
});

test('the names of Google columns in German and Japanese', async () => {
  const german = await convertText(
    'ID\tTitel\tLink\tPreis\tSonderangebotspreis\tVerfügbarkeit\tArtikelgruppennummer\nA\tLampe\thttps://s.example/a\t1.249,00 EUR\t999,00 EUR\tvorbestellt\tG\n',
  );
  expect(german.records['/products/G']?.variants?.A?.attributes).toMatchObject({
    price: 1249,
    sale_price: 999,
    availability: true,
  });
  const japanese = await attributesIn(
    'id,商品名,商品リンク,商品画像リンク,価格,在庫状況\n1,椅子,https://s.example/1,https://i.example/1.jpg,12980円,在庫切れ\n',
    undefined,
  );
  expect(japanese[1]).toMatchObject({
    url: 'https://s.example/1',
    thumb_image: 'https://i.example/1.jpg',
    price: 12980,
    currency: 'JPY',
    availability: false,
  });
});
