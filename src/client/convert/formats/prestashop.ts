import type { ConvertedRow } from '../mapping/map-rows.ts';
import { createMapping, type FieldRule } from '../mapping/mapping.ts';
import type { FeedFormat } from './feed-format.ts';

/** Its columns in two ages of the software, and without the last part. */
const FEATURES = [
  'feature(name:value:position)',
  'feature_(name:value:position)',
  'feature_(name:value:position:customized)',
];

/** A discount counts between its dates. */
const createReductionRule = (field: string): FieldRule => ({
  field,
  type: 'number',
  from: 'discount_from_(yyyy-mm-dd)',
  until: 'discount_to_(yyyy-mm-dd)',
});

/**
 * PrestaShop's product CSV.
 *
 * @see https://github.com/PrestaShop/PrestaShop/blob/develop/docs/csv_import/products_import.csv
 */
export const PRESTASHOP: FeedFormat = {
  name: 'prestashop',
  title: 'PrestaShop product CSV',
  fields: ['Active (0/1)', 'Image URLs (x,y,z...)'],
  mapping: createMapping({
    id: 'product_id id',
    title: 'name_* name',
    description: 'description summary short_description',
    brand: 'manufacturer',
    // Leads to the product whatever its friendly address.
    url: { template: '/index.php?controller=product&id_product={product_id or id}' },
    additional_images: { field: 'image_urls_(x,y,z...)', type: 'url', split: ',' },
    category_paths: { field: 'categories_(x,y,z...)', split: ',', path: '/' },
    keywords: 'tags_(x,y,z...) tags',
    condition: 'condition',
    price: 'price_tax_included price_tax_excluded price_tax_excl.',
    discount_amount: createReductionRule('discount_amount'),
    discount_percent: createReductionRule('discount_percent'),
    sku: 'reference_# reference',
    gtin: 'ean13 upc',
    mpn: 'mpn',
    weight: 'weight',
  }),
  // `Colour:red:0,Material:wool:1`
  options: () => (row) => {
    const features = row.text(...FEATURES).split(',');
    return features.map((feature) => feature.split(':')).map(([name = '', value = '']) => [name, [value]]);
  },
  finishes: { attributes: FEATURES.join(' ') },
  availability: [
    { field: 'Active (0/1)', only: false },
    { field: 'Available for order (0 = No, 1 = Yes)', only: false },
    { field: 'Visibility', read: (text) => text !== 'none', only: false },
    // 0 denies orders of what is sold out, 1 allows them, 2 is as the shop has it.
    { field: ['Out of stock action', 'Out of stock'], read: (text) => text === '1', only: true },
    { field: 'Quantity' },
  ],
  finisher: () => (_, converted) => {
    takeDiscount(converted);
    return converted;
  },
};

/** The price less an amount, or less a share of it, is the sale price. */
function takeDiscount({ attributes }: ConvertedRow): void {
  const [amount = 0, percent = 0] = ['discount_amount', 'discount_percent'].map((name) => {
    const given = Number(attributes.get(name) ?? 0);
    attributes.delete(name);
    return given;
  });
  const price = attributes.get('price');
  if (price === undefined || (amount === 0 && percent === 0)) return;
  const places = Math.max(2, price.split('.')[1]?.length ?? 0);
  const sale = (Number(price) * (100 - percent)) / 100 - amount;
  // Half a cent is rounded up, which the binary fraction of 952.425 would not be.
  const rounded = Math.round(sale * 10 ** places + 1e-6) / 10 ** places;
  attributes.set('sale_price', rounded.toFixed(places));
}
