import { asVariant } from '../mapping/map-rows.ts';
import { createMapping } from '../mapping/mapping.ts';
import type { FieldNames } from '../rows/fields.ts';
import { readFlag } from '../values/flag.ts';
import { VariantIds } from '../values/variant-ids.ts';
import type { FeedFormat, Finish, NamedValues } from './feed-format.ts';

/** `Type=Rectangle|Name=Color|Value=OakType=Rectangle|Name=Size|Value=M`: nothing stands between two options. */
const OPTION = /\|Name=(.*?)\|Value=(.*?)(?=Type=|$)/g;

/**
 * BigCommerce's product CSV (support.bigcommerce.com, "Supported Product Fields"): a product's row, then those of its
 * variants and images. Categories are ids without names.
 */
export const BIGCOMMERCE: FeedFormat = {
  name: 'bigcommerce',
  title: 'BigCommerce product CSV',
  fields: ['item', 'sku', 'inventory tracking'],
  mapping: createMapping({
    id: 'sku id item',
    title: 'name',
    description: 'description',
    brand: 'brand brand_name',
    url: 'product_url',
    keywords: 'search_keywords',
    condition: 'product_condition',
    price: 'price',
    // 0 is none.
    sale_price: { field: 'sale_price', lookup: { '0': '', '0.00': '', '0.0000': '' } },
    gtin: 'upc/ean global_trade_number',
    mpn: 'manufacturer_part_number',
    weight: 'weight',
    thumb_image: 'variant_image_url',
  }),
  options: (fields) => {
    const text = fields.textReader('options');
    return (row) => optionsIn(text(row));
  },
  availability: [{ field: 'is visible', only: false, hides: true }],
  finisher: finishBigCommerce,
  finishes: {
    item: 'group',
    options: 'attributes of variants',
    'image_url_(import)': 'additional_images',
    inventory_tracking: 'availability',
    current_stock: 'availability',
  },
};

function optionsIn(text: string): NamedValues[] {
  return [...text.matchAll(OPTION)].map(([, name = '', value = '']) => [name, [value], 'option']);
}

function finishBigCommerce(fields: FieldNames): Finish {
  const text = (...names: string[]) => fields.textReader(...names);
  const [item, sku, options] = [text('item'), text('sku'), text('options')];
  const image = text('image url (import)', 'image url');
  const [tracking, stock] = [text('inventory tracking'), text('current stock')];
  const ids = new VariantIds();
  let product = { id: '', tracking: '', stock: '' };
  return (row, converted) => {
    const kind = item(row).toLowerCase();
    if (kind === 'image') return { ...converted, id: product.id, images: [image(row)], hasOnlyImages: true };
    if (kind === 'video') return undefined;
    const isVariant = kind === 'variant';
    if (!isVariant) product = { id: converted.id, tracking: tracking(row).toLowerCase(), stock: stock(row) };
    const counted = isVariant && product.tracking === 'variant' ? stock(row) : product.stock;
    const isCounted = product.tracking === 'product' || (isVariant && product.tracking !== 'none');
    const isAvailable = !converted.isHidden && (!isCounted || (readFlag(counted) ?? true));
    converted.attributes.set('availability', String(isAvailable));
    if (!isVariant) return { ...converted, isParent: true };
    const values = optionsIn(options(row)).map(([, [value = '']]) => value.trim());
    return asVariant(converted, { id: product.id, variantId: ids.idOf(product.id, sku(row), values) });
  };
}
