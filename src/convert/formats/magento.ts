import { textReader } from '../mapping/compile-rule.ts';
import { attributeName } from '../mapping/map-rows.ts';
import type { FieldNames } from '../rows/fields.ts';
import { categoryPath } from '../values/categories.ts';
import { readFlag } from '../values/flag.ts';
import { cleanText } from '../values/plain-text.ts';
import type { FeedFormat, Finish } from './feed-format.ts';

/** Product types with variants that are products of their own. */
const CONFIGURABLE = 'configurable';

const FINISHED: Readonly<Record<string, string>> = {
  categories: 'category_paths',
  additional_attributes: 'attributes',
  configurable_variations: 'group',
  product_online: 'availability',
  status: 'availability',
  qty: 'availability',
  is_in_stock: 'availability',
  allow_backorders: 'availability',
  product_type: 'group',
  store_view_code: 'which rows count',
};

/**
 * Product CSV of Magento and Adobe Commerce (experienceleague.adobe.com, "Product attributes data reference"). A configurable
 * product names its variants, which are rows of their own, in `configurable_variations`.
 */
export const MAGENTO: FeedFormat = {
  name: 'magento',
  title: 'Magento / Adobe Commerce CSV',
  recognizes: (fields) => fields.has('sku') && fields.has('product_type') && fields.has('attribute_set_code'),
  mapping: {
    id: { field: 'sku' },
    attributes: {
      title: { field: 'name' },
      description: { field: ['description', 'short_description'], type: 'html' },
      brand: { field: ['manufacturer', 'brand'] },
      url: { template: '/{url_key}.html', type: 'url' },
      thumb_image: { field: ['thumbnail_image', 'small_image', 'base_image'] },
      large_image: { field: 'base_image' },
      keywords: { field: 'meta_keywords', split: ',' },
    },
    variants: {
      price: { field: 'price' },
      sale_price: { field: 'special_price', from: 'special_price_from_date', until: 'special_price_to_date' },
      weight: { field: 'weight', type: 'number' },
    },
    unmapped: 'drop',
  },
  finisher: finishMagento,
  finishes: (field) => FINISHED[field],
};

const SKU = /^sku=/i;

function finishMagento(fields: FieldNames): Finish {
  const text = (...names: string[]) => textReader(fields, ...names);
  const [type, categories] = [text('product_type'), text('categories')];
  const [extra, variations, storeView] = [
    text('additional_attributes'),
    text('configurable_variations'),
    text('store_view_code'),
  ];
  const [online, quantity, inStock, backorders] = [
    text('product_online', 'status'),
    text('qty'),
    text('is_in_stock'),
    text('allow_backorders'),
  ];
  return (row, converted) => {
    // Further rows of a product hold its texts for another store view.
    if (storeView(row) !== '' && storeView(row) !== 'default' && type(row) === '') return undefined;
    const { attributes } = converted;
    setCategories(attributes, categories(row));
    setExtra(attributes, extra(row));
    const isConfigurable = type(row) === CONFIGURABLE;
    // 2 stands for disabled where the status is given.
    const isOff = /^(?:2|disabled)$/i.test(online(row)) || readFlag(online(row)) === false;
    const hasStock = readFlag(inStock(row)) ?? readFlag(quantity(row)) ?? true;
    const isAvailable = hasStock || /^[12]/.test(backorders(row));
    attributes.set('availability', String(!isOff && isAvailable));
    if (!isConfigurable) {
      const variant = new Map(attributes);
      for (const name of ['description', 'category_paths', 'keywords', 'url', 'title', 'brand'])
        variant.delete(name);
      return { ...converted, isClaimable: true, variant };
    }
    attributes.delete('price');
    attributes.delete('sale_price');
    return { ...converted, isParent: true, isHidden: isOff, aliases: variantsNamed(variations(row)) };
  };
}

/** `sku=MH01-XS-Black,size=XS,color=Black|sku=…` */
function variantsNamed(variations: string): (readonly [string, string])[] {
  return variations
    .split('|')
    .map((variation) => variation.split(',').find((part) => SKU.test(part)))
    .filter((part) => part !== undefined)
    .map((part) => ['products', part.replace(SKU, '').trim()] as const);
}

/** `Default Category/Gear,Default Category/Gear/Bags`: the root is no category of the shop where others are below it. */
function setCategories(attributes: Map<string, string>, categories: string): void {
  const paths = new Set<string>();
  for (const path of categories.split(',')) {
    const shown = path.includes('/') ? path.slice(path.indexOf('/') + 1) : '';
    const levels = categoryPath(cleanText(shown || path), '/');
    if (levels !== undefined && (shown !== '' || !categories.includes('/'))) paths.add(levels);
  }
  if (paths.size > 0) attributes.set('category_paths', `[${[...paths].join(',')}]`);
}

/** `color=Black,material=Cotton|Wool`: values of one attribute stand between bars; commas in a value are not told apart. */
function setExtra(attributes: Map<string, string>, extra: string): void {
  for (const part of extra.split(/,(?=[A-Za-z_]\w*=)/)) {
    const at = part.indexOf('=');
    const name = at < 0 ? undefined : attributeName(part.slice(0, at));
    const value = cleanText(part.slice(at + 1));
    if (name === undefined || value === '' || attributes.has(name)) continue;
    attributes.set(name, JSON.stringify(value.includes('|') ? value.split('|') : value));
  }
}
