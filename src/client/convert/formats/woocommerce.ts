import columns from '../../../../words/woocommerce-columns.json' with { type: 'json' };
import { splitEscaped } from '../mapping/compile-rule.ts';
import { asVariant, type ProductName } from '../mapping/map-rows.ts';
import { createMapping } from '../mapping/mapping.ts';
import type { FeedRow } from '../rows/fields.ts';
import { type JsonObject, type JsonValue, readObjects, readText } from '../rows/json-rows.ts';
import { readFlag } from '../values/flag.ts';
import { indexWords } from '../values/words.ts';
import type { FeedFormat, Finish, NamedValues } from './feed-format.ts';

/** How a product is called that has no SKU. */
const ID_REFERENCE = /^id:\s*(\d+)$/i;

/** An export has the words of the language that the shop is kept in. */
const ENGLISH = indexWords(columns);

const PART = /\d+|(?<=_\()\w+(?=\)$)/;

/** The English name of a column, both as `toPlainName` gives them; a name that is not known stays. */
function toEnglishColumn(plain: string): string {
  // French has a space before a question mark, and a curved apostrophe.
  const name = plain.normalize('NFC').replace(/_\?$/, '?').replaceAll('’', "'");
  const [part = '#'] = PART.exec(name) ?? [];
  return ENGLISH.get(name.replace(PART, '#'))?.replace('#', part) ?? plain;
}

/** WooCommerce's product CSV (woocommerce.com, "Product CSV Import Schema"); `Parent` is a SKU or `id:<number>`. */
export const WOOCOMMERCE: FeedFormat = {
  name: 'woocommerce',
  title: 'WooCommerce product CSV',
  fields: ['regular price', 'name', 'sku|id'],
  mapping: createMapping({
    id: 'sku id',
    title: 'name',
    description: 'description short_description',
    brand: 'brands brand',
    // An export has no addresses; this one leads to the product, whatever its permalink.
    url: { field: 'permalink', else: { template: '/?p={id}', else: { template: '/product/{name|slug}/' } } },
    keywords: 'tags',
    category_paths: { field: 'categories', split: ',' },
    // Names of files are those of the media library.
    additional_images: { field: 'images', type: 'url', split: ', ', below: 'wp-content/uploads' },
    price: 'regular_price',
    sale_price: { field: 'sale_price', from: 'date_sale_price_starts', until: 'date_sale_price_ends' },
    weight: 'weight_(kg) weight_(lbs) weight',
    depth: 'length_(cm) length_(in) length',
    width: 'width_(cm) width_(in) width',
    height: 'height_(cm) height_(in) height',
    gtin: 'gtin,_upc,_ean,_or_isbn',
  }),
  translate: toEnglishColumn,
  options: () => readAttributes,
  availability: [
    // 0 is private, -1 a draft.
    { field: 'published', read: (text) => text === '1', only: false, hides: true },
    { field: 'backorders allowed?', read: (text) => /^(?:1|yes|notify)$/i.test(text), only: true },
    { field: 'in stock?', read: (text) => readFlag(text) ?? true },
    { field: 'stock', empty: true },
  ],
  finisher: () => finishWooCommerce,
  finishes: {
    group: 'parent type',
    price: 'grouped_products',
    attributes: 'attribute_#_name attribute_#_value(s)',
  },
};

/** Products and variations of WooCommerce's REST API (woocommerce.github.io/woocommerce-rest-api-docs, "Products"). */
export const WOOCOMMERCE_JSON: FeedFormat = {
  name: 'woocommerce-json',
  title: 'WooCommerce products of the API',
  fields: ['permalink', 'regular_price', 'stock_status'],
  mapping: createMapping({
    id: 'sku id',
    title: 'name',
    description: 'description short_description',
    brand: 'brands.name',
    url: 'permalink',
    keywords: { field: 'tags.name', type: 'list' },
    category_paths: 'categories.name',
    additional_images: 'images.src image.src',
    price: 'regular_price price',
    sale_price: { field: 'sale_price', from: 'date_on_sale_from', until: 'date_on_sale_to' },
    weight: 'weight',
    depth: 'dimensions.length',
    width: 'dimensions.width',
    height: 'dimensions.height',
    gtin: 'global_unique_id',
  }),
  unwrap: unwrapWooCommerce,
  params: { name: 'attributes.name', value: 'attributes.option' },
  availability: [
    { field: 'status', read: (text) => text === 'publish', only: false, hides: true },
    { field: 'backorders_allowed', only: true },
    { field: ['stock_status', 'stock_quantity'], empty: true },
  ],
  finisher: () => finishWooCommerce,
  finishes: { group: 'parent_id type', attributes: 'attributes.options' },
};

/** An attribute of a product has several options, that of a variation one; variations may stand in their product. */
function unwrapWooCommerce(element: JsonObject): JsonObject[] {
  const { id = null, parent_id: parent, grouped_products: grouped, attributes, variations } = element;
  const nameByNumber = (...numbers: JsonValue[]) => numbers.flat().map((number) => `id:${readText(number)}`);
  const product = {
    ...element,
    parent: Number(readText(parent)) > 0 ? nameByNumber(parent ?? null).join() : null,
    grouped_products: nameByNumber(grouped ?? []).join(),
    attributes: readObjects(attributes).flatMap(({ name = null, option, options }) =>
      [option ?? options ?? null].flat().map((value: JsonValue) => ({ name, option: value })),
    ),
  };
  const own = readObjects(variations).map((one) => ({ type: 'variation', ...one, parent_id: id }));
  return [product, ...own.flatMap(unwrapWooCommerce)];
}

const finishWooCommerce: Finish = (row, converted) => {
  const { attributes } = converted;
  joinLines(attributes);
  const [id, type, parent] = [row.text('id'), row.text('type'), row.text('parent')];
  if (type.startsWith('variation') && parent !== '') {
    const owner = readReference(parent);
    const named = owner.kind === 'products' ? { id: parent } : { id: `id:${owner.name}`, aliases: [owner] };
    return asVariant(converted, { ...named, variantId: converted.id || id });
  }
  const isParent = type.startsWith('variable');
  if (isParent) for (const name of ['price', 'sale_price']) attributes.delete(name);
  const aliases = id === '' ? [] : [{ kind: 'woocommerce', name: id }];
  // Those of a grouped product are bought one by one.
  const parts = splitEscaped(row.text('grouped products'), ',').map(readReference);
  return { ...converted, aliases, isParent, parts: [parts] };
};

/** `hat`, `id:44`: a product that is named by number has its SKU for its id. */
function readReference(text: string): ProductName {
  const number = ID_REFERENCE.exec(text)?.[1];
  return number === undefined ? { kind: 'products', name: text } : { kind: 'woocommerce', name: number };
}

/** An export writes the end of a line in a description as a backslash and an n. */
function joinLines(attributes: Map<string, string>): void {
  const json = attributes.get('description');
  if (json === undefined || !json.includes('\\\\n')) return;
  const text = String(JSON.parse(json)).replaceAll('\\n', ' ').replaceAll(/\s+/g, ' ').trim();
  if (text === '') attributes.delete('description');
  else attributes.set('description', JSON.stringify(text));
}

/** Columns `Attribute 1 name`, `Attribute 1 value(s)`, and so on. */
function* readAttributes(row: FeedRow): Iterable<NamedValues> {
  for (let number = 1; row.knows(`attribute ${number} name`); number++) {
    const label = row.text(`attribute ${number} name`);
    if (label !== '')
      yield [label, splitEscaped(row.text(`attribute ${number} value(s)`), ','), `attribute_${number}`];
  }
}
