import { asVariant } from '../mapping/map-rows.ts';
import { createMapping } from '../mapping/mapping.ts';
import type { FeedRow } from '../rows/fields.ts';
import { type JsonObject, readMembers, readText } from '../rows/json-rows.ts';
import { shortenId, VariantIds } from '../values/variant-ids.ts';
import type { FeedFormat, Finish, NamedValues } from './feed-format.ts';

const HANDLE = ['handle', 'url_handle'];

/** One image of the product a row, none of the variant in it. */
const IMAGES = ['image_src', 'product_image_url'];

/**
 * Product CSV of Shopify (help.shopify.com, "Using CSV files to import and export products"), with the column names of either
 * age. One row a variant; the first row of a handle holds the product, further rows may hold only an image.
 */
export const SHOPIFY: FeedFormat = {
  name: 'shopify',
  title: 'Shopify product CSV',
  fields: ['handle|url handle', 'title', 'option1 value'],
  mapping: createMapping(
    {
      id: HANDLE.join(' '),
      group: HANDLE.join(' '),
      title: 'title',
      description: 'body_(html) description',
      brand: 'vendor',
      url: { template: '/products/{handle or url handle}' },
      thumb_image: IMAGES.join(' '),
      category_paths: 'product_category type',
      product_type: 'type',
      keywords: 'tags',
      price: 'variant_price price',
      former_price: 'variant_compare_at_price compare_at_price',
      sku: 'variant_sku sku',
      gtin: 'variant_barcode barcode',
    },
    { variants: { thumb_image: { field: ['variant_image', 'variant_image_url'] } } },
  ),
  options: createOptionReader,
  availability: [
    { field: 'status', only: false, hides: true },
    { field: ['published', 'published on online store'], only: false, hides: true },
    {
      field: ['variant inventory policy', 'continue selling when out of stock'],
      read: (text) => /^(?:continue|true)$/i.test(text),
      only: true,
    },
    // Without a tracker, stock is not counted.
    { field: ['variant inventory tracker', 'inventory tracker'], read: () => undefined, empty: true },
    { field: ['variant inventory qty', 'inventory quantity'], empty: true },
  ],
  finisher: finishShopify,
  finishes: {
    'attributes of variants': 'option#_name option#_value',
    additional_images: IMAGES.join(' '),
  },
};

