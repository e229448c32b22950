import { expect, test } from 'vitest';
import { convertText } from './convert-text.ts';

test.each([
  [
    'cs',
    'Kód;Název;URL;Cena (Kč);Dostupnost;Kategorie;Výrobce;Obrázek\n1;Lampa;https://s.example/1;1 290,50;skladem;Domov > Světla;Kestrel;https://i.example/1.jpg\n2;Váza;https://s.example/2;199;vyprodáno;Domov;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'CZK',
  ],
  [
    'pl',
    'Kod;Nazwa;Adres URL;Cena;Dostępność;Kategoria;Producent;Zdjęcie\n1;Lampa;https://s.example/1;1 290,50 zł;dostępny;Dom / Lampy;Kestrel;https://i.example/1.jpg\n2;Wazon;https://s.example/2;199 zł;brak;Dom;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'PLN',
  ],
  [
    'de',
    'Artikelnummer;Bezeichnung;Link;Preis (EUR);Verfügbarkeit;Kategorie;Marke;Bild-URL\n1;Lampe;https://s.example/1;1.290,50;auf Lager;Haus > Licht;Kestrel;https://i.example/1.jpg\n2;Vase;https://s.example/2;199;ausverkauft;Haus;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'EUR',
  ],
  [
    'fr',
    'Référence;Nom;Lien;Prix;Disponibilité;Catégorie;Marque;URL image\n1;Lampe;https://s.example/1;1 290,50 €;en stock;Maison > Lampes;Kestrel;https://i.example/1.jpg\n2;Vase;https://s.example/2;199,00 €;rupture de stock;Maison;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'EUR',
  ],
  [
    'ru',
    'Артикул;Название;Ссылка;Цена, руб.;Наличие;Категория;Бренд;Изображение\n1;Лампа;https://s.example/1;1290,50;в наличии;Дом > Лампы;Кестрел;https://i.example/1.jpg\n2;Ваза;https://s.example/2;199;нет в наличии;Дом;Кестрел;https://i.example/2.jpg\n',
    1290.5,
    'RUB',
  ],
  [
    'uk',
    'Артикул;Назва;Посилання;Ціна;Наявність;Категорія;Виробник;Зображення\n1;Лампа;https://s.example/1;1290,50 грн;в наявності;Дім > Лампи;Кестрел;https://i.example/1.jpg\n2;Ваза;https://s.example/2;199 грн;немає в наявності;Дім;Кестрел;https://i.example/2.jpg\n',
    1290.5,
    'UAH',
  ],
  [
    'sv',
    'Artikelnummer;Produktnamn;Länk;Pris;Lagerstatus;Kategori;Varumärke;Bild\n1;Lampa;https://s.example/1;1 290,50 SEK;i lager;Hem > Lampor;Kestrel;https://i.example/1.jpg\n2;Vas;https://s.example/2;199 SEK;slut i lager;Hem;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'SEK',
  ],
  [
    'ja',
    '商品コード,商品名,商品URL,販売価格,在庫,カテゴリ,ブランド,商品画像URL\n1,ランプ,https://s.example/1,"1,290円",在庫あり,家 > 照明,ケストレル,https://i.example/1.jpg\n2,花瓶,https://s.example/2,199円,売り切れ,家,ケストレル,https://i.example/2.jpg\n',
    1290,
    'JPY',
  ],
  [
    'it',
    'Codice;Nome prodotto;Link prodotto;Prezzo;Disponibilità;Categoria;Marca;Url immagine\n1;Lampada;https://s.example/1;€ 1.290,50;disponibilità immediata;Casa > Luci;Kestrel;https://i.example/1.jpg\n2;Vaso;https://s.example/2;€ 199,00;non disponibile;Casa;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'EUR',
  ],
  [
    'pt',
    'Código;Nome;Link;Preço;Estoque;Categoria;Marca;Imagem\n1;Lâmpada;https://s.example/1;R$ 1.290,50;em estoque;Casa > Luz;Kestrel;https://i.example/1.jpg\n2;Vaso;https://s.example/2;R$ 199,00;Esgotado;Casa;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'BRL',
  ],
  [
    'hu',
    'Cikkszám;Megnevezés;Link;Ár;Készlet;Kategória;Gyártó;Kép\n1;Lámpa;https://s.example/1;1 290 Ft;raktáron;Otthon > Fény;Kestrel;https://i.example/1.jpg\n2;Váza;https://s.example/2;199 Ft;nincs raktáron;Otthon;Kestrel;https://i.example/2.jpg\n',
    1290,
    'HUF',
  ],
  [
    'tr',
    'Stok Kodu;Ürün Adı;Ürün Linki;Fiyat;Stok;Kategori;Marka;Resim\n1;Lamba;https://s.example/1;1.290,50 TL;Stokta var;Ev > Işık;Kestrel;https://i.example/1.jpg\n2;Vazo;https://s.example/2;199,00 TL;Tükendi;Ev;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'TRY',
  ],
  [
    'ro',
    'Cod produs;Denumire;Link;Preț;Stoc;Categorie;Producător;Imagine\n1;Lampă;https://s.example/1;1.290,50 lei;în stoc;Casă > Lumini;Kestrel;https://i.example/1.jpg\n2;Vază;https://s.example/2;199 lei;stoc epuizat;Casă;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'RON',
  ],
  [
    'zh',
    '商品编号,商品名称,商品链接,价格,库存,分类,品牌,图片\n1,台灯,https://s.example/1,"¥1,290.50",有货,家居 > 灯,隼,https://i.example/1.jpg\n2,花瓶,https://s.example/2,¥199.00,缺货,家居,隼,https://i.example/2.jpg\n',
    1290.5,
    'CNY',
  ],
  [
    'ko',
    '상품코드,상품명,상품URL,판매가,재고,카테고리,브랜드,이미지\n1,램프,https://s.example/1,"1,290원",재고있음,집 > 조명,황조롱이,https://i.example/1.jpg\n2,꽃병,https://s.example/2,199원,품절,집,황조롱이,https://i.example/2.jpg\n',
    1290,
    'KRW',
  ],
  [
    'nb',
    'Varenr;Navn;Pris, inkl. mva;Lenke;Lagerstatus;Kategori;Merke;Bilde;Valuta\n1;Lampe;1 290,50;https://s.example/1;På lager;Hjem > Lys;Kestrel;https://i.example/1.jpg;NOK\n2;Vase;199,00;https://s.example/2;Utsolgt;Hjem;Kestrel;https://i.example/2.jpg;NOK\n',
    1290.5,
    'NOK',
  ],
  [
    'bg',
    'Код;Наименование;Цена;Линк;Наличност;Категория;Марка;Снимка\n1;Лампа;1 290,50 лв.;https://s.example/1;на склад;Дом > Светлини;Кестрел;https://i.example/1.jpg\n2;Ваза;199,00 лв.;https://s.example/2;изчерпан;Дом;Кестрел;https://i.example/2.jpg\n',
    1290.5,
    'BGN',
  ],
  [
    'fi',
    'Tuotekoodi;Tuotenimi;Linkki;Hinta;Saatavuus;Tuoteryhmä;Merkki;Kuva\n1;Lamppu;https://s.example/1;1 290,50 €;varastossa;Koti > Valot;Kestrel;https://i.example/1.jpg\n2;Maljakko;https://s.example/2;199,00 €;loppu;Koti;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'EUR',
  ],
  [
    'es',
    'Referencia;Nombre;Enlace;Precio (EUR);Disponibilidad;Categoría;Marca;Imagen\n1;Lámpara;https://s.example/1;1.290,50;últimas unidades;Casa > Luces;Kestrel;https://i.example/1.jpg\n2;Jarrón;https://s.example/2;199;fuera de stock;Casa;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'EUR',
  ],
  [
    'el',
    'Κωδικός;Όνομα;Σύνδεσμος;Τιμή;Διαθεσιμότητα;Κατηγορία;Κατασκευαστής;Εικόνα\n1;Φωτιστικό;https://s.example/1;1.290,50 €;Παράδοση σε 1-3 ημέρες;Σπίτι > Φωτισμός;Kestrel;https://i.example/1.jpg\n2;Βάζο;https://s.example/2;199,00 €;Εξαντλημένο;Σπίτι;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'EUR',
  ],
  [
    'nl',
    'Artikelnr.;Naam;Link;Prijs;Voorraad;Categorie;Merk;Afbeelding\n1;Lamp;https://s.example/1;€ 1.290,50;2-3 werkdagen;Huis > Licht;Kestrel;https://i.example/1.jpg\n2;Vaas;https://s.example/2;€ 199,-;niet leverbaar;Huis;Kestrel;https://i.example/2.jpg\n',
    1290.5,
    'EUR',
  ],
] as const)('%s: fields, prices, availability and currency', async (_language, feed, price, currency) => {
  const { records, report } = await convertText(feed);
  expect([...report.leftOut]).toEqual([]);
  expect(records['/products/1']?.attributes).toMatchObject({
    title: expect.any(String),
    price,
    currency,
    availability: true,
    brand: expect.any(String),
    thumb_image: 'https://i.example/1.jpg',
    category_paths: [[{}, {}]],
  });
  expect(records['/products/2']?.attributes).toMatchObject({ price: 199, availability: false });
});

