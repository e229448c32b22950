import { expect, it } from 'vitest';
import { isSameSecret } from '../../../../src/server/http/access/authenticate.ts';

const long = 'k'.repeat(256);

it.each([
  ['the key', 'key-1', 'key-1', true],
  ['another', 'key-2', 'key-1', false],
  ['nothing', '', 'key-1', false],
  ['its beginning', 'key-', 'key-1', false],
  ['more than it', 'key-1 ', 'key-1', false],
  ['zeros behind it', 'key-1\0', 'key-1', false],
  ['characters beyond ASCII', 'clé', 'clé', true],
  ['an accent too many', 'clé', 'cle', false],
  ['as many characters of three bytes', '灯'.repeat(256), '灯'.repeat(256), true],
  ['a long key', long, long, true],
  ['more than a long key', `${long}a`, long, false],
  ['a longer one', `${long}a`, `${long}a`, true],
  ['one that ends otherwise', `${long}b`, `${long}a`, false],
])('compares a key with %s', (_what, given, expected, same) => {
  expect(isSameSecret(given, expected)).toBe(same);
});

it('remembers nothing of the key before', () => {
  expect(isSameSecret('a-long-key', 'a-long-key')).toBe(true);
  expect(isSameSecret('a', 'a')).toBe(true);
  expect(isSameSecret('a-long-key', 'a')).toBe(false);
});
