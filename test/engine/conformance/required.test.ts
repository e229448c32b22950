import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchQuery, SearchResult } from '../../../src/engine/query/model.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { arbitraryCatalog } from './arbitrary-catalog.ts';
import { asked } from './arbitrary-query.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';
import { openExample } from './example-engine.ts';
import { matches, type RawRecord } from './oracle.ts';

const EXAMPLE = { name: 'example', runs: 25, open: openExample };

const sorted = (ids: string[]) => [...ids].sort();
const lamp = (title: string, more: object = {}) => ({ attributes: { title, price: 10, ...more } });
const MANY = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`P${at}`, lamp(`Lamp ${at}`)]));

/* What every engine has to do. The rest of the suite is for engines that have more. */

describe.each([...ENGINES, EXAMPLE])('the required part of the $name engine', ({ open, runs }) => {
  const RUNS = { numRuns: runs };
  const { engine } = startEngine(open);

  /** Opens the catalog for the length of `check` only: properties run many times. */
  async function withCatalog(
    records: Record<string, RawRecord>,
    check: (search: (asked: SearchQuery) => Promise<SearchResult>) => Promise<void>,
  ): Promise<void> {
    const catalog = await SearchedCatalog.of(engine, records);
    try {
      const { reader } = catalog;
      await check((asked) => reader.search(asked));
    } finally {
      await catalog.drop();
    }
  }

  it('finds exactly the products that meet every filter', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCatalog, asked, (records, q) =>
        withCatalog(records, async (search) => {
          const result = await search(q);
          const expected = matches(records, q).map(({ id }) => id);
          expect(sorted(result.hits.map(({ id }) => id))).toEqual(sorted(expected));
          expect(result.total).toBe(expected.length);
        }),
      ),
      RUNS,
    );
  });

  it('finds texts by the numbers that they read as, one beyond all numbers by no range', async () => {
    const sizes = { A: 'XL', B: ' 12 ', C: '0x10', D: 'Infinity', E: '1e999', F: '-Infinity', G: 12 };
    const records = Object.fromEntries(
      Object.entries(sizes).map(([id, size]) => [id, { attributes: { title: 'Ring', width: size } }]),
    );
    const ids = async (search: (asked: SearchQuery) => Promise<SearchResult>, min: number | null) => {
      const range = { kind: 'range' as const, range: { min, max: null } };
      const { hits } = await search(query({ facetFilters: [{ field: 'width', anyOf: [range] }] }));
      return hits.map(({ id }) => id);
    };
    await withCatalog(records, async (search) => {
      expect(await ids(search, 12)).toEqual(['B', 'C', 'G']);
      expect(await ids(search, null)).toEqual(['B', 'C', 'G']);
    });
  });

  it('gives pages in the order of the sort, missing values last, ties by id', async () => {
    const prices = { A: 30, B: 10, C: 20, D: 10 };
    const records = Object.fromEntries(
      Object.entries(prices).map(([id, price]) => [id, lamp('Lamp', { price })]),
    );
    const catalog = await SearchedCatalog.of(engine, { ...records, E: { attributes: { title: 'Lamp' } } });
    const sort = (direction: 'asc' | 'desc') => ({ sort: [{ field: 'price', direction }] });
    expect(await catalog.ids(sort('asc'))).toEqual(['B', 'D', 'C', 'A', 'E']);
    expect(await catalog.ids(sort('desc'))).toEqual(['A', 'C', 'B', 'D', 'E']);
    expect(await catalog.ids({ ...sort('asc'), start: 1, rows: 2 })).toEqual(['D', 'C']);
    await catalog.drop();
  });

  it('answers from the published version until the next is published, and tells which', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    catalog.stored.apply({ P3: lamp('Oak chair'), P4: null });
    const built = await catalog.build();
    expect(built).toMatchObject({ documents: 29, ref: { version: 2 } });
    expect((await catalog.search()).total).toBe(30);
    await catalog.publish(built);
    expect(await catalog.search()).toMatchObject({ total: 29, indexVersion: 2 });
    expect(await catalog.ids({ recall: keyword('chair') })).toEqual(['P3']);
    expect(await catalog.build()).toMatchObject({ mode: 'unchanged', ref: built.ref });
    await catalog.drop();
    expect(await engine.has(built.ref)).toBe(false);
  });

  it('gives records with their digits, also by id, in the order asked for', async () => {
    const record = '{"attributes":{"title":"Lamp","price":12.50,"gtin":12345678901234567890}}';
    const catalog = await SearchedCatalog.of(engine, { A: record, B: lamp('Lamp') });
    const found = await catalog.found.search(query({ recall: { kind: 'ids', ids: ['A'] } }));
    expect(found.hits).toMatchObject([{ id: 'A', record, view: null }]);
    const products = await catalog.found.productsById(['B', 'none', 'A']);
    expect(products.map(({ id }) => id)).toEqual(['B', 'A']);
    expect(products[1]?.record).toBe(record);
    await catalog.drop();
  });

  it('finds a product and a category by address, offers products by a word, and tells how it is', async () => {
    const url = 'https://shop.example/oak-lamp';
    const catalog = await SearchedCatalog.of(engine, { A: lamp('Oak lamp', { url }), B: lamp('Pine lamp') });
    expect(await catalog.found.productByUrl(url)).toMatchObject({ id: 'A' });
    expect(await catalog.found.categoryByUrl('https://shop.example/none')).toBeNull();
    const request = { prefix: 'pine', queries: 5, products: 5, attributes: 5 };
    const { products } = await catalog.found.suggest({ ...request, fields: [], viewId: null, sort: [] });
    expect(products.map(({ id }) => id)).toEqual(['B']);
    expect(await engine.health()).toMatchObject({ engine: engine.engine });
    await catalog.drop();
  });
});

describe('an engine that has no more than the required part', () => {
  const { engine } = startEngine(openExample);

  it('refuses what it cannot do, and says so', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const refused = { code: 'engine.not_supported', details: { status: 400 } };
    await expect(engine.copy(catalog.published.ref)).rejects.toMatchObject(refused);
    const explained = catalog.found.explain({ ids: ['P1'], query: query(), counterfactuals: false });
    await expect(explained).rejects.toMatchObject(refused);
    expect(await engine.sizeBytes(catalog.published.ref)).toBe(0);
    await catalog.drop();
  });
});
