import fieldNames from '../../../../words/field-names.json' with { type: 'json' };
import { hasWord, NO_PRICE, WITHOUT_TAX } from '../mapping/fields-by-words.ts';
import { createMapping } from '../mapping/mapping.ts';
import type { Sample } from '../mapping/sample.ts';
import { isIdName, isKnown, listUsualFields } from '../mapping/usual-fields.ts';
import { type JsonObject, type JsonValue, readMembers, readObjects, readText } from '../rows/json-rows.ts';
import { readFlag } from '../values/flag.ts';
import { memoizeByText } from '../values/plain-text.ts';
import { VariantIds } from '../values/variant-ids.ts';
import { compileWords } from '../values/words.ts';
import type { FeedFormat } from './feed-format.ts';

/** Where `unwrap` puts what it found out about a variant, beside the variant's own members. */
export const VARIANT_ID = 'variants.key';
export const VARIANT_GROUP = 'variants.product';
export const VARIANT_OPTIONS = { name: 'variants.options.name', value: 'variants.options.value' };

/** Shopify's `/products.json` and REST API (shopify.dev, "Product"), with the ids of its product CSV. */
export const SHOPIFY_JSON: FeedFormat = {
  name: 'shopify-json',
  title: 'Shopify products.json',
  fields: ['handle', 'variants.price'],
  mapping: createMapping({
    id: `${VARIANT_ID} handle`,
    group: VARIANT_GROUP,
    title: 'title',
    description: 'body_html',
    brand: 'vendor',
    url: { template: '/products/{handle}' },
    thumb_image: 'variants.featured_image.src images.src image.src',
    additional_images: 'images.src',
    category_paths: 'product_type',
    keywords: 'tags',
    price: 'variants.price',
    former_price: 'variants.compare_at_price',
    sku: 'variants.sku',
    gtin: 'variants.barcode',
  }),
  unwrap: ({ variants, options, ...product }) => {
    const names = readObjects(options).map(({ name }) => readText(name));
    const readOptions = (variant: JsonObject) =>
      names.map((name, index) => ({ name, value: readText(variant[`option${index + 1}`]) }));
    // Null is said of a product that is not published, and of a variant of which the stock is not counted.
    const status = product.published_at === null ? 'unpublished' : (product.status ?? null);
    const all = readObjects(variants).map((variant) => ({
      ...variant,
      status,
      stock: variant.inventory_management === null ? true : (variant.inventory_quantity ?? null),
    }));
    return [{ ...product, status }, ...createVariantRows(readText(product.handle), all, readOptions)];
  },
  params: VARIANT_OPTIONS,
  finishes: {
    availability: 'published_at variants.inventory_management variants.inventory_quantity',
    attributes: 'variants.option#',
  },
  availability: [
    { field: ['variants.status', 'status'], only: false, hides: true },
    { field: 'variants.available' },
    { field: 'variants.inventory_policy', read: (text) => text === 'continue', only: true },
    { field: 'variants.stock' },
  ],
};

/** Products of BigCommerce's REST API (developer.bigcommerce.com, "Catalog v3: Products") with their variants and images. */
export const BIGCOMMERCE_JSON: FeedFormat = {
  name: 'bigcommerce-json',
  title: 'BigCommerce products of the API',
  fields: ['inventory_tracking', 'custom_url.url'],
  mapping: createMapping({
    id: `${VARIANT_ID} sku id`,
    group: VARIANT_GROUP,
    title: 'name',
    description: 'description',
    brand: 'brand.name brand_name',
    url: 'custom_url.url',
    thumb_image: 'variants.image_url primary_image.url_standard images.url_standard',
    additional_images: 'images.url_standard',
    keywords: 'search_keywords',
    condition: 'condition',
    price: 'variants.price price',
    // 0 is none.
    sale_price: { field: ['variants.sale_price', 'sale_price'], lookup: { '0': '' } },
    sku: 'variants.sku sku',
    gtin: 'variants.upc variants.gtin upc gtin',
    mpn: 'variants.mpn mpn',
    weight: 'variants.weight weight',
  }),
  unwrap: ({ variants, ...product }) => {
    const objects = readObjects(variants);
    const rows = createVariantRows(
      readText(product.sku) || readText(product.id),
      objects,
      ({ option_values: values }) =>
        readObjects(values).map(({ option_display_name: name, label }) => ({
          name: readText(name),
          value: readText(label),
        })),
    ).map((row, index) => ({
      variants: { ...row.variants, stock: readStock(product, objects[index] ?? {}) },
    }));
    // A product without options has one variant that is the product.
    const isAlone = objects.length <= 1 && readObjects(objects[0]?.option_values).length === 0;
    return isAlone
      ? [{ ...product, variants: { stock: readStock(product, objects[0] ?? {}) } }]
      : [product, ...rows];
  },
  params: VARIANT_OPTIONS,
  finishes: {
    availability:
      'is_visible availability inventory_tracking inventory_level variants.inventory_level variants.purchasing_disabled',
    attributes: 'variants.option_values.option_display_name variants.option_values.label',
  },
  availability: [{ field: 'variants.stock' }],
};