test('of two prices the former one is the price', async () => {
  const { records } = await convertText(
    'id;title;url;price;old_price\n1;T;https://s.example/1;8,00;10,00\n2;T;https://s.example/2;8,00;\n',
  );
  expect(records['/products/1']?.attributes).toMatchObject({ price: 10, sale_price: 8 });
  expect(records['/products/2']?.attributes).toMatchObject({ price: 8 });
});

test('categories whose names differ by a sign have ids of their own', async () => {
  const rows = ['C', 'C++', 'C#'].map((name, at) => `${at};T;https://s.example/${at};5;${name}\n`).join('');
  const { records } = await convertText(`id;title;url;price;category\n${rows}`);
  const ids = Object.values(records).map(
    ({ attributes }) => (attributes.category_paths as { id: string }[][])[0]?.[0]?.id,
  );
  expect(ids).toEqual(['c', 'c-plus-plus', 'c-sharp']);
});

test('a sign that begins no tag is text', async () => {
  const { records } = await convertText(
    'id;title;url;price;description\n1;T;https://s.example/1;5;below <5 C and above >2\n',
  );
  expect(records['/products/1']?.attributes.description).toBe('below <5 C and above >2');
});

test('a missing shop address is told once', async () => {
  const rows = Array.from({ length: 9 }, (_, at) => `${at};T;/p/${at};5\n`).join('');
  await expect(convertText(`id;title;url;price\n${rows}`)).rejects.toMatchObject({
    details: { hint: expect.stringContaining('--shop-url'), problems: [{ line: 2 }] },
  });
});

