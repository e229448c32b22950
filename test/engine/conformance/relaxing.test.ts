import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { scoreOf } from '../explained-ranking.ts';
import { raise } from '../raise.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';

const product = (title: string, more: object = {}) => ({ attributes: { title, ...more } });
const strictly = (text: string) =>
  ({ kind: 'keyword', text, tolerant: false, spelling: 'term_frequency' }) as const;
const many = (count: number, make: (at: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`M-${at}`, make(at)]));

const FEW = {
  ...many(20, (at) => product(`Chair ${at}`)),
  'D-1': product('Oak desk lamp', { brand: 'Oakley', price: 40 }),
  'D-2': product('Reading lamp', { brand: 'Oakley', price: 30, keywords: 'desk lamp' }),
  'L-1': product('Floor lamp', { brand: 'Birch', price: 90 }),
  'L-2': product('Light with a switch', { brand: 'Birch', price: 50, keywords: ['lamp'] }),
  'L-3': product('Wall lamp', { brand: 'Birch', price: 60, description: 'Lights the wall behind a desk.' }),
  'O-1': product('Desk organizer', { brand: 'Oakley', price: 10 }),
  'O-2': product('Light bulb', { brand: 'Birch', price: 5, description: 'For any lamp.' }),
  'O-3': product('Lamp 40w', { brand: 'Birch', price: 7, availability: false }),
};
/** Those that have both words, and those that have one of them. */
const BOTH = ['D-1', 'D-2', 'L-3'];
const ONE = ['L-1', 'L-2', 'O-1', 'O-2'];

