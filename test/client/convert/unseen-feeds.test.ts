import { expect, test } from 'vitest';
import { convertText, encodeText } from './convert-text.ts';

/** Shapes of shops, price comparison sites and hand-made tables; `~/` is the address of the shop. */
const FEEDS: readonly (readonly [
  name: string,
  encoding: string,
  feed: string,
  expected: Record<string, string>,
])[] = [
  [
    'dates of eight digits',
    'utf-8',
    'sku,name,url,price,sale_price,sale_start,sale_end\n1,A,~/1,10.00,8.00,20261101,20261231\n2,B,~/2,10.00,8.00,20260101,20260110\n',
    {
      '1': 'A | 10 now 8 | unknown',
      '2': 'B | 10 | unknown',
    },
  ],
  [
    'price in cents by its name',
    'utf-8',
    '[{"id": 1, "name": "A", "url": "~/1", "price_cents": 12000, "currency": "GBP"}, {"id": 2, "name": "B", "url": "~/2", "price_cents": 999, "currency": "GBP"}]',
    {
      '1': 'A | 120 GBP | unknown',
      '2': 'B | 9.99 GBP | unknown',
    },
  ],
  [
    'price in minor units by its name',
    'utf-8',
    '[{"id": 1, "name": "A", "url": "~/1", "price": {"amount_minor": 12000, "currency": "GBP"}}, {"id": 2, "name": "B", "url": "~/2", "price": {"amount_minor": 999, "currency": "GBP"}}]',
    {
      '1': 'A | 120 GBP | unknown',
      '2': 'B | 9.99 GBP | unknown',
    },
  ],
  [
    'price with an exponent beside it',
    'utf-8',
    '[{"id": 1, "name": "A", "url": "~/1", "price": {"amount": 12000, "currency": "GBP", "exponent": 2}}, {"id": 2, "name": "B", "url": "~/2", "price": {"amount": 999, "currency": "GBP", "exponent": 2}}]',
    {
      '1': 'A | 120 GBP | unknown',
      '2': 'B | 9.99 GBP | unknown',
    },
  ],
  [
    'woocommerce store api',
    'utf-8',
    '[{"id":1,"name":"A","permalink":"~/1","prices":{"price":"150000","regular_price":"180000","sale_price":"150000","currency_code":"KWD","currency_minor_unit":3}},{"id":2,"name":"B","permalink":"~/2","prices":{"price":"99900","regular_price":"99900","sale_price":"99900","currency_code":"KWD","currency_minor_unit":3}}]\n',
    {
      '1': 'A | 180 now 150 KWD | unknown',
      '2': 'B | 99.9 KWD | unknown',
    },
  ],
  [
    'cents of the currency in each row',
    'utf-8',
    '{"sku":"y1","title":"椀","link":"~/1","priceInCents":12000,"currency":"JPY"}\n{"sku":"y2","title":"皿","link":"~/2","priceInCents":1550,"currency":"EUR"}\n',
    {
      y1: '椀 | 12000 JPY | unknown',
      y2: '皿 | 15.5 EUR | unknown',
    },
  ],
  [
    'preis in cent',
    'utf-8',
    'Artikelnummer;Bezeichnung;Preis in Cent;Alter Preis in Cent;Link\n7;Hut;1990;2490;~/7\n8;Schal;500;;~/8\n',
    {
      '7': 'Hut | 24.9 now 19.9 | unknown',
      '8': 'Schal | 5 | unknown',
    },
  ],
  [
    'amounts with a fraction are no cents',
    'utf-8',
    '[{"id":1,"name":"A","url":"~/1","price":{"amount":12000,"currency":"GBP","decimals":2}},{"id":2,"name":"B","url":"~/2","price":{"amount":999.5,"currency":"GBP","exponent":2}}]\n',
    {
      '1': 'A | 12000 GBP | unknown',
      '2': 'B | 999.5 GBP | unknown',
    },
  ],
  [
    'numbers of four digits are no cents',
    'utf-8',
    'sku,name,price,accentprice,centre price,url\n1,A,12000,11,10,~/1\n2,B,999,9,8,~/2\n',
    {
      '1': 'A | 12000 | unknown',
      '2': 'B | 999 | unknown',
    },
  ],
  [
    'vp_cena and mp_cena',
    'utf-8',
    'sku;naziv;vp_cena;mp_cena;link\n1;A;100,00;120,00;~/1\n2;B;50,00;60,00;~/2\n',
    {
      '1': 'A | 120 | unknown',
      '2': 'B | 60 | unknown',
    },
  ],
  [
    'bulgarian tax',
    'utf-8',
    'Код;Име;Цена без ДДС;Цена с ДДС;Линк\n1;A;100,00;120,00;~/1\n2;B;50,00;60,00;~/2\n',
    {
      '1': 'A | 120 | unknown',
      '2': 'B | 60 | unknown',
    },
  ],
  [
    'ukrainian tax',
    'utf-8',
    'Код;Назва;Ціна без ПДВ;Ціна з ПДВ;Посилання\n1;A;100,00;120,00;~/1\n2;B;50,00;60,00;~/2\n',
    {
      '1': 'A | 120 | unknown',
      '2': 'B | 60 | unknown',
    },
  ],
  [
    'korean net price',
    'utf-8',
    '상품코드,상품명,상품가,판매가,링크\n1,A,9090,10000,~/1\n2,B,4545,5000,~/2\n',
    {
      '1': 'A | 10000 | unknown',
      '2': 'B | 5000 | unknown',
    },
  ],
  [
    'hebrew before tax',
    'utf-8',
    '"מק""ט";שם מוצר;"מחיר לפני מע""מ";"מחיר כולל מע""מ";קישור\n1;A;100,00;118,00;~/1\n2;B;50,00;59,00;~/2\n',
    {
      '1': 'A | 118 | unknown',
      '2': 'B | 59 | unknown',
    },
  ],
  [
    'an old price that not all have is not the price',
    'utf-8',
    'sku,name,list_price,standard_price,url\n1,A,55.00,45.00,~/1\n2,B,,28.50,~/2\n',
    {
      '1': 'A | 55 now 45 | unknown',
      '2': 'B | 28.5 | unknown',
    },
  ],
  [
    'undiscounted price',
    'utf-8',
    '[{"id": 1, "name": "A", "url": "~/1", "price": {"gross": 100, "net": 80}, "priceUndiscounted": {"gross": 126, "net": 100}}, {"id": 2, "name": "B", "url": "~/2", "price": {"gross": 10, "net": 8}, "priceUndiscounted": {"gross": 10, "net": 8}}]\n',
    {
      '1': 'A | 126 now 100 | unknown',
      '2': 'B | 10 | unknown',
    },
  ],
  [
    'price with tax beside a bare one',
    'utf-8',
    '[{"id": 1, "name": "A", "url": "~/1", "price": 100, "priceWithTax": 120, "currencyCode": "GBP"}, {"id": 2, "name": "B", "url": "~/2", "price": 10, "priceWithTax": 12, "currencyCode": "GBP"}]\n',
    {
      '1': 'A | 120 GBP | unknown',
      '2': 'B | 12 GBP | unknown',
    },
  ],
  [
    'vietnamese tax',
    'utf-8',
    'Mã sản phẩm;Tên sản phẩm;Giá chưa VAT;Giá đã bao gồm VAT;Link\n1;A;100;110;~/1\n2;B;50;55;~/2\n',
    {
      '1': 'A | 110 | unknown',
      '2': 'B | 55 | unknown',
    },
  ],
  [
    'estonian tax',
    'utf-8',
    'sku;name;Hind km-ta;Hind km-ga;link\n1;A;100,00;122,00;~/1\n2;B;50,00;61,00;~/2\n',
    {
      '1': 'A | 122 | unknown',
      '2': 'B | 61 | unknown',
    },
  ],
  [
    'arabic tax',
    'utf-8',
    'رمز,اسم,السعر قبل الضريبة,السعر شامل الضريبة,رابط\n1,A,100.00,115.00,~/1\n2,B,50.00,57.50,~/2\n',
    {
      '1': 'A | 115 | unknown',
      '2': 'B | 57.5 | unknown',
    },
  ],
  [
    'camel case of taxes',
    'utf-8',
    '[{"sku":"1","name":"A","url":"~/1","netPrice":100,"price":120,"oldPriceExclVat":110},{"sku":"2","name":"B","url":"~/2","netPrice":50,"price":60,"oldPriceExclVat":60}]\n',
    {
      '1': 'A | 120 | unknown',
      '2': 'B | 60 | unknown',
    },
  ],
  [
    'prices that only their values tell apart',
    'utf-8',
    'sku,name,price_a,price_b,url\n1,A,55.00,45.00,~/1\n2,B,28.50,28.50,~/2\n3,C,12.00,10.00,~/3\n',
    {
      '1': 'A | 55 now 45 | unknown',
      '2': 'B | 28.5 | unknown',
      '3': 'C | 12 now 10 | unknown',
    },
  ],
  [
    'a price for dealers is no sale price',
    'utf-8',
    'sku,name,price,price_x,url\n1,A,55.00,45.00,~/1\n2,B,28.50,20.50,~/2\n',
    {
      '1': 'A | 55 | unknown',
      '2': 'B | 28.5 | unknown',
    },
  ],
  [
    'prices by quantity, or the lowest of a month, are no sale prices',
    'utf-8',
    'sku,name,price,price 2,Najniższa cena z 30 dni,lowPrice,url\n1,A,55.00,45.00,44.00,43.00,~/1\n2,B,28.50,28.50,28.50,28.50,~/2\n',
    {
      '1': 'A | 55 | unknown',
      '2': 'B | 28.5 | unknown',
    },
  ],
  [
    'an old price that some have, a sale price that all have',
    'utf-8',
    'sku,name,Vecchio prezzo,Prezzo scontato,url\n1,A,55.00,45.00,~/1\n2,B,,28.50,~/2\n',
    {
      '1': 'A | 55 now 45 | unknown',
      '2': 'B | 28.5 | unknown',
    },
  ],
  [
    'russian visibility',
    'utf-8',
    'sku,name,url,price,stock,Видимость на витрине\n1,A,~/1,10.00,4,выставлен\n2,B,~/2,5.00,4,скрыт\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'chinese state of sale',
    'utf-8',
    'sku,name,url,price,stock,上架状态\n1,A,~/1,10.00,4,出售中\n2,B,~/2,5.00,4,仓库中\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'japanese state of publication',
    'utf-8',
    'sku,name,url,price,stock,公開状態\n1,A,~/1,10.00,4,公開\n2,B,~/2,5.00,4,非公開\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'vietnamese visibility',
    'utf-8',
    'sku,name,url,price,stock,Hiển thị\n1,A,~/1,10.00,4,Có\n2,B,~/2,5.00,4,Không\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'turkish state',
    'utf-8',
    'sku,name,url,price,stock,Durum\n1,A,~/1,10.00,4,Aktif\n2,B,~/2,5.00,4,Pasif\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'display yes or no',
    'utf-8',
    'sku,name,url,price,stock,display\n1,A,~/1,10.00,4,1\n2,B,~/2,5.00,4,0\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: Synlig',
    'utf-8',
    'sku,name,url,price,stock,Synlig\n1,A,~/1,10,4,Ja\n2,B,~/2,5,4,Nej\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: p_status',
    'utf-8',
    'sku,name,url,price,stock,p_status\n1,A,~/1,10,4,1\n2,B,~/2,5,4,0\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: Exibir na loja',
    'utf-8',
    'sku,name,url,price,stock,Exibir na loja\n1,A,~/1,10,4,Sim\n2,B,~/2,5,4,Não\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: Widoczny w sklepie',
    'utf-8',
    'sku,name,url,price,stock,Widoczny w sklepie\n1,A,~/1,10,4,Tak\n2,B,~/2,5,4,Nie\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: productVisibility',
    'utf-8',
    'sku,name,url,price,stock,productVisibility\n1,A,~/1,10,4,visible\n2,B,~/2,5,4,hidden\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: Näkyvissä',
    'utf-8',
    'sku,name,url,price,stock,Näkyvissä\n1,A,~/1,10,4,Kyllä\n2,B,~/2,5,4,Ei\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: PROD_HIDDEN',
    'utf-8',
    'sku,name,url,price,stock,PROD_HIDDEN\n1,A,~/1,10,4,False\n2,B,~/2,5,4,True\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: Skjult',
    'utf-8',
    'sku,name,url,price,stock,Skjult\n1,A,~/1,10,4,Nei\n2,B,~/2,5,4,Ja\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: 진열상태',
    'utf-8',
    'sku,name,url,price,stock,진열상태\n1,A,~/1,10,4,진열\n2,B,~/2,5,4,미진열\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: 公開ステータス(名称)',
    'utf-8',
    'sku,name,url,price,stock,公開ステータス(名称)\n1,A,~/1,10,4,公開\n2,B,~/2,5,4,非公開\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: 商品上下架',
    'utf-8',
    'sku,name,url,price,stock,商品上下架\n1,A,~/1,10,4,上架\n2,B,~/2,5,4,下架\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'shown or not: Aktywny',
    'utf-8',
    'sku,name,url,price,stock,Aktywny\n1,A,~/1,10,4,aktywny\n2,B,~/2,5,4,nieaktywny\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | sold out',
    },
  ],
  [
    'no word of being shown: Display order',
    'utf-8',
    'sku,name,url,price,stock,Display order\n1,A,~/1,10,4,1\n2,B,~/2,5,4,0\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | there',
    },
  ],
  [
    'no word of being shown: Display',
    'utf-8',
    'sku,name,url,price,stock,Display\n1,A,~/1,10,4,6.1 in\n2,B,~/2,5,4,0\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | there',
    },
  ],
  [
    'no word of being shown: visible_in_search',
    'utf-8',
    'sku,name,url,price,stock,visible_in_search\n1,A,~/1,10,4,1\n2,B,~/2,5,4,0\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | there',
    },
  ],
  [
    'no word of being shown: Active ingredient',
    'utf-8',
    'sku,name,url,price,stock,Active ingredient\n1,A,~/1,10,4,yes\n2,B,~/2,5,4,no\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | there',
    },
  ],
  [
    'no word of being shown: State',
    'utf-8',
    'sku,name,url,price,stock,State\n1,A,~/1,10,4,New\n2,B,~/2,5,4,Used\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | there',
    },
  ],
  [
    'no word of being shown: show_price',
    'utf-8',
    'sku,name,url,price,stock,show_price\n1,A,~/1,10,4,yes\n2,B,~/2,5,4,no\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | there',
    },
  ],
  [
    'no word of being shown: On sale',
    'utf-8',
    'sku,name,url,price,stock,On sale\n1,A,~/1,10,4,yes\n2,B,~/2,5,4,no\n',
    {
      '1': 'A | 10 | there',
      '2': 'B | 5 | there',
    },
  ],
  [
    'words beside a quantity count more',
    'utf-8',
    'Tuotekoodi;Tuotenimi;Hinta;Linkki;Varastosaldo;Saatavuus\n1;Pöytä;499,00;~/1;0;Tilaustuote\n2;Tuoli;99,00;~/2;0;Loppunut\n3;Matto;59,00;~/3;4;Varastossa\n',
    {
      '1': 'Pöytä | 499 | there',
      '2': 'Tuoli | 99 | sold out',
      '3': 'Matto | 59 | there',
    },
  ],
  [
    'a time of delivery beside a quantity does not',
    'utf-8',
    'Artikelnummer;Bezeichnung;Preis;Link;Bestand;Lieferzeit\n1;Tisch;499,00;~/1;0;3-5 Werktage\n2;Stuhl;99,00;~/2;4;3-5 Werktage\n',
    {
      '1': 'Tisch | 499 | sold out',
      '2': 'Stuhl | 99 | there',
    },
  ],
  [
    'sold without stock',
    'utf-8',
    'Cikkszám;Termék név;Bruttó ár;Link;Raktárkészlet;"Vásárolható, ha nincs raktáron"\n1;Asztal;49900;~/1;0;1\n2;Szék;9900;~/2;0;0\n',
    {
      '1': 'Asztal | 49900 | there',
      '2': 'Szék | 9900 | sold out',
    },
  ],
  [
    'slug',
    'utf-8',
    'id,title,price,slug,image\n1,A,12.00,lamp-a,~/1.jpg\n2,B,2.00,lamp-b,~/2.jpg\n',
    {
      '1': 'A | 12 | unknown | 1.jpg',
      '2': 'B | 2 | unknown | 2.jpg',
    },
  ],
  [
    'page with an index in its name, group page',
    'utf-8',
    'sku;Назва_позиції;Ціна;Посилання_підрозділу;Продукт_на_сайті\n1;Лампа;12;~/g;~/p1\n2;Стіл;20;~/g2;~/p2\n',
    {
      '1': 'Лампа | 12 | unknown',
      '2': 'Стіл | 20 | unknown',
    },
  ],
  [
    'title is not what all have alike',
    'utf-8',
    '商品ID,公開ステータス(名称),商品名,販売価格,商品画像,URL\n1,公開,氷,100,"ice-1.png,ice-2.png",~/1\n2,公開,鉢,200,bowl-1.png,~/2\n3,公開,箸,300,,~/3\n',
    {
      '1': '氷 | 100 | unknown | https://image.example/cabinet/ice-1.png https://image.example/cabinet/ice-2.png',
      '2': '鉢 | 200 | unknown | https://image.example/cabinet/bowl-1.png',
      '3': '箸 | 300 | unknown',
    },
  ],
  [
    'variants that have one title',
    'utf-8',
    'sku,title,description,price,link\n1,Shirt,Red,10,~/1?v=1\n2,Shirt,Blue,10,~/1?v=2\n3,Shirt,Green,10,~/1?v=3\n',
    {
      '1': 'Shirt | 10 | unknown',
      '2': 'Shirt | 10 | unknown',
      '3': 'Shirt | 10 | unknown',
    },
  ],
  [
    'without an id the number of the maker is one',
    'utf-8',
    '<root><item><mpn>A-1</mpn><name>A</name><link>~/1</link><price>379.99</price></item><item><mpn>A-2</mpn><name>B</name><link>~/2</link><price>79.00</price></item></root>\n',
    {
      'A-1': 'A | 379.99 | unknown',
      'A-2': 'B | 79 | unknown',
    },
  ],
  [
    'without any number the page is one',
    'utf-8',
    'name,price,link,mpn\nA,10.00,~/1,X\nB,12.00,~/2,X\n',
    {
      'https://s.example/1': 'A | 10 | unknown',
      'https://s.example/2': 'B | 12 | unknown',
    },
  ],
  [
    'amounts of a price list are no prices',
    'utf-8',
    '<EXPORT><PRODUCT><PROD_NUM>1</PROD_NUM><PROD_NAME>A</PROD_NAME><URL>~/1</URL><PRICES><PRICE><AMOUNT>1</AMOUNT><UNIT_PRICE>1.299,00</UNIT_PRICE></PRICE></PRICES></PRODUCT><PRODUCT><PROD_NUM>2</PROD_NUM><PROD_NAME>B</PROD_NAME><URL>~/2</URL><PRICES><PRICE><AMOUNT>1</AMOUNT><UNIT_PRICE>149,95</UNIT_PRICE></PRICE></PRICES></PRODUCT></EXPORT>\n',
    {
      '1': 'A | 1299 | unknown',
      '2': 'B | 149.95 | unknown',
    },
  ],
  [
    'id of the product before its reference, main image before others',
    'utf-8',
    'referencia;id_produto;nome;preco;link;image_2;main_image\nR1;1;A;10,50;~/1;~/1b.jpg;~/1.jpg\nR2;2;B;12,50;~/2;~/2b.jpg;~/2.jpg\n',
    {
      '1': 'A | 10.5 | unknown | 1.jpg 1b.jpg',
      '2': 'B | 12.5 | unknown | 2.jpg 2b.jpg',
    },
  ],
  [
    'compare-at price before the price of a list, empty price columns',
    'utf-8',
    'id,name,url,pricegroupID,price,priceInProductList,compareToPrice\n1,A,~/1,,12.50,12.50,15.00\n2,B,~/2,,20.00,20.00,\n',
    {
      '1': 'A | 15 now 12.5 | unknown',
      '2': 'B | 20 | unknown',
    },
  ],
  [
    'several old prices, nested prices by the name above',
    'utf-8',
    '[{"codice":"1","titolo":"A","percorso":"/a","prezzo":{"importo":"10,00"},"prezzo_pieno":{"importo":"12,00"}},{"codice":"2","titolo":"B","percorso":"/b","prezzo":{"importo":"20,50"}}]\n',
    {
      '1': 'A | 12 now 10 | unknown',
      '2': 'B | 20.5 | unknown',
    },
  ],
  [
    'levels of numbered groups',
    'utf-8',
    'sku,name,url,price,IC_GROUP0,IC_GROUP1,IC_GROUP2\n1,A,~/1,10,Lamps,Hanging,Kitchen\n2,B,~/2,5,Lamps,Standing,\n',
    {
      '1': 'A | 10 | unknown | Lamps > Hanging > Kitchen',
      '2': 'B | 5 | unknown | Lamps > Standing',
    },
  ],
  [
    'a root and numbered levels below',
    'utf-8',
    'sku,name,url,price,Корневая,Подкатегория 1,Подкатегория 2\n1,A,~/1,10,Lamps,Hanging,Kitchen\n2,B,~/2,5,Lamps,Standing,\n',
    {
      '1': 'A | 10 | unknown | Lamps > Hanging > Kitchen',
      '2': 'B | 5 | unknown | Lamps > Standing',
    },
  ],
  [
    'group and subgroup',
    'utf-8',
    'sku,name,url,price,group,subgroup\n1,A,~/1,10,Lamps,Hanging\n2,B,~/2,5,Lamps,Standing\n',
    {
      '1': 'A | 10 | unknown | Lamps > Hanging',
      '2': 'B | 5 | unknown | Lamps > Standing',
    },
  ],
  [
    'nadgrupa, grupa, podgrupa',
    'utf-8',
    'sku,name,url,price,podgrupa,nadgrupa,grupa\n1,A,~/1,10,Kitchen,Lamps,Hanging\n2,B,~/2,5,,Lamps,Standing\n',
    {
      '1': 'A | 10 | unknown | Lamps > Hanging > Kitchen',
      '2': 'B | 5 | unknown | Lamps > Standing',
    },
  ],
  [
    'levels from 0',
    'utf-8',
    'sku,name,url,price,cat.0,cat.1,cat.2\n1,A,~/1,10,Tee,Schwarz,Indien\n2,B,~/2,5,Tee,Weiss,\n',
    {
      '1': 'A | 10 | unknown | Tee > Schwarz > Indien',
      '2': 'B | 5 | unknown | Tee > Weiss',
    },
  ],
  [
    'hebrew levels',
    'utf-8',
    'sku,name,url,price,ראשית,קטגוריה,תת קטגוריה\n1,A,~/1,10,Lamps,Hanging,Kitchen\n2,B,~/2,5,Lamps,Standing,\n',
    {
      '1': 'A | 10 | unknown | Lamps > Hanging > Kitchen',
      '2': 'B | 5 | unknown | Lamps > Standing',
    },
  ],
  [
    'a tree before its leaf',
    'utf-8',
    'sku,name,url,price,Kategori,KategoriTree\n1,A,~/1,10,Hanging,Lamps/Hanging\n2,B,~/2,5,Standing,Lamps/Standing\n',
    {
      '1': 'A | 10 | unknown | Lamps > Hanging',
      '2': 'B | 5 | unknown | Lamps > Standing',
    },
  ],
  [
    'the root of software',
    'utf-8',
    'sku,name,url,price,category_path\n1,A,~/1,10,Default Category/Lamps\n2,B,~/2,5,Default Category/Lamps/Standing\n',
    {
      '1': 'A | 10 | unknown | Lamps',
      '2': 'B | 5 | unknown | Lamps > Standing',
    },
  ],
  [
    'a group that is no category',
    'utf-8',
    'sku,name,url,price,group,subtitle\n1,A,~/1,10,G-1,x\n2,B,~/2,5,G-2,y\n',
    {
      '1': 'A | 10 | unknown',
      '2': 'B | 5 | unknown',
    },
  ],
  [
    'a tree with semicolons',
    'utf-8',
    'sku,name,url,price,categoria\n1,A,~/1,10,Casa;Cucina\n2,B,~/2,5,Casa;Bagno\n',
    {
      '1': 'A | 10 | unknown | Casa > Cucina',
      '2': 'B | 5 | unknown | Casa > Bagno',
    },
  ],
  [
    'ids of categories are no names',
    'utf-8',
    'sku,name,url,price,categories,categoryName\n1,A,~/1,10,11|14,Lamps\n2,B,~/2,5,11|15,Vases\n',
    {
      '1': 'A | 10 | unknown | Lamps',
      '2': 'B | 5 | unknown | Vases',
    },
  ],
  [
    'bulgarian words',
    'utf-8',
    'Код;Име;Цена без ДДС;Цена;Промо цена;Линк;Баркод;Наличност\n1;A;100,00;120,00;99,00;~/1;3800123000003;В наличност\n2;B;50,00;60,00;;~/2;3800123000010;Очаква се\n',
    {
      '1': 'A | 120 now 99 | there',
      '2': 'B | 60 | sold out',
    },
  ],
  [
    'vietnamese words',
    'utf-8',
    'Mã SKU;Tên sản phẩm;Giá bán lẻ;Giá so sánh;Giá nhập;Tồn kho;Ảnh đại diện;Hiển thị;Link;Loại sản phẩm\n1;Áo;450.000;550.000;210.000;12;~/1.jpg;Có;~/1;Áo\n2;Quần;1.250.000;;600.000;5;~/2.jpg;Không;~/2;Quần\n',
    {
      '1': 'Áo | 550000 now 450000 | there | Áo | 1.jpg',
      '2': 'Quần | 1250000 | sold out | Quần | 2.jpg',
    },
  ],
  [
    'estonian words',
    'utf-8',
    'Tootekood;Nimetus;Hind km-ta;Hind km-ga;Laoseis;Kategooria;Pilt;Viide\n1;Laud;100,00;122,00;4;Mööbel;~/1.jpg;~/1\n2;Tool;50,00;61,00;0;Mööbel;~/2.jpg;~/2\n',
    {
      '1': 'Laud | 122 | there | Mööbel | 1.jpg',
      '2': 'Tool | 61 | sold out | Mööbel | 2.jpg',
    },
  ],
  [
    'names below descriptions',
    'utf-8',
    '<products><product id="1"><producer name="Wolfskin"/><description><name>Kurtka</name><long_desc>x</long_desc></description><url>~/1</url><price>10,50</price></product><product id="2"><producer name="Góral"/><description><name>Czapka</name><long_desc>y</long_desc></description><url>~/2</url><price>12,50</price></product><product id="3"><producer name="Góral"/><description><name>Szal</name><long_desc>y</long_desc></description><url>~/3</url><price>12,50</price></product></products>\n',
    {
      '1': 'Kurtka | 10.5 | unknown',
      '2': 'Czapka | 12.5 | unknown',
      '3': 'Szal | 12.5 | unknown',
    },
  ],
  [
    'vendure',
    'utf-8',
    '{"data":{"products":{"items":[{"id":"1","name":"Lamp","slug":"lamp","featuredAsset":{"preview":"~/1.jpg"},"assets":[{"preview":"~/1.jpg"},{"preview":"~/1b.jpg"}],"collections":[{"breadcrumbs":[{"name":"__root_collection__"},{"name":"Home"},{"name":"Lighting"}]}],"variants":[{"id":"11","price":9995,"priceWithTax":11994,"currencyCode":"GBP","stockLevel":"IN_STOCK"},{"id":"12","price":10495,"priceWithTax":12594,"currencyCode":"GBP","stockLevel":"OUT_OF_STOCK"}]},{"id":"2","name":"Bulb","slug":"bulb","featuredAsset":{"preview":"~/2.jpg"},"assets":[{"preview":"~/2.jpg"}],"collections":[{"breadcrumbs":[{"name":"__root_collection__"},{"name":"Home"}]}],"variants":[{"id":"13","price":350,"priceWithTax":420,"currencyCode":"GBP","stockLevel":"IN_STOCK"}]}]}}}\n',
    {
      '1': 'Lamp | - GBP | there | Home > Lighting | 1.jpg 1b.jpg',
      '1 11': '119.94 | there | 1.jpg',
      '1 12': '125.94 | sold out | 1.jpg',
      '2': 'Bulb | - GBP | there | Home | 2.jpg',
      '2 13': '4.2 | there | 2.jpg',
    },
  ],
  [
    'japanese words beside a quantity',
    'utf-8',
    '商品コード,商品名,販売価格,URL,在庫数,在庫状況\n1,氷,100,~/1,0,取り寄せ\n2,鉢,200,~/2,5,在庫なし\n',
    {
      '1': '氷 | 100 | there',
      '2': '鉢 | 200 | sold out',
    },
  ],
  [
    'thai tax',
    'utf-8',
    'sku;name;url;ราคาไม่รวม VAT;ราคารวม VAT\n1;A;~/1;100;107\n2;B;~/2;50;53,50\n',
    {
      '1': 'A | 107 | unknown',
      '2': 'B | 53.5 | unknown',
    },
  ],
  [
    'prix hors taxes',
    'utf-8',
    'sku;name;url;Prix hors taxes;Prix toutes taxes comprises\n1;A;~/1;100;120\n2;B;~/2;50;60\n',
    {
      '1': 'A | 120 | unknown',
      '2': 'B | 60 | unknown',
    },
  ],
  [
    'product ids before slugs, stock of products or of variants',
    'utf-8',
    '商品 ID,商品名稱,原價,數量,無限數量,規格ID,規格數量,SEO 網址\n5a,外套,3280,,否,v1,6,jacket\n5a,外套,3280,,否,v2,0,jacket\n5b,登山杖,990,0,否,,,pole\n5c,地圖,300,0,是,,,map\n',
    {
      '5a': '外套 | - | there',
      '5a v1': '3280 | there',
      '5a v2': '3280 | sold out',
      '5b': '登山杖 | - | sold out',
      '5b 5b': '990 | sold out',
      '5c': '地圖 | - | there',
      '5c 5c': '300 | there',
    },
  ],
  [
    'ids of options are no ids of variants',
    'utf-8',
    '商品ID,商品名,規格分類1(ID),規格分類1(名称),商品コード,販売価格,URL\n1,氷,3,チョコ,cube-01,100,~/1\n1,氷,4,抹茶,cube-02,200,~/1\n2,鉢,5,,bowl-01,300,~/2\n',
    {
      '1': '氷 | - | unknown',
      '1 cube-01': '100 | unknown',
      '1 cube-02': '200 | unknown',
      '2': '鉢 | - | unknown',
      '2 bowl-01': '300 | unknown',
    },
  ],
  [
    'rakuten item csv',
    'shift_jis',
    '商品管理番号（商品URL）,商品番号,商品名,販売価格,表示価格,在庫数,商品画像タイプ1,商品画像パス1,商品画像タイプ2,商品画像パス2,商品ページURL\nchair-1,C1,椅子,12800,15800,3,CABINET,/item/c1.jpg,CABINET,/item/c2.jpg,https://item.example/c1/\nlamp-1,C2,照明,9800,,0,CABINET,/item/l1.jpg,,,https://item.example/l1/\n',
    {
      C1: '椅子 | 15800 now 12800 | there | https://image.example/cabinet/item/c1.jpg https://image.example/cabinet/item/c2.jpg',
      C2: '照明 | 9800 | sold out | https://image.example/cabinet/item/l1.jpg',
    },
  ],
  [
    'list of variants in turkish',
    'utf-8',
    '<Root><Urunler><Urun><UrunKartiID>310</UrunKartiID><UrunAdi>Kazak</UrunAdi><UrunUrl>~/310</UrunUrl><Secenekler><Secenek><VaryasyonID>9001</VaryasyonID><StokKodu>KZ-S</StokKodu><StokAdedi>4</StokAdedi><SatisFiyati>899.90</SatisFiyati><Beden>S</Beden></Secenek><Secenek><VaryasyonID>9002</VaryasyonID><StokKodu>KZ-M</StokKodu><StokAdedi>0</StokAdedi><SatisFiyati>899.90</SatisFiyati><Beden>M</Beden></Secenek></Secenekler></Urun><Urun><UrunKartiID>311</UrunKartiID><UrunAdi>Kemer</UrunAdi><UrunUrl>~/311</UrunUrl><Secenekler><Secenek><VaryasyonID>9010</VaryasyonID><StokKodu>KM</StokKodu><StokAdedi>7</StokAdedi><SatisFiyati>1249.00</SatisFiyati><Beden/></Secenek></Secenekler></Urun></Urunler></Root>',
    {
      '310': 'Kazak | - | there',
      '310 9001': '899.9 | there | S',
      '310 9002': '899.9 | sold out | M',
      '311': 'Kemer | - | there',
      '311 9010': '1249 | there',
    },
  ],
  [
    'list of variants by attributes, and a product without',
    'utf-8',
    '<katalog><artikel nr="A"><name>Hemd</name><link>~/a</link><groessen><ausfuehrung nr="A-S" preis="29.90" bestand="2" groesse="S"/><ausfuehrung nr="A-M" preis="31.90" bestand="0" groesse="M"/></groessen></artikel><artikel nr="B"><name>Schal</name><link>~/b</link><preis>9.90</preis><bestand>1</bestand></artikel></katalog>',
    {
      A: 'Hemd | - | there',
      'A A-S': '29.9 | there | S',
      'A A-M': '31.9 | sold out | M',
      B: 'Schal | 9.9 | there',
    },
  ],
  [
    'list of sizes in polish json',
    'utf-8',
    '{"produkty":[{"id":7,"nazwa":"Buty","cena":199.9,"link":"~/7","rozmiary":[{"kod":"B-40","rozmiar":"40","ilosc":3},{"kod":"B-41","rozmiar":"41","ilosc":0}]},{"id":8,"nazwa":"Pasek","cena":49.9,"link":"~/8","rozmiary":[]}]}',
    {
      '7': 'Buty | - | there',
      '7 B-40': '199.9 | there | 40',
      '7 B-41': '199.9 | sold out | 41',
      '8': 'Pasek | 49.9 | unknown',
    },
  ],
  [
    'list inside of an object',
    'utf-8',
    '[{"codigo":"C1","nombre":"Zapato","enlace":"~/c1","tallas":{"talla":[{"referencia":"C1-40","talla":"40","precio":59.5,"existencias":1},{"referencia":"C1-41","talla":"41","precio":59.5,"existencias":0}]}},{"codigo":"C2","nombre":"Bolso","enlace":"~/c2","precio":20,"existencias":2}]',
    {
      C1: 'Zapato | - | there',
      'C1 C1-40': '59.5 | there | 40',
      'C1 C1-41': '59.5 | sold out | 41',
      C2: 'Bolso | 20 | there',
    },
  ],
  [
    'other lists with ids and prices',
    'utf-8',
    '[{"sku":"A","name":"Lamp","price":10,"url":"~/a","stock":1,"see_also":[{"sku":"B","price":11},{"sku":"C","price":12}],"stores":[{"id":"S1","stock":1},{"id":"S2","stock":0}],"price_tiers":[{"id":"t1","price":9},{"id":"t2","price":8}],"delivery":[{"code":"dhl","price":5},{"code":"post","price":3}],"images":[{"id":1,"url":"~/a.jpg","price":null}]},{"sku":"B","name":"Vase","price":11,"url":"~/b","stock":2,"see_also":[{"sku":"A","price":10},{"sku":"C","price":12}],"stores":[{"id":"S1","stock":1},{"id":"S2","stock":1}],"price_tiers":[{"id":"t3","price":10},{"id":"t4","price":9}],"delivery":[{"code":"dhl","price":5},{"code":"post","price":3}],"images":[{"id":2,"url":"~/b.jpg","price":null}]}]',
    { A: 'Lamp | 10 | there | a.jpg', B: 'Vase | 11 | there | b.jpg' },
  ],
  [
    'levels of stock and parts of a bundle',
    'utf-8',
    '<items><item><sku>A</sku><title>Set</title><link>~/a</link><price>10.00</price><parts><component><sku>A1</sku><quantity>2</quantity></component><component><sku>A2</sku><quantity>1</quantity></component></parts><levels><level><id>1</id><location>x</location><quantity>5</quantity></level><level><id>2</id><location>y</location><quantity>0</quantity></level></levels></item><item><sku>B</sku><title>Cup</title><link>~/b</link><price>4.00</price></item></items>',
    { A: 'Set | 10 | there', B: 'Cup | 4 | unknown' },
  ],
  [
    'google with names of its own',
    'utf-8',
    'id,title,price,link,image,other images,availability,UVP,Kategorie,Size\n1,A,"1,200.00 EUR",~/1,~/1.jpg,"~/1b.jpg,~/1c.jpg",in stock,"1,500.00 EUR",Wohnen > Stühle,L\n2,B,2.00 EUR,~/2,~/2.jpg,,out of stock,,Wohnen,\n',
    {
      '1': 'A | 1500 now 1200 EUR | there | Wohnen > Stühle | 1.jpg 1b.jpg 1c.jpg',
      '2': 'B | 2 EUR | sold out | Wohnen | 2.jpg',
    },
  ],
  [
    'google with its own names beside others',
    'utf-8',
    'id,title,price,link,image_link,availability,image_alt,MSRP note,mobile_link\n1,A,12.00 EUR,~/1,~/1.jpg,in_stock,~/alt.jpg,5.00 EUR,~/m\n2,B,2.00 EUR,~/2,~/2.jpg,out_of_stock,~/alt2.jpg,1.00 EUR,~/m2\n',
    { '1': 'A | 12 EUR | there | 1.jpg', '2': 'B | 2 EUR | sold out | 2.jpg' },
  ],
  [
    'ids of options beside those of variants',
    'utf-8',
    '商品ID,商品名,規格分類1(ID),商品コード,在庫数,販売価格,URL\n1,ジェラート,3,cube-01,4,1000,~/1\n1,ジェラート,2,cube-02,0,1000,~/1\n2,サンド,2,sand-01,100,2800,~/2\n',
    {
      '1': 'ジェラート | - | there',
      '1 cube-01': '1000 | there',
      '1 cube-02': '1000 | sold out',
      '2': 'サンド | - | there',
      '2 sand-01': '2800 | there',
    },
  ],
  [
    'rows of one alias',
    'utf-8',
    'Title,Alias,Mã SKU,Price,Size\nDress,dress,D-S,10.00,S\nDress,dress,D-M,12.00,M\nHat,hat,H,5.00,\n',
    {
      dress: 'Dress | - | unknown',
      'dress D-S': '10 | unknown | S',
      'dress D-M': '12 | unknown | M',
      hat: 'Hat | - | unknown',
      'hat H': '5 | unknown',
    },
  ],
  [
    'ancestors of a category',
    'utf-8',
    '[{"id":"1","name":"Shoe","url":"~/1","price":10,"category":{"name":"Sneakers","ancestors":[{"name":"Apparel"},{"name":"Shoes"}]}},{"id":"2","name":"Tee","url":"~/2","price":5,"category":{"name":"T-shirts","ancestors":[{"name":"Apparel"}]}}]',
    {
      '1': 'Shoe | 10 | unknown | Apparel > Shoes > Sneakers',
      '2': 'Tee | 5 | unknown | Apparel > T-shirts',
    },
  ],
  [
    'id of the product and of the variant',
    'utf-8',
    'product_id,title,url,variant_id,sku,price,stock,size\n9,Dress,~/9,901,D-S,10.00,1,S\n9,Dress,~/9,902,D-M,10.00,0,M\n8,Hat,~/8,801,H,5.00,3,\n',
    {
      '9': 'Dress | - | there',
      '9 D-S': '10 | there | S',
      '9 D-M': '10 | sold out | M',
      '8': 'Hat | - | there',
      '8 H': '5 | there',
    },
  ],
  [
    'id of the product and of the variant in russian',
    'utf-8',
    'ID товара\tНазвание товара\tURL\tID варианта\tАртикул\tЦена продажи\tОстаток\tРазмер\n9\tПлатье\t~/9\t901\tD-S\t3 490,00\t1\t44\n9\tПлатье\t~/9\t902\tD-M\t3 490,00\t0\t46\n8\tШарф\t~/8\t801\tH\t890,00\t3\t\n',
    {
      '9': 'Платье | - | there',
      '9 901': '3490 | there | 44',
      '9 902': '3490 | sold out | 46',
      '8': 'Шарф | - | there',
      '8 801': '890 | there',
    },
  ],
  [
    'id of the product and of the variant in chinese',
    'gb18030',
    '商品ID,商品名称,商品链接,规格编码,尺码,价格,库存\n9,连衣裙,~/9,D-S,S,10.00,1\n9,连衣裙,~/9,D-M,M,10.00,0\n8,帽子,~/8,H,,5.00,3\n',
    {
      '9': '连衣裙 | - | there',
      '9 D-S': '10 | there | S',
      '9 D-M': '10 | sold out | M',
      '8': '帽子 | - | there',
      '8 H': '5 | there',
    },
  ],
  [
    'variants with titles of their own, and products without',
    'utf-8',
    'Product ID;Product name;Product page;Variant SKU;Size;Price;Stock\n9;Dress, red;~/9?v=1;D-R;S;10.00;1\n9;Dress, blue;~/9?v=2;D-B;M;10.00;0\n8;Hat;~/8;;;5.00;3\n',
    {
      '9': 'Dress, red | - | there',
      '9 D-R': '10 | there | S',
      '9 D-B': '10 | sold out | M',
      '8': 'Hat | - | there',
      '8 8': '5 | there',
    },
  ],
  [
    'rows of variants in german json',
    'utf-8',
    '[{"produktId":"9","artikelnummer":"K-S","bezeichnung":"Kleid","größe":"S","preis":10,"bestand":1,"link":"~/9-s"},{"produktId":"9","artikelnummer":"K-M","bezeichnung":"Kleid","größe":"M","preis":12,"bestand":0,"link":"~/9-m"},{"produktId":"8","artikelnummer":"H","bezeichnung":"Hut","preis":5,"bestand":2,"link":"~/8"}]',
    {
      '9': 'Kleid | - | there',
      '9 K-S': '10 | there | S',
      '9 K-M': '12 | sold out | M',
      '8': 'Hut | - | there',
      '8 H': '5 | there',
    },
  ],
  [
    'codes that products share, no variants',
    'utf-8',
    'Artikelnummer;Warennummer;Lieferantennummer;Bezeichnung;Preis;Link\nA1;94036010;1;Stuhl;12,50;~/a1\nA2;94036010;1;Tisch;90,00;~/a2\nA3;94051020;2;Lampe;30,00;~/a3\n',
    { A1: 'Stuhl | 12.5 | unknown', A2: 'Tisch | 90 | unknown', A3: 'Lampe | 30 | unknown' },
  ],
  [
    'title as wide as the table',
    'utf-8',
    'Products export,,,,,\nid,title,price,link,image_link,availability\n1,A,"1,200.00",~/1,~/1.jpg,in stock\n2,B,2.00,~/2,~/2.jpg,in stock\n',
    { '1': 'A | 1200 | there | 1.jpg', '2': 'B | 2 | there | 2.jpg' },
  ],
  [
    'title of other delimiters, notes and labels',
    'utf-8',
    'Preisliste, Stand November, alle Preise inkl. MwSt.;;;;\n"Bitte nicht\nändern";;"Pflicht; in Euro";;\nUnsere Nummer;Unser Name;Unser Preis;Seite im Netz;Bestand im Lager\nartikelnummer;bezeichnung;preis;link;bestand\nG1;Gabel;12,50;~/g1;3\nG2;Löffel;9,90;~/g2;0\n',
    { G1: 'Gabel | 12.5 | there', G2: 'Löffel | 9.9 | sold out' },
  ],
  [
    'template, labels and names',
    'utf-8',
    'TemplateType=x\tVersion=2026.0101\tThe top 3 rows are not yours.\t\t\t\nSeller SKU\tProduct Name\tPrice\tQuantity\tProduct Page URL\tMain Image URL\nitem_sku\titem_name\tprice\tquantity\tproduct_url\tmain_image_url\nA1\tCap\t28.50\t7\t~/a1\t~/a1.jpg\nA2\tHat\t18.50\t0\t~/a2\t~/a2.jpg\n',
    { A1: 'Cap | 28.5 | there | a1.jpg', A2: 'Hat | 18.5 | sold out | a2.jpg' },
  ],
  [
    'arabic title',
    'utf-8',
    'بيانات المنتج,,,,\nرمز المنتج sku,اسم المنتج,سعر المنتج,رابط المنتج,صورة المنتج\nS1,عطر,350,~/s1,~/s1.jpg\nS2,بخور,80,~/s2,~/s2.jpg\n',
    { S1: 'عطر | 350 | unknown | s1.jpg', S2: 'بخور | 80 | unknown | s2.jpg' },
  ],
  [
    'no title, and words of names in its rows',
    'utf-8',
    'sku,name,price,url,stock,image\nB1,Brand name and title,3.00,~/b1,in stock,price.jpg\nB2,Image,4.00,~/b2,sold out,image.jpg\n',
    {
      B1: 'Brand name and title | 3 | there | https://image.example/cabinet/price.jpg',
      B2: 'Image | 4 | sold out | https://image.example/cabinet/image.jpg',
    },
  ],
  [
    'several images in one row of two',
    'utf-8',
    '[{"sku":"I1","title":"Mug","price":"10.00","url":"~/1","images":["~/1.jpg","~/1b.jpg"]},{"sku":"I2","title":"Cup","price":"8.00","url":"~/2","images":[]}]',
    { I1: 'Mug | 10 | unknown | 1.jpg 1b.jpg', I2: 'Cup | 8 | unknown' },
  ],
  [
    'several images in one record of three',
    'utf-8',
    '<productos><producto><sku>F1</sku><nombre>Taza</nombre><precio>9,90</precio><enlace>~/1</enlace><fotos><foto>~/1.jpg</foto><foto>~/1b.jpg</foto></fotos></producto><producto><sku>F2</sku><nombre>Vaso</nombre><precio>4,90</precio><enlace>~/2</enlace><fotos/></producto><producto><sku>F3</sku><nombre>Jarra</nombre><precio>19,90</precio><enlace>~/3</enlace><fotos><foto>~/3.jpg</foto></fotos></producto></productos>',
    {
      F1: 'Taza | 9.9 | unknown | 1.jpg 1b.jpg',
      F2: 'Vaso | 4.9 | unknown',
      F3: 'Jarra | 19.9 | unknown | 3.jpg',
    },
  ],
  [
    'hotline',
    'utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><price><date>2026-11-20 10:00</date><firmName>Shop</firmName><firmId>1</firmId><categories><category><id>1</id><name>Меблі</name></category><category><id>2</id><parentId>1</parentId><name>Стільці</name></category></categories><items><item><id>a</id><categoryId>2</categoryId><code>Ca</code><vendor>V</vendor><name>Стілець a</name><description><![CDATA[<b>Гарний</b> стілець]]></description><url>~/a</url><image>~/a.jpg</image><priceRUAH>3299</priceRUAH><oldprice>3999</oldprice><stock>В наявності</stock><guarantee type="manufacturer">24</guarantee></item><item><id>b</id><categoryId>1</categoryId><code>Cb</code><vendor>V</vendor><name>Стілець b</name><description><![CDATA[<b>Гарний</b> стілець]]></description><url>~/b</url><image>~/b.jpg</image><priceRUAH>1299</priceRUAH><stock>Немає</stock><guarantee type="manufacturer">24</guarantee></item><item><id>c</id><categoryId>2</categoryId><code>Cc</code><vendor>V</vendor><name>Стілець c</name><description><![CDATA[<b>Гарний</b> стілець]]></description><url>~/c</url><image>~/c.jpg</image><priceRUAH>2100</priceRUAH><stock>під замовлення</stock><guarantee type="manufacturer">24</guarantee></item></items></price>',
    {
      a: 'Стілець a | 3999 now 3299 UAH | there | Меблі > Стільці | a.jpg',
      b: 'Стілець b | 1299 UAH | sold out | Меблі | b.jpg',
      c: 'Стілець c | 2100 UAH | there | Меблі > Стільці | c.jpg',
    },
  ],
  [
    'xml price list by type attr',
    'utf-8',
    '<catalog><product><sku>P1</sku><name>Chair 1</name><url>~/1</url><prices><price type="list" currency="EUR">199.00</price><price type="selling" currency="EUR">149.00</price></prices><stock>4</stock></product><product><sku>P2</sku><name>Chair 2</name><url>~/2</url><prices><price type="list" currency="EUR">199.00</price><price type="selling" currency="EUR">149.00</price></prices><stock>4</stock></product></catalog>',
    { P1: 'Chair 1 | 199 now 149 EUR | there', P2: 'Chair 2 | 199 now 149 EUR | there' },
  ],
  [
    'xml price list by element',
    'utf-8',
    '<catalog><product><sku>P1</sku><name>Chair 1</name><url>~/1</url><prices><list>199.00</list><sale>149.00</sale><currency>EUR</currency></prices></product><product><sku>P2</sku><name>Chair 2</name><url>~/2</url><prices><list>199.00</list><sale>149.00</sale><currency>EUR</currency></prices></product></catalog>',
    { P1: 'Chair 1 | 199 now 149 EUR | unknown', P2: 'Chair 2 | 199 now 149 EUR | unknown' },
  ],
  [
    'xml price repeated by qty',
    'utf-8',
    '<catalog><product><sku>P1</sku><name>Chair 1</name><url>~/1</url><price type="regular">199.00</price><price type="special">149.00</price></product><product><sku>P2</sku><name>Chair 2</name><url>~/2</url><price type="regular">199.00</price><price type="special">149.00</price></product></catalog>',
    { P1: 'Chair 1 | 199 now 149 | unknown', P2: 'Chair 2 | 199 now 149 | unknown' },
  ],
  [
    'casa, sedie',
    'utf-8',
    'Nome;Marca;Prezzo;Codice;Link;Disponibilità;Categorie;Immagine\nSedia;Rossi;€ 49,90;S1;~/1;Disponibile;Casa, Sedie;~/1.jpg\nLampada;Rossi;€ 19,90;S2;~/2;Esaurito;Casa, Lampade;~/2.jpg\nTavolo;Rossi;€ 199,90;S3;~/3;Su ordinazione;Casa, Tavoli;~/3.jpg\n',
    {
      S1: 'Sedia | 49.9 EUR | there | Casa > Sedie | 1.jpg',
      S2: 'Lampada | 19.9 EUR | sold out | Casa > Lampade | 2.jpg',
      S3: 'Tavolo | 199.9 EUR | there | Casa > Tavoli | 3.jpg',
    },
  ],
  [
    'polish soon',
    'utf-8',
    'kod;nazwa;cena;link;dostępność\n1;Lampa;12,50 zł;~/1;dostępny wkrótce\n2;Wazon;12,50 zł;~/2;dostępny\n',
    { '1': 'Lampa | 12.5 PLN | sold out', '2': 'Wazon | 12.5 PLN | there' },
  ],
  [
    'google tsv de headers',
    'utf-8',
    'ID\tTitel\tBeschreibung\tLink\tBildlink\tZusätzlicher Bildlink\tVerfügbarkeit\tPreis\tSonderangebotspreis\tGültigkeitszeitraum für Sonderangebotspreis\tGoogle Produktkategorie\tProdukttyp\tMarke\tGTIN\tZustand\tArtikelgruppen-ID\tFarbe\tGröße\tVersand\nA1\tHemd blau M\tEin "Hemd"\t~/a1\t~/a1.jpg\t~/a2.jpg,~/a3.jpg\tAuf Lager\t59,90 EUR\t39,90 EUR\t2026-11-01T00:00+0100/2026-11-30T23:59+0100\t212\tBekleidung > Hemden\tKern\t4006381333931\tneu\tA\tBlau\tM\tDE:::4,90 EUR\nA2\tHemd blau L\tEin "Hemd"\t~/a1\t~/a1.jpg\t\tNicht auf Lager\t59,90 EUR\t39,90 EUR\t2026-10-01T00:00+0100/2026-10-30T23:59+0100\t212\tBekleidung > Hemden\tKern\t4006381333948\tneu\tA\tBlau\tL\tDE:::4,90 EUR\nB1\tSchal\tWarm\t~/b1\t~/b1.jpg\t\tVorbestellt\t1.299,00 EUR\t\t\t212\tBekleidung > Schals\tKern\t\tneu\t\tRot\t\t\n',
    {
      A: 'Hemd blau M | - EUR | there | Bekleidung > Hemden | a1.jpg a2.jpg a3.jpg',
      'A A1': '59.9 now 39.9 | there | a1.jpg | M',
      'A A2': '59.9 | sold out | a1.jpg | L',
      B1: 'Schal | 1299 EUR | there | Bekleidung > Schals | b1.jpg',
    },
  ],
  [
    'billiger.de',
    'windows-1252',
    'aid;name;brand;price;old_price;link;image;dlv_cost;dlv_time;shop_cat;desc;ean;mpnr;ppu\n"10-1";"Gießkanne 5 l";"Grün & Co";"12,99";"15,99";"~/1";"~/1.jpg";"4,95";"sofort lieferbar";"Garten > Bewässerung";"Schöne <b>Kanne</b>";"4006381333931";"GK5";"2,60 EUR / l"\n"10-2";"Schlauch";"Grün & Co";"1.299,00";"";"~/2";"~/2.jpg";"0,00";"zur Zeit nicht lieferbar";"Garten > Bewässerung";"";"";"";""\n"10-3";"Düse";"Grün & Co";"9,00";"";"~/3";"~/3.jpg";"0,00";"2-4 Werktage";"Garten";"";"";"";""\n',
    {
      '10-1': 'Gießkanne 5 l | 15.99 now 12.99 | there | Garten > Bewässerung | 1.jpg',
      '10-2': 'Schlauch | 1299 | sold out | Garten > Bewässerung | 2.jpg',
      '10-3': 'Düse | 9 | there | Garten | 3.jpg',
    },
  ],
  [
    'geizhals',
    'utf-8',
    'Produktbezeichnung;Herstellername;Herstellernummer;Preis;Deeplink;Verfügbarkeit;Versand Vorkasse;Versand Nachnahme;EAN;Artikelnummer;Kategorie;Bild\nLampe Oak;Acme;H1;1.249,50;~/1;lagernd;4,90;9,90;4006381333931;G-1;Licht / Stehlampen;~/1.jpg\nVase;Acme;H2;19,9;~/2;nicht lagernd, Termin unbekannt;4,90;9,90;;G-2;Deko;~/2.jpg\nTisch;Acme;H3;99,-;~/3;Lieferzeit 3-5 Werktage;4,90;9,90;;G-3;Möbel;~/3.jpg\n',
    {
      'G-1': 'Lampe Oak | 1249.5 | there | Licht > Stehlampen | 1.jpg',
      'G-2': 'Vase | 19.9 | sold out | Deko | 2.jpg',
      'G-3': 'Tisch | 99 | there | Möbel | 3.jpg',
    },
  ],
  [
    'guenstiger',
    'windows-1252',
    'Bestellnummer|HerstellerArtNr|Hersteller|ProduktBezeichnung|ProduktBeschreibung|Preis|Lieferzeit|ProduktLink|FotoLink|Kategorie|VersandVorkasse|EANCode|UVP\n4711|K1|Müller|Kühlbox|Für unterwegs|79.90|24 Std.|~/1|~/1.jpg|Camping>Kühlen|4.90|4006381333931|99.90\n4712|K2|Müller|Zelt|Groß|1249.00|ausverkauft|~/2|~/2.jpg|Camping>Zelte|4.90||\n',
    {
      '4711': 'Kühlbox | 99.9 now 79.9 | there | Camping > Kühlen | 1.jpg',
      '4712': 'Zelt | 1249 | sold out | Camping > Zelte | 2.jpg',
    },
  ],
  [
    'pricerunner se',
    'utf-8',
    'Category;Product name;SKU;Price;Ordinary price;Shipping cost;Product URL;Manufacturer SKU;Manufacturer;EAN;Product state;Stock Status;Delivery Time;Image URL\nHem > Möbler;Stol;S-1;1 295,00;1 595,00;49;~/1;M1;Björk;7350000000017;New;I lager;1-2 dagar;~/1.jpg\nHem > Möbler;Bord;S-2;12 950,00;;0;~/2;M2;Björk;;New;Ej i lager;;~/2.jpg\n',
    {
      'S-1': 'Stol | 1595 now 1295 | there | Hem > Möbler | 1.jpg',
      'S-2': 'Bord | 12950 | sold out | Hem > Möbler | 2.jpg',
    },
  ],
  [
    'tradedoubler json',
    'utf-8',
    '{"productHeader":{"totalHits":2},"products":[{"name":"Jacket 1","description":"d","productImage":{"url":"~/1.jpg","width":100},"brand":"North","categories":[{"id":5,"name":"Men/Jackets","tdCategoryName":"Jackets"}],"identifiers":{"sku":"J-1","ean":"4006381333931"},"fields":[{"name":"previousPrice","value":"129.00"}],"offers":[{"id":"o1","sourceProductId":"J-1","productUrl":"~/1","feedId":1,"availability":"in stock","inStock":5,"priceHistory":[{"date":1,"price":{"value":"99.00","currency":"GBP"}}]}]},{"name":"Jacket 2","description":"d","productImage":{"url":"~/2.jpg","width":100},"brand":"North","categories":[{"id":5,"name":"Men/Jackets","tdCategoryName":"Jackets"}],"identifiers":{"sku":"J-2","ean":"4006381333931"},"fields":[{"name":"previousPrice","value":"129.00"}],"offers":[{"id":"o2","sourceProductId":"J-2","productUrl":"~/2","feedId":1,"availability":"in stock","inStock":0,"priceHistory":[{"date":1,"price":{"value":"99.00","currency":"GBP"}}]}]}]}',
    {
      'J-1': 'Jacket 1 | 99 GBP | there | Men > Jackets | 1.jpg',
      'J-2': 'Jacket 2 | 99 GBP | there | Men > Jackets | 2.jpg',
    },
  ],
  [
    'tradedoubler xml',
    'utf-8',
    '<products xmlns="urn:com:tradedoubler:pf:model:xml:output"><product id="1"><name>Kjole 1</name><description>d</description><productUrl>~/1</productUrl><imageUrl>~/1.jpg</imageUrl><price>299.00</price><currency>DKK</currency><brand>Nord</brand><TDCategories><TDCategory><id>1</id><name>Dresses</name><merchantName>Dame > Kjoler</merchantName></TDCategory></TDCategories><previousPrice>399.00</previousPrice><inStock>0</inStock><sku>K-1</sku></product><product id="2"><name>Kjole 2</name><description>d</description><productUrl>~/2</productUrl><imageUrl>~/2.jpg</imageUrl><price>299.00</price><currency>DKK</currency><brand>Nord</brand><TDCategories><TDCategory><id>1</id><name>Dresses</name><merchantName>Dame > Kjoler</merchantName></TDCategory></TDCategories><previousPrice>399.00</previousPrice><inStock>1</inStock><sku>K-2</sku></product></products>',
    {
      '1': 'Kjole 1 | 399 now 299 DKK | sold out | Dresses | 1.jpg',
      '2': 'Kjole 2 | 399 now 299 DKK | there | Dresses | 2.jpg',
    },
  ],
  [
    'cj',
    'utf-8',
    'PROGRAMNAME,PROGRAMURL,CATALOGNAME,LASTUPDATED,NAME,KEYWORDS,DESCRIPTION,SKU,MANUFACTURER,MANUFACTURERID,UPC,ISBN,CURRENCY,SALEPRICE,PRICE,RETAILPRICE,FROMPRICE,BUYURL,IMPRESSIONURL,IMAGEURL,ADVERTISERCATEGORY,THIRDPARTYID,THIRDPARTYCATEGORY,AUTHOR,INSTOCK,CONDITION\n"Shop","https://s.example","Cat","2026-11-20","Mug","mug, cup","A mug","M1","Clay","CL1","012345678905","","USD","7.99","9.99","12.99","NO","~/m1?cj","~/px","~/m1.jpg","Kitchen > Mugs","","","","YES","New"\n"Shop","https://s.example","Cat","2026-11-20","Bowl","bowl","A bowl","B1","Clay","CL2","","","USD","","19.99","","NO","~/b1?cj","~/px","~/b1.jpg","Kitchen > Bowls","","","","NO","New"\n',
    {
      M1: 'Mug | 9.99 now 7.99 USD | there | Kitchen > Mugs | m1.jpg',
      B1: 'Bowl | 19.99 USD | sold out | Kitchen > Bowls | b1.jpg',
    },
  ],
  [
    'rakuten advertising xml',
    'utf-8',
    '<?xml version="1.0" encoding="utf-8"?><merchandiser xmlns:xsi="x"><header><merchantId>1</merchantId><merchantName>M</merchantName></header><product product_id="100" name="Sofa" sku_number="SKU100" manufacturer_name="Haus" part_number="P100"><category><primary>Home</primary><secondary>Furniture</secondary></category><URL><product>~/100</product><productImage>~/100.jpg</productImage></URL><description><short>short</short><long>long text</long></description><discount currency="USD"><type>amount</type></discount><price currency="USD"><sale>499.00</sale><retail>599.00</retail></price><brand>Haus</brand><shipping><cost><amount>9.99</amount></cost><availability>in-stock</availability></shipping><upc>012345678900</upc></product><product product_id="101" name="Stool" sku_number="SKU101" manufacturer_name="Haus" part_number="P101"><category><primary>Home</primary><secondary>Furniture</secondary></category><URL><product>~/101</product><productImage>~/101.jpg</productImage></URL><description><short>short</short><long>long text</long></description><discount currency="USD"><type>amount</type></discount><price currency="USD"><retail>59.00</retail></price><brand>Haus</brand><shipping><cost><amount>9.99</amount></cost><availability>out-of-stock</availability></shipping><upc>012345678901</upc></product><trailer><numberOfProducts>2</numberOfProducts></trailer></merchandiser>',
    {
      '100': 'Sofa | 599 now 499 USD | there | Home > Furniture | 100.jpg',
      '101': 'Stool | 59 USD | sold out | Home > Furniture | 101.jpg',
    },
  ],
  [
    'leguide',
    'utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><catalogue lang="FR" date="2026-11-20 10:00" GMT="+1" version="2.0"><product place="1"><categorie><![CDATA[Maison > Cuisine]]></categorie><identifiant_unique>FR1</identifiant_unique><titre><![CDATA[Théière]]></titre><prix currency="EUR">1 049,90</prix><prix_barre currency="EUR">1 299,90</prix_barre><url_produit>~/1</url_produit><url_image>~/1.jpg</url_image><description><![CDATA[d]]></description><frais_de_livraison>4,90</frais_de_livraison><D3E>0,00</D3E><disponibilite>en stock</disponibilite><delai_de_livraison>2 à 4 jours ouvrés</delai_de_livraison><marque>Kyo</marque><ean>3760000000001</ean></product><product place="2"><categorie><![CDATA[Maison > Cuisine]]></categorie><identifiant_unique>FR2</identifiant_unique><titre><![CDATA[Tasse]]></titre><prix currency="EUR">9,90</prix><url_produit>~/2</url_produit><url_image>~/2.jpg</url_image><description><![CDATA[d]]></description><frais_de_livraison>4,90</frais_de_livraison><D3E>0,00</D3E><disponibilite>non disponible</disponibilite><delai_de_livraison>2 à 4 jours ouvrés</delai_de_livraison><marque>Kyo</marque><ean>3760000000001</ean></product></catalogue>',
    {
      FR1: 'Théière | 1299.9 now 1049.9 EUR | there | Maison > Cuisine | 1.jpg',
      FR2: 'Tasse | 9.9 EUR | sold out | Maison > Cuisine | 2.jpg',
    },
  ],
  [
    'trovaprezzi csv endrecord',
    'utf-8',
    "Nome|Marca|Descrizione|Prezzo Originale|Prezzo Vendita|Codice Interno|Link all'offerta|Disponibilità|Albero Categorie|Link Immagine|Spese di Spedizione|Codice Produttore|Codice EAN|Peso|Link Immagine 2|Link Immagine 3\nSedia|Rossi|Bella|59,90|49,90|T1|~/1|Disponibile|Casa, Sedie|~/1.jpg|4,90|R1|8001234567890|2,5|~/1b.jpg|~/1c.jpg\nLampada|Rossi|Bella||1.249,00|T2|~/2|Non disponibile|Casa, Lampade|~/2.jpg|4,90|R2||1,5||\n",
    {
      T1: 'Sedia | 59.9 now 49.9 | there | Casa > Sedie | 1.jpg 1b.jpg 1c.jpg',
      T2: 'Lampada | 1249 | sold out | Casa > Lampade | 2.jpg',
    },
  ],
  [
    'trovaprezzi xml',
    'utf-8',
    '<Products><Offer><Name>Divano</Name><Brand>Rossi</Brand><Description>d</Description><OriginalPrice>1099,00</OriginalPrice><Price>899,00</Price><Code>X1</Code><Link>~/1</Link><Stock>disponibile</Stock><Categories>Casa, Salotto</Categories><Image>~/1.jpg</Image><ShippingCost>0</ShippingCost><PartNumber>PN</PartNumber><EanCode>8001234567890</EanCode><Image2>~/1b.jpg</Image2></Offer><Offer><Name>Tappeto</Name><Brand>Rossi</Brand><Description>d</Description><OriginalPrice>89,00</OriginalPrice><Price>89,00</Price><Code>X2</Code><Link>~/2</Link><Stock>esaurito</Stock><Categories>Casa, Salotto</Categories><Image>~/2.jpg</Image><ShippingCost>0</ShippingCost><PartNumber>PN</PartNumber><EanCode>8001234567890</EanCode><Image2>~/2b.jpg</Image2></Offer></Products>',
    {
      X1: 'Divano | 1099 now 899 | there | Casa, Salotto | 1.jpg 1b.jpg',
      X2: 'Tappeto | 89 | sold out | Casa, Salotto | 2.jpg 2b.jpg',
    },
  ],
  [
    'buscape xml',
    'utf-8',
    '<?xml version="1.0" encoding="utf-8"?><buscape><data_atualizacao>2026-11-20</data_atualizacao><produtos><produto><titulo>Cafeteira</titulo><id_oferta>BR1</id_oferta><categoria>Eletro &gt; Cozinha</categoria><preco_de>R$ 1.499,90</preco_de><preco>R$ 1.299,90</preco><parcelamento>12x de R$ 108,33</parcelamento><link_produto>~/1</link_produto><imagens><imagem>~/1.jpg</imagem><imagem>~/1b.jpg</imagem></imagens><marca>Casa</marca><estoque>10</estoque><codigo_barras>7891000000001</codigo_barras></produto><produto><titulo>Chaleira</titulo><id_oferta>BR2</id_oferta><categoria>Eletro &gt; Cozinha</categoria><preco_de></preco_de><preco>R$ 99,90</preco><parcelamento>12x de R$ 108,33</parcelamento><link_produto>~/2</link_produto><imagens><imagem>~/2.jpg</imagem><imagem>~/2b.jpg</imagem></imagens><marca>Casa</marca><estoque>0</estoque><codigo_barras>7891000000001</codigo_barras></produto></produtos></buscape>',
    {
      BR1: 'Cafeteira | 1499.9 now 1299.9 BRL | there | Eletro > Cozinha | 1.jpg 1b.jpg',
      BR2: 'Chaleira | 99.9 BRL | sold out | Eletro > Cozinha | 2.jpg 2b.jpg',
    },
  ],
  [
    'mercado libre json',
    'utf-8',
    '{"site_id":"MLA","paging":{"total":2},"results":[{"id":"MLA1","title":"Silla","price":1999.99,"original_price":2499,"currency_id":"ARS","available_quantity":0,"condition":"new","permalink":"~/MLA1","thumbnail":"~/1.jpg","pictures":[{"url":"~/1.jpg"},{"url":"~/1b.jpg"}],"attributes":[{"id":"BRAND","name":"Marca","value_name":"Roble"},{"id":"COLOR","name":"Color","value_name":"Rojo"}]},{"id":"MLA2","title":"Mesa","price":15000,"original_price":null,"currency_id":"ARS","available_quantity":4,"condition":"new","permalink":"~/MLA2","thumbnail":"~/2.jpg","pictures":[],"attributes":[]}]}',
    {
      MLA1: 'Silla | 2499 now 1999.99 ARS | sold out | 1.jpg 1b.jpg',
      MLA2: 'Mesa | 15000 ARS | there | 2.jpg',
    },
  ],
  [
    'cimri xml',
    'utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><MerchantItems xmlns="http://www.cimri.com/schema/merchant/upload"><MerchantItem><merchantItemId>C1</merchantItemId><merchantItemCategoryId>12</merchantItemCategoryId><merchantItemCategoryName>Ev > Mutfak</merchantItemCategoryName><brand>Paşa</brand><model>M1</model><itemTitle>Çaydanlık</itemTitle><itemUrl>~/1</itemUrl><itemImageUrl>~/1.jpg</itemImageUrl><pricePlusTax>1.299,90</pricePlusTax><priceEft>1.249,90</priceEft><price3T>1.299,90</price3T><stockStatus>1</stockStatus><stockDetail>5</stockDetail></MerchantItem><MerchantItem><merchantItemId>C2</merchantItemId><merchantItemCategoryId>12</merchantItemCategoryId><merchantItemCategoryName>Ev > Mutfak</merchantItemCategoryName><brand>Paşa</brand><model>M2</model><itemTitle>Bardak</itemTitle><itemUrl>~/2</itemUrl><itemImageUrl>~/2.jpg</itemImageUrl><pricePlusTax>49,90</pricePlusTax><priceEft>47,90</priceEft><price3T>49,90</price3T><stockStatus>0</stockStatus><stockDetail>5</stockDetail></MerchantItem></MerchantItems>',
    {
      C1: 'Çaydanlık | 1299.9 | there | Ev > Mutfak | 1.jpg',
      C2: 'Bardak | 49.9 | sold out | Ev > Mutfak | 2.jpg',
    },
  ],
  [
    'arukereso xml',
    'utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><products><product><identifier>HU1</identifier><manufacturer>Kert</manufacturer><name>Fűnyíró</name><category>Kert > Gépek</category><product_url>~/1</product_url><net_price>102354</net_price><price>129 990</price><image_url>~/1.jpg</image_url><image_url_2>~/1b.jpg</image_url_2><description>d</description><delivery_time>Raktáron</delivery_time><delivery_cost>990</delivery_cost><ean_code>5990000000017</ean_code></product><product><identifier>HU2</identifier><manufacturer>Kert</manufacturer><name>Olló</name><category>Kert > Gépek</category><product_url>~/2</product_url><net_price>1961</net_price><price>2 490</price><image_url>~/2.jpg</image_url><image_url_2>~/2b.jpg</image_url_2><description>d</description><delivery_time>Nincs raktáron</delivery_time><delivery_cost>990</delivery_cost><ean_code>5990000000017</ean_code></product></products>',
    {
      HU1: 'Fűnyíró | 129990 | there | Kert > Gépek | 1.jpg 1b.jpg',
      HU2: 'Olló | 2490 | sold out | Kert > Gépek | 2.jpg 2b.jpg',
    },
  ],
  [
    'glami',
    'utf-8',
    '<SHOP><SHOPITEM><ITEM_ID>G1</ITEM_ID><ITEMGROUP_ID>GR</ITEMGROUP_ID><PRODUCTNAME>Šaty M</PRODUCTNAME><DESCRIPTION>d</DESCRIPTION><URL>~/saty</URL><URL_SIZE>~/saty?s=M</URL_SIZE><IMGURL>~/1.jpg</IMGURL><IMGURL_ALTERNATIVE>~/2.jpg</IMGURL_ALTERNATIVE><IMGURL_ALTERNATIVE>~/3.jpg</IMGURL_ALTERNATIVE><PRICE_VAT>990</PRICE_VAT><PRICE_BEFORE_DISCOUNT>1490</PRICE_BEFORE_DISCOUNT><MANUFACTURER>Moda</MANUFACTURER><CATEGORYTEXT>Glami.cz | Dámské oblečení | Šaty</CATEGORYTEXT><CATEGORY_ID>1</CATEGORY_ID><GLAMI_CPC>1</GLAMI_CPC><SIZE_SYSTEM>EU</SIZE_SYSTEM><PARAM><PARAM_NAME>velikost</PARAM_NAME><VAL>M</VAL></PARAM><PARAM><PARAM_NAME>barva</PARAM_NAME><VAL>černá</VAL></PARAM><DELIVERY_DATE>0</DELIVERY_DATE></SHOPITEM><SHOPITEM><ITEM_ID>G2</ITEM_ID><ITEMGROUP_ID>GR</ITEMGROUP_ID><PRODUCTNAME>Šaty L</PRODUCTNAME><DESCRIPTION>d</DESCRIPTION><URL>~/saty</URL><URL_SIZE>~/saty?s=L</URL_SIZE><IMGURL>~/1.jpg</IMGURL><IMGURL_ALTERNATIVE>~/2.jpg</IMGURL_ALTERNATIVE><IMGURL_ALTERNATIVE>~/3.jpg</IMGURL_ALTERNATIVE><PRICE_VAT>990</PRICE_VAT><PRICE_BEFORE_DISCOUNT>1490</PRICE_BEFORE_DISCOUNT><MANUFACTURER>Moda</MANUFACTURER><CATEGORYTEXT>Glami.cz | Dámské oblečení | Šaty</CATEGORYTEXT><CATEGORY_ID>1</CATEGORY_ID><GLAMI_CPC>1</GLAMI_CPC><SIZE_SYSTEM>EU</SIZE_SYSTEM><PARAM><PARAM_NAME>velikost</PARAM_NAME><VAL>L</VAL></PARAM><PARAM><PARAM_NAME>barva</PARAM_NAME><VAL>černá</VAL></PARAM><DELIVERY_DATE>-1</DELIVERY_DATE></SHOPITEM></SHOP>',
    {
      GR: 'Šaty M | - | there | Dámské oblečení > Šaty | 1.jpg 2.jpg 3.jpg',
      'GR G1': '1490 now 990 | there | 1.jpg | M',
      'GR G2': '1490 now 990 | unknown | 1.jpg | L',
    },
  ],
  [
    'favi',
    'utf-8',
    '<?xml version="1.0" encoding="utf-8"?><SHOP xmlns="http://www.zbozi.cz/ns/offer/1.0"><SHOPITEM><ITEM_ID>F1</ITEM_ID><PRODUCTNAME>Křeslo 1</PRODUCTNAME><DESCRIPTION>d</DESCRIPTION><URL>~/1</URL><IMGURL>~/1.jpg</IMGURL><IMGURL>~/1b.jpg</IMGURL><PRICE_VAT>12990 Kč</PRICE_VAT><CATEGORYTEXT>Nábytek | Křesla</CATEGORYTEXT><AVAILABILITY>skladem</AVAILABILITY></SHOPITEM><SHOPITEM><ITEM_ID>F2</ITEM_ID><PRODUCTNAME>Křeslo 2</PRODUCTNAME><DESCRIPTION>d</DESCRIPTION><URL>~/2</URL><IMGURL>~/2.jpg</IMGURL><IMGURL>~/2b.jpg</IMGURL><PRICE_VAT>890 Kč</PRICE_VAT><CATEGORYTEXT>Nábytek | Křesla</CATEGORYTEXT><AVAILABILITY>vyprodáno</AVAILABILITY></SHOPITEM></SHOP>',
    {
      F1: 'Křeslo 1 | 12990 CZK | there | Nábytek > Křesla | 1.jpg 1b.jpg',
      F2: 'Křeslo 2 | 890 CZK | sold out | Nábytek > Křesla | 2.jpg 2b.jpg',
    },
  ],
  [
    'baselinker pl csv 1250',
    'windows-1250',
    'Id;SKU;EAN;Nazwa;Opis;Cena;Cena promocyjna;VAT;Ilość;Kategoria;Producent;Link;Zdjęcie 1;Zdjęcie 2;Waga\n101;ŁAW-1;5901234123457;"Ławka ""Dąb""";Piękna ławka;1299,00;999,00;23;5;Dom/Meble;Żółw;~/1;~/1.jpg;~/1b.jpg;12,5\n102;ŁAW-2;;Stół;Stół;499,00;;23;-2;Dom/Stoły;Żółw;~/2;~/2.jpg;;20\n',
    {
      '101': 'Ławka "Dąb" | 1299 now 999 | there | Dom > Meble | 1.jpg 1b.jpg',
      '102': 'Stół | 499 | sold out | Dom > Stoły | 2.jpg',
    },
  ],
  [
    'prom.ua csv 1251',
    'windows-1251',
    'Код_товара;Название_позиции;Описание;Цена;Скидка;Валюта;Единица_измерения;Ссылка_изображения;Наличие;Номер_группы;Название_группы;Идентификатор_товара;Ссылка_на_товар;Производитель\nA1;Стол дубовый;"<p>Хороший</p>";3500,00;;UAH;шт.;"~/1.jpg, ~/1b.jpg";+;77;Столы;900001;~/1;Дуб\nA2;Стул;Стул;1200,00;;UAH;шт.;~/2.jpg;-;77;Стулья;900002;~/2;Дуб\n',
    {
      A1: 'Стол дубовый | 3500 UAH | there | Столы | 1.jpg 1b.jpg',
      A2: 'Стул | 1200 UAH | sold out | Стулья | 2.jpg',
    },
  ],
  [
    'naver ep',
    'utf-8',
    'id\ttitle\tprice_pc\tprice_mobile\tnormal_price\tlink\tmobile_link\timage_link\tadd_image_link\tcategory_name1\tcategory_name2\tcategory_name3\tnaver_category\tcondition\tbrand\tmaker\tbarcode\tclass\tupdate_time\tshipping\nK1\t램프\t12900\t12900\t15900\t~/1\t~/m1\t~/1.jpg\t~/1b.jpg|~/1c.jpg\t가구\t조명\t스탠드\t50000\t신상품\t황\t황조\t8801234567890\tU\t2026-11-20\t2500\nK2\t의자\t1290000\t1290000\t\t~/2\t~/m2\t~/2.jpg\t\t가구\t의자\t\t50001\t신상품\t황\t황조\t\tU\t2026-11-20\t0\n',
    {
      K1: '램프 | 15900 now 12900 | unknown | 가구 > 조명 > 스탠드 | 1.jpg 1b.jpg 1c.jpg',
      K2: '의자 | 1290000 | unknown | 가구 > 의자 | 2.jpg',
    },
  ],
  [
    'korean csv euckr',
    'euc-kr',
    '상품코드,상품명,소비자가,판매가,할인판매가,대표이미지,추가이미지,상품주소,대분류,중분류,재고수량,판매여부,브랜드\nP1,원목 의자,"159,000원","129,000원",,~/1.jpg,"~/1b.jpg",~/1,가구,의자,15,Y,나무\nP2,테이블,,"1,290,000원",,~/2.jpg,,~/2,가구,테이블,0,Y,나무\n',
    {
      P1: '원목 의자 | 159000 now 129000 KRW | there | 가구 > 의자 | 1.jpg 1b.jpg',
      P2: '테이블 | 1290000 KRW | sold out | 가구 > 테이블 | 2.jpg',
    },
  ],
  [
    'jd-like gbk',
    'gb18030',
    '商品ID,商品标题,一级类目,二级类目,市场价,销售价,库存,商品链接,主图,品牌\n1001,实木椅子,家具,椅子,￥1299.00,￥899.00,12,~/1,~/1.jpg,木匠\n1002,台灯,家具,灯具,,￥59.90,0,~/2,~/2.jpg,木匠\n',
    {
      '1001': '实木椅子 | 1299 now 899 CNY | there | 家具 > 椅子 | 1.jpg',
      '1002': '台灯 | 59.9 CNY | sold out | 家具 > 灯具 | 2.jpg',
    },
  ],
  [
    'yahoo jp-like sjis',
    'shift_jis',
    '商品コード,商品名,メーカー希望小売価格,通常販売価格,セール価格,JANコード,商品ページ,商品画像,カテゴリ,在庫,メーカー\nY-1,木製チェア,"19,800円","14,800円","12,800円",4901234567894,~/y1,~/y1.jpg,家具:椅子,◎,匠\nY-2,照明スタンド,,"9,800円",,4901234567900,~/y2,~/y2.jpg,家具:照明,完売,匠\n',
    {
      'Y-1': '木製チェア | 14800 now 12800 JPY | there | 家具 > 椅子 | y1.jpg',
      'Y-2': '照明スタンド | 9800 JPY | sold out | 家具 > 照明 | y2.jpg',
    },
  ],
  [
    'ecwid csv',
    'utf-8',
    'type,product_internal_id,product_sku,product_name,product_price,product_compare_to_price,product_quantity,product_is_available,product_category_1,product_category_2,product_description,product_media_main_image_url,product_media_gallery_image_url_1,product_url\nproduct,1,E1,Vase,12.50,15.00,5,true,Home / Decor,Sale,"<p>Nice</p>",~/1.jpg,~/1b.jpg,~/vase\nproduct,2,E2,Lamp,"1250.00",,0,true,Home / Light,,x,~/2.jpg,,~/lamp\nproduct,3,E3,Rug,99.00,,9,false,Home / Rugs,,x,~/3.jpg,,~/rug\n',
    {
      '1': 'Vase | 15 now 12.5 | there | Home > Decor | 1.jpg 1b.jpg',
      '2': 'Lamp | 1250 | sold out | Home > Light | 2.jpg',
      '3': 'Rug | 99 | sold out | Home > Rugs | 3.jpg',
    },
  ],
  [
    '3dcart / volusion',
    'utf-8',
    'id,name,manufacturer,cost,price,saleprice,onsale,stock,thumbnail,image1,image2,categories,hide,product_link\nD1,Desk,Oak,55.00,99.00,79.00,1,4,~/1t.jpg,~/1.jpg,~/2.jpg,Office/Desks,0,~/d1\nD2,Chair,Oak,20.00,49.00,39.00,0,0,~/3t.jpg,~/3.jpg,,Office/Chairs,0,~/d2\n',
    {
      D1: 'Desk | 99 now 79 | there | Office > Desks | 1.jpg 2.jpg',
      D2: 'Chair | 49 | sold out | Office > Chairs | 3.jpg',
    },
  ],
  [
    'odoo',
    'utf-8',
    'External ID,Internal Reference,Name,Sales Price,Cost,Currency,Quantity On Hand,Product Category,Barcode,Website URL,Image URL\n__export__.p1,OD1,Cabinet,320.00,200.00,EUR,12.0,All / Saleable / Office,601647855633,~/od1,~/od1.jpg\n__export__.p2,OD2,Lamp,"1,250.00",900.00,EUR,0.0,All / Saleable / Home,,~/od2,~/od2.jpg\n',
    {
      '__export__.p1': 'Cabinet | 320 EUR | there | All > Saleable > Office | od1.jpg',
      '__export__.p2': 'Lamp | 1250 EUR | sold out | All > Saleable > Home | od2.jpg',
    },
  ],
  [
    'akeneo csv',
    'utf-8',
    'sku;categories;enabled;family;name-en_US;name-de_DE;description-en_US-ecommerce;price-EUR;price-USD;ean;url;image\nAK1;furniture_chairs,new;1;chair;Chair;Stuhl;Nice chair;99.90;109.90;4006381333931;~/ak1;~/ak1.jpg\nAK2;lamps;0;lamp;Lamp;Lampe;Nice lamp;1299.00;1399.00;;~/ak2;~/ak2.jpg\n',
    {
      AK1: 'Chair | 99.9 EUR | unknown | furniture_chairs; new | ak1.jpg',
      AK2: 'Lamp | 1299 EUR | sold out | lamps | ak2.jpg',
    },
  ],
  [
    'json:api',
    'utf-8',
    '{"jsonapi":{"version":"1.0"},"data":[{"type":"products","id":"JA1","attributes":{"name":"Chair 1","description":"d","price":{"amount":"1299.00","currency":"SEK"},"compare_at_price":{"amount":"1599.00","currency":"SEK"},"available":true,"url":"~/1","image_url":"~/1.jpg"},"relationships":{"brand":{"data":{"type":"brands","id":"7"}}},"links":{"self":"https://api.example/products/1"}},{"type":"products","id":"JA2","attributes":{"name":"Chair 2","description":"d","price":{"amount":"49.50","currency":"SEK"},"compare_at_price":{"amount":"1599.00","currency":"SEK"},"available":false,"url":"~/2","image_url":"~/2.jpg"},"relationships":{"brand":{"data":{"type":"brands","id":"7"}}},"links":{"self":"https://api.example/products/2"}}],"included":[{"type":"brands","id":"7","attributes":{"name":"Acme"}}],"links":{"next":null}}',
    {
      JA1: 'Chair 1 | 1599 now 1299 SEK | there | 1.jpg',
      JA2: 'Chair 2 | 1599 now 49.5 SEK | sold out | 2.jpg',
    },
  ],
  [
    'graphql edges',
    'utf-8',
    '{"data":{"products":{"pageInfo":{"hasNextPage":false},"edges":[{"cursor":"c1","node":{"id":"gid://shopify/Product/1","handle":"p1","title":"Cup 1","description":"d","vendor":"Clay","onlineStoreUrl":"~/products/p1","availableForSale":true,"productType":"Cups","priceRange":{"minVariantPrice":{"amount":"12.5","currencyCode":"CAD"}},"images":{"edges":[{"node":{"url":"~/1.jpg"}},{"node":{"url":"~/1b.jpg"}}]},"variants":{"edges":[{"node":{"id":"gid://shopify/ProductVariant/11","sku":"CUP-1-S","title":"S","availableForSale":true,"price":{"amount":"12.5","currencyCode":"CAD"},"compareAtPrice":{"amount":"15.0","currencyCode":"CAD"},"selectedOptions":[{"name":"Size","value":"S"}]}},{"node":{"id":"gid://shopify/ProductVariant/12","sku":"CUP-1-L","title":"L","availableForSale":false,"price":{"amount":"14.5","currencyCode":"CAD"},"compareAtPrice":null,"selectedOptions":[{"name":"Size","value":"L"}]}}]}}},{"cursor":"c2","node":{"id":"gid://shopify/Product/2","handle":"p2","title":"Cup 2","description":"d","vendor":"Clay","onlineStoreUrl":"~/products/p2","availableForSale":false,"productType":"Cups","priceRange":{"minVariantPrice":{"amount":"12.5","currencyCode":"CAD"}},"images":{"edges":[{"node":{"url":"~/2.jpg"}},{"node":{"url":"~/2b.jpg"}}]},"variants":{"edges":[{"node":{"id":"gid://shopify/ProductVariant/21","sku":"CUP-2-S","title":"S","availableForSale":false,"price":{"amount":"12.5","currencyCode":"CAD"},"compareAtPrice":{"amount":"15.0","currencyCode":"CAD"},"selectedOptions":[{"name":"Size","value":"S"}]}},{"node":{"id":"gid://shopify/ProductVariant/22","sku":"CUP-2-L","title":"L","availableForSale":false,"price":{"amount":"14.5","currencyCode":"CAD"},"compareAtPrice":null,"selectedOptions":[{"name":"Size","value":"L"}]}}]}}}]}}}',
    {
      'gid://shopify/Product/1': 'Cup 1 | - CAD | there | Cups | 1.jpg 1b.jpg',
      'gid://shopify/Product/1 gid://shopify/ProductVariant/11': '15 now 12.5 | there | 1.jpg | S',
      'gid://shopify/Product/1 gid://shopify/ProductVariant/12': '14.5 | sold out | 1.jpg | L',
      'gid://shopify/Product/2': 'Cup 2 | - CAD | sold out | Cups | 2.jpg 2b.jpg',
      'gid://shopify/Product/2 gid://shopify/ProductVariant/21': '15 now 12.5 | sold out | 2.jpg | S',
      'gid://shopify/Product/2 gid://shopify/ProductVariant/22': '14.5 | sold out | 2.jpg | L',
    },
  ],
  [
    'danish excel',
    'windows-1252',
    'Varenr;Varenavn;Normalpris;Tilbudspris;Lager;Produktgruppe;Varelink;Billede\n1001;Stol "Æble";1.299,00;999,00;På lager;Møbler\\Stole;~/1;~/1.jpg\n1002;Bord;2.499,00;;Udsolgt;Møbler\\Borde;~/2;~/2.jpg\n',
    {
      '1001': 'Stol "Æble" | 1299 now 999 | there | Møbler > Stole | 1.jpg',
      '1002': 'Bord | 2499 | sold out | Møbler > Borde | 2.jpg',
    },
  ],
  [
    'finnish utf16',
    'utf-16le',
    'Tuotenumero\tNimike\tHinta (sis. ALV)\tHinta (ALV 0%)\tNorm. hinta\tSaldo\tOsasto\tLinkki\tKuvalinkki\nF1\tTuoli\t129,90 €\t103,51 €\t159,90 €\t5\tKoti > Tuolit\t~/1\t~/1.jpg\nF2\tPöytä\t1 299,00 €\t1 035,06 €\t\t-1\tKoti > Pöydät\t~/2\t~/2.jpg\n',
    {
      F1: 'Tuoli | 159.9 now 129.9 EUR | there | Koti > Tuolit | 1.jpg',
      F2: 'Pöytä | 1299 EUR | sold out | Koti > Pöydät | 2.jpg',
    },
  ],
  [
    'hebrew 1255',
    'windows-1255',
    'מק"ט;שם מוצר;תיאור;מחיר;מחיר מבצע;מלאי;קטגוריה;קישור;תמונה;מותג\nHE1;כיסא עץ;כיסא נוח;₪1,299.90;₪999.90;במלאי;בית > כיסאות;~/1;~/1.jpg;אלון\nHE2;מנורה;מנורה יפה;₪249.90;;אזל מהמלאי;בית > תאורה;~/2;~/2.jpg;אלון\n',
    {
      HE1: 'כיסא עץ | 1299.9 now 999.9 ILS | there | בית > כיסאות | 1.jpg',
      HE2: 'מנורה | 249.9 ILS | sold out | בית > תאורה | 2.jpg',
    },
  ],
  [
    'arabic csv',
    'utf-8',
    'رمز المنتج,اسم المنتج,السعر,سعر التخفيض,التوفر,الفئة,رابط المنتج,رابط الصورة,العلامة التجارية\nAR1,كرسي خشبي,1299.00 ر.س,999.00 ر.س,متوفر,أثاث > كراسي,~/1,~/1.jpg,نخلة\nAR2,مصباح,249.00 ر.س,,غير متوفر,أثاث > إضاءة,~/2,~/2.jpg,نخلة\n',
    {
      AR1: 'كرسي خشبي | 1299 now 999 SAR | there | أثاث > كراسي | 1.jpg',
      AR2: 'مصباح | 249 SAR | sold out | أثاث > إضاءة | 2.jpg',
    },
  ],
  [
    'swiss apostrophe',
    'utf-8',
    "Artikel-Nr.;Bezeichnung;Preis CHF;Statt-Preis CHF;Lager;Kategorie;Unterkategorie;Shop-Link;Bild 1;Bild 2\n10;Tisch;1'299.00;1'599.00;3;Möbel;Tische;~/1;~/1.jpg;~/1b.jpg\n11;Stuhl;249.-;;0;Möbel;Stühle;~/2;~/2.jpg;\n",
    {
      '10': 'Tisch | 1599 now 1299 CHF | there | Möbel > Tische | 1.jpg 1b.jpg',
      '11': 'Stuhl | 249 CHF | sold out | Möbel > Stühle | 2.jpg',
    },
  ],
  [
    'greek hand made 1253',
    'windows-1253',
    'Κωδικός;Περιγραφή είδους;Τιμή χωρίς ΦΠΑ;Τιμή με ΦΠΑ;Αρχική τιμή;Υπόλοιπο;Κατηγορία;Σύνδεσμος προϊόντος;Φωτογραφία\nE1;Καρέκλα;80,56;99,90;129,90;5;Σπίτι > Καρέκλες;~/1;~/1.jpg\nE2;Τραπέζι;1.007,26;1.249,00;;0;Σπίτι > Τραπέζια;~/2;~/2.jpg\n',
    {
      E1: 'Καρέκλα | 129.9 now 99.9 | there | Σπίτι > Καρέκλες | 1.jpg',
      E2: 'Τραπέζι | 1249 | sold out | Σπίτι > Τραπέζια | 2.jpg',
    },
  ],
  [
    'opencart csv',
    'utf-8',
    'product_id,name(en-gb),categories,sku,upc,quantity,model,manufacturer,image_name,shipping,price,weight,seo_keyword,description(en-gb),stock_status,status,special_price,link\n40,Phone,"Electronics > Phones",OC1,,970,m1,Apple,~/c/1.jpg,yes,101.0000,10,phone,"<p>Nice</p>",In Stock,true,90.00,~/40\n41,Desk,"Home > Desks",OC2,,0,m2,Apple,~/c/2.jpg,yes,1000.0000,10,desk,"x",Out Of Stock,true,,~/41\n',
    {
      '40': 'Phone | 101 now 90 | there | Electronics > Phones | c/1.jpg',
      '41': 'Desk | 1000 | sold out | Home > Desks | c/2.jpg',
    },
  ],
  [
    'lightspeed json',
    'utf-8',
    '[{"id":1,"isVisible":true,"title":"Racefiets","fulltitle":"Racefiets Pro","content":"<p>Snel</p>","url":"~/racefiets","image":{"src":"~/1.jpg","thumb":"~/1t.jpg"},"brand":{"title":"Giant"},"variants":[{"id":11,"sku":"R-M","priceIncl":1299,"priceExcl":1073.55,"oldPriceIncl":1499,"stockLevel":3,"title":"M"},{"id":12,"sku":"R-L","priceIncl":1299,"priceExcl":1073.55,"oldPriceIncl":0,"stockLevel":0,"title":"L"}]}]',
    {
      '1': 'Racefiets | - | there | 1.jpg',
      '1 11': '1499 now 1299 | there | 1.jpg',
      '1 12': '1299 | sold out | 1.jpg',
    },
  ],
  [
    'twenga txt',
    'windows-1252',
    "product_url\tdesignation\tprice\tcategory\timage_url\tdescription\tmerchant_id\tbrand\tin_stock\tstock_detail\tregular_price\tupc_ean\n~/1\tChaise d'été\t49.90\tMaison > Chaises\t~/1.jpg\tBelle\tTW1\tChêne\tY\t5\t69.90\t3760000000001\n~/2\tTable\t1249.00\tMaison > Tables\t~/2.jpg\tBelle\tTW2\tChêne\tN\t0\t\t\n",
    {
      TW1: "Chaise d'été | 69.9 now 49.9 | there | Maison > Chaises | 1.jpg",
      TW2: 'Table | 1249 | sold out | Maison > Tables | 2.jpg',
    },
  ],
  [
    'ozon-like ru csv',
    'windows-1251',
    'Артикул*;Название товара;Цена, руб.*;Цена до скидки, руб.;НДС, %*;Штрихкод;Ссылка на главное фото*;Ссылки на дополнительные фото;Бренд*;Остаток на складе;Категория;URL товара\nOZ1;Стул;1 299;1 999;20;4600000000017;~/1.jpg;~/1b.jpg ~/1c.jpg;Дуб;5;Мебель/Стулья;~/1\nOZ2;Стол;12 990;;20;;~/2.jpg;;Дуб;0;Мебель/Столы;~/2\n',
    {
      OZ1: 'Стул | 1999 now 1299 RUB | there | Мебель > Стулья | 1.jpg 1b.jpg 1c.jpg',
      OZ2: 'Стол | 12990 RUB | sold out | Мебель > Столы | 2.jpg',
    },
  ],
  [
    'erp german traps',
    'windows-1252',
    'Lieferanten-Nr;Artikelnummer;Bezeichnung 1;Bezeichnung 2;EK-Preis;VK-Preis netto;VK-Preis brutto;UVP;Grundpreis;Mindestbestand;Lagerbestand;Hauptgruppe;Untergruppe;Hersteller;Hersteller-Nr.;EAN-Code;Bild1;Bild2;Produktseite\n900;A-100;Bohrmaschine;750 W;45,10;83,19;99,00;119,00;;5;12;Werkzeug;Bohrer;Kraft;HK-1;4006381333931;~/1.jpg;~/1b.jpg;~/a-100\n900;A-200;Säge;Handsäge;5,10;8,39;9,99;;;5;0;Werkzeug;Sägen;Kraft;HK-2;4006381333948;~/2.jpg;;~/a-200\n900;A-300;Fräse;Profi;450,10;1.008,39;1.200,00;;;5;3;Werkzeug;Fräsen;Kraft;HK-3;;~/3.jpg;;~/a-300\n',
    {
      'A-100': 'Bohrmaschine | 119 now 99 | there | Werkzeug > Bohrer | 1.jpg 1b.jpg',
      'A-200': 'Säge | 9.99 | sold out | Werkzeug > Sägen | 2.jpg',
      'A-300': 'Fräse | 1200 | there | Werkzeug > Fräsen | 3.jpg',
    },
  ],
  [
    'spanish prestashop-like',
    'utf-8',
    'ID;Referencia;Nombre del artículo;Precio sin IVA;Precio con IVA;Precio rebajado con IVA;Existencias;Categoría principal;Subcategoría;URL del artículo;URL de la imagen;Marca;Peso (kg)\n1;ES-1;Silla plegable;41,31;49,99;39,99;7;Hogar;Sillas;~/1;~/1.jpg;Roble;2,500\n2;ES-2;Mesa;1.032,23;1.249,00;;0;Hogar;Mesas;~/2;~/2.jpg;Roble;12,000\n',
    {
      '1': 'Silla plegable | 49.99 now 39.99 | there | Hogar > Sillas | 1.jpg',
      '2': 'Mesa | 1249 | sold out | Hogar > Mesas | 2.jpg',
    },
  ],
  [
    'polish xml attr',
    'utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><oferta><produkt kod="PL1"><nazwa_produktu>Krzesło</nazwa_produktu><opis_produktu><![CDATA[<p>Ładne</p>]]></opis_produktu><cena_netto>1,00</cena_netto><cena_brutto waluta="PLN">299,00</cena_brutto><cena_przed_promocja>399,00</cena_przed_promocja><stan_magazynowy>4</stan_magazynowy><kategoria_glowna>Dom</kategoria_glowna><podkategoria>Meble</podkategoria><link_do_produktu>~/1</link_do_produktu><zdjecia><zdjecie glowne="1">~/1.jpg</zdjecie><zdjecie>~/1b.jpg</zdjecie></zdjecia><producent>Dąb</producent></produkt><produkt kod="PL2"><nazwa_produktu>Stół</nazwa_produktu><opis_produktu><![CDATA[<p>Ładne</p>]]></opis_produktu><cena_netto>1,00</cena_netto><cena_brutto waluta="PLN">1299,00</cena_brutto><stan_magazynowy>0</stan_magazynowy><kategoria_glowna>Dom</kategoria_glowna><podkategoria>Meble</podkategoria><link_do_produktu>~/2</link_do_produktu><zdjecia><zdjecie glowne="1">~/2.jpg</zdjecie><zdjecie>~/2b.jpg</zdjecie></zdjecia><producent>Dąb</producent></produkt></oferta>',
    {
      PL1: 'Krzesło | 399 now 299 PLN | there | Dom > Meble | 1.jpg 1b.jpg',
      PL2: 'Stół | 1299 PLN | sold out | Dom > Meble | 2.jpg 2b.jpg',
    },
  ],
  [
    'portuguese json nested',
    'utf-8',
    '{"status":"ok","dados":{"produtos":[{"codigo":"PT1","descricao":"Cadeira de madeira","precoDe":199.9,"precoPor":149.9,"moeda":"BRL","estoque":{"quantidade":3},"categoria":{"nome":"Móveis"},"fotos":[{"url":"~/1.jpg"},{"url":"~/1b.jpg"}],"linkProduto":"~/1"},{"codigo":"PT2","descricao":"Mesa","precoDe":999,"precoPor":999,"moeda":"BRL","estoque":{"quantidade":0},"categoria":{"nome":"Móveis"},"fotos":[{"url":"~/2.jpg"}],"linkProduto":"~/2"}]}}',
    {
      PT1: 'Cadeira de madeira | 199.9 now 149.9 BRL | there | Móveis | 1.jpg 1b.jpg',
      PT2: 'Mesa | 999 BRL | sold out | Móveis | 2.jpg',
    },
  ],
  [
    'czech xml shoptet',
    'utf-8',
    '<?xml version="1.0" encoding="utf-8"?><SHOP><SHOPITEM id="1"><NAME>Židle</NAME><SHORT_DESCRIPTION>Hezká</SHORT_DESCRIPTION><DESCRIPTION><![CDATA[<p>Dlouhý popis</p>]]></DESCRIPTION><MANUFACTURER>Dub</MANUFACTURER><CODE>CZ1</CODE><EAN>8590000000001</EAN><CURRENCY>CZK</CURRENCY><VAT>21</VAT><PRICE>1000</PRICE><PRICE_VAT>1290</PRICE_VAT><STANDARD_PRICE>1590</STANDARD_PRICE><PURCHASE_PRICE>500</PURCHASE_PRICE><STOCK><AMOUNT>10</AMOUNT><MINIMAL_AMOUNT>1</MINIMAL_AMOUNT></STOCK><ORIG_URL>~/1</ORIG_URL><IMAGES><IMAGE>~/1.jpg</IMAGE><IMAGE>~/1b.jpg</IMAGE></IMAGES><CATEGORIES><CATEGORY id="5">Nábytek</CATEGORY><DEFAULT_CATEGORY id="5">Nábytek &gt; Židle</DEFAULT_CATEGORY></CATEGORIES></SHOPITEM><SHOPITEM id="2"><NAME>Stůl</NAME><SHORT_DESCRIPTION>Hezká</SHORT_DESCRIPTION><DESCRIPTION><![CDATA[<p>Dlouhý popis</p>]]></DESCRIPTION><MANUFACTURER>Dub</MANUFACTURER><CODE>CZ2</CODE><EAN>8590000000002</EAN><CURRENCY>CZK</CURRENCY><VAT>21</VAT><PRICE>1000</PRICE><PRICE_VAT>5990</PRICE_VAT><STANDARD_PRICE>1590</STANDARD_PRICE><PURCHASE_PRICE>500</PURCHASE_PRICE><STOCK><AMOUNT>0</AMOUNT><MINIMAL_AMOUNT>1</MINIMAL_AMOUNT></STOCK><ORIG_URL>~/2</ORIG_URL><IMAGES><IMAGE>~/2.jpg</IMAGE><IMAGE>~/2b.jpg</IMAGE></IMAGES><CATEGORIES><CATEGORY id="5">Nábytek</CATEGORY><DEFAULT_CATEGORY id="5">Nábytek &gt; Židle</DEFAULT_CATEGORY></CATEGORIES></SHOPITEM></SHOP>',
    {
      '1': 'Židle | 1590 now 1290 CZK | there | Nábytek > Židle | 1.jpg 1b.jpg',
      '2': 'Stůl | 5990 CZK | sold out | Nábytek > Židle | 2.jpg 2b.jpg',
    },
  ],
  [
    'vietnamese',
    'utf-8',
    'Mã sản phẩm,Tên sản phẩm,Giá bán,Giá niêm yết,Tình trạng,Danh mục,Liên kết,Hình ảnh,Thương hiệu\nVN1,Ghế gỗ,1.290.000₫,1.590.000₫,Còn hàng,Nội thất > Ghế,~/1,~/1.jpg,Gỗ Việt\nVN2,Đèn,290.000₫,,Hết hàng,Nội thất > Đèn,~/2,~/2.jpg,Gỗ Việt\n',
    {
      VN1: 'Ghế gỗ | 1590000 now 1290000 VND | there | Nội thất > Ghế | 1.jpg',
      VN2: 'Đèn | 290000 VND | sold out | Nội thất > Đèn | 2.jpg',
    },
  ],
  [
    'indonesian rp',
    'utf-8',
    'Kode Produk;Nama Produk;Harga;Harga Coret;Stok;Kategori;Link Produk;Gambar\nID1;Kursi;Rp 1.299.000;Rp 1.599.000;5;Rumah > Kursi;~/1;~/1.jpg\nID2;Lampu;Rp 299.000;;0;Rumah > Lampu;~/2;~/2.jpg\n',
    {
      ID1: 'Kursi | 1599000 now 1299000 IDR | there | Rumah > Kursi | 1.jpg',
      ID2: 'Lampu | 299000 IDR | sold out | Rumah > Lampu | 2.jpg',
    },
  ],
  [
    'thai',
    'utf-8',
    'รหัสสินค้า,ชื่อสินค้า,ราคา,ราคาพิเศษ,สถานะสินค้า,หมวดหมู่,ลิงก์,รูปภาพ\nTH1,เก้าอี้,"1,290.00 บาท","990.00 บาท",มีสินค้า,บ้าน > เก้าอี้,~/1,~/1.jpg\nTH2,โคมไฟ,290.00 บาท,,สินค้าหมด,บ้าน > ไฟ,~/2,~/2.jpg\n',
    {
      TH1: 'เก้าอี้ | 1290 now 990 THB | there | บ้าน > เก้าอี้ | 1.jpg',
      TH2: 'โคมไฟ | 290 THB | sold out | บ้าน > ไฟ | 2.jpg',
    },
  ],
  [
    'hungarian 1250 unas',
    'windows-1250',
    'Cikkszám\tTermék Név\tNettó Ár\tBruttó Ár\tAkciós Bruttó Ár\tRaktárkészlet\tKategória\tTermék link\tKép link\tGyártó\tLeírás\nHU1\tSzék fenyő\t7 866\t9 990\t7 990\t12\tBútor|Székek\t~/1\t~/1.jpg\tFenyő\tSzép\nHU2\tAsztal\t78 732\t99 990\t\t0\tBútor|Asztalok\t~/2\t~/2.jpg\tFenyő\tSzép\n',
    {
      HU1: 'Szék fenyő | 9990 now 7990 | there | Bútor > Székek | 1.jpg',
      HU2: 'Asztal | 99990 | sold out | Bútor > Asztalok | 2.jpg',
    },
  ],
  [
    'lithuanian/latvian 1257',
    'windows-1257',
    'Prekės kodas;Prekės pavadinimas;Kaina su PVM;Kaina be PVM;Likutis;Kategorija;Nuoroda;Nuotrauka\nLT1;Kėdė ąžuolinė;49,99;41,31;5;Namai > Kėdės;~/1;~/1.jpg\nLT2;Stalas;199,00;164,46;0;Namai > Stalai;~/2;~/2.jpg\n',
    {
      LT1: 'Kėdė ąžuolinė | 49.99 | there | Namai > Kėdės | 1.jpg',
      LT2: 'Stalas | 199 | sold out | Namai > Stalai | 2.jpg',
    },
  ],
  [
    'bulgarian opencart xml',
    'utf-8',
    '<products><product><номер>BG1</номер><име>Стол</име><цена>129.90</цена><стара_цена>159.90</стара_цена><валута>BGN</валута><наличност>Да</наличност><категория>Дом/Мебели</категория><линк>~/1</линк><снимка>~/1.jpg</снимка></product><product><номер>BG2</номер><име>Маса</име><цена>499.00</цена><стара_цена></стара_цена><валута>BGN</валута><наличност>Не</наличност><категория>Дом/Мебели</категория><линк>~/2</линк><снимка>~/2.jpg</снимка></product></products>',
    {
      BG1: 'Стол | 159.9 now 129.9 BGN | there | Дом > Мебели | 1.jpg',
      BG2: 'Маса | 499 BGN | sold out | Дом > Мебели | 2.jpg',
    },
  ],
  [
    'variants as columns parent sku',
    'utf-8',
    'Parent SKU,SKU,Product Title,Size,Colour,RRP (GBP),Our Price (GBP),Trade Price (GBP),Qty,Product Page,Main Picture,Picture 2\nTEE,TEE-S,Tee,S,Red,£25.00,£19.00,£9.00,5,~/tee,~/1.jpg,~/2.jpg\nTEE,TEE-M,Tee,M,Red,£25.00,£19.00,£9.00,0,~/tee,~/1.jpg,~/2.jpg\nMUG,MUG-1,Mug,,White,,£8.00,£3.00,-3,~/mug,~/3.jpg,\n',
    {
      TEE: 'Tee | - GBP | there | 1.jpg 2.jpg',
      'TEE TEE-S': '25 now 19 | there | 1.jpg | S',
      'TEE TEE-M': '25 now 19 | sold out | 1.jpg | M',
      MUG: 'Mug | - GBP | sold out | 3.jpg',
      'MUG MUG-1': '8 | sold out | 3.jpg',
    },
  ],
  [
    'excel de title row, sep=',
    'utf-8',
    'sep=;\r\nArt.-Nr.;Artikel;Preis inkl. MwSt.;Verfügbar ab;Lagermenge;Rubrik;Foto;Webseite\r\n1;"Regal ""Oslo""";1.299,00 €;;4;Wohnen » Regale;~/1.jpg;~/1\r\n2;Bank;89,00 €;01.12.2026;0;Wohnen » Bänke;~/2.jpg;~/2\r\n',
    {
      '1': 'Regal "Oslo" | 1299 EUR | there | Wohnen > Regale | 1.jpg',
      '2': 'Bank | 89 EUR | sold out | Wohnen > Bänke | 2.jpg',
    },
  ],
  [
    'magento2 rest json',
    'utf-8',
    '{"items":[{"id":1,"sku":"M-1","name":"Bag","price":34,"status":1,"visibility":4,"type_id":"simple","extension_attributes":{"stock_item":{"qty":5,"is_in_stock":true}},"media_gallery_entries":[{"file":"~/b/1.jpg"}],"custom_attributes":[{"attribute_code":"url_key","value":"bag"},{"attribute_code":"special_price","value":"29.00"}],"url":"~/bag"},{"id":2,"sku":"M-2","name":"Hat","price":14,"status":2,"visibility":4,"type_id":"simple","extension_attributes":{"stock_item":{"qty":0,"is_in_stock":false}},"media_gallery_entries":[{"file":"~/b/2.jpg"}],"custom_attributes":[],"url":"~/hat"}],"total_count":2}',
    { '1': 'Bag | 34 | there | b/1.jpg', '2': 'Hat | 14 | sold out | b/2.jpg' },
  ],
  [
    'sfcc xml namespaces',
    'utf-8',
    '<c:catalog xmlns:c="http://x" xmlns:p="http://p"><c:product product-id="D1"><c:display-name xml:lang="x-default">Dress 1</c:display-name><c:long-description xml:lang="x-default">&lt;b&gt;Nice&lt;/b&gt;</c:long-description><c:page-url>~/d1</c:page-url><p:price currency="USD">99.00</p:price><c:images><c:image-group view-type="large"><c:image path="~/d1.jpg"/></c:image-group></c:images><c:online-flag>true</c:online-flag><c:available-flag>true</c:available-flag><c:brand>Ana</c:brand></c:product><c:product product-id="D2"><c:display-name xml:lang="x-default">Dress 2</c:display-name><c:long-description xml:lang="x-default">&lt;b&gt;Nice&lt;/b&gt;</c:long-description><c:page-url>~/d2</c:page-url><p:price currency="USD">99.00</p:price><c:images><c:image-group view-type="large"><c:image path="~/d2.jpg"/></c:image-group></c:images><c:online-flag>true</c:online-flag><c:available-flag>false</c:available-flag><c:brand>Ana</c:brand></c:product></c:catalog>',
    { D1: 'Dress 1 | 99 USD | there | d1.jpg', D2: 'Dress 2 | 99 USD | sold out | d2.jpg' },
  ],
  [
    'net only with tax column refused?',
    'utf-8',
    'Artikel;Artikelname;Nettopreis;Bruttopreis;MwSt;Link\n1;Tisch;84,03;100,00;19%;~/1\n2;Stuhl;42,02;50,00;19%;~/2\n',
    { '1': 'Tisch | 100 | unknown', '2': 'Stuhl | 50 | unknown' },
  ],
  [
    'japanese futureshop',
    'euc-jp',
    '商品URLコード,商品番号,商品名,本体価格,税込価格,定価,在庫数,優先カテゴリ,商品ページURL,メイン画像,サブ画像1\njp1,J-1,急須,"2,980","3,278","3,980",12,食器:急須,~/1,~/1.jpg,~/1b.jpg\njp2,J-2,湯呑み,"1,000","1,100",,0,食器:湯呑み,~/2,~/2.jpg,\n',
    {
      'J-1': '急須 | 3980 now 3278 | there | 食器 > 急須 | 1.jpg 1b.jpg',
      'J-2': '湯呑み | 1100 | sold out | 食器 > 湯呑み | 2.jpg',
    },
  ],
  [
    'big5 tw',
    'big5',
    '商品編號,商品名稱,原價,優惠價,庫存數量,商品分類,商品網址,商品圖片\nTW1,木椅,"NT$1,990","NT$1,590",3,傢俱/椅子,~/1,~/1.jpg\nTW2,檯燈,NT$990,,0,傢俱/燈具,~/2,~/2.jpg\n',
    {
      TW1: '木椅 | 1990 now 1590 TWD | there | 傢俱 > 椅子 | 1.jpg',
      TW2: '檯燈 | 990 TWD | sold out | 傢俱 > 燈具 | 2.jpg',
    },
  ],
  [
    'croatian',
    'windows-1250',
    'Šifra artikla;Naziv artikla;MPC;VPC;Stara cijena;Stanje;Grupa;Podgrupa;Poveznica;Slika\nHR1;Stolac drveni;49,99;31,00;59,99;5;Dom;Stolci;~/1;~/1.jpg\nHR2;Stol;199,00;120,00;;0;Dom;Stolovi;~/2;~/2.jpg\n',
    {
      HR1: 'Stolac drveni | 59.99 now 49.99 | there | Dom > Stolci | 1.jpg',
      HR2: 'Stol | 199 | sold out | Dom > Stolovi | 2.jpg',
    },
  ],
  [
    'swedish net only',
    'utf-8',
    'Artikelnr;Benämning;Pris exkl moms;Pris inkl moms;Rek. pris;Inköpspris;Saldo;Huvudgrupp;Undergrupp;Bild;Länk;Valuta\n1;Stol;800,00;1 000,00;1 200,00;400,00;3;Möbler;Stolar;~/1.jpg;~/1;SEK\n2;Bord;1 600,00;2 000,00;;900,00;0;Möbler;Bord;~/2.jpg;~/2;SEK\n',
    {
      '1': 'Stol | 1200 now 1000 SEK | there | Möbler > Stolar | 1.jpg',
      '2': 'Bord | 2000 SEK | sold out | Möbler > Bord | 2.jpg',
    },
  ],
  [
    'french woo-like tarif',
    'utf-8',
    'Réf.;Désignation;Tarif HT;Tarif TTC;Tarif promo TTC;Éco-part.;Qté en stock;Famille;Sous-famille;Photo;Fiche produit;Fabricant\nA1;Chaise;41,58;49,90;39,90;0,50;7;Maison;Chaises;~/1.jpg;~/1;Chêne\nA2;Table;1 040,83;1 249,00;;1,50;0;Maison;Tables;~/2.jpg;~/2;Chêne\n',
    {
      A1: 'Chaise | 49.9 now 39.9 | there | Maison > Chaises | 1.jpg',
      A2: 'Table | 1249 | sold out | Maison > Tables | 2.jpg',
    },
  ],
  [
    'xml with several prices per currency',
    'utf-8',
    '<items><item><code>P1</code><label>Chair 1</label><page>~/1</page><prices><price currency="EUR">49.00</price><price currency="USD">59.00</price></prices><visible>yes</visible></item><item><code>P2</code><label>Chair 2</label><page>~/2</page><prices><price currency="EUR">49.00</price><price currency="USD">59.00</price></prices><visible>no</visible></item></items>',
    { P1: 'Chair 1 | 49 EUR | unknown', P2: 'Chair 2 | 49 EUR | sold out' },
  ],
  [
    'korean cafe24 csv',
    'utf-8',
    '상품번호,상품코드,상품명,진열상태,판매상태,소비자가,판매가,상품상세URL,이미지등록(목록),상품분류명,브랜드,재고\n11,P000A,의자,Y,Y,"20,000","15,000",~/11,~/1.jpg,가구>의자,나무,3\n12,P000B,책상,Y,N,,"150,000",~/12,~/2.jpg,가구>책상,나무,5\n',
    {
      '11': '의자 | 20000 now 15000 | there | 가구 > 의자 | 1.jpg',
      '12': '책상 | 150000 | sold out | 가구 > 책상 | 2.jpg',
    },
  ],
  [
    'dutch ccv',
    'utf-8',
    'Productnummer;Productnaam;Prijs (incl. btw);Actieprijs (incl. btw);Voorraad;Actief;Categorie 1;Categorie 2;Merk;Foto 1;Foto 2;Productlink\nN1;Stoel;49,95;39,95;4;ja;Wonen;Stoelen;Eik;~/1.jpg;~/1b.jpg;~/1\nN2;Tafel;249,00;;2;nee;Wonen;Tafels;Eik;~/2.jpg;;~/2\n',
    {
      N1: 'Stoel | 49.95 now 39.95 | there | Wonen > Stoelen | 1.jpg 1b.jpg',
      N2: 'Tafel | 249 | sold out | Wonen > Tafels | 2.jpg',
    },
  ],
  [
    'japanese makeshop sjis',
    'shift_jis',
    '独自商品コード,商品名,販売価格(税込),定価(税込),数量,大カテゴリー,中カテゴリー,商品ページURL,商品画像1,商品画像2,製造元\nM1,木製椅子,"12,100円","15,400円",5,家具,椅子,~/m1,~/m1.jpg,~/m1b.jpg,匠\nM2,照明,"5,500円",,0,家具,照明,~/m2,~/m2.jpg,,匠\n',
    {
      M1: '木製椅子 | 15400 now 12100 JPY | there | 家具 > 椅子 | m1.jpg m1b.jpg',
      M2: '照明 | 5500 JPY | sold out | 家具 > 照明 | m2.jpg',
    },
  ],
  [
    'greek xml cscart',
    'utf-8',
    '<store><products><product><product_code>GR1</product_code><product_title>Καρέκλα 1</product_title><final_price>99.90</final_price><retail_price>129.90</retail_price><product_url>~/1</product_url><main_image>~/1.jpg</main_image><extra_images><img>~/1b.jpg</img></extra_images><category_path>Σπίτι->Καρέκλες</category_path><stock_status>Άμεσα διαθέσιμο</stock_status></product><product><product_code>GR2</product_code><product_title>Καρέκλα 2</product_title><final_price>99.90</final_price><retail_price>129.90</retail_price><product_url>~/2</product_url><main_image>~/2.jpg</main_image><extra_images><img>~/2b.jpg</img></extra_images><category_path>Σπίτι->Καρέκλες</category_path><stock_status>Μη διαθέσιμο</stock_status></product></products></store>',
    {
      GR1: 'Καρέκλα 1 | 129.9 now 99.9 | there | Σπίτι > Καρέκλες | 1.jpg 1b.jpg',
      GR2: 'Καρέκλα 2 | 129.9 now 99.9 | sold out | Σπίτι > Καρέκλες | 2.jpg 2b.jpg',
    },
  ],
  [
    'id columns: customer id constant',
    'utf-8',
    'shop_id,shop_name,product_ref,product_label,unit_price_incl_tax,unit_price_excl_tax,cat_lvl1,cat_lvl2,cat_lvl3,img_main,img_2,in_stock_qty,product_page_url\n7,My Shop,R-1,Chair,49.90,41.58,Home,Seats,Chairs,~/1.jpg,~/1b.jpg,4,~/1\n7,My Shop,R-2,Table,199.00,165.83,Home,Tables,,~/2.jpg,,0,~/2\n',
    {
      'R-1': 'Chair | 49.9 | there | Home > Seats > Chairs | 1.jpg 1b.jpg',
      'R-2': 'Table | 199 | sold out | Home > Tables | 2.jpg',
    },
  ],
  [
    'ru 1c excel',
    'windows-1251',
    'Код;Артикул;Номенклатура;Розничная цена;Оптовая цена;Закупочная цена;Остаток;Ед.;Группа;Картинка;Ссылка\n0001;RU-1;Стул дубовый;3 499,00;2 900,00;2 000,00;5;шт;Мебель;~/1.jpg;~/1\n0002;RU-2;Стол;12 990,00;10 000,00;8 000,00;0;шт;Мебель;~/2.jpg;~/2\n',
    {
      '0001': 'Стул дубовый | 3499 | there | Мебель | 1.jpg',
      '0002': 'Стол | 12990 | sold out | Мебель | 2.jpg',
    },
  ],
  [
    'uk csv horoshop',
    'utf-8',
    'Артикул;Назва (UA);Ціна;Стара ціна;Валюта;Наявність;Розділ;Бренд;Фото;Галерея;Посилання\nU1;Стілець;2999;3499;UAH;В наявності;Меблі/Стільці;Дуб;~/1.jpg;~/1b.jpg;~/1\nU2;Стіл;9999;;UAH;Немає в наявності;Меблі/Столи;Дуб;~/2.jpg;;~/2\n',
    {
      U1: 'Стілець | 3499 now 2999 UAH | there | Меблі > Стільці | 1.jpg 1b.jpg',
      U2: 'Стіл | 9999 UAH | sold out | Меблі > Столи | 2.jpg',
    },
  ],
  [
    'norwegian',
    'utf-8',
    'Produktnr.;Produktnavn;Pris eks. mva;Pris inkl. mva;Førpris;Antall på lager;Varegruppe;Bilde-URL;Produkt-URL\n1;Stol;800;1000;1200;3;Møbler;~/1.jpg;~/1\n2;Bord;1600;2000;;0;Møbler;~/2.jpg;~/2\n',
    { '1': 'Stol | 1200 now 1000 | there | Møbler | 1.jpg', '2': 'Bord | 2000 | sold out | Møbler | 2.jpg' },
  ],
  [
    'two names, manufacturer sku first',
    'utf-8',
    'manufacturer_sku,manufacturer,our_sku,item_description,msrp,map_price,our_price,dealer_cost,qty_on_hand,image_file,item_url\nHK1,Kraft,K-1,Drill 750 W,119.00,95.00,99.00,60.00,4,~/1.jpg,~/1\nHK2,Kraft,K-2,Saw,29.00,20.00,25.00,12.00,0,~/2.jpg,~/2\n',
    { 'K-1': 'Drill 750 W | 119 now 99 | there | 1.jpg', 'K-2': 'Saw | 29 now 25 | sold out | 2.jpg' },
  ],
  [
    'excel en',
    'utf-8',
    'Item #,Description,List,Net,Sell Price,On Hand,Dept,Sub-Dept,Web Link,Photo URL\n100-1,Oak chair,199.00,120.00,149.00,4,Home,Chairs,~/1,~/1.jpg\n100-2,Oak table,999.00,600.00,899.00,0,Home,Tables,~/2,~/2.jpg\n',
    {
      '100-1': 'Oak chair | 149 | there | Home > Chairs | 1.jpg',
      '100-2': 'Oak table | 899 | sold out | Home > Tables | 2.jpg',
    },
  ],
  [
    'italian ivato',
    'windows-1252',
    'Cod. Articolo;Descrizione;Prezzo imponibile;Prezzo ivato;Prezzo scontato ivato;Giacenza;Reparto;Sottoreparto;Foto;Pagina web;Marchio\nI1;Sedia;40,90;49,90;39,90;5;Casa;Sedie;~/1.jpg;~/1;Rossi\nI2;Tavolo;1.023,77;1.249,00;;0;Casa;Tavoli;~/2.jpg;~/2;Rossi\n',
    {
      I1: 'Sedia | 49.9 now 39.9 | there | Casa > Sedie | 1.jpg',
      I2: 'Tavolo | 1249 | sold out | Casa > Tavoli | 2.jpg',
    },
  ],
  [
    'polish tax',
    'utf-8',
    'Symbol;Nazwa;Cena sprzedaży netto;Cena sprzedaży brutto;Cena zakupu;Stan;Kategoria 1;Kategoria 2;Zdjęcie 1;Zdjęcie 2;Adres strony\nP1;Krzesło;81,29;99,99;50,00;3;Dom;Krzesła;~/1.jpg;~/1b.jpg;~/1\nP2;Stół;1 056,09;1 299,00;700,00;0;Dom;Stoły;~/2.jpg;;~/2\n',
    {
      P1: 'Krzesło | 99.99 | there | Dom > Krzesła | 1.jpg 1b.jpg',
      P2: 'Stół | 1299 | sold out | Dom > Stoły | 2.jpg',
    },
  ],
  [
    'romanian tva',
    'utf-8',
    'SKU;Nume produs;Preț fără TVA;Preț cu TVA;Preț redus cu TVA;Stoc;Categorie;Link;Poză\nR1;Scaun;83,95;99,90;79,90;da;Casă;~/1;~/1.jpg\nR2;Masă;419,33;499,00;;nu;Casă;~/2;~/2.jpg\n',
    { R1: 'Scaun | 99.9 now 79.9 | there | Casă | 1.jpg', R2: 'Masă | 499 | sold out | Casă | 2.jpg' },
  ],
  [
    'turkish kdv',
    'utf-8',
    'Stok Kodu;Ürün Adı;KDV Hariç Fiyat;KDV Dahil Fiyat;Stok Adedi;Kategori;Ürün Linki;Resim 1\nT1;Sandalye;100,00;120,00;5;Ev;~/1;~/1.jpg\nT2;Masa;1.000,00;1.200,00;0;Ev;~/2;~/2.jpg\n',
    { T1: 'Sandalye | 120 | there | Ev | 1.jpg', T2: 'Masa | 1200 | sold out | Ev | 2.jpg' },
  ],
  [
    'portuguese iva',
    'utf-8',
    'Ref;Nome;Preço s/ IVA;Preço c/ IVA;Stock;Categoria;Link;Imagem\nP1;Cadeira;40,65;50,00;5;Casa;~/1;~/1.jpg\nP2;Mesa;406,50;500,00;0;Casa;~/2;~/2.jpg\n',
    { P1: 'Cadeira | 50 | there | Casa | 1.jpg', P2: 'Mesa | 500 | sold out | Casa | 2.jpg' },
  ],
  [
    'finnish danish',
    'utf-8',
    'Varenummer;Navn;Pris ekskl. moms;Pris inkl. moms;Beholdning;Kategori;Link;Billede\nD1;Stol;800,00;1.000,00;5;Hjem;~/1;~/1.jpg\nD2;Bord;1.600,00;2.000,00;0;Hjem;~/2;~/2.jpg\n',
    { D1: 'Stol | 1000 | there | Hjem | 1.jpg', D2: 'Bord | 2000 | sold out | Hjem | 2.jpg' },
  ],
  [
    'zh tax',
    'utf-8',
    '商品编码,商品名称,未税价,含税价,库存,分类,链接,图片\nZ1,椅子,100.00,113.00,5,家具,~/1,~/1.jpg\nZ2,桌子,1000.00,1130.00,0,家具,~/2,~/2.jpg\n',
    { Z1: '椅子 | 113 | there | 家具 | 1.jpg', Z2: '桌子 | 1130 | sold out | 家具 | 2.jpg' },
  ],
  [
    'careful de fashion',
    'utf-8',
    'Artikelnr.;Modell-Nr.;Bezeichnung;Farbe;Größe;VK brutto [€];UVP [€];Bestand (Stk.);Lieferzeit (Tage);Hauptkategorie;Unterkategorie;Hersteller;EAN;Bild-URL 1;Bild-URL 2;Produkt-URL\n4711-S;4711;Strickjacke "Anna";rot;S;49,95;79,95;3;2;Damen;Strickjacken;Nordwind;4006381333931;~/4711_1.jpg;~/4711_2.jpg;~/4711\n4711-M;4711;Strickjacke "Anna";rot;M;49,95;79,95;0;14;Damen;Strickjacken;Nordwind;4006381333948;~/4711_1.jpg;~/4711_2.jpg;~/4711\n4712-U;4712;Schal;grau;;19,95;;12;2;Damen;Schals;Nordwind;4006381333955;~/4712_1.jpg;;~/4712\n',
    {
      '4711': 'Strickjacke "Anna" | - EUR | there | Damen > Strickjacken | 4711_1.jpg 4711_2.jpg',
      '4712': 'Schal | - EUR | there | Damen > Schals | 4712_1.jpg',
      '4711 4711-S': '79.95 now 49.95 | there | 4711_1.jpg | S',
      '4711 4711-M': '79.95 now 49.95 | sold out | 4711_1.jpg | M',
      '4712 4712-U': '19.95 | there | 4712_1.jpg',
    },
  ],
  [
    'careful de erp parent',
    'utf-8',
    'Typ;SKU;Vater-SKU;Artikelname;Netto-VK;Brutto-VK;Streichpreis brutto;Lagerbestand gesamt;Kategoriepfad;Marke;Variantenmerkmal Farbe;Variantenmerkmal Größe;Bild 1;Bild 2;URL-Pfad\nVater;T100;;Bettwäsche Satin;;;;;Schlafen > Bettwäsche;Traum;;;~/t100.jpg;~/t100b.jpg;~/t100\nKind;T100-135;T100;Bettwäsche Satin 135x200;41,97;49,95;59,95;7;Schlafen > Bettwäsche;Traum;weiß;135x200;~/t100-135.jpg;;~/t100\nKind;T100-155;T100;Bettwäsche Satin 155x220;50,38;59,95;;0;Schlafen > Bettwäsche;Traum;weiß;155x220;~/t100-155.jpg;;~/t100\nEinzel;K20;;Kissen;16,76;19,95;;4;Schlafen > Kissen;Traum;;;~/k20.jpg;;~/k20\n',
    {
      T100: 'Bettwäsche Satin | - | there | Schlafen > Bettwäsche | t100.jpg t100b.jpg',
      'T100 T100-135': '59.95 now 49.95 | there | t100-135.jpg | 135x200',
      'T100 T100-155': '59.95 | sold out | t100-155.jpg | 155x220',
      K20: 'Kissen | 19.95 | there | Schlafen > Kissen | k20.jpg',
    },
  ],
  [
    'careful fr csv',
    'utf-8',
    'Réf.;Désignation;Prix TTC (€);Prix barré TTC (€);Dispo;Rayon;Famille;Sous-famille;Photo principale;Photos secondaires;URL fiche produit;Marque;Code EAN13\nCH01;Chaise pliante;39,90;49,90;En stock;Jardin;Mobilier;Chaises;~/ch1.jpg;~/ch1b.jpg|~/ch1c.jpg;~/ch01;Lafuma;3155710000001\nCH02;Fauteuil relax;129,00;;Rupture;Jardin;Mobilier;Fauteuils;~/ch2.jpg;;~/ch02;Lafuma;3155710000002\nCH03;Table ronde;1 249,00;1 499,00;Sur commande;Jardin;Mobilier;Tables;~/ch3.jpg;;~/ch03;Fermob;3155710000003\n',
    {
      CH01: 'Chaise pliante | 49.9 now 39.9 EUR | there | Jardin > Mobilier > Chaises | ch1.jpg ch1b.jpg ch1c.jpg',
      CH02: 'Fauteuil relax | 129 EUR | sold out | Jardin > Mobilier > Fauteuils | ch2.jpg',
      CH03: 'Table ronde | 1499 now 1249 EUR | there | Jardin > Mobilier > Tables | ch3.jpg',
    },
  ],
  [
    'careful fr xml',
    'utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><produits><produit><reference>R1</reference><libelle>Lampe à poser</libelle><prix_ht>41.58</prix_ht><prix_ttc>49.90</prix_ttc><prix_promo_ttc>39.90</prix_promo_ttc><devise>EUR</devise><disponibilite>Expédié sous 48h</disponibilite><delai_livraison>2 à 3 jours</delai_livraison><categories><categorie niveau="1">Maison</categorie><categorie niveau="2">Luminaires</categorie></categories><images><image>~/r1.jpg</image><image>~/r1b.jpg</image></images><lien>~/r1</lien><marque>Lumi</marque></produit><produit><reference>R2</reference><libelle>Suspension</libelle><prix_ht>75.00</prix_ht><prix_ttc>90.00</prix_ttc><prix_promo_ttc/><devise>EUR</devise><disponibilite>Épuisé</disponibilite><delai_livraison/><categories><categorie niveau="1">Maison</categorie><categorie niveau="2">Suspensions</categorie></categories><images><image>~/r2.jpg</image></images><lien>~/r2</lien><marque>Lumi</marque></produit></produits>',
    {
      R1: 'Lampe à poser | 49.9 now 39.9 EUR | there | Maison > Luminaires | r1.jpg r1b.jpg',
      R2: 'Suspension | 90 EUR | sold out | Maison > Suspensions | r2.jpg',
    },
  ],
  [
    'careful es csv',
    'utf-8',
    'Referencia;Artículo;PVP (IVA incl.);PVP oferta (IVA incl.);Existencias;Sección;Subsección;Fabricante;Cód. barras;Imagen principal;Imagen 2;Enlace\nES-1;Sartén 24 cm;29,95 €;24,95 €;12;Cocina;Sartenes;Monix;8412345000011;~/e1.jpg;~/e1b.jpg;~/es1\nES-2;Olla rápida;89,00 €;;0;Cocina;Ollas;Monix;8412345000028;~/e2.jpg;;~/es2\nES-3;Cuchillo;1.019,00 €;;3;Cocina;Cuchillos;Arcos;8412345000035;~/e3.jpg;;~/es3\n',
    {
      'ES-1': 'Sartén 24 cm | 29.95 now 24.95 EUR | there | Cocina > Sartenes | e1.jpg e1b.jpg',
      'ES-2': 'Olla rápida | 89 EUR | sold out | Cocina > Ollas | e2.jpg',
      'ES-3': 'Cuchillo | 1019 EUR | there | Cocina > Cuchillos | e3.jpg',
    },
  ],
  [
    'careful it tsv',
    'utf-8',
    'Cod. articolo\tDescrizione\tDescrizione estesa\tPrezzo di listino\tSconto %\tPrezzo scontato\tGiacenza\tReparto\tCategoria\tFoto1\tFoto2\tBarcode\tMarca\tPagina prodotto\nA1\tTrapano 18V\tTrapano a batteria\t129,00\t20\t103,20\t5\tUtensili\tTrapani\t~/a1.jpg\t~/a1b.jpg\t8001234000011\tBosch\t~/a1\nA2\tSega\tSega manuale\t19,90\t0\t19,90\t0\tUtensili\tSeghe\t~/a2.jpg\t\t8001234000028\tStanley\t~/a2\nA3\tMartello\tMartello da 500 g\t12,50\t\t\t25\tUtensili\tMartelli\t~/a3.jpg\t\t8001234000035\tStanley\t~/a3\n',
    {
      A1: 'Trapano 18V | 129 now 103.2 | there | Utensili > Trapani | a1.jpg a1b.jpg',
      A2: 'Sega | 19.9 | sold out | Utensili > Seghe | a2.jpg',
      A3: 'Martello | 12.5 | there | Utensili > Martelli | a3.jpg',
    },
  ],
  [
    'careful it xml variants',
    'utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><catalogo><articolo codice="V1"><nome>Maglione lana</nome><marca>Loro</marca><categoria>Donna/Maglieria</categoria><prezzo valuta="EUR">89.00</prezzo><prezzo_scontato valuta="EUR">69.00</prezzo_scontato><immagini><immagine>~/v1.jpg</immagine><immagine>~/v1b.jpg</immagine></immagini><url>~/v1</url><varianti><variante codice="V1-S"><taglia>S</taglia><colore>Blu</colore><quantita>4</quantita></variante><variante codice="V1-M"><taglia>M</taglia><colore>Blu</colore><quantita>0</quantita></variante></varianti></articolo><articolo codice="V2"><nome>Sciarpa</nome><marca>Loro</marca><categoria>Donna/Accessori</categoria><prezzo valuta="EUR">39.00</prezzo><immagini><immagine>~/v2.jpg</immagine></immagini><url>~/v2</url><varianti><variante codice="V2-U"><taglia>Unica</taglia><colore>Nero</colore><quantita>0</quantita></variante></varianti></articolo></catalogo>',
    {
      V1: 'Maglione lana | - EUR | there | Donna > Maglieria | v1.jpg v1b.jpg',
      'V1 V1-S': '89 now 69 | there | v1.jpg | S',
      'V1 V1-M': '89 now 69 | sold out | v1.jpg | M',
      V2: 'Sciarpa | - EUR | sold out | Donna > Accessori | v2.jpg',
      'V2 V2-U': '39 | sold out | v2.jpg | Unica',
    },
  ],
  [
    'careful nl csv',
    'utf-8',
    'Artikelcode;Omschrijving;Verkoopprijs excl. btw;Verkoopprijs incl. btw;Adviesprijs incl. btw;Voorraadstatus;Levertijd;Hoofdgroep;Subgroep;Merk;EAN-code;Afbeelding 1;Afbeelding 2;Productlink\nN1;Tuinslang 20 m;20,62;24,95;29,95;Op voorraad;Voor 22:00 besteld, morgen in huis;Tuin;Bewatering;Gardena;8711111000017;~/n1.jpg;~/n1b.jpg;~/n1\nN2;Sproeier;12,36;14,95;14,95;Uitverkocht;;Tuin;Bewatering;Gardena;8711111000024;~/n2.jpg;;~/n2\nN3;Hark;8,22;9,95;;Nog 2 op voorraad;1-2 werkdagen;Tuin;Gereedschap;Fiskars;8711111000031;~/n3.jpg;;~/n3\n',
    {
      N1: 'Tuinslang 20 m | 29.95 now 24.95 | there | Tuin > Bewatering | n1.jpg n1b.jpg',
      N2: 'Sproeier | 14.95 | sold out | Tuin > Bewatering | n2.jpg',
      N3: 'Hark | 9.95 | there | Tuin > Gereedschap | n3.jpg',
    },
  ],
  [
    'careful cz xml variants',
    'utf-8',
    '<?xml version="1.0" encoding="utf-8"?><zbozi><polozka><kod>Z1</kod><nazev>Tričko</nazev><vyrobce>Loap</vyrobce><kategorie>Oblečení | Trička</kategorie><cena_s_dph>399</cena_s_dph><mena>CZK</mena><url>~/z1</url><obrazek>~/z1.jpg</obrazek><varianty><varianta><kod>Z1/M</kod><velikost>M</velikost><sklad>3</sklad><cena_s_dph>399</cena_s_dph></varianta><varianta><kod>Z1/XL</kod><velikost>XL</velikost><sklad>0</sklad><cena_s_dph>429</cena_s_dph></varianta></varianty></polozka><polozka><kod>Z2</kod><nazev>Čepice</nazev><vyrobce>Loap</vyrobce><kategorie>Oblečení | Čepice</kategorie><cena_s_dph>199</cena_s_dph><mena>CZK</mena><url>~/z2</url><obrazek>~/z2.jpg</obrazek><sklad>7</sklad></polozka></zbozi>',
    {
      Z1: 'Tričko | - CZK | there | Oblečení > Trička | z1.jpg',
      'Z1 Z1/M': '399 | there | z1.jpg | M',
      'Z1 Z1/XL': '429 | sold out | z1.jpg | XL',
      Z2: 'Čepice | 199 CZK | there | Oblečení > Čepice | z2.jpg',
    },
  ],
  [
    'careful tr csv',
    'windows-1254',
    'Barkod;Model Kodu;Marka;Kategori İsmi;Para Birimi;Ürün Adı;Piyasa Satış Fiyatı (KDV Dahil);Satış Fiyatı (KDV Dahil);Ürün Stok Adedi;Stok Kodu;Ürün Rengi;Beden;Görsel 1;Görsel 2;Ürün Linki\n8690000000011;M1;Koton;Giyim > Gömlek;TRY;Keten Gömlek;599,90;449,90;5;M1-S;Beyaz;S;~/m1.jpg;~/m1b.jpg;~/m1\n8690000000028;M1;Koton;Giyim > Gömlek;TRY;Keten Gömlek;599,90;449,90;0;M1-M;Beyaz;M;~/m1.jpg;~/m1b.jpg;~/m1\n8690000000035;M2;Koton;Giyim > Şapka;TRY;Hasır Şapka;199,90;199,90;9;M2-STD;Bej;Standart;~/m2.jpg;;~/m2\n',
    {
      M1: 'Keten Gömlek | - TRY | there | Giyim > Gömlek | m1.jpg m1b.jpg',
      'M1 M1-S': '599.9 now 449.9 | there | m1.jpg | S',
      'M1 M1-M': '599.9 now 449.9 | sold out | m1.jpg | M',
      M2: 'Hasır Şapka | - TRY | there | Giyim > Şapka | m2.jpg',
      'M2 M2-STD': '199.9 | there | m2.jpg | Standart',
    },
  ],
  [
    'careful uk csv',
    'utf-8',
    'Артикул,Назва товару,"Ціна, грн","Стара ціна, грн",Наявність,Категорія,Підкатегорія,Виробник,Зображення 1,Зображення 2,Посилання на товар\nУ1,Диван кутовий,"18 999,00","21 999,00",Є в наявності,Меблі,Дивани,Сокме,~/1.jpg,~/1b.jpg,~/1\nУ2,Крісло,"4 999,00",,Закінчився,Меблі,Крісла,Сокме,~/2.jpg,,~/2\nУ3,Пуф,"1 299,00",,Очікується,Меблі,Пуфи,Сокме,~/3.jpg,,~/3\n',
    {
      У1: 'Диван кутовий | 21999 now 18999 UAH | there | Меблі > Дивани | 1.jpg 1b.jpg',
      У2: 'Крісло | 4999 UAH | sold out | Меблі > Крісла | 2.jpg',
      У3: 'Пуф | 1299 UAH | sold out | Меблі > Пуфи | 3.jpg',
    },
  ],
  [
    'careful zh json',
    'utf-8',
    '{"code":0,"msg":"ok","data":{"total":2,"list":[{"goods_sn":"G1","goods_name":"实木餐椅","market_price":"399.00","shop_price":"299.00","goods_number":12,"cat_path":"家具/餐厅/餐椅","goods_img":"~/g1.jpg","gallery":["~/g1b.jpg","~/g1c.jpg"],"goods_url":"~/g1","brand_name":"林氏"},{"goods_sn":"G2","goods_name":"餐桌","market_price":"1999.00","shop_price":"1999.00","goods_number":0,"cat_path":"家具/餐厅/餐桌","goods_img":"~/g2.jpg","gallery":[],"goods_url":"~/g2","brand_name":"林氏"}]}}',
    {
      G1: '实木餐椅 | 399 now 299 | there | 家具 > 餐厅 > 餐椅 | g1.jpg g1b.jpg g1c.jpg',
      G2: '餐桌 | 1999 | sold out | 家具 > 餐厅 > 餐桌 | g2.jpg',
    },
  ],
  [
    'careful da csv',
    'utf-8',
    'Produktnr.;Titel;Vejl. udsalgspris;Salgspris inkl. moms;Salgspris ekskl. moms;Lagerstatus;Leveringstid;Hovedkategori;Underkategori;Producent;EAN-nr.;Billede 1;Billede 2;Produkt-URL\nD1;Havestol;599,00;449,00;359,20;På lager;1-2 hverdage;Have;Stole;Cane-line;5701234000011;~/d1.jpg;~/d1b.jpg;~/d1\nD2;Havebord;1.999,00;1.999,00;1.599,20;Ikke på lager;3-4 uger;Have;Borde;Cane-line;5701234000028;~/d2.jpg;;~/d2\nD3;Parasol;799,00;699,00;559,20;Få på lager;1-2 hverdage;Have;Parasoller;Glatz;5701234000035;~/d3.jpg;;~/d3\n',
    {
      D1: 'Havestol | 599 now 449 | there | Have > Stole | d1.jpg d1b.jpg',
      D2: 'Havebord | 1999 | sold out | Have > Borde | d2.jpg',
      D3: 'Parasol | 799 now 699 | there | Have > Parasoller | d3.jpg',
    },
  ],
  [
    'careful en csv',
    'utf-8',
    'Stock Code,Product Title,RRP (inc VAT),Our Price (inc VAT),Our Price (ex VAT),Qty Available,Lead Time (days),Department,Category,Sub-category,Main Image,Extra Images,Product Page,Supplier,Barcode\nEN1,Garden Spade,£34.99,£27.99,£23.33,14,2,Garden,Tools,Spades,~/en1.jpg,"~/en1b.jpg,~/en1c.jpg",~/en1,Spear & Jackson,5012345000011\nEN2,Garden Fork,£34.99,£34.99,£29.16,0,10,Garden,Tools,Forks,~/en2.jpg,,~/en2,Spear & Jackson,5012345000028\nEN3,Wheelbarrow,"£1,049.00",£999.00,£832.50,3,2,Garden,Transport,Barrows,~/en3.jpg,,~/en3,Haemmerlin,5012345000035\n',
    {
      EN1: 'Garden Spade | 34.99 now 27.99 GBP | there | Garden > Tools > Spades | en1.jpg en1b.jpg en1c.jpg',
      EN2: 'Garden Fork | 34.99 GBP | sold out | Garden > Tools > Forks | en2.jpg',
      EN3: 'Wheelbarrow | 1049 now 999 GBP | there | Garden > Transport > Barrows | en3.jpg',
    },
  ],
  [
    'careful en xml styles',
    'utf-8',
    '<?xml version="1.0"?><catalogue currency="GBP"><style code="ST1"><name>Wool Coat</name><brand>Barbour</brand><department>Women</department><category>Coats</category><url>~/st1</url><images><image position="1">~/st1.jpg</image><image position="2">~/st1b.jpg</image></images><skus><sku code="ST1-8" colour="Navy" size="8" price="199.00" wasPrice="249.00" stock="2"/><sku code="ST1-10" colour="Navy" size="10" price="199.00" wasPrice="249.00" stock="0"/></skus></style><style code="ST2"><name>Scarf</name><brand>Barbour</brand><department>Women</department><category>Accessories</category><url>~/st2</url><images><image position="1">~/st2.jpg</image></images><skus><sku code="ST2-OS" colour="Red" size="One Size" price="39.00" stock="5"/></skus></style></catalogue>',
    {
      ST1: 'Wool Coat | - | there | Women > Coats | st1.jpg st1b.jpg',
      'ST1 ST1-8': '249 now 199 | there | st1.jpg | 8',
      'ST1 ST1-10': '249 now 199 | sold out | st1.jpg | 10',
      ST2: 'Scarf | - | there | Women > Accessories | st2.jpg',
      'ST2 ST2-OS': '39 | there | st2.jpg | One Size',
    },
  ],
  [
    'careful de xml',
    'iso-8859-1',
    '<?xml version="1.0" encoding="ISO-8859-1"?><Artikelliste><Artikel><ArtNr>D1</ArtNr><Kurztext>Bohrhammer</Kurztext><Langtext>Mit Koffer</Langtext><HEK>89,00</HEK><VKNetto>125,21</VKNetto><VKBrutto>149,00</VKBrutto><UVP>189,00</UVP><Waehrung>EUR</Waehrung><Bestand>0</Bestand><Lieferzeit>2 Wochen</Lieferzeit><Warengruppen><Ebene1>Werkzeug</Ebene1><Ebene2>Bohren</Ebene2></Warengruppen><Bilder><Bild>~/d1.jpg</Bild><Bild>~/d1b.jpg</Bild></Bilder><Shoplink>~/d1</Shoplink><Hersteller>Bosch</Hersteller><EAN>4006381333931</EAN></Artikel><Artikel><ArtNr>D2</ArtNr><Kurztext>Säge</Kurztext><Langtext>Scharf</Langtext><HEK>9,00</HEK><VKNetto>16,76</VKNetto><VKBrutto>19,95</VKBrutto><UVP/><Waehrung>EUR</Waehrung><Bestand>12</Bestand><Lieferzeit>sofort</Lieferzeit><Warengruppen><Ebene1>Werkzeug</Ebene1><Ebene2>Sägen</Ebene2></Warengruppen><Bilder><Bild>~/d2.jpg</Bild></Bilder><Shoplink>~/d2</Shoplink><Hersteller>Bosch</Hersteller><EAN>4006381333948</EAN></Artikel></Artikelliste>',
    {
      D1: 'Bohrhammer | 189 now 149 EUR | sold out | Werkzeug > Bohren | d1.jpg d1b.jpg',
      D2: 'Säge | 19.95 EUR | there | Werkzeug > Sägen | d2.jpg',
    },
  ],
  [
    'careful fr variants csv',
    'utf-8',
    'Référence;Référence parent;Nom du produit;Couleur;Taille;Prix de vente TTC;Prix conseillé TTC;Quantité en stock;Catégorie niveau 1;Catégorie niveau 2;Catégorie niveau 3;Image 1;Image 2;Lien produit;Marque;EAN\nF1-36;F1;Robe Léa;Rouge;36;59,00;79,00;2;Femme;Vêtements;Robes;~/f1.jpg;~/f1b.jpg;~/f1;Sézane;3155710000001\nF1-38;F1;Robe Léa;Rouge;38;59,00;79,00;0;Femme;Vêtements;Robes;~/f1.jpg;~/f1b.jpg;~/f1;Sézane;3155710000002\nF2-TU;F2;Écharpe;Gris;TU;29,00;;5;Femme;Accessoires;Écharpes;~/f2.jpg;;~/f2;Sézane;3155710000003\n',
    {
      F1: 'Robe Léa | - | there | Femme > Vêtements > Robes | f1.jpg f1b.jpg',
      'F1 F1-36': '79 now 59 | there | f1.jpg | 36',
      'F1 F1-38': '79 now 59 | sold out | f1.jpg | 38',
      F2: 'Écharpe | - | there | Femme > Accessoires > Écharpes | f2.jpg',
      'F2 F2-TU': '29 | there | f2.jpg | TU',
    },
  ],
  [
    'careful pl xml variants',
    'utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><produkty><produkt id="501"><kod>KB</kod><nazwa>Kurtka zimowa</nazwa><producent>4F</producent><kategorie><kategoria poziom="1">Odzież</kategoria><kategoria poziom="2">Kurtki</kategoria></kategorie><cena waluta="PLN">399.00</cena><cena_katalogowa waluta="PLN">499.00</cena_katalogowa><opis>Ciepła</opis><adres>~/kb</adres><zdjecia><zdjecie glowne="1">~/kb.jpg</zdjecie><zdjecie>~/kb2.jpg</zdjecie></zdjecia><warianty><wariant><kod>KB-M</kod><rozmiar>M</rozmiar><kolor>czarny</kolor><ilosc>4</ilosc></wariant><wariant><kod>KB-L</kod><rozmiar>L</rozmiar><kolor>czarny</kolor><ilosc>0</ilosc></wariant></warianty></produkt><produkt id="502"><kod>CZ</kod><nazwa>Czapka</nazwa><producent>4F</producent><kategorie><kategoria poziom="1">Odzież</kategoria><kategoria poziom="2">Czapki</kategoria></kategorie><cena waluta="PLN">49.00</cena><opis>Ciepła</opis><adres>~/cz</adres><zdjecia><zdjecie glowne="1">~/cz.jpg</zdjecie></zdjecia><warianty><wariant><kod>CZ-U</kod><rozmiar>uni</rozmiar><kolor>szary</kolor><ilosc>0</ilosc></wariant></warianty></produkt></produkty>',
    {
      '501': 'Kurtka zimowa | - PLN | there | Odzież > Kurtki | kb.jpg kb2.jpg',
      '502': 'Czapka | - PLN | sold out | Odzież > Czapki | cz.jpg',
      '501 KB-M': '499 now 399 | there | kb.jpg | M',
      '501 KB-L': '499 now 399 | sold out | kb.jpg | L',
      '502 CZ-U': '49 | sold out | cz.jpg | uni',
    },
  ],
  [
    'careful ro xml',
    'utf-8',
    '<?xml version="1.0"?><produse><produs><cod>R1</cod><denumire>Telefon</denumire><pret_achizitie>800</pret_achizitie><pret_vanzare>1199.99</pret_vanzare><pret_vechi>1399.99</pret_vechi><moneda>RON</moneda><disponibilitate>În stoc</disponibilitate><categorie>Electronice &gt; Telefoane</categorie><imagine>~/r1.jpg</imagine><imagini_suplimentare><imagine>~/r1b.jpg</imagine></imagini_suplimentare><link>~/r1</link><brand>Samsung</brand></produs><produs><cod>R2</cod><denumire>Căști</denumire><pret_achizitie>100</pret_achizitie><pret_vanzare>199.99</pret_vanzare><pret_vechi></pret_vechi><moneda>RON</moneda><disponibilitate>Indisponibil</disponibilitate><categorie>Electronice &gt; Audio</categorie><imagine>~/r2.jpg</imagine><link>~/r2</link><brand>JBL</brand></produs></produse>',
    {
      R1: 'Telefon | 1399.99 now 1199.99 RON | there | Electronice > Telefoane | r1.jpg r1b.jpg',
      R2: 'Căști | 199.99 RON | sold out | Electronice > Audio | r2.jpg',
    },
  ],
  [
    'careful zh csv',
    'gb18030',
    '商家编码,SPU编码,商品标题,颜色,尺码,吊牌价(元),售价(元),成本价(元),可售库存,一级分类,二级分类,主图链接,详情图,商品链接,品牌\nZ1-M,Z1,羊毛衫,红色,M,599.00,399.00,200.00,5,女装,毛衣,~/z1.jpg,~/z1b.jpg,~/z1,鄂尔多斯\nZ1-L,Z1,羊毛衫,红色,L,599.00,399.00,200.00,0,女装,毛衣,~/z1.jpg,~/z1b.jpg,~/z1,鄂尔多斯\nZ2-F,Z2,围巾,灰色,均码,199.00,199.00,80.00,8,女装,配饰,~/z2.jpg,,~/z2,鄂尔多斯\n',
    {
      Z1: '羊毛衫 | - CNY | there | 女装 > 毛衣 | z1.jpg',
      'Z1 Z1-M': '599 now 399 | there | z1.jpg | M',
      'Z1 Z1-L': '599 now 399 | sold out | z1.jpg | L',
      Z2: '围巾 | - CNY | there | 女装 > 配饰 | z2.jpg',
      'Z2 Z2-F': '199 | there | z2.jpg | 均码',
    },
  ],
  [
    'careful da json',
    'utf-8',
    '[{"varenr":"D1","navn":"Kaffekande","pris":{"normal":499,"tilbud":399,"indkob":180,"valuta":"DKK"},"lager":{"antal":4,"status":"På lager"},"kategorier":[{"niveau":1,"navn":"Køkken"},{"niveau":2,"navn":"Kaffe"}],"billeder":["~/d1.jpg","~/d1b.jpg"],"link":"~/d1","maerke":"Stelton"},{"varenr":"D2","navn":"Termokop","pris":{"normal":199,"tilbud":null,"indkob":80,"valuta":"DKK"},"lager":{"antal":0,"status":"Udsolgt"},"kategorier":[{"niveau":1,"navn":"Køkken"},{"niveau":2,"navn":"Kopper"}],"billeder":["~/d2.jpg"],"link":"~/d2","maerke":"Stelton"}]',
    {
      D1: 'Kaffekande | 499 now 399 DKK | there | Køkken > Kaffe | d1.jpg d1b.jpg',
      D2: 'Termokop | 199 DKK | sold out | Køkken > Kopper | d2.jpg',
    },
  ],
  [
    'careful ko json',
    'utf-8',
    '{"products":[{"상품번호":"K1","상품명":"머그컵","정가":18000,"할인가":15000,"매입가":7000,"재고상태":"재고있음","카테고리":"주방>컵","이미지":["~/k1.jpg"],"링크":"~/k1","브랜드":"무인"},{"상품번호":"K2","상품명":"접시","정가":24000,"할인가":null,"매입가":9000,"재고상태":"품절","카테고리":"주방>접시","이미지":["~/k2.jpg"],"링크":"~/k2","브랜드":"무인"}]}',
    {
      K1: '머그컵 | 18000 now 15000 | there | 주방 > 컵 | k1.jpg',
      K2: '접시 | 24000 | sold out | 주방 > 접시 | k2.jpg',
    },
  ],
  [
    'careful fr json liste',
    'utf-8',
    '{"catalogue":[{"id":1,"sku":"FR1","nom":"Bougie","prix":{"ht":8.25,"ttc":9.9,"promo_ttc":7.9,"devise":"EUR"},"stock":12,"categories":["Maison","Décoration","Bougies"],"images":["~/1.jpg","~/1b.jpg"],"lien":"~/1","marque":"Durance"},{"id":2,"sku":"FR2","nom":"Vase","prix":{"ht":20.75,"ttc":24.9,"promo_ttc":null,"devise":"EUR"},"stock":0,"categories":["Maison","Décoration","Vases"],"images":["~/2.jpg"],"lien":"~/2","marque":"Durance"},{"id":3,"sku":"FR3","nom":"Plaid","prix":{"ht":33.25,"ttc":39.9,"promo_ttc":null,"devise":"EUR"},"stock":3,"categories":["Maison","Textile","Plaids"],"images":["~/3.jpg"],"lien":"~/3","marque":"Durance"}]}',
    {
      '1': 'Bougie | 9.9 now 7.9 EUR | there | Maison > Décoration > Bougies | 1.jpg 1b.jpg',
      '2': 'Vase | 24.9 EUR | sold out | Maison > Décoration > Vases | 2.jpg',
      '3': 'Plaid | 39.9 EUR | there | Maison > Textile > Plaids | 3.jpg',
    },
  ],
  [
    'careful es variantes xml',
    'utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><tienda><productos><producto><referencia>Z9</referencia><nombre>Zapatilla</nombre><marca>Joma</marca><precio_tarifa>60.00</precio_tarifa><precio_venta>45.00</precio_venta><moneda>EUR</moneda><categorias><nivel1>Calzado</nivel1><nivel2>Zapatillas</nivel2></categorias><fotos><foto>~/z9.jpg</foto><foto>~/z9b.jpg</foto></fotos><url>~/z9</url><variantes><variante><referencia>Z9-40</referencia><talla>40</talla><color>Azul</color><existencias>2</existencias></variante><variante><referencia>Z9-41</referencia><talla>41</talla><color>Azul</color><existencias>0</existencias></variante></variantes></producto><producto><referencia>C1</referencia><nombre>Calcetín</nombre><marca>Joma</marca><precio_tarifa>6.00</precio_tarifa><precio_venta>6.00</precio_venta><moneda>EUR</moneda><categorias><nivel1>Ropa</nivel1><nivel2>Calcetines</nivel2></categorias><fotos><foto>~/c1.jpg</foto></fotos><url>~/c1</url><existencias>8</existencias></producto></productos></tienda>',
    {
      Z9: 'Zapatilla | - EUR | there | Calzado > Zapatillas | z9.jpg z9b.jpg',
      'Z9 Z9-40': '60 now 45 | there | z9.jpg | 40',
      'Z9 Z9-41': '60 now 45 | sold out | z9.jpg | 41',
      C1: 'Calcetín | 6 EUR | there | Ropa > Calcetines | c1.jpg',
    },
  ],
  [
    'careful pl hurt csv',
    'windows-1250',
    'Indeks;Nazwa produktu;Cena zakupu netto;Cena hurtowa netto;Cena detaliczna brutto;Cena promocyjna brutto;Dostępność;Dział;Kategoria;Podkategoria;Zdjęcie główne;Zdjęcia dodatkowe;Link do produktu;Marka;EAN\nP1;Klocki;40,00;55,00;99,99;79,99;duża ilość;Zabawki;Klocki;Konstrukcyjne;~/p1.jpg;~/p1b.jpg;~/p1;Lego;5901234000011\nP2;Puzzle;10,00;15,00;29,99;;brak na stanie;Zabawki;Puzzle;Do 100 el.;~/p2.jpg;;~/p2;Trefl;5901234000028\n',
    {
      P1: 'Klocki | 99.99 now 79.99 | there | Zabawki > Klocki > Konstrukcyjne | p1.jpg p1b.jpg',
      P2: 'Puzzle | 29.99 | sold out | Zabawki > Puzzle > Do 100 el. | p2.jpg',
    },
  ],
  [
    'careful sv csv',
    'utf-8',
    'Artikelnummer;Modellnummer;Produktnamn;Färg;Storlek;Inköpspris;Rek. pris;Pris;Extrapris;I lager;Huvudkategori;Kategori;Bild 1;Bild 2;Länk;Märke\nS-1;M1;Jacka;Blå;S;300;999;899;699;3;Kläder;Jackor;~/s1.jpg;~/s1b.jpg;~/s1;Haglöfs\nS-2;M1;Jacka;Blå;M;300;999;899;699;0;Kläder;Jackor;~/s1.jpg;~/s1b.jpg;~/s1;Haglöfs\nS-3;M2;Mössa;Röd;One size;60;;199;;5;Kläder;Mössor;~/s3.jpg;;~/s3;Haglöfs\n',
    {
      M1: 'Jacka | - | there | Kläder > Jackor | s1.jpg s1b.jpg',
      'M1 S-1': '899 now 699 | there | s1.jpg | S',
      'M1 S-2': '899 now 699 | sold out | s1.jpg | M',
      M2: 'Mössa | - | there | Kläder > Mössor | s3.jpg',
      'M2 S-3': '199 | there | s3.jpg | One size',
    },
  ],
  [
    'careful en json',
    'utf-8',
    '{"products":[{"id":"E1","title":"Kettle","brand":{"name":"Dualit"},"price":{"list":99,"sale":79,"cost":40,"currency":"GBP"},"stock":{"level":4,"status":"in_stock"},"category":{"department":"Kitchen","section":"Small Appliances","subsection":"Kettles"},"images":{"main":"~/e1.jpg","alternates":["~/e1b.jpg"]},"url":"~/e1"},{"id":"E2","title":"Toaster","brand":{"name":"Dualit"},"price":{"list":149,"sale":null,"cost":70,"currency":"GBP"},"stock":{"level":0,"status":"out_of_stock"},"category":{"department":"Kitchen","section":"Small Appliances","subsection":"Toasters"},"images":{"main":"~/e2.jpg","alternates":[]},"url":"~/e2"}]}',
    {
      E1: 'Kettle | 99 now 79 GBP | there | Kitchen > Small Appliances > Kettles | e1.jpg e1b.jpg',
      E2: 'Toaster | 149 GBP | sold out | Kitchen > Small Appliances > Toasters | e2.jpg',
    },
  ],
  [
    'careful cz xml',
    'utf-8',
    '<?xml version="1.0"?><katalog><produkt kod="K1"><nazev>Hrnec</nazev><nakupni_cena>300</nakupni_cena><cena>599</cena><puvodni_cena>799</puvodni_cena><mena>CZK</mena><skladem>ano</skladem><kategorie><uroven1>Kuchyně</uroven1><uroven2>Hrnce</uroven2></kategorie><fotky><fotka>~/k1.jpg</fotka></fotky><odkaz>~/k1</odkaz><znacka>Tescoma</znacka></produkt><produkt kod="K2"><nazev>Pánev</nazev><nakupni_cena>200</nakupni_cena><cena>399</cena><mena>CZK</mena><skladem>ne</skladem><kategorie><uroven1>Kuchyně</uroven1><uroven2>Pánve</uroven2></kategorie><fotky><fotka>~/k2.jpg</fotka></fotky><odkaz>~/k2</odkaz><znacka>Tescoma</znacka></produkt></katalog>',
    {
      K1: 'Hrnec | 799 now 599 CZK | there | Kuchyně > Hrnce | k1.jpg',
      K2: 'Pánev | 399 CZK | sold out | Kuchyně > Pánve | k2.jpg',
    },
  ],
  [
    'prices with vat make no skroutz',
    'utf-8',
    '<PRODUCTS><PRODUCT><ID>P1</ID><NAME>Stolek</NAME><URL>~/1</URL><PRICE_WITH_VAT>1990</PRICE_WITH_VAT><STOCK>2</STOCK><IMAGE>~/1.jpg</IMAGE></PRODUCT><PRODUCT><ID>P2</ID><NAME>Lampa</NAME><URL>~/2</URL><PRICE_WITH_VAT>590</PRICE_WITH_VAT><STOCK>0</STOCK><IMAGE>~/2.jpg</IMAGE></PRODUCT></PRODUCTS>',
    { P1: 'Stolek | 1990 | there | 1.jpg', P2: 'Lampa | 590 | sold out | 2.jpg' },
  ],
  [
    'rows without a title behind their product, by its handle',
    'windows-1252',
    'Identificador de URL;Nombre;Talle;Precio;Stock;SKU;MPN;URL del producto\nremera;Remera de algodón;S;18500,00;8;REM-S;;~/remera\nremera;;M;18500,00;0;REM-M;;~/remera\nmate;Mate de calabaza;;9900,00;2;MATE-1;;~/mate\n',
    {
      remera: 'Remera de algodón | - | there',
      'remera REM-S': '18500 | there | S',
      'remera REM-M': '18500 | sold out | M',
      mate: 'Mate de calabaza | - | there',
      'mate MATE-1': '9900 | there',
    },
  ],
  [
    'columns of names and values of options',
    'utf-8',
    'handle;Nombre;Nombre de propiedad 1;Valor de propiedad 1;Nombre de propiedad 2;Valor de propiedad 2;Precio;Stock;SKU;URL\nremera;Remera;Color;Negro;Talle;S;18500,00;8;REM-S;~/remera\nremera;;Color;Negro;Talle;M;18500,00;0;REM-M;~/remera\nmate;Mate;;;;;9900,00;2;MATE-1;~/mate\n',
    {
      remera: 'Remera | - | there',
      'remera REM-S': '18500 | there | S',
      'remera REM-M': '18500 | sold out | M',
      mate: 'Mate | - | there',
      'mate MATE-1': '9900 | there',
    },
  ],
  [
    'an only variant that is called as its product',
    'utf-8',
    '[{"produktId":801,"namn":"Skjorta","länk":"~/801","valuta":"SEK","varianter":[{"artikelnr":"801-S","storlek":"S","pris":699,"lagersaldo":4},{"artikelnr":"801-M","storlek":"M","pris":699,"lagersaldo":0}]},{"produktId":803,"namn":"Halsduk","länk":"~/803","valuta":"SEK","varianter":[{"artikelnr":"803","storlek":"Onesize","pris":349,"lagersaldo":9}]}]',
    {
      '801': 'Skjorta | - SEK | there',
      '801 801-S': '699 | there | S',
      '801 801-M': '699 | sold out | M',
      '803': 'Halsduk | - SEK | there',
      '803 803': '349 | there | Onesize',
    },
  ],
  [
    'names of sizes beside the name of the product in another element',
    'utf-8',
    '<products><product id="P1"><description><name>Rower</name></description><card url="~/1"/><price>1899.00</price><sizes><size name="17" code="P1-17" stock="3"/><size name="19" code="P1-19" stock="0"/></sizes></product><product id="P2"><description><name>Kask</name></description><card url="~/2"/><price>129.90</price><sizes><size name="uniwersalny" code="P2-u" stock="1"/></sizes></product></products>',
    {
      P1: 'Rower | - | there',
      'P1 P1-17': '1899 | there',
      'P1 P1-19': '1899 | sold out',
      P2: 'Kask | - | there',
      'P2 P2-u': '129.9 | there',
    },
  ],
  [
    'columns of properties',
    'utf-8',
    'ID товара;ID варианта;Название;Ссылка;Цена;Свойство: Размер\n1;11;Плед;~/1;990;150x200\n1;12;Плед;~/1;1290;200x220\n2;21;Ковёр;~/2;1990;\n',
    {
      '1': 'Плед | - | unknown',
      '1 11': '990 | unknown | 150x200',
      '1 12': '1290 | unknown | 200x220',
      '2': 'Ковёр | - | unknown',
      '2 21': '1990 | unknown',
    },
  ],
  [
    'attributes of name and value, of which some have no value',
    'utf-8',
    '{"items":[{"id":1,"name":"Soap","url":"~/1","price":5,"quantity":2,"attributes":[{"name":"Brand","value":"Olive"},{"name":"Scent","value":"none"}],"combinations":[{"sku":"1-S","price":5,"quantity":1,"options":[{"name":"Size","value":"S"}]},{"sku":"1-M","price":6,"quantity":0,"options":[{"name":"Size","value":null},{"name":"Color","value":"red"}]}]},{"id":2,"name":"Vase","url":"~/2","price":7,"quantity":1,"attributes":[{"name":"Brand","value":"Clay"}],"combinations":[]}]}',
    {
      '1': 'Soap | - | there',
      '1 1-S': '5 | there | S',
      '1 1-M': '6 | sold out',
      '2': 'Vase | 7 | there',
    },
  ],
  [
    'texts for when there is a stock and when there is none',
    'utf-8',
    'code;name;url;price;stock;availabilityInStock;availabilityOutOfStock\n1;Puzzle;~/1;9,90;8;Skladem;Vyprodáno\n2;Kniha;~/2;5,50;0;Skladem;Do 14 dnů\n',
    {
      '1': 'Puzzle | 9.9 | there',
      '2': 'Kniha | 5.5 | sold out',
    },
  ],
  [
    'texts of stock in German, and a quantity behind them',
    'utf-8',
    'Artikelnummer;Name;Link;Preis;Text ausverkauft;Text auf Lager;Menge\n1;Hut;~/1;9,90;Ausverkauft;Sofort lieferbar;3\n2;Schal;~/2;5,50;Ausverkauft;Sofort lieferbar;0\n',
    {
      '1': 'Hut | 9.9 | there',
      '2': 'Schal | 5.5 | sold out',
    },
  ],
];

