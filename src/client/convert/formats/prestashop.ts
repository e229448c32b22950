import type { FeedFormat } from './feed-format.ts';

/** PrestaShop's product CSV, with the columns of its sample file (its import page names them). */
export const PRESTASHOP: FeedFormat = {
  name: 'prestashop',
  title: 'PrestaShop product CSV',
  fields: ['Active (0/1)', 'Image URLs (x,y,z...)'],
  mapping: {
    id: { field: ['Product ID', 'ID'] },
    attributes: {
      title: { field: ['Name *', 'Name'] },
      description: { field: ['Description', 'Summary', 'Short description'], type: 'html' },
      brand: { field: 'Manufacturer' },
      // Leads to the product whatever its friendly address.
      url: { template: '/index.php?controller=product&id_product={Product ID or ID}' },
      additional_images: { field: 'Image URLs (x,y,z...)', type: 'url', split: ',' },
      category_paths: { field: 'Categories (x,y,z...)', split: ',', path: '/' },
      keywords: { field: ['Tags (x,y,z...)', 'Tags'], split: ',' },
      condition: { field: 'Condition' },
    },
    variants: {
      price: { field: ['Price tax included', 'Price tax excluded', 'Price tax excl.'] },
      sku: { field: ['Reference #', 'Reference'] },
      gtin: { field: ['EAN13', 'UPC'] },
      mpn: { field: 'MPN' },
      weight: { field: 'Weight', type: 'number' },
    },
  },
  availability: [
    { field: 'Active (0/1)', only: false },
    // 0 denies orders of what is sold out, 1 allows them, 2 is as the shop has it.
    { field: ['Out of stock action', 'Out of stock'], read: (text) => text === '1', only: true },
    { field: 'Quantity' },
  ],
};
