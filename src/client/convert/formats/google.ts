import type { FeedFormat } from './feed-format.ts';

const PERIOD = 'sale_price_effective_date';

/** Google Merchant product data (support.google.com/merchants/answer/7052112): RSS or Atom with `g:` elements, TSV, CSV. */
export const GOOGLE: FeedFormat = {
  name: 'google',
  title: 'Google Merchant feed',
  fields: ['id', 'title', 'image_link|google_product_category|availability', 'link|link/@href'],
  mapping: {
    id: { field: 'id' },
    group: { field: 'item_group_id' },
    attributes: {
      title: { field: 'title' },
      description: { field: ['description', 'summary', 'content'], type: 'html' },
      brand: { field: 'brand' },
      url: { field: ['link', 'link/@href'] },
      thumb_image: { field: ['image_link', 'image_url', 'bigimage'] },
      availability: { field: 'availability' },
      category_paths: { field: ['product_type', 'google_product_category', 'category'] },
      currency: { field: 'price', type: 'currency' },
      additional_images: { field: 'additional_image_link', split: ',' },
      condition: { field: 'condition' },
      gender: { field: 'gender' },
      age_group: { field: 'age_group' },
      product_highlights: { field: 'product_highlight', type: 'list' },
    },
    variants: {
      price: { field: 'price' },
      sale_price: { field: 'sale_price', during: PERIOD },
      availability: { field: 'availability' },
      url: { field: ['link', 'link/@href'] },
      thumb_image: { field: ['image_link', 'image_url', 'bigimage'] },
      color: { field: 'color' },
      size: { field: 'size' },
      material: { field: 'material' },
      pattern: { field: 'pattern' },
      gtin: { field: 'gtin' },
      mpn: { field: 'mpn' },
    },
    unmapped: 'keep',
  },
  params: { name: 'product_detail/attribute_name', value: 'product_detail/attribute_value' },
};
