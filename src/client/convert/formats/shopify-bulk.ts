import { asVariant } from '../mapping/map-rows.ts';
import { createMapping } from '../mapping/mapping.ts';
import { type JsonObject, readMembers, readText } from '../rows/json-rows.ts';
import { VariantIds } from '../values/variant-ids.ts';
import type { FeedFormat, Finish } from './feed-format.ts';

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
