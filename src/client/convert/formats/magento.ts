import { attributeName, type ProductPart, variantIn } from '../mapping/map-rows.ts';
import { textReader } from '../mapping/rule-source.ts';
import type { FieldNames } from '../rows/fields.ts';
import { categoryPath } from '../values/categories.ts';
import { readFlag } from '../values/flag.ts';
import { cleanText } from '../values/plain-text.ts';
import type { FeedFormat, Finish } from './feed-format.ts';

const CONFIGURABLE = 'configurable';

/** Pictures lie here; what stands for none is no path. */
const IMAGE = { below: 'media/catalog/product', lookup: { no_selection: '' } };

/** What the shop software keeps for itself among the attributes. */
const INTERNAL: ReadonlySet<string> = new Set([
  'has_options',
  'required_options',
  'quantity_and_stock_status',
  'options_container',
  'shipment_type',
]);

const FINISHED: Readonly<Record<string, string>> = {
  categories: 'category_paths',
  additional_attributes: 'attributes',
  configurable_variations: 'group',
  associated_skus: 'price',
  bundle_values: 'price',
  product_online: 'availability',
  status: 'availability',
  qty: 'availability',
  is_in_stock: 'availability',
  allow_backorders: 'availability',
  product_type: 'group',
  store_view_code: 'which rows count',
  visibility: 'availability',
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
      // Where no key is given the shop makes it of the name.
      url: { template: '/{url_key}.html', else: { template: '/{name|slug}.html' } },
      thumb_image: {
        ...IMAGE,
        field: ['thumbnail_image', 'small_image', 'base_image'],
        else: { ...IMAGE, field: 'base_image' },
      },
      large_image: { ...IMAGE, field: 'base_image' },
      additional_images: { ...IMAGE, field: 'additional_images', split: ',', type: 'url' },
      keywords: { field: 'meta_keywords', split: ',' },
    },
    variants: {
      price: { field: 'price' },
      sale_price: { field: 'special_price', from: 'special_price_from_date', until: 'special_price_to_date' },
      weight: { field: 'weight', type: 'number' },
    },
  },
  finisher: finishMagento,
  finishes: (field) => FINISHED[field],
};

const SKU = /^sku=/i;

function finishMagento(fields: FieldNames): Finish {
  const text = (...names: string[]) => textReader(fields, ...names);
  const [type, categories] = [text('product_type'), text('categories')];
  const [grouped, bundled] = [text('associated_skus'), text('bundle_values')];
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
  const visibility = text('visibility');
  let last = '';
  return (row, converted) => {
    // Further rows of a product hold its texts for a store view.
    if (storeView(row) !== '' && (converted.id === last || type(row) === '')) return undefined;
    last = converted.id;
    const { attributes } = converted;
    setCategories(attributes, categories(row));
    setExtra(attributes, extra(row));
    const isConfigurable = type(row) === CONFIGURABLE;
    // 2 stands for disabled where the status is given.
    const isOff = /^(?:2|disabled)$/i.test(online(row)) || readFlag(online(row)) === false;
    const hasStock = readFlag(inStock(row)) ?? readFlag(quantity(row)) ?? true;
    const isAvailable = hasStock || /^[12]/.test(backorders(row));
    attributes.set('availability', String(!isOff && isAvailable));
    if (type(row) === 'grouped' || type(row) === 'bundle') {
      // Without its own price it is written as 0, or not at all.
      if (Number(attributes.get('price')) === 0) attributes.delete('price');
      const parts = type(row) === 'bundle' ? bundleOptions(bundled(row)) : groupedParts(grouped(row));
      return { ...converted, parts };
    }
    if (!isConfigurable) {
      // It has no page, and counts as the variant of a product that names it only.
      const isHidden = /^not visible/i.test(visibility(row));
      return { ...converted, isClaimable: true, isHidden, variant: variantIn(attributes) };
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

/** `24-WG085=1.0000,24-WG086=1.0000`: bought one by one, whatever number is proposed of each. */
function groupedParts(skus: string): ProductPart[][] {
  const parts = skus
    .split(',')
    .map((part) => ({ kind: 'products', name: part.replace(/=[\d.]*$/, '').trim(), quantity: 1 }))
    .filter(({ name }) => name !== '');
  return parts.length === 0 ? [] : [parts];
}

/** `name=Sprite,required=1,sku=24-WG080,…|…`: one of each required option; if none is, one of any. */
function bundleOptions(values: string): ProductPart[][] {
  const options = new Map<string, { isRequired: boolean; parts: ProductPart[] }>();
  for (const selection of values.split('|')) {
    const members = new Map(
      selection.split(/,(?=[a-z_]+=)/).map((member) => {
        const at = member.indexOf('=');
        return [member.slice(0, at).trim(), member.slice(at + 1).trim()] as const;
      }),
    );
    const name = members.get('sku') ?? '';
    if (name === '') continue;
    const option = members.get('name') ?? '';
    const known = options.get(option) ?? { isRequired: members.get('required') === '1', parts: [] };
    known.parts.push({ kind: 'products', name, quantity: Number(members.get('default_qty')) || 1 });
    options.set(option, known);
  }
  const all = [...options.values()];
  const required = all.filter(({ isRequired }) => isRequired).map(({ parts }) => parts);
  if (required.length > 0) return required;
  return all.length === 0 ? [] : [all.flatMap(({ parts }) => parts)];
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
    const values = part
      .slice(at + 1)
      .split('|')
      .map(unquoted)
      .filter((value) => value !== '');
    if (name === undefined || values.length === 0 || attributes.has(name) || INTERNAL.has(name)) continue;
    attributes.set(name, JSON.stringify(values.length === 1 ? values[0] : values));
  }
  const maker = attributes.get('manufacturer');
  if (maker !== undefined && !attributes.has('brand')) attributes.set('brand', maker);
}

/** An export with enclosed fields has quotes around each value. */
function unquoted(value: string): string {
  const inner = /^\s*"(.*)"\s*$/s.exec(value)?.[1];
  return cleanText(inner === undefined ? value : inner.replaceAll('""', '"'));
}
