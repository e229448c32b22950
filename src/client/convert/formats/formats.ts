import type { FeedFormat } from './feed-format.ts';
import { GOOGLE } from './google.ts';
import { MAGENTO } from './magento.ts';
import { PRESTASHOP } from './prestashop.ts';
import { CENEO, HEUREKA, SKROUTZ, YANDEX } from './price-comparison.ts';
import { SCHEMA_ORG } from './schema-org.ts';
import { SHOPIFY } from './shopify.ts';
import { SHOPIFY_BULK } from './shopify-bulk.ts';
import { WOOCOMMERCE } from './woocommerce.ts';

/** Feeds whose fields are known, in the order in which they are looked for. */
export const FEED_FORMATS: readonly FeedFormat[] = [
  SHOPIFY_BULK,
  SHOPIFY,
  MAGENTO,
  WOOCOMMERCE,
  PRESTASHOP,
  SCHEMA_ORG,
  YANDEX,
  HEUREKA,
  CENEO,
  SKROUTZ,
  GOOGLE,
];

/** Containers of any fields, for which a mapping says what they are. */
export const CONTAINERS = ['csv', 'tsv', 'json', 'jsonlines', 'xml'] as const;
export type Container = (typeof CONTAINERS)[number];
