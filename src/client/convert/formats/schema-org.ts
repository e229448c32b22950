import { createMapping } from '../mapping/mapping.ts';
import { type JsonObject, readMembers, readObjects, readText } from '../rows/json-rows.ts';
import type { FeedFormat } from './feed-format.ts';

/** The member by which a variant names its group; those inside of a group get it. */
const GROUP = 'inProductGroupWithID';

/** Products of schema.org as JSON-LD: an ItemList, a `@graph`, an array, or one product a line; groups with `hasVariant`. */
export const SCHEMA_ORG: FeedFormat = {
  name: 'schema-org',
  title: 'schema.org JSON-LD',
  fields: ['@type|item.@type|offers.price'],
  mapping: createMapping({
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
    former_price: 'offers.formerprice',
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
  for (const member of ['itemListElement', '@graph', 'mainEntity', 'item'])
    if ((element[member] ?? null) !== null) return readObjects(element[member]).flatMap(unwrapSchema);
  const types = [element['@type']].flat();
  const { hasVariant, ...own } = element;
  const id = findId(element);
  // Without an id its variants would be nobody's.
  const variants = id === undefined ? [] : readObjects(hasVariant).map((one) => ({ ...one, [GROUP]: id }));
  if (types.includes('ProductGroup')) return [own, ...variants];
  if (!types.includes('Product') && element.offers === undefined) return [];
  const group = readText(element[GROUP]) || findId(readMembers(element.isVariantOf));
  const offers = readObjects(element.offers).map(withFormerPrice);
  const product = offers.length === 0 ? element : { ...element, offers };
  return [group === undefined ? product : { ...product, [GROUP]: group }];
}

/** Of several prices of an offer, one with a type, such as that of a list, is the one before the sale. */
function withFormerPrice(offer: JsonObject): JsonObject {
  const prices = readObjects(offer.priceSpecification);
  const current = prices.find(({ priceType }) => priceType === undefined);
  const former = prices.find(({ priceType }) => priceType !== undefined);
  if (current === undefined || former === undefined) return offer;
  return { price: current.price ?? null, ...offer, formerPrice: former.price ?? null };
}

/** By the same members, in the same order, as the mapping's id. */
function findId({ sku, productID, productGroupID, '@id': address, url }: JsonObject): string | undefined {
  return [sku, productID, productGroupID, address, url].find((member) => typeof member === 'string');
}
