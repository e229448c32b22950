import { variantIn } from '../mapping/map-rows.ts';
import { textReader } from '../mapping/rule-source.ts';
import type { FieldNames } from '../rows/fields.ts';
import { readFlag } from '../values/flag.ts';
import type { FeedFormat, Finish } from './feed-format.ts';

/**
 * Product CSV of Shopware 6 by its profile "Default product" (github.com/shopware/shopware, migration of the mapping of
 * import_export_profile). A variant names its product by `parent_id`. Categories are ids, which have no names in it.
 */
export const SHOPWARE: FeedFormat = {
  name: 'shopware',
  title: 'Shopware 6 product CSV',
  recognizes: (fields) => fields.has('product_number') && fields.has('price_gross'),
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
      sale_price: { field: 'list_price_gross' },
      gtin: { field: 'ean' },
      mpn: { field: 'manufacturer_number' },
      weight: { field: 'weight', type: 'number' },
    },
  },
  salePriceIsFormer: true,
  availability: [
    { field: 'active', read: (text) => (readFlag(text) === false ? false : undefined) },
    { field: ['available_stock', 'stock'], read: readFlag },
  ],
  finisher: finishShopware,
  finishes: (field) => (field === 'parent_id' ? 'group' : undefined),
};

const KIND = 'shopware';

/** A variant has only what differs from its product. */
function finishShopware(fields: FieldNames): Finish {
  const [id, parent, active] = [
    textReader(fields, 'id'),
    textReader(fields, 'parent_id'),
    textReader(fields, 'active'),
  ];
  return (row, converted) => {
    if (parent(row) === '') {
      const isHidden = readFlag(active(row)) === false;
      return { ...converted, isHidden, isParent: true, aliases: id(row) === '' ? [] : [[KIND, id(row)]] };
    }
    const variant = variantIn(converted.attributes);
    const [variantId, aliases] = [converted.id, [[KIND, parent(row)]] as const];
    return { ...converted, id: `id:${parent(row)}`, aliases, variantId, attributes: new Map(), variant };
  };
}
