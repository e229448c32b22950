import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchQuery, SearchResult } from '../../../src/engine/query/model.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { raise } from '../raise.ts';
import { arbitraryCatalog } from './arbitrary-catalog.ts';
import { asked } from './arbitrary-query.ts';
import { ENGINES, openExample, SearchedCatalog, startEngine } from './engines.ts';
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

  it('gives some of its hits, and puts others beside them, without another plan', async () => {
    const records = Object.fromEntries(
      ['A', 'B', 'C', 'D', 'E'].map((id, at) => [
        id,
        { attributes: { title: id === 'E' ? 'Chair' : 'Lamp', price: at, sold: at * 10 } },
      ]),
    );
    await withCatalog(records, async (search) => {
      const of = async (changes: Partial<SearchQuery>) => {
        const { hits, total } = await search(query({ recall: keyword('lamp'), rows: 9, ...changes }));
        return `${hits.map(({ id }) => id).join('')} ${total}`;
      };
      expect(await of({})).toBe('ABCD 4');
      expect(await of({ hitsOf: { ids: ['C', 'A', 'E', 'X'], kept: true } })).toBe('AC 2');
      expect(await of({ hitsOf: { ids: ['C', 'A', 'E'], kept: false } })).toBe('BD 2');
      expect(await of({ hitsOf: { ids: ['A'], kept: false }, start: 1, rows: 1 })).toBe('C 3');
      expect(await of({ added: ['E', 'X'], sort: [{ field: 'price', direction: 'desc' }] })).toBe('EDCBA 5');
      const below = { kind: 'range' as const, range: { min: null, max: 3 } };
      const filters = [{ kind: 'test' as const, field: 'price', test: below }];
      expect(await of({ added: ['E'], filters })).toBe('ABCD 4');
    });
  });

  it('multiplies scores by what boosts and signals say', async () => {
    const sold = { A: 0, B: 9, C: 99, D: -5, E: undefined };
    const records = Object.fromEntries(
      Object.entries(sold).map(([id, number]) => [
        id,
        { attributes: { title: 'Lamp', sold: number, of: id } },
      ]),
    );
    await withCatalog(records, async (search) => {
      const boosts = [
        { by: { kind: 'signal' as const, field: 'sold', most: 99 }, weight: 1 },
        raise('of', 'E', 0.25),
        raise('of', 'A', -1),
      ];
      const { hits } = await search(query({ rows: 9, boosts }));
      expect(hits.map(({ id, score }) => `${id} ${score.toFixed(2)}`)).toEqual([
        'C 2.00',
        'B 1.50',
        'E 1.25',
        'D 1.00',
        'A 0.50',
      ]);
    });
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
    const refused = { code: 'engine.not_supported', kind: 'usage' };
    await expect(engine.copy(catalog.published.ref)).rejects.toMatchObject(refused);
    const explained = catalog.found.explain({ ids: ['P1'], query: query(), counterfactuals: false });
    await expect(explained).rejects.toMatchObject(refused);
    expect(await engine.sizeBytes(catalog.published.ref)).toBe(0);
    await catalog.drop();
  });
});
