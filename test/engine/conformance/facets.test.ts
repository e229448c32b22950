import { describe, expect, it } from 'vitest';
import type { FacetRequest, FacetResult } from '../../../src/engine/query/model.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';

const path = (...steps: string[]) => steps.map((id) => ({ id, name: `Name of ${id}` }));

const CATALOG = {
  A: {
    attributes: {
      title: 'a',
      brand: 'Oakley',
      rating: 4.5,
      is_new: true,
      price: 10,
      category_paths: [path('1', '11', '111')],
    },
  },
  B: {
    attributes: {
      title: 'b',
      brand: 'Birch',
      rating: 5,
      is_new: false,
      price: 95,
      category_paths: [path('1', '12')],
    },
  },
  C: {
    attributes: {
      title: 'c',
      brand: 'Birch',
      rating: 5,
      is_new: false,
      price: 100,
      category_paths: [path('2'), path('1')],
    },
  },
};

describe.each(ENGINES)('facets of the $name engine', ({ open }) => {
  const { engine } = startEngine(open);
  const openCatalog = (catalog: Record<string, unknown>) => SearchedCatalog.of(engine, catalog);
  const facets = async (
    request: Partial<FacetRequest>,
    catalog: Record<string, unknown> = CATALOG,
  ): Promise<FacetResult[]> => {
    const asked = { fields: [], ranges: [], prefixes: {}, limit: 10, ...request };
    return (await (await openCatalog(catalog)).search({ facets: asked })).facets;
  };

  it('name a category as most of the counted products do, of equals as the alphabet has them', async () => {
    const named = (price: number, name: string, below: string) => ({
      attributes: {
        title: 'x',
        price,
        category_paths: [
          [
            { id: '1', name },
            { id: '11', name: below },
          ],
        ],
      },
    });
    const zoo = (price: number) => named(price, 'Zoo', 'Cages');
    const alley = (price: number) => named(price, 'Alley', 'Bars');
    const namesOf = async (records: Record<string, unknown>) => {
      const test = { kind: 'value', value: '1' } as const;
      const found = await (await openCatalog(records)).search({
        filters: [{ kind: 'test', field: 'price', test }],
        facets: { fields: ['category'], ranges: [], prefixes: {}, limit: 10 },
      });
      const [facet] = found.facets;
      return facet?.kind === 'category' && facet.values.map(({ treePath, count }) => `${treePath} ${count}`);
    };
    const ofAlleys = { A: alley(2), B: alley(2), C: alley(1), D: zoo(1), E: zoo(1) };
    expect(await namesOf(ofAlleys)).toEqual(['/1,Zoo 3', '/1,Zoo/11,Cages 3']);
    const ofZoos = { A: zoo(2), B: zoo(2), C: zoo(1), D: alley(1), E: alley(1) };
    expect(await namesOf(ofZoos)).toEqual(['/1,Alley 3', '/1,Alley/11,Bars 3']);
    const equal = { A: zoo(2), B: zoo(1), C: alley(1) };
    expect(await namesOf(equal)).toEqual(['/1,Alley 2', '/1,Alley/11,Bars 2']);
  });

  it('name numbers with at least one decimal and booleans as words, the most frequent first', async () => {
    expect(await facets({ fields: ['rating', 'is_new', 'brand'] })).toEqual([
      {
        kind: 'number',
        field: 'rating',
        values: [
          { name: '5.0', count: 2 },
          { name: '4.5', count: 1 },
        ],
      },
      {
        kind: 'text',
        field: 'is_new',
        values: [
          { name: 'false', count: 2 },
          { name: 'true', count: 1 },
        ],
      },
      {
        kind: 'text',
        field: 'brand',
        values: [
          { name: 'Birch', count: 2 },
          { name: 'Oakley', count: 1 },
        ],
      },
    ]);
  });

  it('give a category with its place in the tree', async () => {
    const [facet] = await facets({ fields: ['category'] });
    expect(facet?.kind === 'category' && facet.values.slice(0, 2)).toEqual([
      { id: '1', name: 'Name of 1', parent: '', crumb: '/1', treePath: '/1,Name of 1', count: 3 },
      {
        id: '11',
        name: 'Name of 11',
        parent: '1',
        crumb: '/1/11',
        treePath: '/1,Name of 1/11,Name of 11',
        count: 1,
      },
    ]);
  });

  it('keep the ancestors of a category whatever the limit and the prefix', async () => {
    const [facet] = await facets({ fields: ['category'], prefixes: { category: 'Name of 111' }, limit: 1 });
    expect(facet?.kind === 'category' && facet.values.map(({ id }) => id)).toEqual(['1', '11', '111']);
  });

  it('are narrowed by a prefix of any length and any characters', async () => {
    const long = '(*'.repeat(255);
    const catalog = await SearchedCatalog.of(engine, {
      A: { attributes: { title: 'a', brand: `${long}a` } },
      B: { attributes: { title: 'b', brand: `${long}b` } },
      C: { attributes: { title: 'c', brand: '(' } },
    });
    const values = async (prefix: string) => {
      const asked = { fields: ['brand'], ranges: [], prefixes: { brand: prefix }, limit: 10 };
      const [facet] = (await catalog.search({ facets: asked })).facets;
      return facet?.kind === 'text' ? facet.values.map(({ name }) => name) : [];
    };
    expect(await values(`${long}a`)).toEqual([`${long}a`]);
    expect(await values(long)).toEqual([`${long}a`, `${long}b`]);
    expect(await values(long.repeat(40))).toEqual([]);
    await catalog.drop();
  });

  it('are cut at the limit and narrowed by a prefix', async () => {
    expect(await facets({ fields: ['brand'], limit: 1 })).toMatchObject([{ values: [{ name: 'Birch' }] }]);
    expect(await facets({ fields: ['brand'], prefixes: { brand: 'Oak' } })).toMatchObject([
      { values: [{ name: 'Oakley', count: 1 }] },
    ]);
  });

  it('divide numbers into ranges of a round width', async () => {
    expect(await facets({ ranges: ['price'] })).toEqual([
      {
        kind: 'number_range',
        field: 'price',
        values: [
          { start: 0, end: 20, count: 1 },
          { start: 80, end: 100, count: 2 },
        ],
      },
    ]);
  });

  it.each([
    ['one beyond the range of a double', ['1e400', '-1e400', 5, 10], 5, 10],
    ['nothing but such numbers', ['1e400', '[1e999,-1e400]'], null, null],
    ['such a number as text, or in a list', ['"1e400"', '[1e400,7]', 5], 5, 7],
    [
      'the greatest and the least double',
      [1.7976931348623157e308, -1.7976931348623157e308, 1],
      -1.7976931348623157e308,
      1.7976931348623157e308,
    ],
    ['the smallest double', ['5e-324', '1e-323'], 5e-324, 1e-323],
    ['doubles that hardly differ', [1, 1.0000000000000002], 1, 1.0000000000000002],
  ])('take prices of which there is %s', async (_what, prices, min, max) => {
    const catalog = Object.fromEntries(
      prices.map((price, at) => [
        `P${at}`,
        `{"attributes":{"title":"Lamp","price":${price}},"variants":{"v":{"attributes":{"price":${price}}}}}`,
      ]),
    );
    const found = await (await openCatalog(catalog)).search({
      facets: { fields: ['price', 'sku_price'], ranges: ['price', 'sku_price'], prefixes: {}, limit: 10 },
      stats: ['price'],
      sort: [{ field: 'price', direction: 'desc' }],
    });
    expect(found.total).toBe(prices.length);
    if (min === null) expect(found.stats.price).toBeNull();
    else expect(found.stats.price).toMatchObject({ min, max });
    for (const facet of found.facets) {
      if (facet.kind !== 'number_range') {
        expect(facet).toEqual({ kind: 'text', field: facet.field, values: [] });
        expect(min).toBeNull();
        continue;
      }
      const counted = facet.values.reduce((sum, { count }) => sum + count, 0);
      expect(counted).toBe(found.stats.price?.count ?? 0);
      // What JSON cannot tell would come back as null.
      expect(JSON.parse(JSON.stringify(facet.values))).toEqual(facet.values);
    }
  });

  it('stay few, and an index small, where a product has thousands of attributes', async () => {
    const names = Array.from({ length: 6_000 }, (_, at) => `attribute ${at}`);
    const monster = {
      title: 'Monster',
      price: 3,
      brand: 'Oakley',
      ...Object.fromEntries(names.map((name, at) => [name, at])),
    };
    const others = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `P${at}`,
        { attributes: { title: `Lamp ${at}`, price: at, brand: 'Birch', rating: 4 } },
      ]),
    );
    const catalog = await openCatalog({ ...others, monster: { attributes: monster } });
    const found = await catalog.search({
      facets: { fields: 'auto', ranges: [], prefixes: {}, limit: 10 },
      fields: ['attribute 7', 'attribute 5999'],
      filters: [{ kind: 'test', field: 'attribute 7', test: { kind: 'value', value: '7' } }],
    });
    // What most products have is there, and what one product has is searched as far as there is room.
    expect(found.facets).toHaveLength(201);
    expect(found.facets.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['category', 'price', 'brand', 'rating']),
    );
    expect(found.hits[0]?.json).toBe('{"attribute 7":7,"attribute 5999":5999,"variants":[]}');
    const test = { kind: 'value' as const, value: '5999' };
    expect(await catalog.ids({ filters: [{ kind: 'test', field: 'attribute 5999', test }] })).toEqual([]);
    expect(await engine.sizeBytes(catalog.published.ref)).toBeLessThan(8_000_000);
  });

  it('count a value that is the edge of two ranges in the one that begins there', async () => {
    const rated = (rating: number) => ({ attributes: { title: 'r', price: 1, rating } });
    const catalog = { A: rated(3.6), B: rated(4.4), C: rated(4.6), D: rated(4.6), E: rated(5) };
    expect(await facets({ ranges: ['rating'] }, catalog)).toEqual([
      {
        kind: 'number_range',
        field: 'rating',
        values: [
          { start: 3.6, end: 3.8, count: 1 },
          { start: 4.4, end: 4.6, count: 1 },
          { start: 4.6, end: 4.8, count: 2 },
          { start: 4.8, end: 5, count: 1 },
        ],
      },
    ]);
  });

  it('take numbers of variants as those of products, be they few or many', async () => {
    for (const count of [5, 60]) {
      const priced = (price: number) => ({
        attributes: { price },
        variants: { [`v${price}`]: { attributes: { price } } },
      });
      const catalog = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`P${at}`, priced(at + 1)]),
      );
      const fields = ['price', 'sku_price'];
      for (const asked of [{}, { stats: fields }, { ranges: fields }]) {
        const [ofProducts, ofVariants] = await facets({ fields, ...asked }, catalog);
        expect(ofVariants).toEqual({ ...ofProducts, field: 'sku_price' });
        if (!('stats' in asked || 'ranges' in asked)) expect(ofProducts).toMatchObject({ kind: 'number' });
      }
    }
  });

  it('give the least and the greatest of a field only if asked for them', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`P${at}`, { attributes: { width: at / 2 } }]),
    );
    expect(await facets({ fields: ['width'], stats: ['width'] }, many)).toEqual([
      { kind: 'number_stats', field: 'width', min: 0, max: 14.5 },
    ]);
    const [listed] = await facets({ fields: ['width'] }, many);
    expect(listed).toMatchObject({ kind: 'number', values: { length: 10, 0: { name: '0.0', count: 1 } } });
  });

  it('take a number for the same whether it is written as a number or as a text', async () => {
    const twice = Object.fromEntries(
      Array.from({ length: 15 }, (_, at) => [
        [`P${at}`, { attributes: { width: at } }],
        [`Q${at}`, { attributes: { width: `${at}.0` } }],
      ]).flat(),
    );
    const [facet] = await facets({ fields: ['width'], limit: 50 }, twice);
    expect(facet).toMatchObject({ kind: 'number' });
    expect(facet?.kind === 'number' && facet.values[0]).toEqual({ name: '0.0', count: 2 });
  });

  it('take every field of the data that groups products, and never what names or describes one', async () => {
    const fields = (await facets({ fields: 'auto' })).map(({ field }) => field);
    expect(fields).toEqual(['category', 'brand', 'is_new', 'price', 'rating']);
  });

  it('are empty for a field that no product has', async () => {
    expect(await facets({ fields: ['no_such', 'sizes'] })).toEqual([
      { kind: 'text', field: 'no_such', values: [] },
      { kind: 'text', field: 'sizes', values: [] },
    ]);
  });

  it('name the categories of the answer', async () => {
    const { categoryMap } = await (await openCatalog(CATALOG)).search({
      facets: { fields: ['category'], ranges: [], prefixes: {}, limit: 10 },
    });
    expect(categoryMap).toMatchObject({ '1': 'Name of 1', '111': 'Name of 111' });
  });
});

describe.each(ENGINES)('groups of the $name engine', ({ open }) => {
  const { engine } = startEngine(open);

  it('come in the order of their first product, rows and start count groups', async () => {
    const catalog = await SearchedCatalog.of(engine, { ...CATALOG, D: { attributes: { title: 'd' } } });
    const group = { field: 'brand', limit: 1, offset: 0 };
    const shown = async (changes: object) =>
      (await catalog.search({ group, ...changes })).groups?.map(({ value, total, hits }) => [
        value,
        total,
        hits.map(({ id }) => id),
      ]);
    expect(await shown({})).toEqual([
      ['Oakley', 1, ['A']],
      ['Birch', 2, ['B']],
      ['Null_Group', 1, ['D']],
    ]);
    expect(await shown({ start: 1, rows: 1 })).toEqual([['Birch', 2, ['B']]]);
    expect(await shown({ group: { ...group, offset: 1 } })).toEqual([
      ['Oakley', 1, []],
      ['Birch', 2, ['C']],
      ['Null_Group', 1, []],
    ]);
  });
});
