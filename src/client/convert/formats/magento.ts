import { type ProductName, type ProductPart, toAttributeName } from '../mapping/map-rows.ts';
import { createMapping } from '../mapping/mapping.ts';
import { readFlag } from '../values/flag.ts';
import { cleanText } from '../values/plain-text.ts';
import type { FeedFormat, Finish, NamedValues } from './feed-format.ts';

/** Pictures lie here; what stands for none is no path. */
const IMAGE = { below: 'media/catalog/product', lookup: { no_selection: '' } };

/** Internal attributes of the shop software. */
const INTERNAL =
  /^(?:has_options|required_options|quantity_and_stock_status|options_container|shipment_type)$/;

/**
 * Product CSV of Magento and Adobe Commerce (experienceleague.adobe.com, "Product attributes data reference"). A configurable
 * product names its variants, which are rows of their own, in `configurable_variations`.
 */
export const MAGENTO: FeedFormat = {
  name: 'magento',
  title: 'Magento / Adobe Commerce CSV',
  fields: ['sku', 'product_type', 'attribute_set_code'],
  mapping: createMapping({
    id: 'sku',
    title: 'name',
    description: 'description short_description',
    brand: 'manufacturer brand',
    // Where no key is given the shop makes it of the name.
    url: { template: '/{url_key}.html', else: { template: '/{name|slug}.html' } },
    thumb_image: {
      ...IMAGE,
      field: ['thumbnail_image', 'small_image', 'base_image'],
      else: { ...IMAGE, field: 'base_image' },
    },
    large_image: { ...IMAGE, field: 'base_image' },
    additional_images: { ...IMAGE, field: 'additional_images', split: ',', type: 'url' },
    keywords: 'meta_keywords',
    category_paths: { field: 'categories', split: ',', path: '/', root: true },
    price: 'price',
    sale_price: { field: 'special_price', from: 'special_price_from_date', until: 'special_price_to_date' },
    weight: 'weight',
  }),
  options: () => (row) => readExtraAttributes(row.text('additional_attributes')),
  availability: [
    {
      field: ['product_online', 'status'],
      // 2 stands for disabled where the status is given.
      read: (text) => text !== '2' && readFlag(text),
      only: false,
      hides: true,
    },
    { field: 'manage_stock', unless: 'use_config_manage_stock', read: (text) => text === '0', only: true },
    {
      field: 'allow_backorders',
      unless: 'use_config_backorders',
      read: (text) => /^[12]/.test(text),
      only: true,
    },
    { field: 'is_in_stock' },
    { field: 'qty', empty: true },
  ],
  finisher: finishMagento,
  finishes: {
    attributes: 'additional_attributes',
    group: 'configurable_variations product_type',
    price: 'associated_skus bundle_values',
    'which rows count': 'store_view_code',
    availability: 'visibility',
  },
};

function finishMagento(): Finish {
  let last = '';
  return (row, converted) => {
    const kind = row.text('product_type');
    // Further rows of a product hold its texts for a store view.
    if (row.text('store_view_code') !== '' && (converted.id === last || kind === '')) return undefined;
    last = converted.id;
    const { attributes } = converted;
    if (kind === 'grouped' || kind === 'bundle') {
      // Without its own price it is written as 0, or not at all.
      if (Number(attributes.get('price')) === 0) attributes.delete('price');
      const isBundle = kind === 'bundle';
      const parts = isBundle
        ? readBundleOptions(row.text('bundle_values'))
        : readGroupedParts(row.text('associated_skus'));
      return { ...converted, parts };
    }
    if (kind === 'configurable') {
      for (const name of ['price', 'sale_price']) attributes.delete(name);
      return { ...converted, isParent: true, aliases: listVariants(row.text('configurable_variations')) };
    }
    // One without a page counts as the variant of a product that names it only.
    const isHidden = converted.isHidden || /^not visible/i.test(row.text('visibility'));
    return { ...converted, isHidden };
  };
}

/** `sku=MH01-XS-Black,size=XS,color=Black`: commas in a value are not told apart. */
function splitMembers(text: string): [name: string, value: string][] {
  return text.split(/,(?=[A-Za-z_]\w*=)/).map((member) => {
    const position = member.indexOf('=');
    return [position < 0 ? '' : member.slice(0, position).trim(), member.slice(position + 1).trim()];
  });
}

/** `sku=MH01-XS-Black,size=XS,color=Black|sku=…` */
function listVariants(variations: string): ProductName[] {
  return variations.split('|').flatMap((variation) => {
    const [, sku] = splitMembers(variation).find(([name]) => /^sku$/i.test(name)) ?? [];
    return sku === undefined ? [] : { kind: 'products', name: sku };
  });
}

/** `24-WG085=1.0000,24-WG086=1.0000`: bought one by one, whatever number is proposed of each. */
function readGroupedParts(skus: string): ProductPart[][] {
  const names = skus.split(',').map((part) => part.replace(/=[\d.]*$/, '').trim());
  return [names.filter((name) => name !== '').map((name) => ({ kind: 'products', name }))];
}

/** `name=Sprite,required=1,sku=24-WG080,…|…`: one of each required option; if none is, one of any. */
function readBundleOptions(values: string): ProductPart[][] {
  const options = new Map<string, { isRequired: boolean; parts: ProductPart[] }>();
  for (const selection of values.split('|')) {
    const { sku = '', name = '', required, default_qty } = Object.fromEntries(splitMembers(selection));
    if (sku === '') continue;
    const option = options.get(name) ?? { isRequired: required === '1', parts: [] };
    option.parts.push({ kind: 'products', name: sku, quantity: Number(default_qty) || 1 });
    options.set(name, option);
  }
  const bundled = [...options.values()];
  const required = bundled.filter(({ isRequired }) => isRequired).map(({ parts }) => parts);
  return required.length > 0 ? required : [bundled.flatMap(({ parts }) => parts)];
}

/** `color=Black,material=Cotton|Wool`: values of one attribute stand between bars. */
function* readExtraAttributes(extra: string): Iterable<NamedValues> {
  for (const [label, value] of splitMembers(extra)) {
    const name = toAttributeName(label);
    if (name === undefined || INTERNAL.test(name)) continue;
    const values = value.split('|').map(removeQuotes);
    yield [name, values];
    if (name === 'manufacturer') yield ['brand', values];
  }
}

/** An export with enclosed fields has quotes around each value. */
function removeQuotes(value: string): string {
  const inner = /^\s*"(.*)"\s*$/s.exec(value)?.[1];
  return cleanText(inner === undefined ? value : inner.replaceAll('""', '"'));
}
