import { execFileSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { RawJson } from '../../../src/base/json/lossless.ts';
import type { OutputStream } from '../../../src/cli/io.ts';
import { renderSearch, type SearchPrintOptions } from '../../../src/cli/shared/search-output.ts';
import type { SearchAnswer } from '../../../src/client/api/search-answer.ts';

const terminal = { stream: new Writable(), isTty: true, columns: 80, color: false };

/** What people read on stdout; remarks go elsewhere. */
function searchText(found: SearchAnswer, options: SearchPrintOptions, to: OutputStream): string {
  const document = { schema: 'brctl.search/1', version: undefined };
  return renderSearch({ note: () => undefined }, found, options, document).forPeople(to) as string;
}

const nothing = {
  total: 0,
  start: 0,
  documents: [],
  groups: [],
  facets: [],
  stats: {},
  didYouMean: [],
  correctedQuery: null,
  relaxed: false,
  redirect: null,
};

const facetLines = (
  values: { label: string; count: number; fq: string }[],
  filterOption = '--fq',
  columns = 80,
) =>
  searchText(
    { ...nothing, total: 1, facets: [{ field: 'category', values }] },
    { query: '*', filterOption, allFacets: true },
    { ...terminal, columns },
  )
    .split('\n')
    .filter((line) => line.includes(filterOption));

test('a facet is a line of its most frequent values, as many whole ones as fit', () => {
  const values = ['Kestrel', 'Nordic', 'Oak & Co', 'Plain'].map((label, at) => ({
    label,
    count: 40 - at,
    fq: `brand:"${label}"`,
  }));
  const print = (columns: number) =>
    searchText(
      { ...nothing, total: 1, facets: [{ field: 'brand', values }] },
      { query: '*' },
      { ...terminal, columns },
    );
  expect(print(80)).toContain('\nbrand  Kestrel 40 · Nordic 39 · Oak & Co 38 · Plain 37\n');
  expect(print(40)).toContain('\nbrand  Kestrel 40 · Nordic 39 · +2\n');
  expect(print(20)).toContain('\nbrand  Kestrel… · +3\n');
});

test('a long facet value is cut so that its line fits, the filter beside it never', () => {
  const [first, second] = facetLines([
    { label: '30% off living, dining and home office furniture', count: 66, fq: 'category:"116715"' },
    { label: 'Lamps', count: 4, fq: 'category:"7"' },
  ]);
  expect(first).toBe(`     66  30% off living, dining and home office furni…  --fq 'category:"116715"'`);
  expect(first?.length).toBe(80);
  expect(second).toContain(`Lamps ${' '.repeat(39)}  --fq 'category:"7"'`);
});

test('a filter that leaves its value no room stands below it', () => {
  const name = 'A brand whose name alone is wider than most terminals are';
  const [line] = facetLines([{ label: name, count: 2, fq: `brand:"${name}"` }]);
  expect(line).toBe(`    --fq 'brand:"${name}"'`);
});

test('a filter stands behind the option of the command that takes it', () => {
  const values = [{ label: 'Oak', count: 2, fq: 'brand:"Oak"' }];
  expect(facetLines(values, '--filter-facet')).toEqual([`      2  Oak  --filter-facet 'brand:"Oak"'`]);
});

test('a filter wider than the terminal stays on its line, so that it is copied as one argument', () => {
  const fq = `sale_price_range_max:[249.99 TO 249.99] it's`;
  const [line = ''] = facetLines([{ label: 'x', count: 1, fq }], '--fq', 30);
  const argument = execFileSync('sh', ['-c', `printf %s ${line.trim().slice('--fq '.length)}`]);
  expect(argument.toString()).toBe(fq);
});

const fields = ['pid', 'title', 'brand', 'price', 'url', 'description'];
const lamp = {
  pid: 'L-9',
  title: 'Oakley floor lamp with a long name',
  brand: 'Oakley',
  price: '1299.95',
  url: 'https://shop.example/p/oakley-floor-lamp',
  description: 'Tall lamp with an oak foot.',
};

test('where the columns that were asked for do not fit, each product is a block of lines', () => {
  const text = searchText(
    { ...nothing, total: 2, documents: [lamp, { ...lamp, pid: 'L-10', price: '5' }] },
    { query: 'lamp', fields },
    { ...terminal, columns: 40 },
  );
  expect(text.split('\n').slice(2, 11)).toEqual([
    'pid          L-9',
    'title        Oakley floor lamp with a l…',
    'brand        Oakley',
    'price        1299.95',
    'url          https://shop.example/p/oak…',
    'description  Tall lamp with an oak foot.',
    '',
    'pid          L-10',
    'title        Oakley floor lamp with a l…',
  ]);
});

test.each([40, 60, 80, 120])(
  'no line is wider than a terminal of %i columns, and prices are whole',
  (columns) => {
    for (const asked of [undefined, fields, [...fields, 'rating', 'reviews', 'sizes']]) {
      const text = searchText(
        {
          ...nothing,
          total: 1,
          documents: [{ ...lamp, rating: '4.5', reviews: '120', sizes: ['S', 'M'] }],
          relaxed: true,
          facets: [
            { field: 'brand', values: [{ label: 'Pacific Goods', count: 12, fq: 'brand:"Pacific Goods"' }] },
          ],
        },
        { query: 'a very long query of a shopper who wants a lamp', ...(asked && { fields: asked }) },
        { ...terminal, columns },
      );
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
      expect(text).toContain('1299.95');
    }
  },
);

test('words of the query are marked in cells and not in headings, in tables and in blocks', () => {
  for (const columns of [40, 120]) {
    const text = searchText(
      { ...nothing, total: 1, documents: [lamp] },
      { query: 'title lamp', fields },
      { ...terminal, color: true, columns },
    );
    expect(text).toContain('Tall \u001b[1mlamp\u001b[22m');
    expect(text).not.toContain('\u001b[1m\u001b[1m');
  }
});

test('a product whose prices are those of its variants shows their range where they differ, its own price else', () => {
  const documents = [
    {
      pid: 'a',
      title: 'Hoodie',
      price_range: [new RawJson('39'), new RawJson('74.50')],
      sale_price_range: [new RawJson('39'), new RawJson('74.50')],
    },
    {
      pid: 'b',
      title: 'Cap',
      price_range: [new RawJson('12.00'), new RawJson('12.00')],
      sale_price_range: [new RawJson('9.00'), new RawJson('12.00')],
    },
    { pid: 'c', title: 'Lamp', price: new RawJson('5'), price_range: [new RawJson('5'), new RawJson('5')] },
    { pid: 'd', title: 'Sofa', price: new RawJson('7'), price_range: [new RawJson('7'), new RawJson('9')] },
  ];
  const table = searchText({ ...nothing, total: 4, documents }, { query: '*' }, terminal);
  expect(
    table
      .split('\n')
      .slice(2, 7)
      .map((line) => line.trimEnd()),
  ).toEqual([
    'pid  title         price     sale_price',
    'a    Hoodie  39 to 74.50',
    'b    Cap           12.00  9.00 to 12.00',
    'c    Lamp              5',
    'd    Sofa         7 to 9',
  ]);
  expect(searchText({ ...nothing, total: 4, documents }, { query: '*' }, { ...terminal, isTty: false })).toBe(
    'pid\ttitle\tprice\na\tHoodie\t\nb\tCap\t\nc\tLamp\t5\nd\tSofa\t7\n',
  );
});

test('a summary of a facet with many numbers is their range', () => {
  const values = Array.from({ length: 9 }, (_, at) => ({
    label: `${at + 1}.5`,
    count: 1,
    fq: `price:${at}`,
  }));
  const text = searchText(
    { ...nothing, total: 1, facets: [{ field: 'price', values }] },
    { query: '*' },
    terminal,
  );
  expect(text).toContain('price  1.5 to 9.5 (9 values)\n');
});
