import { describe, expect, it } from 'vitest';
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

const request = { queries: 5, products: 5, attributes: 5, fields: ['pid', 'title'], viewId: null };

describe('suggest', () => {
  it('completes phrases, products and attributes, whatever case and accents', () => {
    expect(openCatalog(CATALOG).reader.suggest({ ...request, prefix: 'FLO' })).toEqual({
      queries: [
        { query: 'floor lamp', displayText: 'floor lamp' },
        { query: 'floor lamps', displayText: 'floor lamps' },
        { query: 'flori', displayText: 'flori' },
        { query: 'flower pot', displayText: 'flower pot' },
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

  it('takes the last word as a beginning and the others whole', () => {
    const { products } = openCatalog(CATALOG).reader.suggest({ ...request, prefix: 'birch la' });
    expect(products.map(({ id }) => id)).toEqual(['L-2']);
  });

  it('offers no more than asked for and nothing for nothing', () => {
    const { reader } = openCatalog(CATALOG);
    expect(reader.suggest({ ...request, prefix: 'flo', queries: 1, products: 0 })).toMatchObject({
      queries: [{ query: 'floor lamp' }],
      products: [],
    });
    expect(reader.suggest({ ...request, prefix: ' "* ' })).toEqual({
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
    expect(openCatalog(CATALOG).reader.productsById(['L-2', 'nobody', 'L-1'])).toMatchObject([
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
