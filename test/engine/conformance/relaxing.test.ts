import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { scoreOf } from '../explained-ranking.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';

const product = (title: string, more: object = {}) => ({ attributes: { title, ...more } });
const strictly = (text: string) =>
  ({ kind: 'keyword', text, tolerant: false, spelling: 'term_frequency' }) as const;
const many = (count: number, make: (at: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`M-${at}`, make(at)]));

const FEW = {
  'D-1': product('Oak desk lamp', { brand: 'Oakley', price: 40 }),
  'D-2': product('Reading lamp', { brand: 'Oakley', price: 30, keywords: 'desk lamp' }),
  'L-1': product('Floor lamp', { brand: 'Birch', price: 90 }),
  'L-2': product('Light with a switch', { brand: 'Birch', price: 50, keywords: ['lamp'] }),
  'L-3': product('Wall lamp', { brand: 'Birch', price: 60, description: 'Lights the wall behind a desk.' }),
  'O-1': product('Desk organizer', { brand: 'Oakley', price: 10 }),
  'O-2': product('Light bulb', { brand: 'Birch', price: 5, description: 'For any lamp.' }),
  'O-3': product('Lamp 40w', { brand: 'Birch', price: 7, availability: false }),
};

describe.each(ENGINES)('few products with both words, by the $name engine,', ({ open }) => {
  const { engine } = startEngine(open);
  const opened = SearchedCatalog.of.bind(SearchedCatalog, engine, FEW);
  const found = async (changes: Partial<SearchQuery> = {}) =>
    (await opened()).search({ recall: keyword('desk lamp'), ...changes });

  it('are followed by those that the word names as two words', async () => {
    const catalog = await SearchedCatalog.of(engine, {
      A: product('Brass nightstand'),
      B: product('Oak nightstand'),
      C: product('Pine night stand'),
      D: product('Pine box', { brand: 'Night Stand' }),
      E: product('Stand for the night'),
    });
    const { hits, relaxed } = await catalog.search({ recall: keyword('brass nightstand') });
    expect([relaxed, ...hits.map(({ id }) => id).sort()]).toEqual([true, 'A', 'B', 'C']);
  });

  it('are followed by those that the word for the thing names, be they filtered, counted or grouped', async () => {
    const all = await found({ facets: { fields: ['brand'], ranges: [], prefixes: {}, limit: 10 } });
    const ids = all.hits.map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual(['D-1', 'D-2']);
    expect([...ids].sort()).toEqual(['D-1', 'D-2', 'L-1', 'L-2', 'L-3']);
    expect(all).toMatchObject({ total: 5, relaxed: true, correctedQuery: null });
    const [brands] = all.facets;
    expect(brands).toMatchObject({ values: [{ count: 3 }, { count: 2 }] });
    const grouped = await found({ group: { field: 'brand', limit: 10, offset: 0 } });
    expect(grouped.groups?.map(({ value, total }) => [value, total])).toEqual([
      ['Oakley', 2],
      ['Birch', 3],
    ]);
    const cheap = { kind: 'range' as const, range: { min: 0, max: 55 } };
    const faceted = await found({ facetFilters: [{ field: 'price', anyOf: [cheap] }] });
    const filtered = await found({ filters: [{ kind: 'test', field: 'price', test: cheap }] });
    for (const narrowed of [faceted, filtered]) {
      expect(narrowed.hits.map(({ id }) => id)).toEqual(
        ids.filter((id) => ['D-1', 'D-2', 'L-2'].includes(id)),
      );
      expect(narrowed).toMatchObject({ total: 3, relaxed: true });
    }
    const sorted = await found({ sort: [{ field: 'price', direction: 'desc' }] });
    expect(sorted.hits.map(({ id }) => id)).toEqual(['L-1', 'L-3', 'L-2', 'D-1', 'D-2']);
  });

  it('are many where a facet filter alone leaves few of them', async () => {
    const described = (at: number) =>
      product('Lamp', { brand: at < 3 ? 'Oakley' : 'Birch', description: 'For a desk.' });
    const lamps = { ...many(200, described), 'W-1': product('Wall lamp', { brand: 'Oakley' }) };
    const catalog = await SearchedCatalog.of(engine, lamps);
    const { total, relaxed, facets } = await catalog.search({
      recall: keyword('desk lamp'),
      facetFilters: [{ field: 'brand', anyOf: [{ kind: 'value', value: 'Oakley' }] }],
      facets: { fields: ['brand'], ranges: [], prefixes: {}, limit: 10 },
    });
    expect({ total, relaxed }).toEqual({ total: 3, relaxed: false });
    expect(facets[0]).toMatchObject({ values: [{ count: 197 }, { count: 3 }] });
  });

  it('are all there is where every word has to match', async () => {
    const strict = await found({ recall: strictly('desk lamp') });
    expect(strict.hits.map(({ id }) => id)).toEqual(['D-1', 'D-2', 'L-3']);
    expect(strict).toMatchObject({ total: 3, relaxed: false });
  });

  it('are filled up as they are corrected, and never by another number or the other word', async () => {
    expect(await found({ recall: keyword('desk lmap') })).toMatchObject({
      correctedQuery: 'desk lamp',
      total: 5,
      relaxed: true,
    });
    const sized = await found({ recall: keyword('lamp 40w'), includeUnavailable: true });
    expect(sized.hits.map(({ id }) => id)).toEqual(['O-3']);
    expect(sized.relaxed).toBe(false);
    expect(await found({ recall: keyword('desk organizer') })).toMatchObject({ total: 1, relaxed: false });
  });

  it('are explained with what was found for some of the words', async () => {
    const asked = { ids: ['D-1', 'L-1', 'L-3', 'O-1'], query: query({ recall: keyword('desk lamp') }) };
    const explained = await (await opened()).found.explain({ ...asked, counterfactuals: false });
    const products = explained.map(({ product: each }) => each);
    expect(products.map((each) => [each?.recalled, each?.relaxed])).toEqual([
      [true, true],
      [true, true],
      [true, true],
      [false, true],
    ]);
    const parts = products.map((each) => each?.ranking?.parts.map(({ part }) => part) ?? []);
    expect(parts.map((each) => each.includes('all_words'))).toEqual([true, false, false, false]);
    expect(products[1]?.words.map(({ held }) => held?.fields ?? null)).toEqual([null, ['title']]);
    for (const ranking of products.flatMap((each) => each?.ranking ?? [])) {
      expect(scoreOf(ranking.parts)).toBeCloseTo(ranking.score, 3);
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
  const searched = async (records: Record<string, object>, text = 'desk lamp') =>
    (await SearchedCatalog.of(engine, { ...records, 'L-1': product('Floor lamp') })).search({
      recall: keyword(text),
      rows: 300,
    });

  it('are not filled up: a page of them is enough', async () => {
    expect(await searched(many(20, (at) => product(`Desk lamp ${at}`)))).toMatchObject({
      total: 20,
      relaxed: false,
    });
    expect(await searched(many(19, (at) => product(`Desk lamp ${at}`)))).toMatchObject({
      total: 20,
      relaxed: true,
    });
  });

  it('are few if they need their descriptions for it, until there are more than anyone looks at', async () => {
    const described = (at: number) =>
      at === 7 ? product('Desk lamp 7') : product(`Lamp ${at}`, { description: 'For a desk.' });
    const few = await searched(many(30, described));
    expect(few).toMatchObject({ total: 31, relaxed: true });
    expect(few.hits[0]?.id).toBe('M-7');
    expect(await searched(many(200, described))).toMatchObject({ total: 200, relaxed: false });
  });

  it('of three words are filled up by products with two', async () => {
    const found = await searched(
      {
        ...many(30, (at) => product(`Lamp ${at}`, { description: 'Brass, for a desk.' })),
        T: product('Desk'),
      },
      'brass desk lamp',
    );
    expect(found).toMatchObject({ total: 30, relaxed: false });
    const more = await searched(
      {
        ...many(30, (at) => product(`Lamp ${at}`, { description: 'Brass, for a desk.' })),
        T: product('Brass lamp'),
      },
      'brass desk lamp',
    );
    expect(more).toMatchObject({ total: 31, relaxed: true });
  });
});
