import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SearchSettings } from '../../../src/engine/engine.ts';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { keyword } from '../embedded/array-source.ts';
import { raise } from '../raise.ts';
import { RULE_EXAMPLES, recordsOf } from '../rule-examples.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';

interface RankingCase {
  query: string;
  expected: string[];
  any_order?: boolean;
  corrected?: string;
  relaxed?: boolean;
  why: string;
}

const fixture = <Content>(name: string): Content =>
  JSON.parse(
    readFileSync(new URL(`../../../fixtures/ranking/${name}.json`, import.meta.url), 'utf8'),
  ) as Content;

const catalog = fixture<Record<string, unknown>>('catalog');

describe.each(ENGINES)('ranking by the $name engine', ({ open }) => {
  const { engine } = startEngine(open);
  const openCatalog = (...more: [] | [Partial<SearchSettings>]) =>
    SearchedCatalog.of(engine, catalog, ...more);

  it.each(fixture<RankingCase[]>('queries'))('of "$query": $why', async (example) => {
    const found = await (await openCatalog()).search({ recall: keyword(example.query) });
    const ids = found.hits.map(({ id }) => id);
    if (example.any_order) expect([...ids].sort()).toEqual([...example.expected].sort());
    else expect(ids).toEqual(example.expected);
    expect(found.correctedQuery).toBe(example.corrected ?? null);
    expect(found.relaxed).toBe(example.relaxed ?? false);
  });

  it.each(Object.entries(RULE_EXAMPLES))('follows the rule %s', async (_, example) => {
    const searched = await SearchedCatalog.of(engine, recordsOf(example));
    expect(await searched.ids({ recall: keyword(example.query) })).toEqual(example.ids);
  });

  it.each(['Sleeve fits tablet', 'Stylus compatible with tablet', 'Sleeve for tablet'])(
    'of a thing puts what is made for it behind, however short its title: %s',
    async (title) => {
      const records = {
        A: { attributes: { title } },
        B: { attributes: { title: 'Tablet computer slim bright silver' } },
      };
      const searched = await SearchedCatalog.of(engine, records);
      expect(await searched.ids({ recall: keyword('tablet') })).toEqual(['B', 'A']);
    },
  );

  it('of titles holds beside a product that has a list of them, be it the first that a delta brings', async () => {
    const records = {
      A: { attributes: { title: 'Lamp shade' } },
      B: { attributes: { title: 'Brass lamp' } },
      C: { attributes: { title: 'Lamp hook' } },
    };
    const searched = await SearchedCatalog.of(engine, records);
    expect((await searched.ids({ recall: keyword('lamp') }))[0]).toBe('B');
    await searched.apply({ D: { attributes: { title: ['Lamp', 'Light'] } } });
    expect((await searched.ids({ recall: keyword('lamp') }))[0]).toBe('B');
    await searched.publish(await searched.build(null));
    expect((await searched.ids({ recall: keyword('lamp') }))[0]).toBe('B');
  });

  it.each(['abc 123', 'ABC123', 'abc_123', 'Abc.123', 'abc/123'])(
    'of %s finds the product and the variant ABC-123 first',
    async (text) => {
      const searched = await SearchedCatalog.of(engine, {
        'ABC-123': { attributes: { title: 'Drill' } },
        V: { attributes: { title: 'Saw' }, variants: { 'ABC-123-RED': { attributes: { color: 'red' } } } },
        W: { attributes: { title: 'Bit of 123 parts', description: 'Of abc.' } },
      });
      const ids = await searched.ids({ recall: keyword(text) });
      expect(ids[0]).toBe('ABC-123');
      expect(ids).toContain('V');
    },
  );

  it.each(['ps4', 'PS 4', 'ps-4'])(
    'of %s finds models that are written as one word or as two',
    async (text) => {
      const searched = await SearchedCatalog.of(engine, {
        A: { attributes: { title: 'PS4 console' } },
        B: { attributes: { title: 'Console PS 4' } },
        C: { attributes: { title: 'PS3 console' } },
      });
      expect((await searched.ids({ recall: keyword(text) })).sort()).toEqual(['A', 'B']);
    },
  );

  it.each(['ABC-7x', 'abc-7x', 'ABC-7X'])(
    'of the id %s finds what has it in these or in other letters',
    async (text) => {
      const records = {
        'abc-7x': { attributes: { title: 'Saw' } },
        'ABC-7X': { attributes: { title: 'Drill' } },
      };
      const searched = await SearchedCatalog.of(engine, records);
      expect((await searched.ids({ recall: keyword(text) })).sort()).toEqual(['ABC-7X', 'abc-7x']);
      const { hits } = await searched.search({ recall: keyword('abc-8') });
      expect(hits).toEqual([]);
    },
  );

  it('of an id gives its product twice the best score of the words, whatever page is asked for', async () => {
    const searched = await SearchedCatalog.of(engine, {
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [`F${at}`, { attributes: { title: `Thing ${at} of steel` } }]),
      ),
      'ABC-100': { attributes: { title: 'Drill' } },
      X1: { attributes: { title: 'ABC-100 charger' } },
      X2: { attributes: { title: 'ABC-100' } },
    });
    const scores = async (asked: { start?: number; rows: number }) => {
      const { hits, maxScore } = await searched.search({ recall: keyword('ABC-100'), ...asked });
      return [maxScore?.toFixed(3), ...hits.map(({ id, score }) => `${id} ${score.toFixed(3)}`)];
    };
    const all = await scores({ rows: 10 });
    expect(all).toEqual(['79.199', 'ABC-100 79.199', 'X2 52.505', 'X1 48.123']);
    expect(await scores({ rows: 1 })).toEqual(all.slice(0, 2));
    expect(await scores({ rows: 0 })).toEqual(all.slice(0, 1));
    expect(await scores({ start: 1, rows: 10 })).toEqual([all[0], ...all.slice(2)]);
    expect(await scores({ start: 9, rows: 10 })).toEqual([all[0]]);
  });

  it('of an id scores its product the same in every order, on every page, and where its own words are the best', async () => {
    const attributes = (title: string, price: number) => ({ attributes: { title, price } });
    const searched = await SearchedCatalog.of(engine, {
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [`F${at}`, attributes(`Thing ${at} of steel`, 100 + at)]),
      ),
      'ABC-100': attributes('Drill', 3),
      X1: attributes('ABC-100 charger', 1),
      X2: attributes('ABC-100', 2),
      X3: attributes('ABC-100 case of leather', 4),
      'DEF-7': attributes('DEF-7 drill', 5),
      'XYZ-9': attributes('XYZ-9', 6),
      Y1: attributes('XYZ-9 charger', 7),
    });
    const scores = async (text: string, asked: Partial<SearchQuery>) => {
      const { hits } = await searched.search({ recall: keyword(text), rows: 10, ...asked });
      return hits.map(({ id, score }) => `${id} ${score.toFixed(3)}`);
    };
    const sort = [{ field: 'price', direction: 'asc' as const }];
    const all = ['X1 34.719', 'X2 36.116', 'ABC-100 72.231', 'X3 32.225'];
    expect(await scores('ABC-100', { sort })).toEqual(all);
    for (const start of all.keys())
      expect(await scores('ABC-100', { sort, start, rows: 1 })).toEqual(all.slice(start, start + 1));
    // The best of those that filters leave.
    const test = { kind: 'range' as const, range: { min: 2.5, max: 1_000 } };
    for (const narrowed of [
      { facetFilters: [{ field: 'price', anyOf: [test] }] },
      { filters: [{ kind: 'test' as const, field: 'price', test }] },
    ])
      expect(await scores('ABC-100', { sort, ...narrowed })).toEqual(['ABC-100 64.451', 'X3 32.225']);
    expect(await scores('XYZ-9', { sort })).toEqual(['XYZ-9 76.872', 'Y1 36.949']);
    expect(await scores('XYZ-9', {})).toEqual(['XYZ-9 89.580', 'Y1 46.703']);
    expect(await scores('XYZ-9', { start: 1 })).toEqual(['Y1 46.703']);
    expect(await scores('DEF-7', { sort })).toEqual(['DEF-7 85.133']);
    expect(await scores('DEF-7', {})).toEqual(['DEF-7 96.369']);
    const boosts = [raise('price', '5', 1)];
    expect(await scores('DEF-7', { boosts })).toEqual(['DEF-7 192.738']);
  });

  it('of synonyms finds each other’s products, also for several words', async () => {
    const synonyms = [
      ['couch', 'sofa'],
      ['standing light', 'floor lamp'],
    ];
    const searched = await openCatalog({ synonyms });
    expect(await searched.ids({ recall: keyword('sofa') })).toEqual(['S-1', 'S-2']);
    expect(await searched.ids({ recall: keyword('standing light') })).toEqual(
      await searched.ids({ recall: keyword('floor lamp') }),
    );
  });

  it('of a boost moves what it names and finds nothing else', async () => {
    const searched = await openCatalog();
    const plain = await searched.ids({ recall: keyword('lamp') });
    const boosted = await searched.ids({
      recall: keyword('lamp'),
      boosts: [raise('brand', 'Barnes', 50)],
    });
    expect(plain[0]).not.toBe('L-3');
    expect(boosted[0]).toBe('L-3');
    expect([...boosted].sort()).toEqual([...plain].sort());
  });

  it('of a boost moves products with several titles, too', async () => {
    const title = ['Brass Lamp', 'Lamp of Brass'];
    const records = {
      A: { attributes: { title, keywords: 'lamp', brand: 'Odd' } },
      B: { attributes: { title, keywords: 'lamp', brand: 'Even' } },
      C: { attributes: { title: 'Brass Lamp', brand: 'Odd' } },
    };
    const searched = await SearchedCatalog.of(engine, records);
    const boosts = [raise('brand', 'Even', 50)];
    const { hits } = await searched.search({ recall: keyword('lamp'), boosts });
    expect(hits[0]?.id).toBe('B');
    const plain = await searched.search({ recall: keyword('lamp') });
    const scoreOf = (of: typeof hits) => of.find(({ id }) => id === 'B')?.score ?? 0;
    expect(scoreOf(hits) / scoreOf(plain.hits)).toBeCloseTo(51, 3);
  });

  it('of a boost lowers products that are behind those that are looked at', async () => {
    const records = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [
        String(at + 100),
        { attributes: { title: 'Lamp', brand: at < 75 ? 'Odd' : 'Even' } },
      ]),
    );
    const searched = await SearchedCatalog.of(engine, records);
    const boosts = [raise('brand', 'Odd', -9)];
    for (const [start, id] of [
      [0, '175'],
      [74, '249'],
      [75, '100'],
    ] as const)
      expect(await searched.ids({ recall: keyword('lamp'), boosts, start, rows: 1 })).toEqual([id]);
  });

  it('of a boost in a category puts what it names before the order of ids', async () => {
    const searched = await openCatalog();
    const asked = { recall: { kind: 'category', id: '100' } as const };
    expect(await searched.ids(asked)).toEqual(['L-1', 'L-2', 'L-3', 'L-4', 'L-5']);
    const boosts = [raise('brand', 'Birch & Co', 0.1)];
    expect(await searched.ids({ ...asked, boosts })).toEqual(['L-2', 'L-5', 'L-1', 'L-3', 'L-4']);
  });

  it('of unavailable products takes them in only when asked', async () => {
    expect(await (await openCatalog()).ids({ recall: keyword('sold out') })).toEqual([]);
    expect(
      await (await openCatalog()).ids({ recall: keyword('sold out'), includeUnavailable: true }),
    ).toEqual(['X-1']);
    expect(
      await (await openCatalog({ searchUnavailable: true })).ids({ recall: keyword('sold out') }),
    ).toEqual(['X-1']);
  });

  it('of similar products shares categories first and never returns the given ones', async () => {
    const searched = await openCatalog();
    const similar = await searched.ids({
      recall: { kind: 'similar', ids: ['L-1'], text: '', categoryIds: [] },
    });
    expect(similar[0]).toBe('L-2');
    expect(similar).toContain('L-4');
    expect(similar).not.toContain('L-1');
    expect(similar).not.toContain('X-1');
    expect(
      (await searched.ids({ recall: { kind: 'similar', ids: [], text: '', categoryIds: ['200'] } })).sort(),
    ).toEqual(['S-1', 'S-2', 'S-3']);
  });

  it('of similar products knows what is like a product that is sold out', async () => {
    const searched = await openCatalog();
    const similar = await searched.ids({
      recall: { kind: 'similar', ids: ['X-1'], text: '', categoryIds: [] },
    });
    expect(similar.slice(0, 2)).toEqual(['L-1', 'L-2']);
    expect(similar).not.toContain('X-1');
  });

  it('of the same query is the same every time', async () => {
    const [first, second] = [await openCatalog(), await openCatalog()];
    for (const text of ['lamp', 'floor', 'steel']) {
      expect(await first.search({ recall: keyword(text) })).toEqual(
        await second.search({ recall: keyword(text) }),
      );
    }
  });

  it.each([
    '"',
    '* OR title:',
    'a AND b NOT c',
    '{x} : y',
    '\u0000lamp',
    '^',
    'NEAR(a b, 2)',
    '😀',
    `${'a '.repeat(150)}`,
  ])('of the hostile text %j answers without an error of the database', async (text) => {
    const searched = await openCatalog();
    await expect(searched.search({ recall: keyword(text) })).resolves.toBeDefined();
  });
});
