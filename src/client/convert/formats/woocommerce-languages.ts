/**
 * What WooCommerce calls the columns of its product CSV in German, French and Spanish (its language packs `de_DE`, `fr_FR` and
 * `es_ES`, translate.wordpress.org, 2022 and 2025): an export has the words of the language that the shop is kept in.
 */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  type: ['typ', 'tipo'],
  sku: ['artikelnummer', 'ugs'],
  name: ['nom', 'nombre'],
  'gtin,_upc,_ean,_or_isbn': ['gtin,_upc,_ean_oder_isbn', 'gtin,_upc,_ean_ou_isbn', 'gtin,_upc,_ean_o_isbn'],
  published: ['veröffentlicht', 'publié', 'publicado'],
  short_description: ['kurzbeschreibung', 'description_courte', 'descripción_corta'],
  description: ['beschreibung', 'descripción'],
  date_sale_price_starts: [
    'datum,_an_dem_angebotspreis_beginnt',
    'date_de_début_de_promo',
    'día_en_que_empieza_el_precio_rebajado',
  ],
  date_sale_price_ends: [
    'datum,_an_dem_angebotspreis_endet',
    'date_de_fin_de_promo',
    'día_en_que_termina_el_precio_rebajado',
  ],
  'in_stock?': ['vorrätig?', 'en_stock?', '¿en_inventario?', '¿existencias?'],
  stock: ['lager', 'lagerbestand', 'inventario'],
  'backorders_allowed?': [
    'lieferrückstande_erlaubt?',
    'lieferrückstände_erlaubt?',
    'autoriser_les_commandes_de_produits_en_rupture?',
    '¿permitir_reservas_de_productos_agotados?',
  ],
  sale_price: ['angebotspreis', 'tarif_promo', 'precio_rebajado'],
  regular_price: ['regulärer_preis', 'tarif_régulier', 'precio_normal'],
  categories: ['kategorien', 'catégories', 'categorías'],
  tags: ['schlagwörter', 'étiquettes', 'etiquetas'],
  images: ['bilder', 'imágenes'],
  parent: ['übergeordnetes_produkt', 'superior'],
  grouped_products: ['gruppierte_produkte', 'groupes_de_produits', 'productos_agrupados'],
  brands: ['marken', 'marques', 'marcas'],
};

const ENGLISH = new Map(
  Object.entries(COLUMNS).flatMap(([english, others]) => others.map((other) => [other, english] as const)),
);

/** Names with a number or a unit in them: `Attribut 1 Wert(e)`, `Poids (kg)`. */
const PATTERNS: readonly (readonly [pattern: RegExp, english: string])[] = [
  [/^attribut_(\d+)_name$|^nom_de_l'attribut_(\d+)$|^nombre_del_atributo_(\d+)$/, 'attribute_#_name'],
  [
    /^attribut_(\d+)_wert\(e\)$|^valeur\(s\)_de_l'attribut_(\d+)$|^valor\(es\)_del_atributo_(\d+)$/,
    'attribute_#_value(s)',
  ],
  [/^(?:gewicht|poids|peso)_\((\w+)\)$/, 'weight_(#)'],
  [/^(?:länge|longueur|longitud)_\((\w+)\)$/, 'length_(#)'],
  [/^(?:breite|largeur|anchura)_\((\w+)\)$/, 'width_(#)'],
  [/^(?:höhe|hauteur|altura)_\((\w+)\)$/, 'height_(#)'],
];

/** The English name of a column, both as `plainName` gives them; a name that is not known stays. */
export function englishColumn(plain: string): string {
  // French has a space before a question mark, and a curved apostrophe.
  const name = plain.normalize('NFC').replace(/_\?$/, '?').replaceAll('’', "'");
  const known = ENGLISH.get(name);
  if (known !== undefined) return known;
  for (const [pattern, english] of PATTERNS) {
    const found = pattern
      .exec(name)
      ?.slice(1)
      .find((part) => part !== undefined);
    if (found !== undefined) return english.replace('#', found);
  }
  return plain;
}
