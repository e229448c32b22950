import { createMapping } from '../mapping/mapping.ts';
import { readFlag } from '../values/flag.ts';
import type { FeedFormat } from './feed-format.ts';

/** 1 in stock, 2 stock on order, 3 unknown, 4 preorder, 5 on order, 6 out of stock. */
function readKelkoo(text: string): boolean | undefined {
  return /^\d+$/.test(text) ? { 1: true, 2: true, 4: true, 5: true, 6: false }[text] : readFlag(text);
}

/** Kelkoo, XML and tables (kelkoogroup.com, "Product data feed"). */
export const KELKOO: FeedFormat = {
  name: 'kelkoo',
  title: 'Kelkoo feed',
  fields: ['product-url', 'offer-id|merchant-category'],
  rules: {
    id: 'offer_id sku mpn ean',
    category_paths: { field: 'merchant_category', path: ['>', ' - '] },
    former_price: 'price_no_rebate',
  },
  unmapped: 'drop',
  availability: [{ field: 'availability', read: readKelkoo }],
};

/** Beslist.nl and .be (public templates of shop software; its product feed manual). */
export const BESLIST: FeedFormat = {
  name: 'beslist',
  title: 'Beslist feed',
  fields: ['winkelproductcode|titel', 'winkelproductcode|prijs', 'winkelproductcode|deeplink'],
  rules: {
    currency: { field: 'prijs', type: 'currency', else: { value: 'EUR' } },
  },
  availability: [{ field: ['voorraad', 'op_voorraad'] }, { field: 'levertijd' }],
};

/** Awin, its XML names beside those of its CSV (help.awin.com, "Hosting and column descriptions"). */
export const AWIN: FeedFormat = {
  name: 'awin',
  title: 'Awin feed',
  fields: ['product_name|pid', 'deep_link|aw_deep_link|merchant_deep_link|purl'],
  rules: {
    group: 'parent_product_id parentpid',
    additional_images: {
      join: ['alternate_image', 'alternate_image_two', 'alternate_image_three', 'alternate_image_four'],
      split: ' ',
      type: 'list',
    },
    category_paths: 'merchant_product_category_path merchant_category category_name category',
    keywords: 'keywords',
    former_price: 'product_price_old base_price rrp_price',
  },
  availability: [
    { field: ['is_for_sale', 'forsale'], only: false },
    { field: ['in_stock', 'instock'] },
    { field: ['stock_status', 'stock_quantity', 'stockquant'] },
  ],
};

/** Google Merchant product data (support.google.com/merchants/answer/7052112): RSS or Atom with `g:` elements, TSV, CSV. */
export const GOOGLE: FeedFormat = {
  name: 'google',
  title: 'Google Merchant feed',
  fields: ['id', 'title', 'image_link|google_product_category|availability', 'link|link/@href', 'price'],
  mapping: createMapping(
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
      former_price: 'regular_price original_price old_price list_price compare_at_price',
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
