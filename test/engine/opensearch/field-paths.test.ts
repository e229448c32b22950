import { expect, test } from 'vitest';
import { toProductPath, toVariantPath } from '../../../src/engine/opensearch/documents/field-paths.ts';

test.each([
  ['brand', 's.brand'],
  ['shoe.size', 's.shoe%2e_size'],
  ['100%', 's.100%25_'],
  ['größe', 's.größe'],
  ['a b*', 's.a%20_b%2a_'],
  ['', 's.%'],
])('the field %j is at %s', (name, path) => {
  expect(toProductPath('s', name)).toBe(path);
  expect(toVariantPath('s', name)).toBe(`variants.${path}`);
});
