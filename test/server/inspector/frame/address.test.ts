import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAddress, TABS, writeAddress } from '../../../../src/server/inspector/frame/address.ts';

test.each([
  ['', { tab: 'requests', path: [], query: {} }],
  ['#/nowhere/a?b=c', { tab: 'requests', path: [], query: {}, unknown: 'nowhere' }],
  ['#/jobs', { tab: 'jobs', path: [], query: {} }],
  [
    '#/catalog/products_en/SF%2F9?at=3',
    { tab: 'catalog', path: ['products_en', 'SF/9'], query: { at: '3' } },
  ],
  [
    '#/requests?filter=status%3A%3E%3D400+lamp',
    { tab: 'requests', path: [], query: { filter: 'status:>=400 lamp' } },
  ],
  ['#/jobs/%E0%A4%A', { tab: 'jobs', path: ['%E0%A4%A'], query: {} }],
])('%j leads to %j', (hash, address) => expect(readAddress(hash)).toEqual(address));

test('what is written is read again', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(
      fc.constantFrom(...TABS),
      fc.array(text),
      fc.dictionary(fc.string(), text),
      (tab, path, query) => {
        expect(readAddress(writeAddress(tab, path, query))).toEqual({ tab, path, query: { ...query } });
      },
    ),
  );
});
