import { BIGCOMMERCE } from './bigcommerce.ts';
import { COMMERCETOOLS } from './commercetools.ts';
import type { FeedFormat } from './feed-format.ts';
import { MAGENTO } from './magento.ts';
import { PRESTASHOP } from './prestashop.ts';
import { CENEO, HEUREKA, SKROUTZ, YANDEX } from './price-comparison.ts';
import { SCHEMA_ORG } from './schema-org.ts';
import { BIGCOMMERCE_JSON, SHOPIFY_JSON } from './shop-json.ts';
import { SHOPIFY, SHOPIFY_BULK } from './shopify.ts';
import { AWIN, BESLIST, GOOGLE, KELKOO } from './shopping-sites.ts';
import { SHOPWARE } from './shopware.ts';
import { WOOCOMMERCE, WOOCOMMERCE_JSON } from './woocommerce.ts';

/** Feeds whose fields are known, in the order in which they are looked for. */
export const FEED_FORMATS: readonly FeedFormat[] = [
  SHOPIFY_JSON,
  BIGCOMMERCE_JSON,
  WOOCOMMERCE_JSON,
  COMMERCETOOLS,
  SHOPIFY_BULK,
  SHOPIFY,
  MAGENTO,
  WOOCOMMERCE,
  PRESTASHOP,
  BIGCOMMERCE,
  SHOPWARE,
  SCHEMA_ORG,
  YANDEX,
  HEUREKA,
  CENEO,
  SKROUTZ,
  KELKOO,
  BESLIST,
  AWIN,
  GOOGLE,
];

/** Containers of any fields, for which a mapping says what they are. */
export const CONTAINERS = ['csv', 'tsv', 'json', 'jsonlines', 'xml'] as const;
export type Container = (typeof CONTAINERS)[number];
