import { describe, expect, it } from 'vitest';
import { toProductPage } from '../../../src/engine/documents/product-page.ts';
import { openCatalog } from './open-catalog.ts';

const path = (...steps: [string, string][]) => [steps.map(([id, name]) => ({ id, name }))];

const CATALOG = {
  'L-1': {
    attributes: {
      title: 'Oakley floor lamp',
      brand: 'Oakley',
      url: 'https://www.shop.example/p/oakley-floor/',
      category_paths: path(['100', 'Lighting'], ['110', 'Floor lamps']),
    },
  },
  'L-2': {
    attributes: {
      title: 'Birch floor lamp',
      brand: 'Flöri',
      url: '/p/birch',
      category_paths: path(['100', 'Lighting'], ['110', 'Floor lamps']),
    },
  },
  'L-3': {
    attributes: { title: 'Flower pot', url: 'https://shop.example/p/pot?color=red', availability: false },
  },
};

const request = { queries: 5, products: 5, attributes: 5, fields: ['pid', 'title'], viewId: null, sort: [] };

describe('suggest', () => {
  it('shows a phrase as most of the catalog writes it, under one entry', async () => {
    const titled = (...titles: string[]) =>
      openCatalog(Object.fromEntries(titles.map((title, at) => [`P${at}`, { attributes: { title } }])));
    const { reader } = titled(
      'Hübner, Tübe',
      'Die Hübner Tübe',
      'Hübner tube',
      'Hubner  Tübe',
      'Old Hübner tübe',
      'Café-Stuhl 2',
    );
    expect((await reader.suggest({ ...request, prefix: 'hubner' })).queries).toEqual([
      { query: 'hübner tübe', displayText: 'Hübner Tübe' },
    ]);
    expect((await reader.suggest({ ...request, prefix: 'stuhl' })).queries).toEqual([]);
  });

  it('puts the products in the order that is asked for', async () => {
    const priced = (title: string, price: number) => ({ attributes: { title, price } });
    const { reader } = openCatalog({
      A: priced('Lamp', 3),
      B: priced('Lamp', 1),
      C: priced('Lamb', 2),
      D: priced('Lamp', 1),
    });
    const ids = async (direction: 'asc' | 'desc') => {
      const asked = { ...request, prefix: 'lam', products: 3, sort: [{ field: 'price', direction }] };
      return (await reader.suggest(asked)).products.map(({ id }) => id);
    };
    expect(await ids('asc')).toEqual(['B', 'D', 'C']);
    expect(await ids('desc')).toEqual(['A', 'C', 'B']);
  });

  it('offers no more than asked for and nothing for nothing', async () => {
    const { reader } = openCatalog(CATALOG);
    expect(await reader.suggest({ ...request, prefix: 'flo', queries: 1, products: 0 })).toMatchObject({
      queries: [{ query: 'floor lamp' }],
      products: [],
    });
    expect(await reader.suggest({ ...request, prefix: ' "* ' })).toEqual({
      queries: [],
      products: [],
      attributes: [],
    });
  });
});

describe('pages', () => {
  it.each([
    ['http://shop.example/p/oakley-floor', 'L-1'],
    ['https://WWW.SHOP.example/p/oakley-floor/?utm=1#top', 'L-1'],
    ['/p/birch', 'L-2'],
    ['https://shop.example/p/pot', 'L-3'],
    ['https://shop.example/p/POT', undefined],
    ['', undefined],
  ])('of %s finds %s by its address', (url, id) => {
    expect(openCatalog(CATALOG).reader.productByUrl(url)?.id).toBe(id);
  });

  it('give what a widget needs of products, in the order of the ids', () => {
    const { reader } = openCatalog(CATALOG);
    expect(reader.productsById(['L-2', 'nobody', 'L-1']).map(toProductPage)).toMatchObject([
      { id: 'L-2', title: 'Birch floor lamp', brand: 'Flöri', url: '/p/birch', categoryIds: ['100', '110'] },
      { id: 'L-1' },
    ]);
  });

  it.each([
    ['https://shop.example/c/110', '110'],
    ['https://shop.example/c/floor-lamps.html', '110'],
    ['https://shop.example/c/Lighting?page=2', '100'],
    ['https://shop.example/c/floor-lamps-110', '110'],
    ['https://shop.example/c/%E0%A4%A', undefined],
    ['https://shop.example/', undefined],
  ])('of %s finds category %s', (url, id) => {
    expect(openCatalog(CATALOG).reader.categoryByUrl(url)?.id).toBe(id);
  });
});