interface Said {
  title?: string;
  price?: number;
  sale_price?: number;
  currency?: string;
  availability?: boolean;
  category_paths?: { name: string }[][];
  thumb_image?: string;
  additional_images?: string[];
  size?: string;
}

/** What a shop shows of a product or variant: `Lamp | 20 now 15 EUR | there | Home > Lamps | 1.jpg 2.jpg`. */
function describe(attributes: Said): string {
  const {
    title = '',
    price,
    sale_price: sale,
    currency,
    availability,
    category_paths: paths = [],
  } = attributes;
  const prices = [
    price ?? '-',
    ...(sale === undefined ? [] : ['now', sale]),
    ...(currency ? [currency] : []),
  ];
  const images = [attributes.thumb_image ?? [], attributes.additional_images ?? []].flat();
  const isThere = availability === undefined ? 'unknown' : availability ? 'there' : 'sold out';
  const categories = paths.map((path) => path.map(({ name }) => name).join(' > ')).join('; ');
  const addresses = images.map((image) => image.replace('https://s.example/', '')).join(' ');
  return [title, prices.join(' '), isThere, categories, addresses].filter((part) => part !== '').join(' | ');
}

test('other fields are of variants where they differ between those of a product', async () => {
  const feed =
    'Product ID,Variant SKU,Name,Season,Option 1,Price,Link\n9,D-R,Dress,Summer,red,10.00,~/9\n9,D-B,Dress,Summer,blue,10.00,~/9\n8,H,Hat,Winter,black,5.00,~/8\n';
  const { records } = await convertText(feed.replaceAll('~/', 'https://s.example/'));
  const { attributes, variants = {} } = records['/products/9'] ?? {};
  expect(attributes).toMatchObject({ season: 'Summer' });
  expect(attributes).not.toHaveProperty('option_1');
  expect(Object.values(variants).map((variant) => variant.attributes.option_1)).toEqual(['red', 'blue']);
});

