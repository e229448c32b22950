import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { printSearch } from '../../../src/cli/output/search.ts';

const terminal = { stream: new Writable(), isTty: true, columns: 80, color: false };

const facetLines = (values: { label: string; count: number; fq: string }[], filterOption = '--fq') =>
  printSearch(
    {
      total: 1,
      start: 0,
      documents: [],
      groups: [],
      facets: [{ field: 'category', values }],
      stats: {},
      didYouMean: [],
      correctedQuery: null,
      relaxed: false,
      redirect: null,
    },
    { query: '*', filterOption },
    terminal,
  )
    .split('\n')
    .filter((line) => line.includes(filterOption));

test('a long facet value is cut so that its line fits, the filter beside it never', () => {
  const [first, second] = facetLines([
    { label: '30% off living, dining and home office furniture', count: 66, fq: 'category:"116715"' },
    { label: 'Lamps', count: 4, fq: 'category:"7"' },
  ]);
  expect(first).toBe(`  66     30% off living, dining and home office furni…  --fq 'category:"116715"'`);
  expect(first?.length).toBe(80);
  expect(second).toContain(`Lamps ${' '.repeat(39)}  --fq 'category:"7"'`);
});

test('a filter that fills the line leaves a value its first letters', () => {
  const name = 'A brand whose name alone is wider than most terminals are';
  const [line] = facetLines([{ label: name, count: 2, fq: `brand:"${name}"` }]);
  expect(line).toBe(`  2      A brand who…  --fq 'brand:"${name}"'`);
});

test('a filter stands behind the option of the command that takes it', () => {
  const values = [{ label: 'Oak', count: 2, fq: 'brand:"Oak"' }];
  expect(facetLines(values, '--filter-facet')).toEqual([`  2      Oak  --filter-facet 'brand:"Oak"'`]);
});
