import { expect, test } from 'vitest';
import { toCatalogPath, toJobPath } from '../../src/protocol/paths.ts';

test.each([
  [toCatalogPath('6702', 'products_en', 'products'), '/accounts/6702/catalogs/products_en/products'],
  [toCatalogPath('6702', 'guides_en', 'items'), '/accounts/6702/catalogs/guides_en/items'],
  [toCatalogPath('6/7', 'a b', 'products'), '/accounts/6%2F7/catalogs/a%20b/products'],
  [toCatalogPath('6702', 'products_en', 'indexes'), '/accounts/6702/catalogs/products_en/indexes'],
  [toJobPath('../accounts'), '/jobs/..%2Faccounts'],
])('a path holds its parts encoded: %s', (path, expected) => {
  expect(path).toBe(expected);
});