test.each([
  ['Артикул,Название,Цена,Ссылка,Вес нетто,Ёмкость', { ves_netto: 'x', emkost: 'y' }],
  ['Κωδικός,Όνομα,Τιμή,Σύνδεσμος,Υλικό,Εγγύηση', { yliko: 'x', eggyisi: 'y' }],
  ['sku,name,price,url,Warranty,Shipping cost', { warranty: 'x', shipping_cost: 'y' }],
  ['商品コード,商品名,価格,URL,Note,素材', { note: 'x' }],
])('fields that no rule names keep their names, in Latin letters: %s', async (header, expected) => {
  const feed = `${header}\nA1,Chair,10.00,https://s.example/a1,x,y\n`;
  const { records } = await convertText(feed);
  expect(Object.values(records)[0]?.attributes).toEqual({
    title: 'Chair',
    price: 10,
    url: 'https://s.example/a1',
    ...expected,
  });
});

test('properties are found under other names of their names', async () => {
  const { records } = await convertText(
    '<Urunler><Urun><StokKodu>1</StokKodu><UrunAdi>Kazak</UrunAdi><Fiyat>9.90</Fiyat><Link>https://s.example/1</Link><Ozellik Tanim="Renk">Mavi</Ozellik><Ozellik Tanim="Beden">M</Ozellik></Urun><Urun><StokKodu>2</StokKodu><UrunAdi>Kemer</UrunAdi><Fiyat>5.90</Fiyat><Link>https://s.example/2</Link></Urun></Urunler>',
  );
  expect(records['/products/1']?.attributes).toMatchObject({ color: 'Mavi', size: 'M' });
});