/** Stock counts as the product says: by product, by variant, or not at all. */
function readStock(product: JsonObject, variant: JsonObject): JsonValue {
  const isOff = readText(product.is_visible) === 'false' || readText(product.availability) === 'disabled';
  if (isOff || readText(variant.purchasing_disabled) === 'true') return false;
  const tracking = readText(product.inventory_tracking);
  if (tracking === 'product') return product.inventory_level ?? null;
  return tracking === 'variant' ? (variant.inventory_level ?? null) : true;
}

/** Lists of variants in the products of any shop. */
export const VARIANT_LIST = compileWords(fieldNames, '^(?:{variants})$', 'iu');

/** Members in which APIs and databases have a product. */
const WRAPPERS = ['node', '_source', 'attributes', 'fields', 'product', 'item'];

const listUsual = (members: JsonObject, ...attributes: string[]) =>
  attributes.flatMap((attribute) => listUsualFields(Object.keys(members), attribute));
const listIds = (members: JsonObject) => [
  ...listUsual(members, 'id'),
  ...Object.keys(members).filter(isIdName),
];
const isTitle = memoizeByText((member) => listUsualFields([member], 'title').length > 0);

/** `description/name` */
const isTitleInside = memoizeByText(
  (name) => /[./]/.test(name) && isKnown([name], 'title') && !isKnown([name], 'brand'),
);

/** A product without the object in which it lies, and the lists of GraphQL without theirs: `{"edges":[{"node":…}]}`. */
function withoutWrappers(given: JsonObject): JsonObject {
  const hasTitle = (value: JsonValue | undefined) => Object.keys(readMembers(value)).some(isTitle);
  const wrapper = WRAPPERS.find((name) => name in given && hasTitle(given[name]));
  const isWrapped = wrapper !== undefined && !hasTitle(given);
  let element = isWrapped ? { ...given, [wrapper]: null, ...readMembers(given[wrapper]) } : given;
  for (const [name, value] of Object.entries(element)) {
    const { edges, nodes = edges } = typeof value === 'object' ? readMembers(value) : {};
    if (!Array.isArray(nodes)) continue;
    const list = readObjects(nodes).map((one) => withoutWrappers(readObjects(one.node)[0] ?? one));
    element = { ...element, [name]: list };
  }
  return element;
}

/** Would the first of two ids be taken? That of a variant stands where products without variants have theirs. */
const isBefore = memoizeByText(
  (fields) => listUsualFields(fields.split('\n'), 'id')[0] === fields.split('\n')[0],
);

/** The role of a field; a delivery time tells no stock, and a net price none that customers pay. */
const findRole = memoizeByText((field) => {
  const isOther = hasWord(field, `{delivery_time}|${WITHOUT_TAX}`) || isKnown([field], 'currency');
  const roles = isOther ? [] : ['price', 'sale_price', 'former_price', 'availability'];
  return roles.find((role) => isKnown([field], role));
});

