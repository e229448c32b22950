import { mappingOf } from '../mapping/mapping.ts';
import type { FeedFormat } from './feed-format.ts';

/** PrestaShop's product CSV, with the columns of its sample file (its import page names them). */
export const PRESTASHOP: FeedFormat = {
  name: 'prestashop',
  title: 'PrestaShop product CSV',
  fields: ['Active (0/1)', 'Image URLs (x,y,z...)'],
  mapping: mappingOf({
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
    sku: 'reference_# reference',
    gtin: 'ean13 upc',
    mpn: 'mpn',
    weight: 'weight',
  }),
  availability: [
    { field: 'Active (0/1)', only: false },
    // 0 denies orders of what is sold out, 1 allows them, 2 is as the shop has it.
    { field: ['Out of stock action', 'Out of stock'], read: (text) => text === '1', only: true },
    { field: 'Quantity' },
  ],
};