test.each([
  "fil d'Ariane",
  'fil_ariane',
  'arborescence',
  'migas',
  'ruta',
  'briciole',
  'caminho',
  'Brotkrumen',
  'Krümelpfad',
  'brødkrumme',
  'drobečková navigace',
  'ścieżka',
  'murupolku',
  '面包屑',
])('%s is one path, in a text and in a list', async (name) => {
  const product = { sku: 'A1', name: 'Chair', url: 'https://s.example/a1', price: 40 };
  const shown = ['Home > Chairs', ['Home', 'Chairs']].map(async (path) => {
    const { records } = await convertText(JSON.stringify([{ ...product, [name]: path }]));
    return describe(records['/products/A1']?.attributes as Said);
  });
  expect(new Set(await Promise.all(shown))).toEqual(new Set(['Chair | 40 | unknown | Home > Chairs']));
});

test.each([
  ['Tuoteryhmä', 'Alaryhmä'],
  ['Famiglia', 'Sottofamiglia'],
  ['Departamento', 'Seção'],
  ['Seção', 'Subseção'],
])('%s is above %s', async (upper, lower) => {
  const feed = `sku,name,url,price,${lower},${upper}\nA1,Chair,https://s.example/a1,40,Chairs,Home\n`;
  const { records } = await convertText(feed);
  expect(describe(records['/products/A1']?.attributes as Said)).toBe('Chair | 40 | unknown | Home > Chairs');
});

