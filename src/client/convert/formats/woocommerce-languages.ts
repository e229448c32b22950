/**
 * Column names of WooCommerce's product CSV in German, French and Spanish (its language packs `de_DE`, `fr_FR` and
 * `es_ES`, translate.wordpress.org, 2022 and 2025): an export has the words of the language that the shop is kept in.
 * `#` stands for a number, or a unit in brackets.
 */
const COLUMNS: Readonly<Record<string, string>> = {
  type: 'typ tipo',
  sku: 'artikelnummer ugs',
  name: 'nom nombre',
  'gtin,_upc,_ean,_or_isbn': 'gtin,_upc,_ean_oder_isbn gtin,_upc,_ean_ou_isbn gtin,_upc,_ean_o_isbn',
  published: 'veröffentlicht publié publicado',
  short_description: 'kurzbeschreibung description_courte descripción_corta',
  description: 'beschreibung descripción',
  date_sale_price_starts:
    'datum,_an_dem_angebotspreis_beginnt date_de_début_de_promo día_en_que_empieza_el_precio_rebajado',
  date_sale_price_ends:
    'datum,_an_dem_angebotspreis_endet date_de_fin_de_promo día_en_que_termina_el_precio_rebajado',
  'in_stock?': 'vorrätig? en_stock? ¿en_inventario? ¿existencias?',
  stock: 'lager lagerbestand inventario',
  'backorders_allowed?':
    'lieferrückstande_erlaubt? lieferrückstände_erlaubt? autoriser_les_commandes_de_produits_en_rupture? ¿permitir_reservas_de_productos_agotados?',
  sale_price: 'angebotspreis tarif_promo precio_rebajado',
  regular_price: 'regulärer_preis tarif_régulier precio_normal',
  categories: 'kategorien catégories categorías',
  tags: 'schlagwörter étiquettes etiquetas',
  images: 'bilder imágenes',
  parent: 'übergeordnetes_produkt superior',
  grouped_products: 'gruppierte_produkte groupes_de_produits productos_agrupados',
  brands: 'marken marques marcas',
  'attribute_#_name': "attribut_#_name nom_de_l'attribut_# nombre_del_atributo_#",
  'attribute_#_value(s)': "attribut_#_wert(e) valeur(s)_de_l'attribut_# valor(es)_del_atributo_#",
  'weight_(#)': 'gewicht_(#) poids_(#) peso_(#)',
  'length_(#)': 'länge_(#) longueur_(#) longitud_(#)',
  'width_(#)': 'breite_(#) largeur_(#) anchura_(#)',
  'height_(#)': 'höhe_(#) hauteur_(#) altura_(#)',
};

const ENGLISH = new Map(
  Object.entries(COLUMNS).flatMap(([english, others]) => others.split(' ').map((other) => [other, english])),
);

const PART = /\d+|(?<=_\()\w+(?=\)$)/;

/** The English name of a column, both as `toPlainName` gives them; a name that is not known stays. */
export function toEnglishColumn(plain: string): string {
  // French has a space before a question mark, and a curved apostrophe.
  const name = plain.normalize('NFC').replace(/_\?$/, '?').replaceAll('’', "'");
  const [part = '#'] = PART.exec(name) ?? [];
  return ENGLISH.get(name.replace(PART, '#'))?.replace('#', part) ?? plain;
}
