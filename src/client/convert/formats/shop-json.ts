import { RawJson } from '../../../base/json/lossless.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../rows/json-rows.ts';
import { VariantIds } from '../values/variant-ids.ts';
import type { FeedFormat } from './feed-format.ts';

/** An option of a variant, as `params` reads it. */
interface Option extends JsonObject {
  name: string;
  value: string;
}

/** Where `unwrap` puts what it found out about a variant, beside the variant's own members. */
const OF_VARIANT = {
  id: 'variants.key',
  group: { field: 'variants.product' },
  params: { name: 'variants.options.name', value: 'variants.options.value' },
} as const;

/** Shopify's `/products.json` and REST API (shopify.dev, "Product"), with the ids of its product CSV. */
export const SHOPIFY_JSON: FeedFormat = {
  name: 'shopify-json',
  title: 'Shopify products.json',
  fields: ['handle', 'variants.price'],
  mapping: {
    id: { field: [OF_VARIANT.id, 'handle'] },
    group: OF_VARIANT.group,
    attributes: {
      title: { field: 'title' },
      description: { field: 'body_html', type: 'html' },
      brand: { field: 'vendor' },
      url: { template: '/products/{handle}', type: 'url' },
      thumb_image: { field: ['images.src', 'image.src'] },
      additional_images: { field: 'images.src', type: 'list' },
      category_paths: { field: 'product_type' },
      keywords: { field: 'tags', split: ',' },
    },
    variants: {
      price: { field: 'variants.price' },
      former_price: { field: 'variants.compare_at_price' },
      sku: { field: 'variants.sku' },
      gtin: { field: 'variants.barcode' },
      thumb_image: { field: 'variants.featured_image.src' },
    },
  },
  unwrap: ({ variants, options, ...product }) => {
    const names = objectsIn(options).map(({ name }) => textOf(name));
    const optionsOf = (variant: JsonObject) =>
      names.map((name, at) => ({ name, value: textOf(variant[`option${at + 1}`]) }));
    const { status = null } = product;
    const all = objectsIn(variants).map((variant) => ({ ...variant, status }));
    return [product, ...variantRows(textOf(product.handle), all, optionsOf)];
  },
  params: OF_VARIANT.params,
  availability: [
    { field: ['variants.status', 'status'], only: false, hides: true },
    { field: 'variants.available' },
    { field: 'variants.inventory_policy', read: (text) => text === 'continue', only: true },
    { field: 'variants.inventory_quantity' },
  ],
};

/** Products of BigCommerce's REST API (developer.bigcommerce.com, "Catalog v3: Products") with their variants and images. */
export const BIGCOMMERCE_JSON: FeedFormat = {
  name: 'bigcommerce-json',
  title: 'BigCommerce products of the API',
  fields: ['inventory_tracking', 'custom_url.url'],
  mapping: {
    id: { field: [OF_VARIANT.id, 'sku', 'id'] },
    group: OF_VARIANT.group,
    attributes: {
      title: { field: 'name' },
      description: { field: 'description', type: 'html' },
      brand: { field: ['brand.name', 'brand_name'] },
      url: { field: 'custom_url.url', type: 'url' },
      thumb_image: { field: ['primary_image.url_standard', 'images.url_standard'] },
      additional_images: { field: 'images.url_standard', type: 'list' },
      keywords: { field: 'search_keywords', split: ',' },
      condition: { field: 'condition' },
    },
    variants: {
      price: { field: ['variants.price', 'price'] },
      // 0 is none.
      sale_price: { field: ['variants.sale_price', 'sale_price'], lookup: { '0': '' } },
      sku: { field: ['variants.sku', 'sku'] },
      gtin: { field: ['variants.upc', 'variants.gtin', 'upc', 'gtin'] },
      mpn: { field: ['variants.mpn', 'mpn'] },
      thumb_image: { field: 'variants.image_url' },
    },
  },
  unwrap: ({ variants, ...product }) => {
    const all = objectsIn(variants);
    const rows = variantRows(textOf(product.sku) || textOf(product.id), all, ({ option_values: values }) =>
      objectsIn(values).map(({ option_display_name: name, label }) => ({
        name: textOf(name),
        value: textOf(label),
      })),
    ).map((row, at) => ({ variants: { ...row.variants, stock: stockOf(product, all[at] ?? {}) } }));
    // A product without options has one variant that is the product.
    const isAlone = all.length <= 1 && objectsIn(all[0]?.option_values).length === 0;
    return isAlone
      ? [{ ...product, variants: { stock: stockOf(product, all[0] ?? {}) } }]
      : [product, ...rows];
  },
  params: OF_VARIANT.params,
  availability: [{ field: 'variants.stock' }],
};

/** Stock counts as the product says: by product, by variant, or not at all. */
function stockOf(product: JsonObject, variant: JsonObject): JsonValue {
  const isOff = textOf(product.is_visible) === 'false' || textOf(product.availability) === 'disabled';
  if (isOff || textOf(variant.purchasing_disabled) === 'true') return false;
  const tracking = textOf(product.inventory_tracking);
  if (tracking === 'product') return product.inventory_level ?? null;
  return tracking === 'variant' ? (variant.inventory_level ?? null) : true;
}

function variantRows(
  product: string,
  variants: readonly JsonObject[],
  optionsOf: (variant: JsonObject) => Option[],
): { variants: JsonObject }[] {
  const ids = new VariantIds();
  return variants.map((variant) => {
    const options = optionsOf(variant);
    const values = options.map(({ value }) => value);
    return {
      variants: { ...variant, product, key: ids.idOf(product, textOf(variant.sku), values), options },
    };
  });
}

function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textOf(value: JsonValue | undefined): string {
  if (value instanceof RawJson) return value.text;
  return typeof value === 'object' || value === undefined ? '' : String(value);
}