test.each([
  ['variant:Barva', 'variant:Velikost'],
  ['Vlastnost:Barva', 'Vlastnost:Velikost'],
  ['Variation Farbe', 'Variation Größe'],
  ['meta:color', 'meta:size'],
  ['Cecha: Kolor', 'Cecha: Rozmiar'],
])('%s and %s are the colour and the size', async (color, size) => {
  const feed = `sku,name,url,price,${color},${size}\nA1,Shirt,https://s.example/a1,40,red,M\n`;
  const { records } = await convertText(feed);
  expect(records['/products/A1']?.attributes).toMatchObject({ color: 'red', size: 'M' });
});

test.each([
  ['상품 요약설명', '상품 상세설명'],
  ['Rövid leírás', 'Leírás'],
  ['Lyhyt kuvaus', 'Kuvaus'],
  ['Krátký popis', 'Dlouhý popis'],
  ['Descriere scurtă', 'Descriere lungă'],
  ['Kort beskrivning', 'Lång beskrivning'],
  ['简短描述', '详细描述'],
])('%s is less of a description than %s', async (short, long) => {
  const feed = `sku,name,url,price,${short},${long}\nA1,Shirt,https://s.example/a1,40,soft,soft and warm\nA2,Hat,https://s.example/a2,9,warm,\n`;
  const { records } = await convertText(feed);
  expect(Object.values(records).map(({ attributes }) => attributes.description)).toEqual([
    'soft and warm',
    'warm',
  ]);
});

