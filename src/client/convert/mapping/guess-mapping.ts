import { type FieldNames, plainName } from '../rows/fields.ts';
import type { FieldRule, Mapping } from './mapping.ts';

/** What fields of feeds are usually called, by the attribute that they hold; the most telling name first. */
const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  id: [
    'product_id',
    'productid',
    'pid',
    'id',
    'sku',
    'item_id',
    'itemid',
    'article_number',
    'artikelnummer',
    'artnr',
    'item_number',
    'item_no',
    'code',
    'product_code',
    'vehicle_id',
    'home_listing_id',
    'hotel_id',
    '@id',
  ],
  group: [
    'item_group_id',
    'parent_id',
    'parent_sku',
    'group_id',
    'master_id',
    'itemgroup_id',
    'parent',
    'style_id',
  ],
  title: [
    'title',
    'name',
    'product_name',
    'productname',
    'product_title',
    'item_name',
    'produktname',
    'bezeichnung',
    'titel',
    'product',
  ],
  description: [
    'description',
    'long_description',
    'product_description',
    'body',
    'beschreibung',
    'short_description',
  ],
  price: [
    // Where both are given, the other one is without tax.
    'price_vat',
    'price',
    'regular_price',
    'list_price',
    'retail_price',
    'unit_price',
    'price_amount',
    'priceinfo.price',
    'preis',
    'prix',
    'precio',
    'prijs',
  ],
  sale_price: [
    'sale_price',
    'special_price',
    'discount_price',
    'final_price',
    'offer_price',
    'angebotspreis',
  ],
  url: [
    'url',
    'link',
    'product_url',
    'producturl',
    'product_link',
    'deeplink',
    'deep_link',
    'permalink',
    'page_url',
    'uri',
  ],
  thumb_image: [
    'thumb_image',
    'image_url',
    'imageurl',
    'image_link',
    'image',
    'img',
    'imgurl',
    'picture',
    'photo',
    'thumbnail',
    'main_image',
    'bigimage',
    'images.uri',
    'bild',
  ],
  availability: [
    'availability',
    'available',
    'in_stock',
    'instock',
    'stock_status',
    'is_in_stock',
    'stock',
    'quantity',
    'qty',
    'inventory',
  ],
  brand: ['brand', 'brand_name', 'manufacturer', 'vendor', 'marke', 'hersteller'],
  category_paths: [
    'category_path',
    'category_paths',
    'categories',
    'category',
    'product_type',
    'category_name',
    'categorytext',
    'kategorie',
    'google_product_category',
  ],
  currency: ['currency', 'priceinfo.currencycode'],
  color: ['color', 'colour', 'farbe', 'color_name'],
  size: ['size', 'groesse', 'größe', 'size_name'],
};

/** What a variant says of itself. */
const OF_VARIANTS = ['price', 'sale_price', 'availability', 'color', 'size', 'thumb_image', 'url'];

/** Both of a product and of its variants. */
const OF_BOTH = ['availability', 'thumb_image', 'url'];

/** Stand between the levels of a category path, the most telling first. */
const LEVEL_SEPARATORS = ['>', '»', '/', '|'];

/** How the category paths of a feed are written, from some of them. */
function categoryRule(field: string, samples: readonly string[]): FieldRule {
  const path =
    LEVEL_SEPARATORS.find((separator) => samples.some((sample) => sample.includes(separator))) ?? '>';
  const split = ['|', ';'].find(
    (separator) => separator !== path && samples.some((sample) => sample.includes(separator)),
  );
  return { field, path, ...(split === undefined ? {} : { split }) };
}

/**
 * A mapping by what the fields are called.
 *
 * @param samplesOf some values of a field
 */
export function guessMapping(fields: FieldNames, samplesOf: (field: string) => readonly string[]): Mapping {
  const found = new Map<string, string>();
  const byPlainName = new Map(fields.names.map((name) => [plainName(name), name]));
  const taken = new Set<string>();
  for (const [attribute, names] of Object.entries(USUAL_NAMES)) {
    const name = names.find((candidate) => byPlainName.has(candidate) && !taken.has(candidate));
    if (name === undefined) continue;
    taken.add(name);
    found.set(attribute, byPlainName.get(name) as string);
  }
  const price = found.get('price');
  if (
    !found.has('currency') &&
    price !== undefined &&
    samplesOf(price).some((text) => /[^\d\s.,'’-]/u.test(text))
  )
    found.set('currency', price);
  const rules = [...found].filter(([attribute]) => attribute !== 'id' && attribute !== 'group');
  const ruleOf = (attribute: string, field: string): FieldRule => {
    if (attribute === 'category_paths') return categoryRule(field, samplesOf(field));
    if (attribute === 'currency') return { field, type: 'currency' };
    return attribute === 'description' ? { field, type: 'html' } : { field };
  };
  const pick = (isWanted: (attribute: string) => boolean) =>
    Object.fromEntries(
      rules
        .filter(([attribute]) => isWanted(attribute))
        .map(([attribute, field]) => [attribute, ruleOf(attribute, field)]),
    );
  const group = found.get('group');
  return {
    id: { field: found.get('id') ?? 'id' },
    ...(group === undefined ? {} : { group: { field: group } }),
    attributes: pick((attribute) => !OF_VARIANTS.includes(attribute) || OF_BOTH.includes(attribute)),
    variants: pick((attribute) => OF_VARIANTS.includes(attribute)),
    unmapped: 'keep',
  };
}
