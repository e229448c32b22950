import { asVariant } from '../mapping/map-rows.ts';
import { createMapping } from '../mapping/mapping.ts';
import { readFlag } from '../values/flag.ts';
import type { FeedFormat, Finish } from './feed-format.ts';

const YML_STOCK = ['stock_quantity', 'quantity_in_stock', 'quantity', 'count', 'stock'];

/** YML of Yandex Market (yandex.ru/support/partnermarket/offers.html), which marketplaces of neighbouring countries took over. */
export const YANDEX: FeedFormat = {
  name: 'yandex',
  title: 'Yandex Market YML',
  recordPath: 'yml_catalog/shop/offers/offer',
  fields: ['categoryid', 'currencyid'],
  mapping: createMapping({
    id: '@id',
    group: '@group_id',
    title: { field: ['name', 'name_ua'], else: { join: ['typeprefix', 'vendor', 'model'] } },
    description: 'description description_ua',
    brand: 'vendor manufacturer',
    url: 'url',
    thumb_image: 'picture',
    additional_images: 'picture',
    category_paths: 'categoryid',
    currency: 'currencyid',
    price: 'price',
    former_price: 'oldprice old_price price_old',
    sale_price: 'price_promo',
    gtin: 'barcode ean gtin',
    mpn: 'vendorcode mpn',
  }),
  params: { name: 'param/@name', value: 'param', unit: 'param/@unit' },
  availability: [
    { field: 'disabled', read: (text) => readFlag(text) !== true, only: false },
    { field: YML_STOCK, only: false },
    { field: '@available' },
    { field: YML_STOCK },
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
  mapping: createMapping({
    id: 'item_id',
    group: 'itemgroup_id',
    title: 'productname product',
    description: 'description',
    brand: 'manufacturer brand',
    url: 'url',
    thumb_image: 'imgurl',
    additional_images: { join: ['imgurl', 'imgurl_alternative'], with: ',', type: 'url', split: ',' },
    category_paths: {
      field: 'categorytext',
      path: '|',
      root: ['Heureka.cz', 'Heureka.sk', 'Glami.cz', 'Glami.sk', 'Favi.cz', 'Zboží.cz'],
    },
    currency: 'currency price_currency price_vat',
    price: 'price_vat price',
    former_price: 'price_before_discount list_price standard_price',
    gtin: 'ean isbn',
    mpn: 'productno',
  }),
  params: { name: 'PARAM/PARAM_NAME', value: 'PARAM/VAL' },
  availability: [
    { field: ['AVAILABILITY', 'STOCK_QUANTITY', 'STOCK', 'STOCK_AMOUNT'] },
    { field: 'DELIVERY_DATE', read: readDelivery },
  ],
};

export const CENEO: FeedFormat = {
  name: 'ceneo',
  title: 'Ceneo XML',
  recordPath: 'offers/o',
  fields: ['@avail', '@price'],
  mapping: createMapping({
    id: '@id',
    title: 'name',
    description: 'desc',
    url: '@url',
    thumb_image: 'imgs/main/@url',
    additional_images: 'imgs/i/@url images/image/@url',
    category_paths: { field: 'cat', path: ['>', '/'] },
    currency: { field: '@price', type: 'currency', else: { value: 'PLN' } },
    price: '@price',
    former_price: '@old_price',
    weight: '@weight',
  }),
  params: {
    name: 'attrs/a/@name',
    value: 'attrs/a',
    known: { producent: 'brand', kod_producenta: 'mpn', ean: 'gtin', isbn: 'gtin' },
  },
  availability: [
    { field: '@stock', read: (text) => !/^0+$/.test(text), only: false },
    // 1, 3, 7 and 14 are days until it is sent, 90 is to order, 110 before its release; 99 says: look in the shop.
    { field: '@avail', read: (text) => /^(?:1|3|7|14|90|110)$/.test(text) },
    { field: '@stock' },
  ],
};

/** Where Skroutz has the sizes of a product that have their own price or stock. */
const VARIATION = 'variations/variation';

export const SKROUTZ: FeedFormat = {
  name: 'skroutz',
  title: 'Skroutz XML',
  recordPath: 'mywebstore/products/product',
  fields: ['price_with_vat', 'name', 'link|variations/variation/link'],
  variantPath: VARIATION,
  mapping: createMapping({
    id: `${VARIATION}/variationid uniqueid id uid @id`,
    title: 'name',
    description: 'description',
    brand: 'manufacturer',
    url: `${VARIATION}/link link`,
    thumb_image: `${VARIATION}/image image`,
    additional_images: 'additionalimage additional_imageurl',
    category_paths: 'category',
    currency: { field: 'price_with_vat', type: 'currency', else: { value: 'EUR' } },
    price: `${VARIATION}/price_with_vat price_with_vat`,
    color: `${VARIATION}/color color`,
    weight: 'weight',
    gtin: `${VARIATION}/ean ean barcode isbn`,
    mpn: `${VARIATION}/manufacturersku mpn`,
  }),
  // `<size>S,M,L</size>`; variations have one each.
  options: () => (row) => [
    ['size', row.text(VARIATION) === '' ? row.text(`${VARIATION}/size`, 'size').split(',') : []],
  ],
  finisher: finishVariations,
  finishes: { size: `size ${VARIATION}/size`, variants: VARIATION },
  availability: [
    { field: 'instock' },
    { field: [`${VARIATION}/quantity`, 'quantity'] },
    { field: [`${VARIATION}/availability`, 'availability'] },
  ],
};

/** A variation has only what differs from its product, which is in front of it. */
function finishVariations(): Finish {
  let id = '';
  return (row, converted) => {
    if (row.text(`${VARIATION}/variationid`) !== '')
      return asVariant(converted, { id, variantId: converted.id });
    id = converted.id;
    return converted;
  };
}
