import { asVariant } from '../mapping/map-rows.ts';
import { createMapping } from '../mapping/mapping.ts';
import type { FeedFormat, Finish } from './feed-format.ts';

/**
 * Product CSV of Shopware 6 by its profile "Default product" (github.com/shopware/shopware, migration of the mapping of
 * import_export_profile). A variant names its product by `parent_id`. Categories are ids, which have no names in it.
 */
export const SHOPWARE: FeedFormat = {
  name: 'shopware',
  title: 'Shopware 6 product CSV',
  fields: ['product_number', 'price_gross'],
  mapping: createMapping({
    id: 'product_number id',
    title: 'name',
    description: 'description',
    brand: 'manufacturer_name',
    // Leads to the product whatever its friendly address.
    url: { template: '/detail/{id}' },
    thumb_image: 'cover_media_url',
    price: 'price_gross',
    former_price: 'list_price_gross',
    gtin: 'ean',
    mpn: 'manufacturer_number',
    weight: 'weight',
  }),
  availability: [{ field: 'active', only: false, hides: true }, { field: ['available_stock', 'stock'] }],
  finisher: () => finishShopware,
  finishes: { group: 'parent_id' },
};

const KIND = 'shopware';

/** A variant has only what differs from its product. */
const finishShopware: Finish = (row, converted) => {
  const [id, parent] = [row.text('id'), row.text('parent_id')];
  if (parent === '')
    return { ...converted, isParent: true, aliases: id === '' ? [] : [{ kind: KIND, name: id }] };
  return asVariant(converted, {
    id: `id:${parent}`,
    aliases: [{ kind: KIND, name: parent }],
    variantId: converted.id,
  });
};