test('names of elements without their accents', async () => {
  const product = (id: string, stock: string, former = '') =>
    `<produit><identifiant>${id}</identifiant><nom>Lampe</nom><prix_ttc>1 299,90 €</prix_ttc>${former}<url>https://s.example/${id}</url><disponibilite>${stock}</disponibilite><categorie>Maison</categorie></produit>`;
  const { records } = await convertText(
    `<catalogue>${product('F1', 'En stock', '<prix_barre>1 499,90 €</prix_barre>')}${product('F2', 'Rupture temporaire')}</catalogue>`,
  );
  expect(records['/products/F1']?.attributes).toMatchObject({
    price: 1499.9,
    sale_price: 1299.9,
    availability: true,
    category_paths: [[{ name: 'Maison' }]],
  });
  expect(records['/products/F2']?.attributes).toMatchObject({ availability: false });
});

test('a few Polish words in windows-1250 are not taken for powers', async () => {
  const text =
    'Numer;Nazwa towaru;Cena brutto;Stan magazynowy;Kategoria g\xb3\xf3wna;Link do produktu\n' +
    'P1;Krzes\xb3o;1 299,00 z\xb3;12 szt.;Dom/Krzes\xb3a;https://s.example/p1\n' +
    'P2;St\xf3\xb3;2 499 z\xb3;0 szt.;Dom/Sto\xb3y;https://s.example/p2\n';
  const { records, report } = await convertText(Buffer.from(text, 'latin1'));
  expect(report.plan.encoding.name).toBe('windows-1250');
  expect(records).toMatchObject({
    '/products/P1': {
      attributes: {
        title: 'Krzesło',
        price: 1299,
        currency: 'PLN',
        availability: true,
        category_paths: [[{ name: 'Dom' }, { name: 'Krzesła' }]],
      },
    },
    '/products/P2': { attributes: { title: 'Stół', price: 2499, availability: false } },
  });
});

