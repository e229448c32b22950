import { describe, expect, it } from 'vitest';
import { keyword } from '../embedded/array-source.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';

const path = (...steps: [string, string][]) => [steps.map(([id, name]) => ({ id, name }))];

const CATALOG = {
  'L-1': {
    attributes: {
      title: 'Oakley floor lamp',
      brand: 'Oakley',
      price: 120,
      url: 'https://www.shop.example/p/oakley-floor/',
      category_paths: path(['100', 'Lighting'], ['110', 'Floor lamps']),
    },
  },
  'L-2': {
    attributes: {
      title: 'Birch floor lamp',
      brand: 'Flöri',
      price: 80,
      url: '/p/birch',
      category_paths: path(['100', 'Lighting'], ['110', 'Floor lamps']),
    },
  },
  'L-3': {
    attributes: { title: 'Flower pot', url: 'https://shop.example/p/pot?color=red', availability: false },
  },
  'C-1': {
    attributes: { title: 'Birch nightstand with drawer', brand: 'Oakley', price: 60 },
    views: { nl: { attributes: { title: 'Berken nachtkastje' } } },
  },
};

const request = { queries: 5, products: 5, attributes: 5, fields: ['pid', 'title'], viewId: null, sort: [] };

describe.each(ENGINES)('the wording of the $name engine', ({ open }) => {
  const { engine } = startEngine(open);
  const opened = SearchedCatalog.of.bind(SearchedCatalog, engine, CATALOG);

  it('completes phrases, products and attributes, whatever case and accents', async () => {
    const { reader } = await opened();
    expect(await reader.suggest({ ...request, prefix: 'FLO' })).toEqual({
      queries: [
        { query: 'floor lamp', displayText: 'floor lamp' },
        { query: 'floor lamps', displayText: 'Floor lamps' },
        { query: 'flöri', displayText: 'Flöri' },
      ],
      products: [
        { id: 'L-1', json: '{"pid":"L-1","title":"Oakley floor lamp"}' },
        { id: 'L-2', json: '{"pid":"L-2","title":"Birch floor lamp"}' },
      ],
      attributes: [
        { name: 'category', value: 'Floor lamps' },
        { name: 'brand', value: 'Flöri' },
      ],
    });
  });

  it('takes the last word as a beginning, the others whole, and products in the order asked for', async () => {
    const { reader } = await opened();
    const typed = { ...request, prefix: 'floor la', sort: [{ field: 'price', direction: 'asc' as const }] };
    expect((await reader.suggest(typed)).products.map(({ id }) => id)).toEqual(['L-2', 'L-1']);
    expect((await reader.suggest({ ...request, prefix: 'flo la' })).products).toEqual([]);
    const inView = await reader.suggest({ ...request, prefix: 'nacht', viewId: 'nl' });
    expect(inView.products).toEqual([{ id: 'C-1', json: '{"pid":"C-1","title":"Berken nachtkastje"}' }]);
  });

  it('offers products by id, whichever of them changed last and however many of them nobody may see', async () => {
    const lamp = (price: number, availability: boolean) => ({
      attributes: { title: 'Lamp', price, availability },
    });
    const sold = Array.from({ length: 150 }, (_, at) => [`A${at}`, lamp(1, false)] as const);
    const catalog = await SearchedCatalog.of(engine, {
      ...Object.fromEntries(sold),
      L2: lamp(2, true),
      L3: lamp(3, true),
      L1: lamp(1, true),
    });
    const ids = async () =>
      (await catalog.reader.suggest({ ...request, prefix: 'la', products: 2 })).products.map(({ id }) => id);
    expect(await ids()).toEqual(['L1', 'L2']);
    await catalog.apply({ L1: lamp(5, true) });
    expect(await ids()).toEqual(['L1', 'L2']);
  });

  it('corrects what no product has, and says so', async () => {
    const catalog = await opened();
    const found = await catalog.search({ recall: keyword('flor lampp') });
    expect(found).toMatchObject({ correctedQuery: 'floor lamp', relaxed: false });
    expect(found.hits.map(({ id }) => id).sort()).toEqual(['L-1', 'L-2']);
    const off = { kind: 'keyword', text: 'flor lampp', tolerant: false, spelling: 'off' } as const;
    expect((await catalog.search({ recall: off })).total).toBe(0);
  });

  it('completes words as they are written, letter by letter, and as they were probably meant', async () => {
    const titled = (title: string, more: object = {}, views: object = {}) => ({
      attributes: { title, ...more },
      views,
    });
    const catalog = await SearchedCatalog.of(engine, {
      A: titled('Running shoes'),
      B: titled('Happy socks'),
      C: titled('Runner carpet'),
      D: titled('Runway model', { availability: false }),
      E: titled('Sandal', {}, { nl: { attributes: { title: 'Zomerse sandaal' } } }),
    });
    const asked = { queries: 5, products: 5, attributes: 5, fields: ['pid'], sort: [] };
    const offered = async (prefix: string, viewId: string | null = null) => {
      const { queries, products } = await catalog.reader.suggest({ ...asked, prefix, viewId });
      return [...products.map(({ id }) => id), ...queries.map(({ query: each }) => each)];
    };
    for (const prefix of ['run', 'runn'])
      expect(await offered(prefix)).toEqual(['A', 'C', 'runner carpet', 'running shoes']);
    for (const prefix of ['runni', 'runnin', 'running'])
      expect(await offered(prefix)).toEqual(['A', 'running shoes']);
    for (const prefix of ['happ', 'happy', 'happy s']) expect((await offered(prefix))[0]).toBe('B');
    // What finds nothing is not offered: what is unavailable, and what only another view has.
    expect(await offered('runw')).toEqual([]);
    expect(await offered('sanda')).toEqual(['E', 'sandal']);
    expect(await offered('zom')).toEqual([]);
    expect(await offered('zom', 'nl')).toEqual(['E', 'zomerse sandaal']);
    expect((await offered('runinn'))[0]).toBe('A');
    expect((await offered('hapy'))[0]).toBe('B');
    // Also in the first letter: left out, or exchanged with the next.
    expect((await offered('appy'))[0]).toBe('B');
    expect((await offered('ahpp'))[0]).toBe('B');
    // Also in a word that is typed to its end, but in one alone.
    for (const prefix of ['hapy soc', 'appy socks', 'happyy socks', 'hapyp s'])
      expect((await offered(prefix))[0]).toBe('B');
    expect((await offered('runing shose'))[0]).toBeUndefined();
    expect(await offered('happy shoes')).toEqual([]);
    expect(await offered('xxxx')).toEqual([]);
  });

  it('offers a far more frequent neighbour of a known word, and puts what was typed before what it finds', async () => {
    const titles = [...Array.from({ length: 30 }, (_, at) => `Philips lamp ${at}`), 'Phillips bulb'];
    const records = Object.fromEntries(titles.map((title, at) => [`P-${at}`, { attributes: { title } }]));
    const catalog = await SearchedCatalog.of(engine, records);
    const found = await catalog.search({ recall: keyword('phillips') });
    expect(found).toMatchObject({ correctedQuery: null, didYouMean: ['philips'], total: 31, relaxed: true });
    expect(found.hits[0]?.id).toBe('P-30');
    expect((await catalog.search({ recall: keyword('philips') })).didYouMean).toEqual([]);
  });

  it('finds words written as one or as two', async () => {
    const catalog = await opened();
    expect(await catalog.ids({ recall: keyword('night stand') })).toEqual(['C-1']);
  });

  it('takes products with some of the words where none has all, and says so', async () => {
    const catalog = await opened();
    const found = await catalog.search({ recall: keyword('oakley birch sofa lamp') });
    expect(found.relaxed).toBe(true);
    expect(found.hits.map(({ id }) => id)).toContain('L-1');
  });

  it('finds what is like a product, and never the product itself', async () => {
    const catalog = await opened();
    const similar = await catalog.ids({
      recall: { kind: 'similar', ids: ['L-1'], text: '', categoryIds: [] },
    });
    expect(similar[0]).toBe('L-2');
    expect(similar).not.toContain('L-1');
  });

  it('finds what shares the places of a category with a product before what shares its id alone', async () => {
    const priced = (title: string, price: number, paths: object) => ({
      attributes: { title, price, category_paths: paths },
    });
    const catalog = await SearchedCatalog.of(engine, {
      A: priced('Arc', 10, path(['1', 'One'], ['5', 'Shared'])),
      B: priced('Bow', 10, path(['2', 'Two'], ['5', 'Shared'])),
      C: priced('Cup', 10, path(['1', 'One'])),
      D: priced('Dot', 10, path(['2', 'Two'], ['5', 'Shared'])),
      E: priced('Eel', 10, path(['3', 'Three'], ['5', 'Shared'])),
      F: priced('Fan', 10, path(['9', 'Nine'])),
    });
    const found = await catalog.search({
      recall: { kind: 'similar', ids: ['A'], text: '', categoryIds: ['1', '5'] },
    });
    // The rarity of each place: /3/5 is rarer than /1, which is as rare as /2/5.
    expect(found.hits.map(({ id, score }) => [id, score.toFixed(2)])).toEqual([
      ['E', '4.62'],
      ['B', '3.09'],
      ['C', '3.09'],
      ['D', '3.09'],
    ]);
  });

  it('finds what is like several products by the words of the first, and by prices of variants', async () => {
    const long = Array.from({ length: 16 }, (_, at) => `word${at}`).join(' ');
    const catalog = await SearchedCatalog.of(engine, {
      A: { attributes: { title: 'Other' } },
      B: { attributes: { title: long }, variants: { v: { attributes: { price: 100 } } } },
      C: { attributes: { title: long, price: 1 } },
      D: { attributes: { title: long, price: 100 } },
      E: { attributes: { title: 'Other', price: 100 } },
    });
    const similar = await catalog.ids({
      recall: { kind: 'similar', ids: ['B', 'A'], text: '', categoryIds: [] },
    });
    expect(similar).toEqual(['D', 'C']);
  });

  it('finds pages by address, ids and the words of a category', async () => {
    const { reader, found } = await opened();
    expect((await reader.productByUrl('http://www.shop.example/p/oakley-floor?x=1'))?.id).toBe('L-1');
    expect(await reader.productByUrl('https://shop.example/p/none')).toBeNull();
    expect((await reader.productsById(['L-2', 'nobody', 'L-1'])).map(({ id }) => id)).toEqual(['L-2', 'L-1']);
    expect(await found.categoryByUrl('/c/floor-lamps')).toEqual({ id: '110', name: 'Floor lamps' });
    expect(await found.categoryByUrl('/c/100')).toEqual({ id: '100', name: 'Lighting' });
  });
});
