import { isJsonObject, type JsonObject, type JsonValue } from '../rows/json-rows.ts';
import type { FeedFormat } from './feed-format.ts';

/** The member by which a variant names its group; those inside of a group get it. */
const GROUP = 'inProductGroupWithID';

/** Products of schema.org as JSON-LD: an ItemList, a `@graph`, an array, or one product a line; groups with `hasVariant`. */
export const SCHEMA_ORG: FeedFormat = {
  name: 'schema-org',
  title: 'schema.org JSON-LD',
  fields: ['@type|item.@type|offers.price'],
  mapping: {
    id: { field: ['sku', 'productID', 'productGroupID', 'identifier.value', 'identifier', '@id', 'url'] },
    group: { field: GROUP },
    attributes: {
      title: { field: 'name' },
      description: { field: 'description', type: 'html' },
      brand: { field: ['brand.name', 'brand', 'manufacturer.name'] },
      url: { field: ['url', 'offers.url', '@id'], type: 'url' },
      thumb_image: { field: ['image', 'image.url', 'image.contentUrl', 'image.thumbnailUrl'] },
      availability: { field: 'offers.availability' },
      category_paths: { field: ['category', 'category.name'] },
      currency: { field: ['offers.priceCurrency', 'offers.priceSpecification.priceCurrency'] },
      rating: { field: 'aggregateRating.ratingValue', type: 'number' },
      reviews: { field: ['aggregateRating.reviewCount', 'aggregateRating.ratingCount'], type: 'number' },
      keywords: { field: 'keywords', split: ',' },
    },
    variants: {
      price: { field: ['offers.price', 'offers.lowPrice', 'offers.priceSpecification.price'] },
      availability: { field: 'offers.availability' },
      color: { field: ['color', 'color.name'] },
      size: { field: ['size', 'size.name'] },
      material: { field: 'material' },
      pattern: { field: 'pattern' },
      gtin: { field: ['gtin', 'gtin13', 'gtin12', 'gtin14', 'gtin8'] },
      mpn: { field: 'mpn' },
      thumb_image: { field: ['image', 'image.url', 'image.contentUrl'] },
      url: { field: ['url', 'offers.url'], type: 'url' },
    },
  },
  unwrap: unwrapSchema,
};

/** The products in an element: those of a list, and of a group itself and its variants. */
function unwrapSchema(element: JsonObject): JsonObject[] {
  for (const member of ['itemListElement', '@graph', 'mainEntity', 'item'] as const) {
    const inner = element[member];
    if (inner !== undefined) return listOf(inner).filter(isJsonObject).flatMap(unwrapSchema);
  }
  const types = listOf(element['@type']);
  if (types.includes('ProductGroup')) return groupRows(element);
  if (!types.includes('Product') && element.offers === undefined) return [];
  const group = groupOf(element);
  return [group === undefined ? element : { ...element, [GROUP]: group }];
}

function groupRows(element: JsonObject): JsonObject[] {
  const { hasVariant, ...own } = element;
  const group = idOf(element);
  const variants = listOf(hasVariant).filter(isJsonObject);
  if (variants.length === 0 || group === undefined) return [own];
  return [own, ...variants.map((variant) => ({ ...variant, [GROUP]: group }))];
}

/** A variant names its group, or holds it. */
function groupOf({ isVariantOf, inProductGroupWithID }: JsonObject): string | undefined {
  if (typeof inProductGroupWithID === 'string') return inProductGroupWithID;
  return isJsonObject(isVariantOf) ? idOf(isVariantOf) : undefined;
}

/** By the same members, in the same order, as the mapping's id. */
function idOf(element: JsonObject): string | undefined {
  const members = [element.sku, element.productID, element.productGroupID, element['@id'], element.url];
  return members.find((member) => typeof member === 'string');
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