test.each([
  'glpris',
  'Gl. pris',
  'Gammel pris',
  'foer pris',
  'Pris før',
  'PRP',
  'MOC',
  'Prix avant remise',
  'Prezzo prima dello sconto',
  'Hinta ennen alennusta',
  'Preis vor Rabatt',
  'Statt',
  'Antes',
  'PVPR',
  'РРЦ',
])('a higher price that was one before, or is recommended, is the former price: %s', async (name) => {
  const feed = `sku,name,url,price,${name}\nA1,Chair,https://s.example/a1,40,50\nA2,Stool,https://s.example/a2,30,\n`;
  const { records } = await convertText(feed);
  expect(Object.values(records).map(({ attributes }) => attributes)).toMatchObject([
    { price: 50, sale_price: 40 },
    { price: 30 },
  ]);
});

test.each(['produktid', 'vareid', 'Tuote-ID', 'Termék ID', 'ID produit', 'id_producto', 'ID товара'])(
  '%s is the id, and no EAN beside it',
  async (name) => {
    const feed = `name,ean,${name},url,price\nChair,5701234000006,S-1,https://s.example/a1,40\nStool,5701234000013,S-2,https://s.example/a2,30\n`;
    const { records } = await convertText(feed);
    expect(Object.keys(records)).toEqual(['/products/S-1', '/products/S-2']);
  },
);

