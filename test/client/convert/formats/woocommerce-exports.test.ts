import { expect, test } from 'vitest';
import { convertText } from '../convert-text.ts';

const SHOP = { shopUrl: 'https://shop.example' };

test('lines of a description are words apart, not a backslash and an n', async () => {
  const { records } = await convertText(
    'ID,Type,SKU,Name,Description,Regular price\n1,simple,a,A,"<p>One.</p>\\n<p>Two</p>\\nThree\\n",5\n2,simple,b,B,One\\nTwo,5\n',
    SHOP,
  );
  expect(records['/products/a']?.attributes.description).toBe('One. Two Three');
  expect(records['/products/b']?.attributes.description).toBe('One Two');
});

test('a product without number and permalink has the address of its name', async () => {
  const { records } = await convertText('Type,SKU,Name,Regular price\nsimple,a,Blue Cap,5\n', SHOP);
  expect(records['/products/a']?.attributes.url).toBe('https://shop.example/product/blue-cap/');
});

test('images that are names of files lie in the media library; addresses may hold commas', async () => {
  const { records } = await convertText(
    'SKU,Name,Regular price,Images\na,A,5,"a.png, 2026/05/b.png"\nb,B,5,"https://i.example/w_1,h_1/b.png, https://i.example/c.png"\n',
    SHOP,
  );
  expect(records['/products/a']?.attributes).toMatchObject({
    thumb_image: 'https://shop.example/wp-content/uploads/a.png',
    additional_images: ['https://shop.example/wp-content/uploads/2026/05/b.png'],
  });
  expect(records['/products/b']?.attributes).toMatchObject({
    thumb_image: 'https://i.example/w_1,h_1/b.png',
    additional_images: ['https://i.example/c.png'],
  });
});

test('attributes whose names have no letter of ours are kept by their number', async () => {
  const { records } = await convertText(
    'ID,SKU,Name,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n1,a,A,5,着丈,長い,Размер,M\n',
    SHOP,
  );
  expect(records['/products/a']?.attributes).toMatchObject({ attribute_1: '長い', size: 'M' });
});

const EXPORTS = {
  German:
    'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,"Ist hervorgehoben?",Kurzbeschreibung,Beschreibung,"Datum, an dem Angebotspreis beginnt","Datum, an dem Angebotspreis endet",Vorrätig?,Lager,"Lieferrückstande erlaubt?","Gewicht (kg)","Länge (cm)",Angebotspreis,"Regulärer Preis",Kategorien,Schlagwörter,Bilder,"Übergeordnetes Produkt","Attribut 1 Name","Attribut 1 Wert(e)"',
  French:
    'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,"Mis en avant\u00a0?","Description courte",Description,"Date de début de promo","Date de fin de promo","En stock\u00a0?",Stock,"Autoriser les commandes de produits en rupture\u00a0?","Poids (kg)","Longueur (cm)","Tarif promo","Tarif régulier",Catégories,Étiquettes,Images,Parent,"Nom de l’attribut 1","Valeur(s) de l’attribut 1 "',
  Spanish:
    'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nombre,Publicado,"¿Está destacado?","Descripción corta",Descripción,"Día en que empieza el precio rebajado","Día en que termina el precio rebajado",¿Existencias?,Inventario,"¿Permitir reservas de productos agotados?","Peso (kg)","Longitud (cm)","Precio rebajado","Precio normal",Categorías,Etiquetas,Imágenes,Superior,"Nombre del atributo 1","Valor(es) del atributo 1"',
};

test.each(Object.entries(EXPORTS))('an export in %s is taken as one in English', async (_, header) => {
  const rows = [
    '7,variable,cap,,Cap,1,0,Short,Long,,,1,,0,,,,,Hats,new,https://shop.example/cap.jpg,,Size,"S, M"',
    '8,variation,cap-s,4006381333931,Cap - S,1,0,,,,,0,0,0,0.2,11,7,10,,,,cap,Size,S',
    '9,variation,cap-m,,Cap - M,1,0,,,,,1,3,0,0.2,12,,11,,,,id:7,Size,M',
  ];
  const { report, records } = await convertText([header, ...rows].join('\n'), SHOP);
  expect(report.plan.format?.name).toBe('woocommerce');
  expect(Object.keys(records)).toEqual(['/products/cap']);
  const { attributes, variants } = records['/products/cap'] ?? {};
  expect(attributes).toMatchObject({
    title: 'Cap',
    description: 'Long',
    category_paths: [[{ id: 'hats', name: 'Hats' }]],
    keywords: ['new'],
    thumb_image: 'https://shop.example/cap.jpg',
    availability: true,
  });
  expect(variants).toMatchObject({
    'cap-s': { attributes: { price: 10, sale_price: 7, weight: 0.2, gtin: '4006381333931', size: 'S' } },
    'cap-m': { attributes: { price: 11, size: 'M' } },
  });
});

test('a grouped product costs what the cheapest of its products does, wherever those are', async () => {
  const { report, records } = await convertText(
    [
      'ID,Type,SKU,Name,Regular price,Sale price,Grouped products,Parent',
      '1,grouped,set,Set,,,"cup, id:4, cap, unknown",',
      '2,simple,cup,Cup,20,16,,',
      '3,grouped,other,Other,,,cup,',
      '4,simple,,Bowl,18,,,',
      '5,variable,cap,Cap,,,,',
      '6,variation,cap-s,Cap S,30,,,cap',
      '7,variation,cap-m,Cap M,17.5,,,cap',
    ].join('\n'),
    SHOP,
  );
  expect(records['/products/set']?.attributes).toMatchObject({ price: 17.5, sale_price: 16 });
  expect(records['/products/other']?.attributes).toMatchObject({ price: 20, sale_price: 16 });
  expect(records['/products/4']?.attributes).toMatchObject({ price: 18 });
  expect(report).toMatchObject({ products: 5, rejected: 0, pricedByParts: 2 });
});

test('a grouped product of which no product has a price is left out', async () => {
  const feed =
    'ID,Type,SKU,Name,Regular price,Grouped products\n1,grouped,set,Set,,gone\n2,simple,cup,Cup,20,\n';
  const { report, records } = await convertText(feed, { ...SHOP, maxRejected: { rows: 1 } });
  expect(Object.keys(records)).toEqual(['/products/cup']);
  expect(report).toMatchObject({ rejected: 1, pricedByParts: 0 });
});