function finishShopify(): Finish {
  const options = createOptionReader();
  const ids = new VariantIds();
  return (row, { id, ...rest }) => {
    const image = row.text(...IMAGES);
    const converted = { ...rest, id: shortenId(id), ...(image === '' ? {} : { images: [image] }) };
    const { attributes, variant } = converted;
    // Further rows without a price only add images.
    if (!variant.has('price')) {
      if (attributes.has('title')) return { ...converted, variantId: undefined };
      return image === '' ? undefined : { ...converted, hasOnlyImages: true };
    }
    takeImage(attributes, variant);
    // `'0012`: an apostrophe in front keeps spreadsheets from taking an id for a number.
    for (const name of ['sku', 'gtin'] as const) {
      const json = variant.get(name);
      if (json?.startsWith(`"'`) === true) variant.set(name, `"${json.slice(2)}`);
    }
    const values = options(row).map(([, [value = '']]) => value);
    return {
      ...converted,
      variantId: ids.idOf(id, row.text('variant sku', 'sku').replace(/^'/, ''), values),
    };
  };
}

/** The image in a row is of the product; a variant has one only where it is named as its own. */
function takeImage(product: Map<string, string>, variant: Map<string, string>): void {
  const [shown, own] = [product.get('thumb_image'), variant.get('thumb_image')];
  if (shown === own) variant.delete('thumb_image');
  else if (shown === undefined && own !== undefined) product.set('thumb_image', own);
}

/** The options that a variant has, at most three, such as its colour; names are given on the first row of a product only. */
function createOptionReader(): (row: FeedRow) => NamedValues[] {
  let names: string[] = [];
  let product = '';
  return (row) => {
    if (row.text(...HANDLE) !== product) names = [];
    product = row.text(...HANDLE);
    return [1, 2, 3].map((number, index) => {
      const label = row.text(`option${number} name`) || (names[index] ?? '');
      names[index] = label;
      return [label, [row.text(`option${number} value`)], `option_${number}`];
    });
  };
}

const PRODUCT = /^gid:\/\/shopify\/Product\/(\d+)$/;
const VARIANT = /^gid:\/\/shopify\/ProductVariant\/(\d+)$/;
const IMAGE = /^gid:\/\/shopify\/(?:MediaImage|ProductImage|ImageSource)\/\d+$/;

/**
 * The result of a bulk operation of Shopify's GraphQL Admin API: JSON Lines, in which an object below another names it by
 * `__parentId`, before or behind other products.
 *
 * @see https://shopify.dev/docs/api/usage/bulk-operations/queries
 */
export const SHOPIFY_BULK: FeedFormat = {
  name: 'shopify-bulk',
  title: 'Shopify bulk operation',
  fields: ['__parentId|id', '__parentId|handle', '__parentId|title'],
  mapping: createMapping({
    id: 'productnumber',
    title: 'producttitle',
    description: 'descriptionhtml bodyhtml description',
    brand: 'vendor',
    url: 'onlinestoreurl onlinestorepreviewurl handlepath',
    thumb_image: 'featuredimage.url featuredmedia.preview.image.url featuredimage.originalsrc image.url',
    category_paths: 'category.fullname productcategory.producttaxonomynode.fullname producttype',
    product_type: 'producttype',
    keywords: { field: 'tags', type: 'list' },
    handle: 'handle',
    price: 'price contextualpricing.price.amount',
    former_price: 'compareatprice',
    sku: 'sku',
    gtin: 'barcode',
  }),
  unwrap: unwrapBulk,
  params: { name: 'selectedOptions.name', value: 'selectedOptions.value' },
  availability: [
    { field: 'status', only: false, hides: true },
    { field: 'availableForSale' },
    { field: 'inventoryQuantity' },
  ],
  finisher: finishBulk,
  finishes: { 'id of a variant': 'variantnumber', additional_images: 'productimage', group: '__parentid' },
};

/** Lines of products, variants and images; those of metafields and collections say nothing here. */
function unwrapBulk(element: JsonObject): JsonObject[] {
  const id = readText(element.id);
  const product = PRODUCT.exec(id)?.[1];
  if (product !== undefined) {
    const handle = readText(element.handle);
    const handlePath = handle === '' ? null : `/products/${handle}`;
    return [{ ...element, productNumber: product, productTitle: readText(element.title), handlePath }];
  }
  const parent = PRODUCT.exec(readText(element.__parentId) || readText(readMembers(element.product).id))?.[1];
  if (parent === undefined) return [];
  const variant = VARIANT.exec(id)?.[1];
  if (variant !== undefined) return [{ ...element, productNumber: parent, variantNumber: variant }];
  // An image may have been asked for without its id.
  const image = id === '' || IMAGE.test(id) ? findImage(element) : undefined;
  return image === undefined ? [] : [{ productNumber: parent, productImage: image }];
}

/** The address of an image, by the names that it has had in the API. */
function findImage(element: JsonObject): string | undefined {
  const places = [readMembers(element.image), element, readMembers(readMembers(element.preview).image)];
  const addresses = places.flatMap(({ url, originalSrc, src }) => [url, originalSrc, src]);
  return addresses.map(readText).find((address) => address !== '');
}

function finishBulk(): Finish {
  const ids = new VariantIds();
  return (row, converted) => {
    const [image, number] = [row.text('productImage'), row.text('variantNumber')];
    if (image !== '') return { ...converted, images: [image], hasOnlyImages: true };
    if (number === '') return converted;
    const { id } = converted;
    return asVariant(converted, { id, variantId: ids.idOf(id, row.text('sku') || number, [number]) });
  };
}
