import { attributeName } from '../mapping/map-rows.ts';
import { textReader } from '../mapping/rule-source.ts';
import type { FeedRow, FieldNames } from '../rows/fields.ts';
import { readFlag } from '../values/flag.ts';
import { cleanText } from '../values/plain-text.ts';
import { idWithin, VariantIds } from '../values/variant-ids.ts';
import type { FeedFormat, Finish } from './feed-format.ts';

/** Options of a product, such as its colour: at most three. */
const OPTIONS = [1, 2, 3];

/** One image of the product a row, none of the variant in it. */
const IMAGES = ['image src', 'product image url'];

/**
 * Product CSV of Shopify (help.shopify.com, "Using CSV files to import and export products"), with the column names of either
 * age. One row a variant; the first row of a handle holds the product, further rows may hold only an image.
 */
export const SHOPIFY: FeedFormat = {
  name: 'shopify',
  title: 'Shopify product CSV',
  recognizes: (fields) =>
    (fields.has('handle') || fields.has('url handle')) && fields.has('title') && fields.has('option1 value'),
  mapping: {
    id: { field: ['handle', 'url handle'] },
    attributes: {
      title: { field: 'title' },
      description: { field: ['body (html)', 'description'], type: 'html' },
      brand: { field: 'vendor' },
      url: { template: '/products/{handle or url handle}', type: 'url' },
      thumb_image: { field: IMAGES },
      category_paths: { field: ['product category', 'type'] },
      product_type: { field: 'type' },
      keywords: { field: 'tags', split: ',' },
    },
    variants: {
      price: { field: ['variant price', 'price'] },
      sale_price: { field: ['variant compare at price', 'compare_at price'] },
      sku: { field: ['variant sku', 'sku'] },
      gtin: { field: ['variant barcode', 'barcode'] },
      thumb_image: { field: ['variant image', 'variant image url'] },
    },
  },
  salePriceIsFormer: true,
  finisher: finishShopify,
  finishes: (field) => {
    if (/^option\d_(?:name|value)$/.test(field)) return 'attributes of variants';
    if (field === 'image_src' || field === 'product_image_url') return 'additional_images';
    return /^(?:status|published|(?:variant_)?inventory_|continue_selling)/.test(field)
      ? 'availability'
      : undefined;
  },
};

function finishShopify(fields: FieldNames): Finish {
  const handle = textReader(fields, 'handle', 'url handle');
  const status = textReader(fields, 'status');
  const published = textReader(fields, 'published', 'published on online store');
  const imageOf = textReader(fields, ...IMAGES);
  const isInStock = stockReader(fields);
  const optionsOf = optionReader(fields);
  const ids = new VariantIds();
  return (row, { id, ...rest }) => {
    const image = imageOf(row);
    const converted = { ...rest, id: idWithin(id), ...(image === '' ? {} : { images: [image] }) };
    const { attributes } = converted;
    const isFirst = attributes.has('title');
    const options = optionsOf(row);
    // Further rows without a price only add images.
    if (!attributes.has('price')) {
      if (isFirst) return converted;
      return image === '' ? undefined : { ...converted, hasOnlyImages: true };
    }
    const isOff = readFlag(status(row)) === false || readFlag(published(row)) === false;
    const variant = takeMembers(attributes, Object.keys(SHOPIFY.mapping.variants));
    takeImage(attributes, variant, image);
    const sku = asTyped(variant, 'sku');
    asTyped(variant, 'gtin');
    for (const [name, value] of options) variant.set(name, JSON.stringify(value));
    variant.set('availability', String(!isOff && isInStock(row)));
    const variantId = ids.idOf(handle(row), sku, [...options.values()]);
    return { ...converted, variantId, isHidden: isOff && isFirst, variant };
  };
}

function takeMembers(from: Map<string, string>, names: readonly string[]): Map<string, string> {
  const taken = new Map<string, string>();
  for (const name of names) {
    const value = from.get(name);
    if (value === undefined) continue;
    taken.set(name, value);
    from.delete(name);
  }
  return taken;
}

/** The image in a row is of the product; a variant has one only where it is named as its own. */
function takeImage(product: Map<string, string>, variant: Map<string, string>, image: string): void {
  const own = variant.get('thumb_image');
  const shown = image === '' ? own : JSON.stringify(image);
  if (shown !== undefined) product.set('thumb_image', shown);
  if (image !== '' && own === shown) variant.delete('thumb_image');
}

/** `'0012`: an apostrophe in front keeps spreadsheets from taking an id for a number; it is no part of it. */
function asTyped(variant: Map<string, string>, name: string): string {
  const json = variant.get(name);
  if (json === undefined) return '';
  const text = String(JSON.parse(json)).replace(/^'/, '');
  variant.set(name, JSON.stringify(text));
  return text;
}

/** Sold while there is stock, while stock is not counted, or while it is sold without. */
function stockReader(fields: FieldNames): (row: FeedRow) => boolean {
  const quantity = textReader(fields, 'variant inventory qty', 'inventory quantity');
  const tracker = textReader(fields, 'variant inventory tracker', 'inventory tracker');
  const policy = textReader(fields, 'variant inventory policy', 'continue selling when out of stock');
  return (row) => {
    if (tracker(row) === '' || quantity(row) === '') return true;
    return Number(quantity(row)) > 0 || /^(?:continue|true)$/i.test(policy(row));
  };
}

/** The options that a variant has, as attributes; names are given on the first row of a product only. */
function optionReader(fields: FieldNames): (row: FeedRow) => Map<string, string> {
  const handle = textReader(fields, 'handle', 'url handle');
  const readers = OPTIONS.map((number) => ({
    name: textReader(fields, `option${number} name`),
    value: textReader(fields, `option${number} value`),
  }));
  let names: string[] = [];
  let of = '';
  return (row) => {
    if (handle(row) !== of) {
      of = handle(row);
      names = [];
    }
    const options = new Map<string, string>();
    for (const [at, { name, value }] of readers.entries()) {
      if (name(row) !== '') names[at] = name(row);
      const text = cleanText(value(row));
      // Shopify gives a product without options one that is called Title.
      if (text === '' || (names[at] === 'Title' && text === 'Default Title')) continue;
      options.set(optionName(names[at] ?? '', at + 1), text);
    }
    return options;
  };
}

/** `Colour` is the attribute `color`, by which variants are told apart; a name without a letter of an attribute has a number. */
export function optionName(option: string, number: number): string {
  const name = attributeName(option) ?? `option_${number}`;
  return name === 'colour' ? 'color' : name;
}