describe.each(ENGINES)('few products with both words, by the $name engine,', ({ open }) => {
  const { engine } = startEngine(open);
  const opened = SearchedCatalog.of.bind(SearchedCatalog, engine, FEW);
  const found = async (changes: Partial<SearchQuery> = {}) =>
    (await opened()).search({ recall: keyword('desk lamp'), ...changes });

  it('are followed by those that a word names as two words', async () => {
    const catalog = await SearchedCatalog.of(engine, {
      ...many(20, (at) => product(`Chair ${at}`)),
      A: product('Brass nightstand'),
      B: product('Oak nightstand'),
      C: product('Pine night stand'),
      D: product('Pine box', { brand: 'Night Stand' }),
      E: product('Stand for the night'),
    });
    const { hits, relaxed } = await catalog.search({ recall: keyword('brass nightstand') });
    const [first, ...others] = hits.map(({ id }) => id);
    expect([relaxed, first, ...others.sort()]).toEqual([true, 'A', 'B', 'C', 'D']);
  });

  it('are followed by those that have some of the words, be they filtered, counted or grouped', async () => {
    const all = await found({ facets: { fields: ['brand'], ranges: [], prefixes: {}, limit: 10 } });
    const ids = all.hits.map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(BOTH);
    expect(ids.slice(3).sort()).toEqual(ONE);
    expect(all).toMatchObject({ total: 7, relaxed: true, correctedQuery: null });
    const [brands] = all.facets;
    expect(brands).toMatchObject({ values: [{ count: 4 }, { count: 3 }] });
    const grouped = await found({ group: { field: 'brand', limit: 10, offset: 0 } });
    expect(grouped.groups?.map(({ value, total }) => [value, total])).toEqual([
      ['Oakley', 3],
      ['Birch', 4],
    ]);
    const cheap = { kind: 'range' as const, range: { min: 0, max: 55 } };
    const faceted = await found({ facetFilters: [{ field: 'price', anyOf: [cheap] }] });
    const filtered = await found({ filters: [{ kind: 'test', field: 'price', test: cheap }] });
    for (const narrowed of [faceted, filtered]) {
      expect(narrowed.hits.map(({ id }) => id)).toEqual(ids.filter((id) => !['L-1', 'L-3'].includes(id)));
      expect(narrowed).toMatchObject({ total: 5, relaxed: true });
    }
  });

  it.each([
    ['price', 'asc', ['D-2', 'D-1', 'L-3', 'O-2', 'O-1', 'L-2', 'L-1']],
    ['price', 'desc', ['L-3', 'D-1', 'D-2', 'L-1', 'L-2', 'O-1', 'O-2']],
    ['pid', 'desc', ['L-3', 'D-2', 'D-1', 'O-2', 'O-1', 'L-2', 'L-1']],
  ] as const)(
    'stand before the others by %s %s, across pages, in groups and whatever is boosted',
    async (field, direction, order) => {
      const sort = [{ field, direction }];
      const ids = async (changes: Partial<SearchQuery>) => (await found(changes)).hits.map(({ id }) => id);
      expect(await ids({ sort })).toEqual(order);
      for (const start of order.keys()) {
        const page = await found({ sort, start, rows: 2 });
        expect(page.hits.map(({ id }) => id)).toEqual(order.slice(start, start + 2));
        expect(page.total).toBe(order.length);
      }
      const grouped = await found({ sort, group: { field: 'brand', limit: 10, offset: 0 } });
      const inGroups = grouped.groups?.flatMap(({ hits }) => hits.map(({ id }) => id)) ?? [];
      const isOakley = (id: string) => id.startsWith('D') || id === 'O-1';
      for (const mine of [isOakley, (id: string) => !isOakley(id)])
        expect(inGroups.filter(mine)).toEqual(order.filter(mine));
      const boosts = [raise('brand', 'Birch', 50)];
      expect((await ids({ boosts })).slice(0, 3).sort()).toEqual(BOTH);
      expect((await ids({ boosts, start: 2, rows: 2 })).map((id) => BOTH.includes(id))).toEqual([
        true,
        false,
      ]);
    },
  );

  it('are many where a facet filter alone leaves few of them', async () => {
    const described = (at: number) =>
      product('Lamp', { brand: at < 3 ? 'Oakley' : 'Birch', description: 'For a desk.' });
    const lamps = { ...many(100, described), 'W-1': product('Wall lamp', { brand: 'Oakley' }) };
    const catalog = await SearchedCatalog.of(engine, lamps);
    const { total, relaxed, facets } = await catalog.search({
      recall: keyword('desk lamp'),
      facetFilters: [{ field: 'brand', anyOf: [{ kind: 'value', value: 'Oakley' }] }],
      facets: { fields: ['brand'], ranges: [], prefixes: {}, limit: 10 },
    });
    expect({ total, relaxed }).toEqual({ total: 3, relaxed: false });
    expect(facets[0]).toMatchObject({ values: [{ count: 97 }, { count: 3 }] });
  });

  it('are all there is where every word has to match', async () => {
    const strict = await found({ recall: strictly('desk lamp') });
    expect(strict.hits.map(({ id }) => id)).toEqual(['D-1', 'D-2', 'L-3']);
    expect(strict).toMatchObject({ total: 3, relaxed: false });
  });

  it('are filled up as they are corrected, and never by another number', async () => {
    expect(await found({ recall: keyword('desk lmap') })).toMatchObject({
      correctedQuery: 'desk lamp',
      total: 7,
      relaxed: true,
    });
    const sized = await found({ recall: keyword('lamp 40w'), includeUnavailable: true });
    expect(sized.hits.map(({ id }) => id)).toEqual(['O-3']);
    expect(sized.relaxed).toBe(false);
  });

  it('are explained with what was found for some of the words', async () => {
    const asked = { ids: ['D-1', 'L-1', 'L-3', 'O-1'], query: query({ recall: keyword('desk lamp') }) };
    const explained = await (await opened()).found.explain({ ...asked, counterfactuals: false });
    const products = explained.map(({ product: each }) => each);
    expect(products.map((each) => [each?.recalled, each?.relaxed])).toEqual([
      [true, true],
      [true, true],
      [true, true],
      [true, true],
    ]);
    const parts = products.map((each) => each?.ranking?.parts.map(({ part }) => part) ?? []);
    expect(parts.map((each) => each.includes('all_words'))).toEqual([true, false, true, false]);
    expect(products[1]?.words.map(({ held }) => held?.fields ?? null)).toEqual([null, ['title']]);
    for (const ranking of products.flatMap((each) => each?.ranking ?? [])) {
      expect(scoreOf(ranking.parts)).toBeCloseTo(ranking.score ?? Number.NaN, 3);
    }
  });

  it('stay alone where the others would add none, with the scores that they have', async () => {
    const records = { A: product('Desk lamp'), B: product('Desk'), C: product('Desk for a lamp') };
    const catalog = await SearchedCatalog.of(engine, records);
    const [tolerant, strict] = [true, false].map((isTolerant) =>
      catalog.search({ recall: isTolerant ? keyword('desk lamp') : strictly('desk lamp') }),
    );
    expect(await tolerant).toEqual(await strict);
  });
});

describe.each(ENGINES)('many products with both words, by the $name engine,', ({ open }) => {
  const { engine } = startEngine(open);
  const searched = async (records: Record<string, object>) =>
    (
      await SearchedCatalog.of(engine, {
        ...records,
        ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`C-${at}`, product(`Chair ${at}`)])),
        'L-1': product('Floor lamp'),
      })
    ).search({ recall: keyword('desk lamp'), rows: 300 });

  it('are not filled up: nobody looks further', async () => {
    expect(await searched(many(100, (at) => product(`Desk lamp ${at}`)))).toMatchObject({
      total: 100,
      relaxed: false,
    });
    const few = await searched(
      many(99, (at) => product(at === 7 ? 'Desk lamp' : 'Lamp', { description: 'For a desk.' })),
    );
    expect(few).toMatchObject({ total: 100, relaxed: true });
    expect([few.hits[0]?.id, few.hits.at(-1)?.id]).toEqual(['M-7', 'L-1']);
  });
});