test.each([
  'cost_price',
  'Cost per item',
  'cost of goods sold',
  'wholesale price',
  'Einkaufspreis',
  "prix d'achat",
  'Cena zakupu',
  'Закупочная цена',
  'nabavna_cena',
  'Giá nhập',
  'Alış Fiyatı',
  'Ostohinta',
  'Sisäänostohinta',
  'Tukkuhinta',
  'Prix de revient',
  'PAHT',
  'Prix de gros',
  'Engrospris',
  'Собівартість',
  'Доставна цена',
  'Maliyet',
  'Omahind',
  'Ostuhind',
  'Savikaina',
  'Iepirkuma cena',
  '成本价',
  '仕入価格',
  '매입가',
])('what a shop itself pays is no attribute: %s', async (name) => {
  const feed = `sku,name,price,url,${name},cost_center\nA1,Chair,10.00,https://s.example/a1,4.00,9\n`;
  const { records } = await convertText(feed);
  expect(Object.keys(Object.values(records)[0]?.attributes ?? {}).sort()).toEqual([
    'cost_center',
    'price',
    'title',
    'url',
  ]);
});

test.each(FEEDS)('%s', async (_name, encoding, feed, expected) => {
  const text = feed.replaceAll('~/', 'https://s.example/');
  const { records } = await convertText(encodeText(text, encoding), {
    shopUrl: 'https://image.example/cabinet',
  });
  const shown = Object.entries(records).flatMap(([path, { attributes, variants = {} }]) => {
    const id = path.slice('/products/'.length).replaceAll('~1', '/');
    const own = Object.entries(variants).map(([variant, record]) => {
      const { size } = record.attributes as Said;
      return [
        `${id} ${variant}`,
        describe(record.attributes as Said) + (size === undefined ? '' : ` | ${size}`),
      ];
    });
    return [[id, describe(attributes as Said)], ...own];
  });
  expect(Object.fromEntries(shown)).toEqual(expected);
});