test.each([
  ['家具 > テーブル', '家具_テーフル-0fac'],
  ['Чай > Зелёный', 'чаи_зеленыи'],
  ['เสื้อผ้า', 'เสอผา-ff79'],
  ['가구 > 의자', '가구_의자'],
  ['Đồ gỗ', 'đo-go'],
])('a category of any script has an id that the service takes: %s', async (category, id) => {
  const { records } = await convertText(
    `id;title;url;price;category\n1;T;https://s.example/1;5;${category}\n`,
  );
  const [levels = []] = (records['/products/1']?.attributes.category_paths ?? []) as { id: string }[][];
  expect([levels.length, levels.at(-1)?.id]).toEqual([category.split('>').length, id]);
});

test('the names that Google has for its fields in French and Dutch', async () => {
  const { records } = await convertText(
    'id\ttitre\tlien\tlien image\tprix\tcatégorie de produits google\n1\tLampe\thttps://s.example/1\thttps://s.example/1.jpg\t5,00 EUR\tMaison > Lampes\n',
  );
  expect(records['/products/1']?.attributes).toMatchObject({
    title: 'Lampe',
    thumb_image: 'https://s.example/1.jpg',
    category_paths: [[{ id: 'maison' }, { id: 'maison_lampes' }]],
  });
  const dutch = await convertText(
    'id|naam|beschrijving|prijs|van prijs|link|afbeeldingslink|producttype\n1|Stoel|Zacht|€ 1.249,50|€ 1.499,-|https://s.example/1|https://s.example/1.jpg|Wonen > Stoelen\n',
  );
  expect(dutch.records['/products/1']?.attributes).toMatchObject({
    description: 'Zacht',
    price: 1499,
    sale_price: 1249.5,
    thumb_image: 'https://s.example/1.jpg',
    category_paths: [[{ id: 'wonen' }, { id: 'wonen_stoelen' }]],
  });
});

test('a category that a feed with a list of categories does not list is none', async () => {
  const offer = (id: string, category: string) =>
    `<offer id="${id}" available="true"><url>https://s.example/${id}</url><price>5</price><currencyId>RUB</currencyId><categoryId>${category}</categoryId><name>Стол</name></offer>`;
  const { report, records } = await convertText(
    `<yml_catalog><shop><categories><category id="1">Мебель</category></categories><offers>${offer('a', '1')}${offer('b', '9')}</offers></shop></yml_catalog>`,
  );
  expect(records['/products/a']?.attributes.category_paths).toEqual([[{ id: '1', name: 'Мебель' }]]);
  expect(records['/products/b']?.attributes).not.toHaveProperty('category_paths');
  expect(report.without.category).toBe(1);
});

