import { expect, test } from 'vitest';
import { findNearest } from '../../../src/base/wording/find-nearest.ts';

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
  expect(findNearest(word, ['local', 'staging', 'production', 'searchUrl', 'searches'])).toBe(meant);
});