test.each([
  ['Kampanj från', 'Kampanj till'],
  ['Sonderpreis von', 'Sonderpreis bis'],
  ['Oferta desde', 'Oferta hasta'],
  ['Sconto dal', 'Sconto al'],
  ['Actie van', 'Actie tot'],
  ['Promocja od', 'Promocja do'],
  ['Akció Kezdet', 'Akció Lejárat'],
  ['Promoție de la', 'Promoție până la'],
  ['date_from', 'date_to'],
  ['special_from_date', 'special_to_date'],
  ['Скидка с', 'Скидка по'],
  ['Акція з', 'Акція до'],
  ['セール開始日', 'セール終了日'],
  ['促销开始时间', '促销结束时间'],
  ['할인 시작일', '할인 종료일'],
  ['İndirim Başlangıç', 'İndirim Bitiş'],
  ['Έκπτωση από', 'Έκπτωση έως'],
  ['Giảm giá từ ngày', 'Giảm giá đến ngày'],
  ['Tarjous alkaa', 'Tarjous päättyy'],
  ['تاريخ بداية الخصم', 'تاريخ نهاية الخصم'],
])('a sale price counts between %s and %s', async (from, until) => {
  const feed = `sku,name,url,price,sale price,${from},${until}
A,Lamp,https://s.example/a,20,15,01.11.2026,30.11.2026
B,Vase,https://s.example/b,20,15,01.12.2026,31.12.2026
C,Sofa,https://s.example/c,20,15,,31.10.2026
`;
  const { records } = await convertText(feed);
  const sales = Object.entries(records).map(([path, { attributes }]) => [path, attributes.sale_price]);
  expect(sales).toEqual([
    ['/products/A', 15],
    ['/products/B', undefined],
    ['/products/C', undefined],
  ]);
});

test.each([
  'pairCode',
  'Variant av',
  'Variant af',
  'Hauptartikelnummer',
  'Hoofdartikel',
  'Artículo padre',
  'Codice padre',
  'Szülő cikkszám',
  'Variantgrupp',
  'Päätuote',
  'handleId',
])('%s names the product of a variant', async (name) => {
  const { records } = await convertText(`sku,${name},name,url,price
A-1,A,Lamp,https://s.example/a,20
A-2,A,Lamp,https://s.example/a,25
B,,Vase,https://s.example/b,5
C,,Sofa,https://s.example/c,5
`);
  const variants = Object.entries(records).map(([id, record]) => [id, Object.keys(record.variants ?? {})]);
  expect(Object.fromEntries(variants)).toEqual({
    '/products/A': ['A-1', 'A-2'],
    '/products/B': [],
    '/products/C': [],
  });
});

test.each([
  ['codice', 'nome', 'produttore', 'prezzo'],
  ['variante_codice', 'nome', 'produttore', 'prezzo'],
  ['referencia', 'nombre', 'marca', 'precio'],
  ['reference', 'nom', 'fabricant', 'prix'],
  ['sku', 'name', 'vendor', 'price'],
])('%s is the id of a product, %s in %s its brand', async (code, name, maker, price) => {
  const product = (id: string, makerId: number, brand: string) => ({
    [code]: id,
    [name]: `Lamp ${id}`,
    category: { id: makerId, parent_id: 1, name: 'Lamps' },
    [maker]: { id: makerId, [name]: brand },
    [price]: 10,
    url: `https://s.example/${id}`,
  });
  for (const last of [7, 9]) {
    const products = [product('A', 7, 'Flos'), product('B', 8, 'Kartell'), product('C', last, 'Foscarini')];
    const { records } = await convertText(JSON.stringify(products));
    const brands = Object.entries(records).map(([path, { attributes }]) => [path, attributes.brand]);
    expect(Object.fromEntries(brands)).toEqual({
      '/products/A': 'Flos',
      '/products/B': 'Kartell',
      '/products/C': 'Foscarini',
    });
  }
});

test('a product in an object of its own groups its variants', async () => {
  const variant = (sku: string, id: string) => ({
    sku,
    name: 'Lamp',
    product: { id, url: `https://s.example/${id}` },
    price: 10,
  });
  const { records } = await convertText(
    JSON.stringify([variant('A-1', 'A'), variant('A-2', 'A'), variant('B-1', 'B')]),
  );
  expect(Object.keys(records)).toEqual(['/products/A', '/products/B']);
});

test('what a variant says of its price and stock counts before what its product says by other names', async () => {
  const product = (id: string, available: unknown, ...variants: object[]) => ({
    id,
    name: 'Lamp',
    url: `https://s.example/${id}`,
    price: 119,
    old_price: id === 'B' ? 150 : '',
    currency: 'EUR',
    delivery_time: '2-4 days',
    available,
    varianten: variants.map((variant, index) => ({ sku: `${id}${index}`, ...variant })),
  });
  const feed = [
    product('A', 'In stock', { bestand: 0, verkaufspreis: 119 }, { bestand: 3, verkaufspreis: 124 }),
    product('B', 'In stock', { bestand: '', verkaufspreis: '', price_impact: 5 }, { bestand: 4 }),
    product('C', false, { bestand: 4, verkaufspreis: 0 }, { delivery_time: '3 days', price_net: 100 }),
    product('D', 'sold out'),
  ];
  const { records } = await convertText(JSON.stringify(feed));
  const shown = Object.values(records).flatMap(({ attributes, variants = {} }) => {
    const rows = Object.values(variants).map((variant) => variant.attributes);
    return (rows.length > 0 ? rows : [attributes]).map((row) => [
      row.price,
      row.sale_price,
      row.availability,
    ]);
  });
  expect(shown).toEqual([
    [119, undefined, false],
    [124, undefined, true],
    [150, 119, true],
    [150, 119, true],
    [119, undefined, false],
    [119, undefined, false],
    [119, undefined, false],
  ]);
});

test('elements of a name and a value are attributes, in variants as in products', async () => {
  const list = (name: string, value: string) =>
    `<PARAMETERS><PARAMETER><NAME>${name}</NAME><VALUE>${value}</VALUE></PARAMETER><PARAMETER><NAME>Druh</NAME><VALUE>A</VALUE></PARAMETER></PARAMETERS>`;
  const variant = (code: string, volume: string) =>
    `<VARIANT><CODE>${code}</CODE><PRICE_VAT>129</PRICE_VAT>${list('Objem', volume)}</VARIANT>`;
  const item = (id: string, more: string) =>
    `<SHOPITEM id="${id}"><NAME>Zemina</NAME><URL>https://s.example/${id}</URL><CATEGORY><NAME>Zahrada</NAME><VALUE>7</VALUE></CATEGORY>${more}</SHOPITEM>`;
  const { records } = await convertText(
    `<SHOP>${item('1', `<PRICE_VAT>99</PRICE_VAT>${list('Barva', 'hnědá')}`)}${item('2', `<VARIANTS>${variant('2a', '20 l')}${variant('2b', '50 l')}</VARIANTS>`)}</SHOP>`,
  );
  const shown = Object.values(records).flatMap(({ attributes, variants = {} }) =>
    [attributes, ...Object.values(variants).map((one) => one.attributes)].map(
      ({ color, druh, objem, zahrada }) => ({ color, druh, objem, zahrada }),
    ),
  );
  expect(shown).toEqual([
    { color: 'hnědá', druh: 'A' },
    {},
    { druh: 'A', objem: '20 l' },
    { druh: 'A', objem: '50 l' },
  ]);
});
