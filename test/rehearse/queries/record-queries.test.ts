import { expect, test } from 'vitest';
import { readQueries } from '../../../src/rehearse/queries/read-queries.ts';
import {
  extractQueries,
  parseQueryList,
  printQueries,
} from '../../../src/rehearse/queries/record-queries.ts';

test('a list is counted, what is asked most first', () => {
  const met = parseQueryList('sofa\n\n lamp \t12\r\nsofa\nfloor lamp\n');
  expect(met.map(({ text, weight }) => [text, weight])).toEqual([
    ['lamp', 12],
    ['sofa', 2],
    ['floor lamp', 1],
  ]);
});

test('of requests the searches for products are taken, first pages only', () => {
  const search = '/api/v1/core/?account_id=1&request_type=search';
  const met = extractQueries([
    `${search}&search_type=keyword&q=grey+sofa&fq=brand%3A%22A%22&fq=price%3A%5B1+TO+2%5D&start=0&rows=20`,
    `${search}&search_type=keyword&q=grey+sofa&fq=brand%3A%22A%22&fq=price%3A%5B1+TO+2%5D&start=20`,
    `${search}&search_type=category&q=100`,
    `${search}&search_type=category&q=100`,
    `${search}&search_type=keyword&q=oak&catalog_name=guides_en`,
    `${search}&search_type=bestseller&q=100`,
    '/api/v1/core/',
  ]);
  expect(met).toEqual([
    { kind: 'category', text: '100', parameters: [], weight: 2 },
    {
      kind: 'search',
      text: 'grey sofa',
      parameters: [
        ['fq', 'brand:"A"'],
        ['fq', 'price:[1 TO 2]'],
      ],
      weight: 1,
    },
  ]);
});

test.each(['yaml', 'jsonlines'] as const)('what is printed as %s is read again', (format) => {
  const met = extractQueries([
    '/x?search_type=keyword&q=no%3A%20%23%20%22yes%22%20%E2%80%A8&fq=a&fq=b&sort=price+asc',
    '/x?search_type=category&q=0100',
    '/x?search_type=keyword&q=-%20%7Bx',
  ]);
  expect(met).toHaveLength(3);
  expect(readQueries(printQueries(met, format), 'q')).toEqual(met);
});
