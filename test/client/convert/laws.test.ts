import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertText } from './convert-text.ts';

/** Any text without white space at its ends and without what looks like an entity, both of which feeds lose. */
const texts = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replaceAll(/[&\p{Cc}\ufffe\uffff]/gu, 'x').trim())
  .filter((text) => text !== '');

const products = fc.uniqueArray(
  fc.record({
    id: fc.string({ unit: fc.constantFrom(...'abcXYZ019-_/~.'), minLength: 1, maxLength: 12 }),
    title: texts,
    description: texts.filter((text) => !text.includes('<')),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
);

const MAP = {
  id: 'id',
  attributes: {
    title: 'title',
    description: { field: 'description', type: 'text' },
    url: { value: 'https://s.example' },
    price: { value: 1 },
  },
  unmapped: 'drop',
};

type Product = { id: string; title: string; description: string };
const FIELDS = ['id', 'title', 'description'] as const;

async function titlesOf(feed: string, map: object, chunkBytes: number) {
  const { records } = await convertText(feed, { map: { ...MAP, ...map }, chunkBytes });
  return Object.entries(records).map(([path, { attributes }]) => ({
    id: path.slice('/products/'.length).replaceAll('~1', '/').replaceAll('~0', '~'),
    title: attributes.title,
    description: attributes.description,
  }));
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csvOf = (rows: readonly Product[], delimiter: string, end: string) =>
  [
    FIELDS.join(delimiter),
    ...rows.map((row) => FIELDS.map((name) => quoted(row[name])).join(delimiter)),
  ].join(end);
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const xmlOf = (rows: readonly Product[]) =>
  `<c>${rows.map((row) => `<p>${FIELDS.map((name) => `<${name}>${escaped(row[name])}</${name}>`).join('')}</p>`).join('\n')}</c>`;

const chunks = fc.constantFrom(1, 5, 65_536);

test('what is written as CSV comes back, whatever the delimiter, the line ends and the pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      products,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      chunks,
      async (rows, delimiter, end, bytes) => {
        const feed = csvOf(rows, delimiter, end);
        expect(await titlesOf(feed, { format: 'csv', delimiter }, bytes)).toEqual(rows);
      },
    ),
    { numRuns: 60 },
  );
});

test('what is written as XML comes back', async () => {
  await fc.assert(
    fc.asyncProperty(products, chunks, async (rows, bytes) => {
      expect(await titlesOf(xmlOf(rows), { format: 'xml', records: 'c/p' }, bytes)).toEqual(rows);
    }),
    { numRuns: 60 },
  );
});

test('what is written as JSON comes back: a list, a list in a wrapper, lines', async () => {
  await fc.assert(
    fc.asyncProperty(products, chunks, async (rows, bytes) => {
      expect(await titlesOf(JSON.stringify(rows), { format: 'json', records: '' }, bytes)).toEqual(rows);
      const wrapped = JSON.stringify({ ok: '[{', n: [1, [2]], data: { items: rows }, end: [{}] });
      expect(await titlesOf(wrapped, { format: 'json', records: 'data/items' }, bytes)).toEqual(rows);
      const lines = rows.map((row) => JSON.stringify(row)).join('\n');
      expect(await titlesOf(lines, { format: 'jsonlines' }, bytes)).toEqual(rows);
    }),
    { numRuns: 40 },
  );
});

const variants = fc.uniqueArray(
  fc.record({
    group: fc.constantFrom('', 'G1', 'G2', 'G/3'),
    id: fc.integer({ min: 1, max: 40 }),
    inStock: fc.boolean(),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 25 },
);

test('variants find their product wherever their rows lie', async () => {
  await fc.assert(
    fc.asyncProperty(variants, async (rows) => {
      const feed = ['id,group,title,url,price,availability']
        .concat(
          rows.map(({ id, group, inStock }) => `v${id},${group},T,https://s.example,${id}.50,${inStock}`),
        )
        .join('\n');
      const map = { format: 'csv', group: 'group', attributes: { title: 'title' } };
      const { records } = await convertText(feed, { map });
      const expected: Record<string, Record<string, unknown>> = {};
      for (const { id, group, inStock } of rows) {
        const path = `/products/${(group === '' ? `v${id}` : group).replaceAll('/', '~1')}`;
        expected[path] ??= {};
        if (group !== '') expected[path][`v${id}`] = { price: id + 0.5, availability: inStock };
      }
      const found = Object.entries(records).map(([path, { variants: all = {} }]) => [
        path,
        Object.fromEntries(
          Object.entries(all).map(([id, { attributes }]) => [
            id,
            { price: attributes.price, availability: attributes.availability },
          ]),
        ),
      ]);
      expect(Object.fromEntries(found)).toEqual(expected);
      // In the order of the first row of each.
      expect(found.map(([path]) => path)).toEqual(Object.keys(expected));
      for (const { variants: all, attributes } of Object.values(records))
        if (all !== undefined)
          expect(attributes.availability).toBe(
            Object.values(all).some((variant) => variant.attributes.availability),
          );
    }),
    { numRuns: 100 },
  );
});

test('the real catalog comes back from CSV, JSON and XML as it was', async () => {
  const lines = readFileSync(new URL('../../../fixtures/catalog.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const catalog = lines.map(
    (line) => JSON.parse(line) as { path: string; value: { attributes: Record<string, unknown> } },
  );
  const rows = catalog.map(({ path, value: { attributes } }) => ({
    id: path.slice('/products/'.length),
    title: String(attributes.title),
    description: String(attributes.description),
  }));
  for (const [feed, map] of [
    [csvOf(rows, ',', '\r\n'), { format: 'csv' }],
    [JSON.stringify({ products: rows }), { format: 'json', records: 'products' }],
    [xmlOf(rows), { format: 'xml', records: 'c/p' }],
  ] as const)
    expect(await titlesOf(feed, map, 65_536)).toEqual(rows);
});

test('numbers of JSON keep their digits on the way through', async () => {
  const numbers = ['1.10', '12345678901234567890', '1e3', '-0.50', '119.990'];
  const feed = numbers
    .map(
      (text, at) =>
        `{"id":"${at}","title":"T","url":"https://s.example","price":${text.replace('-', '')},"rating":${text}}`,
    )
    .join('\n');
  const { text } = await convertText(feed, { from: 'jsonlines' });
  for (const number of numbers) expect(text).toContain(`"price":${number.replace('-', '')}`);
  for (const number of numbers) expect(text).toContain(`"rating":${number}`);
});
