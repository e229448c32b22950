import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchQuery, SearchResult } from '../../../src/engine/query/model.ts';
import { query } from '../embedded/array-source.ts';
import { arbitraryCatalog, arbitrarySkuTest } from './arbitrary-catalog.ts';
import { asked } from './arbitrary-query.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';
import {
  facetCounts,
  kilometres,
  matches,
  pathsOf,
  type RawRecord,
  type Seen,
  valuesOf,
  variantPasses,
} from './oracle.ts';

const sorted = (ids: string[]) => [...ids].sort();

describe.each(ENGINES)(
  'a search of the $name engine over random catalogs agrees with one record looked at after the other',
  ({ open, runs }) => {
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

    it('counts text facets over all matches and over what only their own filter keeps out', async () => {
      const fields = ['brand', 'tags', 'is_new', 'colors', 'sizes', 'sku_color', 'sku_size'];
      await fc.assert(
        fc.asyncProperty(arbitraryCatalog, asked, (records, q) =>
          withCatalog(records, async (search) => {
            const { facets } = await search({
              ...q,
              facets: { fields, ranges: [], prefixes: {}, limit: 100 },
            });
            for (const facet of facets) {
              if (facet.kind !== 'text') throw new Error(`${facet.field} is ${facet.kind}`);
              const counted = Object.fromEntries(facet.values.map(({ name, count }) => [name, count]));
              expect(counted, facet.field).toEqual(facetCounts(records, q, facet.field));
            }
          }),
        ),
        RUNS,
      );
    });

    it('counts every node of the category tree with its ancestors', async () => {
      const crumbs = (seen: Seen) => [
        ...new Set(
          pathsOf(seen).flatMap((path) =>
            path.map((_, at) =>
              path
                .slice(0, at + 1)
                .map(({ id }) => `/${id}`)
                .join(''),
            ),
          ),
        ),
      ];
      await fc.assert(
        fc.asyncProperty(arbitraryCatalog, asked, (records, q) =>
          withCatalog(records, async (search) => {
            const { facets } = await search({
              ...q,
              facets: { fields: ['category'], ranges: [], prefixes: {}, limit: 100 },
            });
            const [facet] = facets;
            if (facet?.kind !== 'category') throw new Error('no category facet');
            const counted = Object.fromEntries(facet.values.map(({ crumb, count }) => [crumb, count]));
            expect(counted).toEqual(facetCounts(records, q, 'category', crumbs));
            const known = new Set(facet.values.map(({ id }) => id));
            for (const { parent } of facet.values) if (parent !== '') expect(known).toContain(parent);
          }),
        ),
        RUNS,
      );
    });

    it('puts every number in the range that holds it and gives exact statistics', async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryCatalog, asked, (records, q) =>
          withCatalog(records, async (search) => {
            const found = await search({
              ...q,
              facets: { fields: [], ranges: ['price'], prefixes: {}, limit: 100 },
              stats: ['price', 'rating', 'brand'],
            });
            const prices = matches(records, q).map((seen) => valuesOf(seen, 'price') as number[]);
            const all = prices.flat();
            const stats = found.stats.price;
            expect(found.stats.brand).toBeNull();
            if (all.length === 0) expect(stats ?? null).toBeNull();
            else {
              expect(stats).toMatchObject({
                min: Math.min(...all),
                max: Math.max(...all),
                count: all.length,
              });
              expect(stats?.mean).toBeCloseTo(all.reduce((sum, price) => sum + price, 0) / all.length, 9);
            }
            if (q.facetFilters.some(({ field }) => field === 'price')) return;
            const [facet] = found.facets;
            if (facet?.kind !== 'number_range') return expect(all).toEqual([]);
            for (const [at, { start, end, count }] of facet.values.entries()) {
              const last = at === facet.values.length - 1;
              const inside = (price: number) =>
                price >= Number(start) && (price < Number(end) || (last && price === end));
              expect(count).toBe(prices.filter((own) => own.some(inside)).length);
            }
          }),
        ),
        RUNS,
      );
    });

    it('sorts by several keys with missing values last, then by id', async () => {
      const keys = fc.uniqueArray(
        fc.record({
          field: fc.constantFrom('price', 'rating', 'brand', 'title'),
          direction: fc.constantFrom('asc' as const, 'desc' as const),
        }),
        { minLength: 1, maxLength: 3, selector: ({ field }) => field },
      );
      await fc.assert(
        fc.asyncProperty(arbitraryCatalog, asked, keys, (records, q, sort) =>
          withCatalog(records, async (search) => {
            const expected = matches(records, q).sort((a, b) => compareBy(sort, a, b));
            expect((await search({ ...q, sort })).hits.map(({ id }) => id)).toEqual(
              expected.map(({ id }) => id),
            );
          }),
        ),
        RUNS,
      );
    });

    it('pages without gaps or repeats', async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryCatalog, asked, fc.integer({ min: 1, max: 5 }), (records, q, rows) =>
          withCatalog(records, async (search) => {
            const whole = (await search(q)).hits.map(({ id }) => id);
            const pages: string[] = [];
            for (let start = 0; start < whole.length; start += rows) {
              const { hits } = await search({ ...q, start, rows });
              pages.push(...hits.map(({ id }) => id));
            }
            expect(pages).toEqual(whole);
          }),
        ),
        RUNS,
      );
    });

    it('gathers groups by a field, the rest in Null_Group', async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryCatalog, asked, (records, q) =>
          withCatalog(records, async (search) => {
            const { groups, total } = await search({
              ...q,
              group: { field: 'brand', limit: 200, offset: 0 },
            });
            const expected: Record<string, string[]> = {};
            for (const seen of matches(records, q)) {
              const brand = String(valuesOf(seen, 'brand')[0] ?? 'Null_Group');
              expected[brand] = [...(expected[brand] ?? []), seen.id];
            }
            const found = Object.fromEntries(
              (groups ?? []).map(({ value, hits }) => [value, hits.map(({ id }) => id)]),
            );
            for (const [brand, ids] of Object.entries(expected))
              expect(sorted(found[brand] ?? []), brand).toEqual(sorted(ids));
            expect(Object.keys(found).length).toBe(Object.keys(expected).length);
            expect(total).toBe(matches(records, q).length);
          }),
        ),
        RUNS,
      );
    });

    it('measures the nearest store, leaves out what is too far and sorts by distance', async () => {
      const place = fc.record({
        lat: fc.double({ min: 49, max: 54, noNaN: true }),
        lon: fc.double({ min: 2, max: 8, noNaN: true }),
      });
      const bound = fc.option(fc.integer({ min: 0, max: 400 }));
      await fc.assert(
        fc.asyncProperty(arbitraryCatalog, asked, place, bound, (records, q, { lat, lon }, maxDistance) =>
          withCatalog(records, async (search) => {
            const nearest = (seen: Seen) => {
              const stores = (seen.attributes.store_location ?? []) as { lat: number; lon: number }[];
              return Math.min(...stores.map((store) => kilometres(lat, lon, store.lat, store.lon)));
            };
            const expected = matches(records, q)
              .map((seen) => ({ id: seen.id, km: nearest(seen) }))
              .filter(({ km }) => maxDistance === null || km <= maxDistance);
            const { hits, total } = await search({
              ...q,
              geo: { lat, lon, maxDistance, unit: 'km' },
              sort: [{ field: 'distance', direction: 'asc' }],
              fields: ['pid', 'store_lat_lon'],
            });
            expect(total).toBe(expected.length);
            const shown = hits.map(
              ({ json }) => (JSON.parse(json) as Record<string, number>)['store_lat_lon.distance'],
            );
            const distances = expected.map(({ km }) => km).sort((a, b) => a - b);
            for (const [at, km] of distances.entries()) {
              if (km === Number.POSITIVE_INFINITY) expect(shown[at]).toBeUndefined();
              else expect(shown[at]).toBeCloseTo(km, 6);
            }
          }),
        ),
        RUNS,
      );
    });

    it('brings the variant that meets the filters on variants to the front', async () => {
      const skuFilters = fc.array(
        arbitrarySkuTest.map(({ field, test }) => ({ field, anyOf: [test] })),
        { minLength: 1, maxLength: 2 },
      );
      await fc.assert(
        fc.asyncProperty(arbitraryCatalog, skuFilters, (records, filters) =>
          withCatalog(records, async (search) => {
            const q = query({ facetFilters: filters, fields: ['pid', 'skuid'] });
            const expected = new Map(matches(records, q).map((seen) => [seen.id, seen.variants]));
            for (const { id, json } of (await search(q)).hits) {
              const { variants } = JSON.parse(json) as { variants: { skuid: string }[] };
              const own = expected.get(id) ?? [];
              const hero = own.findIndex((variant) => variantPasses(variant, filters));
              const order = [own[hero], ...own.filter((_, at) => at !== hero)];
              expect(variants.map(({ skuid }) => skuid)).toEqual(order.map((variant) => variant?.id));
            }
          }),
        ),
        RUNS,
      );
    });
  },
);

function compareBy(sort: SearchQuery['sort'], a: Seen, b: Seen): number {
  for (const { field, direction } of sort) {
    const left = sortValue(a, field, direction);
    const right = sortValue(b, field, direction);
    if (left === right) continue;
    if (left === undefined) return 1;
    if (right === undefined) return -1;
    return left < right === (direction === 'asc') ? -1 : 1;
  }
  return a.id < b.id ? -1 : 1;
}

function sortValue(seen: Seen, field: string, direction: 'asc' | 'desc') {
  const ordered = [...valuesOf(seen, field)].sort((x, y) => (x < y ? -1 : 1));
  return direction === 'asc' ? ordered[0] : ordered.at(-1);
}
