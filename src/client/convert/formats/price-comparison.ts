import { readFlag } from '../values/flag.ts';
import type { FeedFormat } from './feed-format.ts';

const IDENTIFIERS = { gtin: { field: ['barcode', 'ean', 'gtin'] }, mpn: { field: ['vendorcode', 'mpn'] } };

/** YML of Yandex Market (yandex.ru/support/partnermarket/offers.html), which marketplaces of neighbouring countries took over. */
export const YANDEX: FeedFormat = {
  name: 'yandex',
  title: 'Yandex Market YML',
  recordPath: 'yml_catalog/shop/offers/offer',
  categories: 'yml_catalog/shop/categories/category',
  categoryField: 'categoryId',
  fields: ['categoryid', 'currencyid'],
  mapping: {
    id: { field: '@id' },
    group: { field: '@group_id' },
    attributes: {
      title: { field: ['name', 'name_ua'], else: { join: ['typePrefix', 'vendor', 'model'] } },
      description: { field: ['description', 'description_ua'], type: 'html' },
      brand: { field: ['vendor', 'manufacturer'] },
      url: { field: 'url' },
      thumb_image: { field: 'picture' },
      additional_images: { field: 'picture', type: 'list' },
      category_paths: { field: 'categoryId' },
      currency: { field: 'currencyId', type: 'currency' },
    },
    variants: {
      price: { field: 'price' },
      former_price: { field: ['oldprice', 'old_price', 'price_old'] },
      url: { field: 'url' },
      thumb_image: { field: 'picture' },
      ...IDENTIFIERS,
    },
  },
  params: { name: 'param/@name', value: 'param', unit: 'param/@unit' },
  availability: [
    { field: 'disabled', read: (text) => readFlag(text) !== true, only: false },
    { field: '@available' },
    { field: ['stock_quantity', 'quantity_in_stock', 'quantity', 'count', 'stock'] },
    { field: 'outlets/outlet/@instock' },
    { field: 'available' },
  ],
};

/** Days until an item is sent, or the day from which it is sold. Without a number the shop has to be asked. */
function readDelivery(text: string): boolean | undefined {
  if (/^\d+$|^\d{4}-\d\d-\d\d/.test(text)) return true;
  return /^-\d+$/.test(text) ? undefined : readFlag(text);
}

/** Heureka.cz and .sk (heureka.github.io/xml-feed-specs); Zboží.cz reads the same elements. */
export const HEUREKA: FeedFormat = {
  name: 'heureka',
  title: 'Heureka / Zboží.cz XML',
  recordPath: 'SHOP/SHOPITEM',
  fields: ['item_id', 'productname|price_vat'],
  mapping: {
    id: { field: 'ITEM_ID' },
    group: { field: 'ITEMGROUP_ID' },
    attributes: {
      title: { field: ['PRODUCTNAME', 'PRODUCT'] },
      description: { field: 'DESCRIPTION', type: 'html' },
      brand: { field: ['MANUFACTURER', 'BRAND'] },
      url: { field: 'URL' },
      thumb_image: { field: 'IMGURL' },
      additional_images: { field: 'IMGURL_ALTERNATIVE', type: 'list' },
      category_paths: { field: 'CATEGORYTEXT', path: '|', root: ['Heureka.cz', 'Heureka.sk'] },
      currency: { field: ['CURRENCY', 'PRICE_CURRENCY'], else: { field: 'PRICE_VAT', type: 'currency' } },
    },
    variants: {
      price: { field: ['PRICE_VAT', 'PRICE'] },
      former_price: { field: ['PRICE_BEFORE_DISCOUNT', 'LIST_PRICE', 'STANDARD_PRICE'] },
      url: { field: 'URL' },
      thumb_image: { field: 'IMGURL' },
      gtin: { field: ['EAN', 'ISBN'] },
      mpn: { field: 'PRODUCTNO' },
    },
  },
  params: { name: 'PARAM/PARAM_NAME', value: 'PARAM/VAL' },
  availability: [
    { field: ['AVAILABILITY', 'STOCK_QUANTITY', 'STOCK', 'STOCK_AMOUNT'] },
    { field: 'DELIVERY_DATE', read: readDelivery },
  ],
};

/** 1, 3, 7 and 14 are days until it is sent, 90 is to order, 110 before its release; 99 says: look in the shop. */
const CENEO_ORDERABLE = /^(?:1|3|7|14|90|110)$/;

export const CENEO: FeedFormat = {
  name: 'ceneo',
  title: 'Ceneo XML',
  recordPath: 'offers/o',
  fields: ['@avail', '@price'],
  mapping: {
    id: { field: '@id' },
    attributes: {
      title: { field: 'name' },
      description: { field: 'desc', type: 'html' },
      url: { field: '@url' },
      thumb_image: { field: 'imgs/main/@url' },
      additional_images: { field: 'imgs/i/@url', type: 'list' },
      category_paths: { field: 'cat', path: '/' },
      currency: { value: 'PLN' },
    },
    variants: {
      price: { field: '@price' },
      former_price: { field: '@old_price' },
      weight: { field: '@weight', type: 'number' },
    },
  },
  params: {
    name: 'attrs/a/@name',
    value: 'attrs/a',
    known: { producent: 'brand', kod_producenta: 'mpn', ean: 'gtin', isbn: 'gtin' },
  },
  availability: [
    { field: '@stock', read: (text) => !/^0+$/.test(text), only: false },
    { field: '@avail', read: (text) => CENEO_ORDERABLE.test(text) },
    { field: '@stock' },
  ],
};

/** Words of the shop's choice: `Available`, `Delivery 1 to 3 days`, `Διαθέσιμο από 4-10 ημέρες`. */
function readGreek(text: string): boolean | undefined {
  return (
    readFlag(text) ??
    (/^(?:available|delivery|upon order|άμεσ|διαθέσιμ|παράδοση|κατόπιν)/i.test(text) || undefined)
  );
}

export const SKROUTZ: FeedFormat = {
  name: 'skroutz',
  title: 'Skroutz XML',
  recordPath: 'mywebstore/products/product',
  fields: ['price_with_vat', 'name'],
  mapping: {
    id: { field: ['uniqueid', 'id', 'uid', '@id'] },
    attributes: {
      title: { field: 'name' },
      description: { field: 'description', type: 'html' },
      brand: { field: 'manufacturer' },
      url: { field: 'link' },
      thumb_image: { field: 'image' },
      additional_images: { field: ['additionalimage', 'additional_imageurl'], type: 'list' },
      category_paths: { field: 'category', path: '>' },
      currency: { value: 'EUR' },
    },
    variants: {
      price: { field: 'price_with_vat' },
      color: { field: 'color' },
      size: { field: 'size' },
      weight: { field: 'weight', type: 'number' },
      gtin: { field: ['ean', 'barcode', 'isbn'] },
      mpn: { field: 'mpn' },
    },
  },
  availability: [{ field: 'instock' }, { field: 'quantity' }, { field: 'availability', read: readGreek }],
};