test('German names without umlauts, and the regular price of Japanese feeds', async () => {
  const german = await convertText(
    'artnr;titel;link;preis;verfuegbarkeit\n1;Stuhl;https://s.example/1;9,50;nein\n',
  );
  expect(german.records['/products/1']?.attributes.availability).toBe(false);
  const japanese = await convertText(
    '商品コード,商品名,商品URL,販売価格,通常価格\n1,チェア,https://s.example/1,"12,800円","15,800円"\n',
  );
  expect(japanese.records['/products/1']?.attributes).toMatchObject({ price: 15_800, sale_price: 12_800 });
});

test('prices, images and addresses that stand in objects of JSON', async () => {
  const { records } = await convertText(
    JSON.stringify({
      data: [
        {
          id: 7,
          title: 'Lamp',
          price: { amount: '12.50', currency: 'EUR' },
          url: 'https://s.example/7',
          images: ['https://i.example/7.jpg', 'https://i.example/7b.jpg'],
          in_stock: false,
        },
      ],
    }),
  );
  expect(records['/products/7']?.attributes).toMatchObject({
    price: 12.5,
    currency: 'EUR',
    thumb_image: 'https://i.example/7.jpg',
    availability: false,
  });
});

test('an attribute of XML has the names of elements, and the element counts first', async () => {
  const product = (id: string, sku = '') =>
    `<prodotto codice="${id}">${sku}<nome>Lampada</nome><prezzo>5,00 €</prezzo><link>https://s.example/${id}</link></prodotto>`;
  const feedOf = (...products: string[]) => `<prodotti>${products.join('')}</prodotti>`;
  const byAttribute = await convertText(feedOf(product('a'), product('b')));
  expect(Object.keys(byAttribute.records)).toEqual(['/products/a', '/products/b']);
  const byElement = await convertText(
    feedOf(product('a', '<codice>A</codice>'), product('b', '<codice>B</codice>')),
  );
  expect(Object.keys(byElement.records)).toEqual(['/products/A', '/products/B']);
});

test('the records of XML are the elements with the most in them, not the categories in front', async () => {
  const categories = '<category><id>1</id></category>'.repeat(5);
  const item = (id: string) =>
    `<item><id>${id}</id><name>Сукня</name><priceRUAH>1299</priceRUAH><url>https://s.example/${id}</url><images><image><url>https://i.example/${id}</url></image></images></item>`;
  const { records } = await convertText(
    `<price><categories>${categories}</categories><items>${item('a')}${item('b')}</items></price>`,
  );
  expect(Object.keys(records)).toEqual(['/products/a', '/products/b']);
});

test('names of fields in letters of ASCII', async () => {
  const turkish = await convertText(
    '<urunler><urun><urun_kodu>1</urun_kodu><urun_adi>Lamba</urun_adi><fiyat>899 TL</fiyat><link>https://s.example/1</link></urun></urunler>',
  );
  expect(turkish.records['/products/1']?.attributes).toMatchObject({ title: 'Lamba', currency: 'TRY' });
  const polish = await convertText(
    'kod;tytul;cena;adres_url;zdjecie_glowne\n1;Lampa;12,50 zł;https://s.example/1;https://i.example/1.jpg\n',
  );
  expect(polish.records['/products/1']?.attributes).toMatchObject({
    title: 'Lampa',
    thumb_image: 'https://i.example/1.jpg',
  });
});

test.each([
  ['Aktiv', 'J', 'N'],
  ['Activo', 'S', 'N'],
  ['actif', 'O', 'N'],
  ['Aktywny', 'T', 'N'],
  ['Viditelné', 'A', 'N'],
  ['Aktif', 'E', 'H'],
  ['Aktív', 'I', 'N'],
  ['Активен', 'Д', 'Н'],
  ['Versteckt', 'N', 'J'],
])('in a column of letters that is called %s %s is shown and %s is not', async (name, yes, no) => {
  const feed = `sku,name,url,price,stock,${name}\n1,A,https://s.example/1,9.90,4,${yes}\n2,B,https://s.example/2,8.90,4,${no}\n`;
  const { records } = await convertText(feed);
  expect(Object.values(records).map(({ attributes }) => attributes.availability)).toEqual([true, false]);
});
