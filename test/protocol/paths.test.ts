import { expect, test } from 'vitest';
import { indexesPath, jobPath, recordsPath } from '../../src/protocol/paths.ts';

test.each([
  [recordsPath('6702', 'products_en', 'products'), '/accounts/6702/catalogs/products_en/products'],
  [recordsPath('6702', 'guides_en', 'items'), '/accounts/6702/catalogs/guides_en/items'],
  [recordsPath('6/7', 'a b', 'products'), '/accounts/6%2F7/catalogs/a%20b/products'],
  [indexesPath('6702', 'products_en'), '/accounts/6702/catalogs/products_en/indexes'],
  [jobPath('../accounts'), '/jobs/..%2Faccounts'],
])('a path holds its parts encoded: %s', (path, expected) => {
  expect(path).toBe(expected);
});
