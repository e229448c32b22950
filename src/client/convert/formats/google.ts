import { mappingOf } from '../mapping/mapping.ts';
import type { FeedFormat } from './feed-format.ts';

/** Google Merchant product data (support.google.com/merchants/answer/7052112): RSS or Atom with `g:` elements, TSV, CSV. */
export const GOOGLE: FeedFormat = {
  name: 'google',
  title: 'Google Merchant feed',
  fields: ['id', 'title', 'image_link|google_product_category|availability', 'link|link/@href'],
  mapping: mappingOf(
    {
      id: 'id',
      group: 'item_group_id',
      title: 'title',
      description: 'description summary content',
      brand: 'brand',
      url: 'link link/@href',
      thumb_image: 'image_link image_url bigimage',
      availability: 'availability',
      category_paths: 'product_type google_product_category category',
      currency: 'price',
      additional_images: { field: 'additional_image_link', split: ',' },
      condition: 'condition',
      gender: 'gender',
      age_group: 'age_group',
      product_highlights: { field: 'product_highlight', type: 'list' },
      price: 'price',
      sale_price: { field: 'sale_price', during: 'sale_price_effective_date' },
      color: 'color',
      size: 'size',
      material: 'material',
      pattern: 'pattern',
      gtin: 'gtin',
      mpn: 'mpn',
    },
    { unmapped: 'keep' },
  ),
  params: { name: 'product_detail/attribute_name', value: 'product_detail/attribute_value' },
};
