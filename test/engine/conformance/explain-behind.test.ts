import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { scoreOf } from '../explained-ranking.ts';
import { raise } from '../raise.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';

/** More than places are told of. */
const COUNT = 1_100;

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

const geo = { lat: 2, lon: 2, unit: 'km', maxDistance: null } as const;
const ASKED: readonly (readonly [string, Partial<SearchQuery>, string[]])[] = [
  ['everything', {}, ['id']],
  ['a word', { recall: keyword('wood') }, ['id', 'word']],
  // The best of them are put behind all others, as they are made for what is asked.
  ['a word of titles', { recall: keyword('lamp') }, ['id', 'title', 'word']],
  [
    'a word with a boost',
    { recall: keyword('wood'), boosts: [raise('brand', 'Oakley', 0.5)] },
    ['boost', 'id', 'word'],
  ],
  ['a price, descending', { sort: [{ field: 'price', direction: 'desc' }] }, ['id', 'price']],
  [
    'a colour, then a price',
    {
      sort: [
        { field: 'color', direction: 'asc' },
        { field: 'price', direction: 'asc' },
      ],
    },
    ['color', 'id', 'price'],
  ],
  [
    'a distance, then an id',
    {
      geo,
      sort: [
        { field: 'distance', direction: 'asc' },
        { field: 'pid', direction: 'desc' },
      ],
    },
    ['distance', 'pid'],
  ],
];
/** Places, from 0. */
const PLACES = [0, 1, 99, 100, 199, 200, 330, 733, 916, 917, 998, 999];

describe.each(ENGINES)('an explanation of places among the first 1,000, by the $name engine', ({ open }) => {
  const { engine } = startEngine(open);
  let searched: SearchedCatalog | undefined;
  beforeAll(async () => {
    searched = await SearchedCatalog.of(engine, records);
  }, 240_000);

  it.each(ASKED)('by %s', async (_, changes, deciding) => {
    const { found } = searched as SearchedCatalog;
    const { hits, total } = await found.search(query({ ...changes, rows: COUNT }));
    expect(hits.length).toBe(COUNT);
    const ids = PLACES.map((at) => hits[at]?.id ?? '');
    const explained = await found.explain({ ids, query: query(changes), counterfactuals: false });
    const decided = new Set<string>();
    for (const [at, place] of PLACES.entries()) {
      const ranking = explained[at]?.product?.ranking;
      expect(ranking, `place ${place}`).toMatchObject({ rank: place + 1, total, shown: place < 200 });
      expect(ranking?.score).toBeCloseTo(hits[place]?.score ?? Number.NaN, 4);
      expect(scoreOf(ranking?.parts ?? [])).toBeCloseTo(hits[place]?.score ?? Number.NaN, 4);
      expect(ranking?.above?.id ?? null).toBe(hits[place - 1]?.id ?? null);
      const decision = ranking?.above?.decision;
      if (decision?.by === 'score') decided.add(decision.part);
      else if (decision !== undefined) decided.add(decision.by === 'sort' ? decision.field : 'id');
    }
    for (const name of decided) expect(deciding).toContain(name);
  });

  it('says of what is found behind them that it is, and of what is not found nothing', async () => {
    const { found } = searched as SearchedCatalog;
    const { hits, total } = await found.search(query({ recall: keyword('lamp'), rows: COUNT }));
    const asked = { ids: [hits[1000]?.id ?? '', hits[1099]?.id ?? ''], counterfactuals: false };
    const behind = { rank: null, total, shown: false, score: null, parts: [], above: null };
    for (const { product } of await found.explain({ ...asked, query: query({ recall: keyword('lamp') }) }))
      expect(product).toMatchObject({ recalled: true, ranking: behind });
    const filters = [
      {
        kind: 'not',
        operand: { kind: 'test', field: 'pid', test: { kind: 'value', value: asked.ids[0] ?? '' } },
      },
    ] as const;
    const [out] = await found.explain({ ...asked, query: query({ recall: keyword('lamp'), filters }) });
    expect(out?.product?.ranking).toBeNull();
  });
});
