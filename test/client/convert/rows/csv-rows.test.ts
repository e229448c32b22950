import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertText } from '../convert-text.ts';

const ROW = (id: string, title: string, delimiter = ',') =>
  [id, title, `https://s.example/${id}`, '5', 'b'].join(delimiter);
const feedOf = (delimiter: string, rows: readonly string[]) =>
  `${['id', 'title', 'link', 'price', 'brand'].join(delimiter)}\n${rows.join('\n')}\n`;

async function titles(text: string, maxRejected = 0, chunkBytes = 65_536) {
  const from = text.slice(0, 10).includes('\t') ? 'tsv' : 'csv';
  const { records, report } = await convertText(text, {
    from,
    maxRejected: { rows: maxRejected },
    chunkBytes,
  });
  return [
    Object.values(records).map(({ attributes }) => attributes.title),
    report.rejections.map(({ code, line }) => [code, line]),
  ];
}

test('a cell quoted far behind the beginning keeps its columns', async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => ROW(`${at}`, `A title that fills some room ${at}`));
  const text = feedOf(',', [...rows, ROW('last', '"Lamp, ""oak"""')]);
  expect(text.length).toBeGreaterThan(1 << 20);
  const { records, report } = await convertText(text, { from: 'csv' });
  expect([report.products, report.rejected]).toEqual([30_001, 0]);
  expect(records['/products/last']?.attributes.title).toBe('Lamp, "oak"');
});

test('inches in cells without quotes are text', async () => {
  expect(await titles(feedOf(',', [ROW('1', '24" screen'), ROW('2', 'a "b" c')]))).toEqual([
    ['24" screen', 'a "b" c'],
    [],
  ]);
});

test('a tab separated feed: quoted cells with tabs and line ends, and quotes that are none', async () => {
  const rows = [
    ROW('1', '"two\nlines"', '\t'),
    ROW('2', '"a\tb"', '\t'),
    ROW('3', '"12 lamp', '\t'),
    ROW('4', '24" screen', '\t'),
    ROW('5', '"Oak" lamp', '\t'),
    ROW('6', '"x"', '\t'),
  ];
  const expected = [['two lines', 'a b', '"12 lamp', '24" screen', '"Oak" lamp', 'x'], []];
  for (const chunkBytes of [1, 7, 65_536]) {
    const [found, rejected] = await titles(feedOf('\t', rows), 0, chunkBytes);
    expect([(found as string[]).map((title) => title.replaceAll(/\s/g, ' ')), rejected]).toEqual(expected);
  }
});

test('a quote that is left open does not swallow rows in silence', async () => {
  const rows = [ROW('1', '"open'), ROW('2', 'b'), ROW('3', 'c"'), ROW('4', 'd')];
  expect(await titles(feedOf(',', rows), 1)).toEqual([['d'], [['csv.quote', 2]]]);
});

test('spaces behind a closing quote belong to the cell, wherever the feed is cut', async () => {
  const feed = feedOf(
    ',',
    ['1', '2'].map((id) => ROW(`"${id}" `, '"Lamp, oak"  ')),
  );
  for (let chunkBytes = 1; chunkBytes < feed.length; chunkBytes++)
    expect(await titles(feed, 0, chunkBytes)).toEqual([['Lamp, oak', 'Lamp, oak'], []]);
});

test("Excel's line for its own names the separator", async () => {
  expect(await titles(`sep=;\r\n${feedOf(';', [ROW('1', 'a, b', ';')])}`)).toEqual([['a, b'], []]);
  expect(await titles(`sep=,\n${feedOf(',', [ROW('1', 'a')])}`)).toEqual([['a'], []]);
});

test('a row whose quotes stand wrong is never taken with its cells moved', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('"', ',', 'a', ' '), maxLength: 8 }),
      fc.integer({ min: 1, max: 50 }),
      async (title, chunkBytes) => {
        const text = feedOf(',', [ROW('1', `x${title}`), ROW('2', 'y')]);
        const options = { from: 'csv', maxRejected: { rows: 2 }, chunkBytes };
        const records = await convertText(text, options).then(
          (converted) => converted.records,
          (error: { code: string }) => {
            expect(['csv.quote_not_closed', 'convert.empty']).toContain(error.code);
            return {};
          },
        );
        for (const { attributes } of Object.values(records))
          expect(attributes).toMatchObject({ price: 5, brand: 'b' });
      },
    ),
    { numRuns: 300 },
  );
});