/** A product of any shop that holds its variants: a row for each of them, which says of the product what it does not say. */
export function unwrapVariants(given: JsonObject): JsonObject[] {
  const element = withoutWrappers(given);
  const list = Object.keys(element).find(
    (name) =>
      VARIANT_LIST.test(name) && Array.isArray(element[name]) && readObjects(element[name]).length > 0,
  );
  // Most rows have none, and names take long to compare.
  const [idField] = list === undefined ? [] : listIds(element);
  if (list === undefined || idField === undefined) return [element];
  const { [list]: variants, ...product } = element;
  const id = readText(product[idField]);
  const ids = new VariantIds();
  // A variant is called by its options, or not at all; its product has a name.
  const named = ['title', 'description'].filter(
    (name) => listUsual(product, name).length > 0 || Object.keys(product).some(isTitleInside),
  );
  const objects = readObjects(variants);
  const isOnly = objects.length === 1;
  return objects.map((variant) => {
    const isOfProduct = (field: string) => readText(variant[field]) === id;
    const own = listIds(variant);
    // The only variant may be called as its product is.
    const onlyId = isOnly ? own.find((field) => field !== idField) : undefined;
    const ownId = own.find((field) => !isOfProduct(field)) ?? onlyId;
    const options = listUsual(variant, 'color', 'size').map((field) => readText(variant[field]));
    const isHidden = (field: string) =>
      isBefore(`${field}\n${idField}`) || (field !== ownId && isOfProduct(field));
    const hidden = new Set([...own.filter(isHidden), ...listUsual(variant, ...named)]);
    const told = Object.keys(variant).filter((field) => readText(variant[field]) !== '');
    const fieldOf = new Map(told.toReversed().map((field) => [findRole(field), field]));
    const shared = Object.entries(product).map(([name, value]) => {
      const role = readText(value) === '' ? undefined : findRole(name);
      const field = fieldOf.get(role) ?? '';
      const text = readText(variant[field]);
      // A plain `false` is said of all variants.
      if (role === 'availability' && readText(value) !== 'false' && readFlag(text) !== undefined)
        return [name, ''];
      if (!role?.endsWith('price') || field in product || !/[1-9]/.test(text)) return [name, value];
      // A price moves to the name that it has in products without variants.
      hidden.add(field);
      return [name, variant[field]];
    });
    return {
      ...Object.fromEntries(shared),
      ...Object.fromEntries(Object.entries(variant).filter(([field]) => !hidden.has(field))),
      [idField]: ids.idOf(id, readText(ownId === undefined ? '' : variant[ownId]), options),
      item_group_id: id,
    };
  });
}

/** The same for variants in a list that is not called so. */
export const unwrapVariantsAt = (path: readonly string[]) => (given: JsonObject) => {
  const element = withoutWrappers(given);
  const list = path.reduce<JsonValue>((value, name) => readMembers(value)[name] ?? null, element);
  return unwrapVariants({ variants: readObjects(list), ...element, [path[0] as string]: null });
};

/** Of a list of variants as many have an id of their own: those of related products, stores and parts come again. */
const MIN_OWN_SHARE = 0.99;

/** Where in a record variants lie in a list that is not called so: they have an id of their own, and a price or stock. */
export function findVariantList({ names, listTexts, listRows }: Sample): string | undefined {
  const toPath = (name: string) => name.replace(/[./]?[^./]*$/, '');
  return [...new Set(names.map(toPath))].find((path) => {
    const inside = names.filter((name) => toPath(name) === path);
    const members = inside.map((name) => name.slice(path.length + 1));
    const isOther =
      hasWord(path, `{price}|${NO_PRICE}|{sale}|{thumb_image}|{category_paths}`) ||
      inside.some((name) => hasWord(name, '{not_variants}'));
    const isOwn = (field: string, index: number) => {
      const [ids = [], rows = []] = [listTexts, listRows].map((list) => list(field).filter(Boolean));
      const isUnique = new Set(ids).size >= MIN_OWN_SHARE * ids.length;
      return isIdName(members[index] as string) && ids.length > rows.length && isUnique;
    };
    const isSold = isKnown(members, 'price') || isKnown(members, 'availability');
    return path !== '' && !isOther && isSold && inside.some(isOwn);
  });
}

export function createVariantRows(
  product: string,
  variants: readonly JsonObject[],
  readOptions: (variant: JsonObject) => readonly { name: string; value: string }[],
): { variants: JsonObject }[] {
  const ids = new VariantIds();
  return variants.map((variant) => {
    const options = readOptions(variant);
    const values = options.map(({ value }) => value);
    return {
      variants: { ...variant, product, key: ids.idOf(product, readText(variant.sku), values), options },
    };
  });
}
