import { createMapping } from '../mapping/mapping.ts';
import { type JsonObject, type JsonValue, readMembers, readObjects, readText } from '../rows/json-rows.ts';
import { scaleDown } from '../values/amount.ts';
import type { FeedFormat } from './feed-format.ts';
import { createVariantRows, VARIANT_GROUP, VARIANT_ID, VARIANT_OPTIONS } from './shop-json.ts';

/** Members that hold a text in each language. */
const LOCALIZED = ['name', 'description', 'slug', 'metaKeywords'];

/** Product projections and products of commercetools (docs.commercetools.com, "Product Projections", "Products"). */
export const COMMERCETOOLS: FeedFormat = {
  name: 'commercetools',
  title: 'commercetools products',
  fields: ['mastervariant.id|masterdata.current.mastervariant.id|masterdata.staged.mastervariant.id'],
  mapping: createMapping({
    id: `${VARIANT_ID} key id`,
    group: VARIANT_GROUP,
    title: 'name',
    description: 'description',
    url: { template: '/{slug}' },
    thumb_image: 'variants.images.url',
    additional_images: 'variants.images.url',
    category_paths: 'category',
    keywords: 'metakeywords',
    currency: 'variants.currency',
    price: 'variants.amount',
    sale_price: 'variants.discounted',
    sku: 'variants.sku',
  }),
  unwrap: unwrapProduct,
  params: VARIANT_OPTIONS,
  availability: [{ field: 'published', only: false, hides: true }, { field: 'variants.isOnStock' }],
};

/** A product and its variants; one with a single variant is that variant. */
function unwrapProduct(element: JsonObject): JsonObject[] {
  const { masterData, ...own } = element;
  const { current, staged, ...state } = readMembers(masterData);
  const { masterVariant, variants, categories, ...product }: JsonObject = {
    ...own,
    ...state,
    ...readMembers(current ?? staged),
  };
  const texts = LOCALIZED.map((name) => listLanguages(name, product[name]));
  const named = Object.assign({ ...product, category: readObjects(categories).flatMap(readPaths) }, ...texts);
  const objects = [...readObjects(masterVariant), ...readObjects(variants)];
  const currency = readText(readMembers(findPrice(objects[0] ?? {}).value).currencyCode);
  const priced = objects.map((variant) => ({
    ...variant,
    ...readAmounts(variant, currency),
    isOnStock: isOnStock(readMembers(variant.availability)),
  }));
  const rows = createVariantRows(readText(product.key) || readText(product.id), priced, readOptions);
  const said = rows.map((row) => row.variants);
  if (said.length > 1) return [{ ...named, variants: intersectVariants(said) }, ...rows];
  const { key, product: group, ...only } = said[0] ?? {};
  return [{ ...named, variants: only }];
}

/** The text of a language: the first that the product has. A mapping may name another: `name.de`. */
function listLanguages(name: string, value: JsonValue | undefined): JsonObject {
  const texts = Object.entries(readMembers(value)).map(([language, text]) => [`${name}.${language}`, text]);
  return { [name]: readAnyText(value), ...Object.fromEntries(texts) };
}

/** The text of a value: of a localized one the first, of an enumerated one its label. */
function readAnyText(value: JsonValue | undefined): string {
  if (value instanceof Object && 'label' in value) return readAnyText(value.label);
  return readText(value) || readText(Object.values(readMembers(value))[0]);
}

/** Names from root to leaf, where references are expanded. */
function readPaths({ obj }: JsonObject): string[] {
  const { name, ancestors } = readMembers(obj);
  if (name === undefined) return [];
  const above = readObjects(ancestors).map((ancestor) => readAnyText(readMembers(ancestor.obj).name));
  return [[...above, readAnyText(name)].filter((level) => level !== '').join(' > ')];
}

/** The price for all customers and channels, in the currency of the product's first one. */
function findPrice({ price, prices }: JsonObject, currency = ''): JsonObject {
  const all = [...readObjects(price), ...readObjects(prices)].filter(
    ({ value }) => currency === '' || readText(readMembers(value).currencyCode) === currency,
  );
  return all.find(({ customerGroup, channel }) => (customerGroup ?? channel) === undefined) ?? all[0] ?? {};
}

function readAmounts(variant: JsonObject, currency: string): JsonObject {
  const price = findPrice(variant, currency);
  return {
    currency,
    amount: formatAmount(readMembers(price.value)),
    discounted: formatAmount(readMembers(readMembers(price.discounted).value)),
  };
}

function formatAmount({ centAmount, preciseAmount, fractionDigits }: JsonObject): string {
  const digits = readText(preciseAmount ?? centAmount);
  return scaleDown(digits, Number(readText(fractionDigits) || 2)) ?? digits;
}

/** Of several warehouses one is enough; null where stock is not counted. */
function isOnStock({ isOnStock, channels }: JsonObject): boolean | null {
  const all = [isOnStock, ...Object.values(readMembers(channels)).map((one) => readMembers(one).isOnStock)];
  return all.includes(true) || (all.includes(false) ? false : null);
}

function readOptions({ attributes }: JsonObject) {
  return readObjects(attributes).flatMap(({ name, value }) =>
    [value ?? null].flat().flatMap((one: JsonValue) => {
      const members = readMembers(one);
      // A reference names something that is not in the feed.
      if (members.typeId !== undefined) return [];
      const text = members.centAmount === undefined ? readAnyText(one) : formatAmount(members);
      return [{ name: readText(name), value: text }];
    }),
  );
}

/** Values common to all variants go to the product. */
function intersectVariants([first = {}, ...others]: readonly JsonObject[]): JsonObject {
  const isShared = (option: JsonObject) =>
    others.every(({ options }) =>
      readObjects(options).some(({ name, value }) => name === option.name && value === option.value),
    );
  const { currency = null, images = null, options } = first;
  return { currency, images, options: readObjects(options).filter(isShared) };
}
