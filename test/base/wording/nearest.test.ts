import { expect, test } from 'vitest';
import { nearest } from '../../../src/base/wording/nearest.ts';

test.each([
  ['prod', 'production'],
  ['PROD', 'production'],
  ['stagin', 'staging'],
  ['pr', undefined],
  ['loco', 'local'],
  ['elsewhere', undefined],
  // Two begin so: the nearer one.
  ['sea', undefined],
])('%s is taken for %s', (word, meant) => {
  expect(nearest(word, ['local', 'staging', 'production', 'searchUrl', 'searches'])).toBe(meant);
});
