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
  recognizes: (fields) => fields.has('categoryid') && fields.has('currencyid'),
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
      sale_price: { field: ['oldprice', 'old_price', 'price_old'] },
      url: { field: 'url' },
      thumb_image: { field: 'picture' },
      ...IDENTIFIERS,
    },
  },
  params: { name: 'param/@name', value: 'param', unit: 'param/@unit' },
  salePriceIsFormer: true,
  availability: [
    { field: 'disabled', read: (text) => (readFlag(text) === true ? false : undefined) },
    { field: '@available', read: readFlag },
    { field: ['stock_quantity', 'quantity_in_stock', 'quantity', 'count', 'stock'], read: readFlag },
    { field: 'outlets/outlet/@instock', read: readFlag },
    { field: 'available', read: readFlag },
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
  recognizes: (fields) => fields.has('item_id') && (fields.has('productname') || fields.has('price_vat')),
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
      category_paths: { field: 'CATEGORYTEXT', path: '|' },
      currency: { field: ['CURRENCY', 'PRICE_CURRENCY'], else: { field: 'PRICE_VAT', type: 'currency' } },
    },
    variants: {
      price: { field: ['PRICE_VAT', 'PRICE'] },
      sale_price: { field: ['PRICE_BEFORE_DISCOUNT', 'LIST_PRICE', 'STANDARD_PRICE'] },
      url: { field: 'URL' },
      thumb_image: { field: 'IMGURL' },
      gtin: { field: ['EAN', 'ISBN'] },
      mpn: { field: 'PRODUCTNO' },
    },
  },
  params: { name: 'PARAM/PARAM_NAME', value: 'PARAM/VAL' },
  salePriceIsFormer: true,
  availability: [
    { field: ['AVAILABILITY', 'STOCK_QUANTITY', 'STOCK', 'STOCK_AMOUNT'], read: readFlag },
    { field: 'DELIVERY_DATE', read: readDelivery },
  ],
};

/** 1, 3, 7 and 14 are days until it is sent, 90 is to order, 110 before its release; 99 says: look in the shop. */
const CENEO_ORDERABLE = /^(?:1|3|7|14|90|110)$/;

export const CENEO: FeedFormat = {
  name: 'ceneo',
  title: 'Ceneo XML',
  recordPath: 'offers/o',
  recognizes: (fields) => fields.has('@avail') && fields.has('@price'),
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
      sale_price: { field: '@old_price' },
      weight: { field: '@weight', type: 'number' },
    },
  },
  params: {
    name: 'attrs/a/@name',
    value: 'attrs/a',
    known: { producent: 'brand', kod_producenta: 'mpn', ean: 'gtin', isbn: 'gtin' },
  },
  salePriceIsFormer: true,
  availability: [
    { field: '@stock', read: (text) => (/^0+$/.test(text) ? false : undefined) },
    { field: '@avail', read: (text) => CENEO_ORDERABLE.test(text) },
    { field: '@stock', read: readFlag },
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
  recognizes: (fields) => fields.has('price_with_vat') && fields.has('name'),
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
  availability: [
    { field: 'instock', read: readFlag },
    { field: 'quantity', read: readFlag },
    { field: 'availability', read: readGreek },
  ],
};
