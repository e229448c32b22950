import { mappingOf } from '../mapping/mapping.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../rows/json-rows.ts';
import type { FeedFormat } from './feed-format.ts';

/** The member by which a variant names its group; those inside of a group get it. */
const GROUP = 'inProductGroupWithID';

/** Products of schema.org as JSON-LD: an ItemList, a `@graph`, an array, or one product a line; groups with `hasVariant`. */
export const SCHEMA_ORG: FeedFormat = {
  name: 'schema-org',
  title: 'schema.org JSON-LD',
  fields: ['@type|item.@type|offers.price'],
  mapping: mappingOf({
    id: 'sku productid productgroupid identifier.value identifier @id url',
    group: GROUP,
    title: 'name',
    description: 'description',
    brand: 'brand.name brand manufacturer.name',
    url: 'url offers.url @id',
    thumb_image: 'image image.url image.contenturl image.thumbnailurl',
    availability: 'offers.availability',
    category_paths: 'category category.name',
    currency: 'offers.pricecurrency offers.pricespecification.pricecurrency',
    rating: { field: 'aggregaterating.ratingvalue', type: 'number' },
    reviews: { field: ['aggregaterating.reviewcount', 'aggregaterating.ratingcount'], type: 'number' },
    keywords: 'keywords',
    price: 'offers.price offers.lowprice offers.pricespecification.price',
    color: 'color color.name',
    size: 'size size.name',
    material: 'material',
    pattern: 'pattern',
    gtin: 'gtin gtin13 gtin12 gtin14 gtin8',
    mpn: 'mpn',
  }),
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
