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
  mapping: {
    id: { field: ['offer-id', 'sku', 'mpn', 'ean'] },
    attributes: {
      title: { field: 'title' },
      description: { field: 'description', type: 'html' },
      brand: { field: 'brand' },
      url: { field: ['product-url', 'landing-page-url'] },
      thumb_image: { field: 'image-url' },
      additional_images: { join: ['image-url-2', 'image-url-3', 'image-url-4'], split: ' ', type: 'list' },
      category_paths: { field: 'merchant-category', path: ['>', ' - '] },
      currency: { field: 'currency', type: 'currency', else: { field: 'price', type: 'currency' } },
      condition: { field: 'condition' },
    },
    variants: {
      price: { field: 'price' },
      former_price: { field: 'price-no-rebate' },
      color: { field: ['colour', 'color'] },
      size: { field: 'fashion-size' },
      gtin: { field: 'ean' },
      mpn: { field: 'mpn' },
    },
  },
  availability: [{ field: 'availability', read: readKelkoo }],
};

/** Beslist.nl and .be (public templates of shop software; its product feed manual). */
export const BESLIST: FeedFormat = {
  name: 'beslist',
  title: 'Beslist feed',
  fields: ['winkelproductcode|titel', 'winkelproductcode|prijs', 'winkelproductcode|deeplink'],
  mapping: {
    id: { field: ['winkelproductcode', 'unieke_code', 'id', 'ean'] },
    attributes: {
      title: { field: 'titel' },
      description: { field: ['omschrijving', 'beschrijving'], type: 'html' },
      brand: { field: 'merk' },
      url: { field: ['deeplink', 'producturl'] },
      thumb_image: { field: ['image-locatie', 'imageurl', 'afbeelding'] },
      category_paths: { field: 'categorie', path: ['>', '/'] },
      currency: { value: 'EUR' },
    },
    variants: {
      price: { field: 'prijs' },
      former_price: { field: ['oude_prijs', 'prijs_oud', 'van_prijs', 'adviesprijs'] },
      color: { field: 'kleur' },
      size: { field: 'maat' },
      gtin: { field: 'ean' },
    },
    unmapped: 'keep',
  },
  availability: [{ field: ['voorraad', 'op_voorraad'] }, { field: 'levertijd' }],
};

/** Awin, its XML names beside those of its CSV (help.awin.com, "Hosting and column descriptions"). */
export const AWIN: FeedFormat = {
  name: 'awin',
  title: 'Awin feed',
  fields: ['product_name|pid', 'deep_link|aw_deep_link|merchant_deep_link|purl'],
  mapping: {
    id: { field: ['merchant_product_id', 'product_id', 'aw_product_id', 'pid'] },
    group: { field: ['parent_product_id', 'parentpid'] },
    attributes: {
      title: { field: ['product_name', 'name'] },
      description: { field: ['description', 'desc', 'product_short_description'], type: 'html' },
      brand: { field: ['brand_name', 'brand'] },
      url: { field: ['merchant_deep_link', 'deep_link', 'aw_deep_link', 'purl'] },
      thumb_image: { field: ['merchant_image_url', 'image_url', 'imgurl', 'aw_image_url', 'large_image'] },
      additional_images: {
        join: ['alternate_image', 'alternate_image_two', 'alternate_image_three', 'alternate_image_four'],
        split: ' ',
        type: 'list',
      },
      category_paths: {
        field: ['merchant_product_category_path', 'merchant_category', 'category_name', 'category'],
      },
      currency: { field: 'currency', type: 'currency', else: { field: 'price', type: 'currency' } },
      keywords: { field: 'keywords', split: ',' },
      condition: { field: 'condition' },
    },
    variants: {
      price: { field: ['search_price', 'store_price', 'price'] },
      former_price: { field: ['product_price_old', 'base_price', 'rrp_price'] },
      url: { field: ['merchant_deep_link', 'deep_link', 'aw_deep_link', 'purl'] },
      color: { field: ['colour', 'fashion:colour'] },
      size: { field: ['fashion:size', 'size'] },
      gtin: { field: ['ean', 'product_gtin', 'upc', 'isbn'] },
      mpn: { field: 'mpn' },
    },
    unmapped: 'keep',
  },
  availability: [
    { field: ['is_for_sale', 'forsale'], only: false },
    { field: ['in_stock', 'instock'] },
    { field: ['stock_status', 'stock_quantity', 'stockquant'] },
  ],
};
