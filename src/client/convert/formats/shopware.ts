import { asVariant } from '../mapping/map-rows.ts';
import { textReader } from '../mapping/rule-source.ts';
import type { FieldNames } from '../rows/fields.ts';
import type { FeedFormat, Finish } from './feed-format.ts';

/**
 * Product CSV of Shopware 6 by its profile "Default product" (github.com/shopware/shopware, migration of the mapping of
 * import_export_profile). A variant names its product by `parent_id`. Categories are ids, which have no names in it.
 */
export const SHOPWARE: FeedFormat = {
  name: 'shopware',
  title: 'Shopware 6 product CSV',
  fields: ['product_number', 'price_gross'],
  mapping: {
    id: { field: ['product_number', 'id'] },
    attributes: {
      title: { field: 'name' },
      description: { field: 'description', type: 'html' },
      brand: { field: 'manufacturer_name' },
      // Leads to the product whatever its friendly address.
      url: { template: '/detail/{id}', type: 'url' },
      thumb_image: { field: 'cover_media_url', type: 'url' },
    },
    variants: {
      price: { field: 'price_gross' },
      former_price: { field: 'list_price_gross' },
      gtin: { field: 'ean' },
      mpn: { field: 'manufacturer_number' },
      weight: { field: 'weight', type: 'number' },
    },
  },
  availability: [{ field: 'active', only: false, hides: true }, { field: ['available_stock', 'stock'] }],
  finisher: finishShopware,
  finishes: { parent_id: 'group' },
};

const KIND = 'shopware';

/** A variant has only what differs from its product. */
function finishShopware(fields: FieldNames): Finish {
  const [idOf, parentOf] = [textReader(fields, 'id'), textReader(fields, 'parent_id')];
  return (row, converted) => {
    const [id, parent] = [idOf(row), parentOf(row)];
    if (parent === '') return { ...converted, isParent: true, aliases: id === '' ? [] : [[KIND, id]] };
    const variantId = converted.id;
    return asVariant(converted, { id: `id:${parent}`, aliases: [[KIND, parent]], variantId });
  };
}
