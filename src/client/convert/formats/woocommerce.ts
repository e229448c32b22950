import { attributeName, type ConvertedRow, type ProductPart, variantIn } from '../mapping/map-rows.ts';
import { cellReader, textReader } from '../mapping/rule-source.ts';
import type { FeedRow, FieldNames } from '../rows/fields.ts';
import { textsOf } from '../rows/json-rows.ts';
import { categoryPath } from '../values/categories.ts';
import { cleanText } from '../values/plain-text.ts';
import type { FeedFormat, Finish } from './feed-format.ts';
import { englishColumn } from './woocommerce-languages.ts';

/** How a product is called that has no SKU. */
const ID_REFERENCE = /^id:\s*(\d+)$/i;

/** Columns of attributes that are looked for: `Attribute 1 name`, `Attribute 1 value(s)`. */
const MAX_ATTRIBUTES = 30;

const FINISHED: Readonly<Record<string, string>> = {
  categories: 'category_paths',
  images: 'thumb_image',
  'in_stock?': 'availability',
  stock: 'availability',
  'backorders_allowed?': 'availability',
  published: 'availability',
  parent: 'group',
  type: 'group',
  grouped_products: 'price',
};

/** WooCommerce's product CSV (woocommerce.com, "Product CSV Import Schema"); `Parent` is a SKU or `id:<number>`. */
export const WOOCOMMERCE: FeedFormat = {
  name: 'woocommerce',
  title: 'WooCommerce product CSV',
  recognizes: (fields) =>
    fields.has('regular price') && fields.has('name') && (fields.has('sku') || fields.has('id')),
  mapping: {
    id: { field: ['sku', 'id'] },
    attributes: {
      title: { field: 'name' },
      description: { field: ['description', 'short description'], type: 'html' },
      brand: { field: ['brands', 'brand'] },
      // An export has no addresses; this one leads to the product, whatever its permalink.
      url: {
        field: 'permalink',
        else: { template: '/?p={id}', else: { template: '/product/{name|slug}/' } },
      },
      keywords: { field: 'tags', split: ',' },
      // Names of files are those of the media library.
      additional_images: { field: 'images', type: 'url', split: ', ', below: 'wp-content/uploads' },
    },
    variants: {
      price: { field: 'regular price' },
      sale_price: { field: 'sale price', from: 'date sale price starts', until: 'date sale price ends' },
      weight: { field: ['weight (kg)', 'weight (lbs)', 'weight'], type: 'number' },
      depth: { field: ['length (cm)', 'length (in)', 'length'] },
      width: { field: ['width (cm)', 'width (in)', 'width'] },
      height: { field: ['height (cm)', 'height (in)', 'height'] },
      gtin: { field: 'gtin, upc, ean, or isbn' },
    },
  },
  translate: englishColumn,
  finisher: finishWooCommerce,
  finishes: (field) => (/^attribute_\d+_(?:name|value)/.test(field) ? 'attributes' : FINISHED[field]),
};

function finishWooCommerce(fields: FieldNames): Finish {
  const text = (...names: string[]) => textReader(fields, ...names);
  const [id, type, parent, published] = [text('id'), text('type'), text('parent'), text('published')];
  const [inStock, stock, backorders] = [text('in stock?'), text('stock'), text('backorders allowed?')];
  const grouped = text('grouped products');
  const [categories, images] = [text('categories'), cellReader(fields, ['images'])];
  const attributesOf = attributeReader(fields);
  return (row, converted) => {
    const { attributes } = converted;
    joinLines(attributes);
    // 0 is private, -1 a draft.
    const isOff = published(row) !== '' && published(row) !== '1';
    setCategories(attributes, categories(row));
    setImages(attributes, textsOf(images(row))[0] ?? '');
    for (const [name, value] of attributesOf(row)) if (!attributes.has(name)) attributes.set(name, value);
    const isAvailable = isInStock(inStock(row), stock(row)) || /^(?:1|yes|notify)$/i.test(backorders(row));
    attributes.set('availability', String(!isOff && isAvailable));
    if (type(row).startsWith('variation') && parent(row) !== '')
      return asVariation(converted, parent(row), id(row));
    if (type(row).startsWith('variable')) for (const name of ['price', 'sale_price']) attributes.delete(name);
    const aliases = id(row) === '' ? [] : ([['woocommerce', id(row)]] as const);
    const isParent = type(row).startsWith('variable');
    return { ...converted, aliases, isParent, isHidden: isOff, parts: partsOf(grouped(row)) };
  };
}

