import { beforeAll, describe, expect, it } from 'vitest';
import type { Ranking } from '../../../src/engine/explanation.ts';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { scoreOf } from '../explained-ranking.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';

/** More than a cluster puts in their order at once. */
const COUNT = 11_000;

const records = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => {
    const attributes = {
      title: at % 11 === 0 ? 'Oak lamp' : 'Shade for a lamp',
      description: `${'made '.repeat(at % 7)}of wood`,
      brand: ['Oakley', 'Birch', 'Elm'][at % 3],
      ...(at % 5 > 0 && { price: (at * 7919) % 1000 }),
      ...(at % 6 > 0 && { color: ['red', 'blue'][at % 2] }),
      ...(at % 9 > 0 && { store_location: [{ lat: (at % 50) / 10, lon: (at % 40) / 10 }] }),
    };
    return [`P${String((at * 7) % COUNT).padStart(5, '0')}`, { attributes }];
  }),
);

const ASKED: readonly (readonly [string, Partial<SearchQuery>])[] = [
  ['everything', {}],
  ['a word', { recall: keyword('wood') }],
  // The best of them are put behind all others, as they are made for what is asked.
  ['a word of titles', { recall: keyword('lamp') }],
  [
    'a word with a boost',
    { recall: keyword('wood'), boosts: [{ field: 'brand', value: 'Oakley', weight: 0.5 }] },
  ],
  ['a price, descending', { sort: [{ field: 'price', direction: 'desc' }] }],
  [
    'a colour, then a price',
    {
      sort: [
        { field: 'color', direction: 'asc' },
        { field: 'price', direction: 'asc' },
      ],
    },
  ],
  [
    'a distance, then an id',
    {
      geo: { lat: 2, lon: 2, unit: 'km', maxDistance: null },
      sort: [
        { field: 'distance', direction: 'asc' },
        { field: 'pid', direction: 'desc' },
      ],
    },
  ],
  [
    'a distance, descending',
    {
      geo: { lat: 2, lon: 2, unit: 'km', maxDistance: null },
      sort: [{ field: 'distance', direction: 'desc' }],
    },
  ],
];
/** Places, from 0, in front of and behind the limits that there are. */
const PLACES = [0, 1, 9_999, 10_000, 10_399, 10_400, 10_599, 10_600, 10_601, 10_873, COUNT - 1];

const [EMBEDDED] = ENGINES;

describe.each(ENGINES)('an explanation of what ranks behind 10,000 hits, by the $name engine', ({ open }) => {
  const { engine } = startEngine(open);
  const { engine: embedded } = startEngine(EMBEDDED?.open ?? open);
  let [searched, model]: SearchedCatalog[] = [];
  beforeAll(async () => {
    [searched, model] = await Promise.all([
      SearchedCatalog.of(engine, records),
      SearchedCatalog.of(embedded, records),
    ]);
  }, 240_000);

  it.each(ASKED)('by %s', async (_, changes) => {
    const { hits, total } = (await model?.found.search(query({ ...changes, rows: COUNT }))) ?? {
      hits: [],
      total: 0,
    };
    expect(hits.length).toBe(COUNT);
    const ids = PLACES.map((at) => hits[at]?.id ?? '');
    const explained = await searched?.found.explain({ ids, query: query(changes), counterfactuals: false });
    for (const [at, place] of PLACES.entries()) {
      const ranking = explained?.[at]?.product?.ranking as Ranking;
      expect(ranking, `place ${place}`).toMatchObject({ rank: place + 1, total, shown: place < 200 });
      expect(ranking.score).toBeCloseTo(hits[place]?.score ?? Number.NaN, 4);
      expect(scoreOf(ranking.parts)).toBeCloseTo(ranking.score, 4);
      expect(ranking.above?.id ?? null).toBe(hits[place - 1]?.id ?? null);
    }
  });
});
