import { expect, test } from 'vitest';
import { toIndexesPath, toJobPath, toRecordsPath } from '../../src/protocol/paths.ts';

test.each([
  [toRecordsPath('6702', 'products_en', 'products'), '/accounts/6702/catalogs/products_en/products'],
  [toRecordsPath('6702', 'guides_en', 'items'), '/accounts/6702/catalogs/guides_en/items'],
  [toRecordsPath('6/7', 'a b', 'products'), '/accounts/6%2F7/catalogs/a%20b/products'],
  [toIndexesPath('6702', 'products_en'), '/accounts/6702/catalogs/products_en/indexes'],
  [toJobPath('../accounts'), '/jobs/..%2Faccounts'],
])('a path holds its parts encoded: %s', (path, expected) => {
  expect(path).toBe(expected);
});
