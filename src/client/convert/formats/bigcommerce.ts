import { attributeName, variantIn } from '../mapping/map-rows.ts';
import { textReader } from '../mapping/rule-source.ts';
import type { FieldNames } from '../rows/fields.ts';
import { readFlag } from '../values/flag.ts';
import { VariantIds } from '../values/variant-ids.ts';
import type { FeedFormat, Finish } from './feed-format.ts';

/** `Type=Rectangle|Name=Color|Value=OakType=Rectangle|Name=Size|Value=M`: nothing stands between two options. */
const OPTION = /\|Name=(.*?)\|Value=(.*?)(?=Type=|$)/g;

const FINISHED: Readonly<Record<string, string>> = {
  item: 'group',
  options: 'attributes of variants',
  'image_url_(import)': 'additional_images',
  inventory_tracking: 'availability',
  current_stock: 'availability',
  is_visible: 'availability',
};

/**
 * BigCommerce's product CSV (support.bigcommerce.com, "Supported Product Fields"): a product's row, then those of its
 * variants and images. Categories are ids without names.
 */
export const BIGCOMMERCE: FeedFormat = {
  name: 'bigcommerce',
  title: 'BigCommerce product CSV',
  recognizes: (fields) => fields.has('item') && fields.has('sku') && fields.has('inventory tracking'),
  mapping: {
    id: { field: ['sku', 'id'], else: { field: 'item' } },
    attributes: {
      title: { field: 'name' },
      description: { field: 'description', type: 'html' },
      brand: { field: ['brand', 'brand name'] },
      url: { field: 'product url', type: 'url' },
      keywords: { field: 'search keywords', split: ',' },
      condition: { field: 'product condition' },
    },
    variants: {
      price: { field: 'price' },
      // 0 is none.
      sale_price: { field: 'sale price', lookup: { '0': '', '0.00': '', '0.0000': '' } },
      gtin: { field: ['upc/ean', 'global trade number'] },
      mpn: { field: 'manufacturer part number' },
      weight: { field: 'weight', type: 'number' },
      thumb_image: { field: 'variant image url' },
    },
  },
  finisher: finishBigCommerce,
  finishes: (field) => FINISHED[field],
};

function finishBigCommerce(fields: FieldNames): Finish {
  const text = (...names: string[]) => textReader(fields, ...names);
  const [item, sku, options, image] = [
    text('item'),
    text('sku'),
    text('options'),
    text('image url (import)', 'image url'),
  ];
  const [tracking, stock, visible] = [text('inventory tracking'), text('current stock'), text('is visible')];
  const ids = new VariantIds();
  let product = { id: '', tracking: '', stock: '' };
  return (row, converted) => {
    const kind = item(row).toLowerCase();
    if (kind === 'image') return { ...converted, id: product.id, images: [image(row)], hasOnlyImages: true };
    if (kind === 'video') return undefined;
    const { attributes } = converted;
    if (kind === 'variant') {
      const variant = variantIn(attributes);
      const values: string[] = [];
      for (const [, name = '', value = ''] of options(row).matchAll(OPTION)) {
        variant.set(attributeName(name) ?? 'option', JSON.stringify(value.trim()));
        values.push(value.trim());
      }
      const counted = product.tracking === 'variant' ? stock(row) : product.stock;
      variant.set('availability', String(product.tracking === 'none' || (readFlag(counted) ?? true)));
      const variantId = ids.idOf(product.id, sku(row), values);
      return { ...converted, id: product.id, attributes: new Map(), variantId, variant };
    }
    product = { id: converted.id, tracking: tracking(row).toLowerCase(), stock: stock(row) };
    const isHidden = readFlag(visible(row)) === false;
    const isThere = product.tracking !== 'product' || (readFlag(product.stock) ?? true);
    attributes.set('availability', String(!isHidden && isThere));
    return { ...converted, isHidden, isParent: true };
  };
}
