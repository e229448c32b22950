import { asVariant } from '../mapping/map-rows.ts';
import { createMapping } from '../mapping/mapping.ts';
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
  options: () => (row) => readOptions(row.text('options')),
  availability: [{ field: 'is visible', only: false, hides: true }],
  finisher: finishBigCommerce,
  finishes: {
    group: 'item',
    'attributes of variants': 'options',
    additional_images: 'image_url_(import)',
    availability: 'inventory_tracking current_stock',
  },
};

function readOptions(text: string): NamedValues[] {
  return [...text.matchAll(OPTION)].map(([, name = '', value = '']) => [name, [value], 'option']);
}

function finishBigCommerce(): Finish {
  const ids = new VariantIds();
  let product = { id: '', tracking: '', stock: '' };
  return (row, converted) => {
    const kind = row.text('item').toLowerCase();
    const images = [row.text('image url (import)', 'image url')];
    if (kind === 'image') return { ...converted, id: product.id, images, hasOnlyImages: true };
    if (kind === 'video') return undefined;
    const isVariant = kind === 'variant';
    const [tracking, stock] = [row.text('inventory tracking').toLowerCase(), row.text('current stock')];
    if (!isVariant) product = { id: converted.id, tracking, stock };
    const counted = isVariant && product.tracking === 'variant' ? stock : product.stock;
    const isCounted = product.tracking === 'product' || (isVariant && product.tracking !== 'none');
    const isAvailable = !converted.isHidden && (!isCounted || (readFlag(counted) ?? true));
    converted.attributes.set('availability', String(isAvailable));
    if (!isVariant) return { ...converted, isParent: true };
    const values = readOptions(row.text('options')).map(([, [value = '']]) => value.trim());
    return asVariant(converted, { id: product.id, variantId: ids.idOf(product.id, row.text('sku'), values) });
  };
}