/** Its texts are those of the product; a product that it names by number has its SKU for its id. */
function asVariation(converted: ConvertedRow, parent: string, number: string): ConvertedRow {
  const byNumber = ID_REFERENCE.exec(parent)?.[1];
  return {
    ...converted,
    id: byNumber === undefined ? parent : `id:${byNumber}`,
    aliases: byNumber === undefined ? [] : [['woocommerce', byNumber]],
    variantId: converted.id || number,
    attributes: new Map(),
    variant: variantIn(converted.attributes),
  };
}

/** `hat, id:44`: what a grouped product consists of is bought one by one. */
function partsOf(grouped: string): ProductPart[][] {
  const parts = splitEscaped(grouped).map((name) => {
    const byNumber = ID_REFERENCE.exec(name)?.[1];
    return byNumber === undefined
      ? { kind: 'products', name, quantity: 1 }
      : { kind: 'woocommerce', name: byNumber, quantity: 1 };
  });
  return parts.length === 0 ? [] : [parts];
}

/** `1`, `0`, `backorder`; some exports have only the number in stock. */
function isInStock(inStock: string, stock: string): boolean {
  if (inStock !== '') return inStock !== '0' && inStock.toLowerCase() !== 'outofstock' && inStock !== 'false';
  return stock === '' || Number(stock) > 0;
}

/** `Clothing > Hoodies, Sale`; a comma inside a name is escaped. */
function setCategories(attributes: Map<string, string>, categories: string): void {
  const paths = splitEscaped(categories)
    .map((path) => categoryPath(cleanText(path), '>'))
    .filter((path) => path !== undefined);
  if (paths.length > 0) attributes.set('category_paths', `[${[...new Set(paths)].join(',')}]`);
}

/** An export writes the end of a line in a description as a backslash and an n. */
function joinLines(attributes: Map<string, string>): void {
  const json = attributes.get('description');
  if (json === undefined || !json.includes('\\\\n')) return;
  const text = String(JSON.parse(json)).replaceAll('\\n', ' ').replaceAll(/\s+/g, ' ').trim();
  if (text === '') attributes.delete('description');
  else attributes.set('description', JSON.stringify(text));
}

function setImages(attributes: Map<string, string>, images: string): void {
  const files = attributes.get('additional_images');
  attributes.delete('additional_images');
  // An address may hold commas.
  const addresses = images.split(/,\s*(?=https?:)/).filter((image) => image !== '');
  const [first, ...others] = /^\s*https?:/.test(images)
    ? addresses
    : files === undefined
      ? []
      : (JSON.parse(files) as string[]);
  if (first !== undefined) attributes.set('thumb_image', JSON.stringify(first.trim()));
  if (others.length > 0)
    attributes.set('additional_images', JSON.stringify(others.map((image) => image.trim())));
}

function splitEscaped(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter((part) => part !== '');
}

function attributeReader(fields: FieldNames): (row: FeedRow) => [name: string, json: string][] {
  const numbers = Array.from({ length: MAX_ATTRIBUTES }, (_, at) => at + 1);
  const all = numbers.map((number) => ({
    number,
    name: textReader(fields, `attribute ${number} name`),
    value: textReader(fields, `attribute ${number} value(s)`),
    isThere: () => fields.has(`attribute ${number} name`),
  }));
  // The header is known once there are rows.
  let readers: typeof all | undefined;
  return (row) => {
    readers ??= all.filter(({ isThere }) => isThere());
    return readers.flatMap(({ name, value, number }): [string, string][] => {
      const values = splitEscaped(value(row)).map(cleanText);
      if (name(row) === '' || values.length === 0) return [];
      const attribute = attributeName(name(row)) ?? `attribute_${number}`;
      return [
        [
          attribute === 'colour' ? 'color' : attribute,
          JSON.stringify(values.length === 1 ? values[0] : values),
        ],
      ];
    });
  };
}
