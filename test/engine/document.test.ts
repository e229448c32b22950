import { describe, expect, it } from 'vitest';
import { searchDocument } from '../../src/engine/document.ts';

const of = (attributes: Record<string, unknown>, more: object = {}, view: string | null = null) =>
  searchDocument({ attributes, ...more }, view);

describe('searchDocument', () => {
  it('keeps short values as fields, each once, and leaves out null, objects, images and descriptions', () => {
    const { fields } = of({
      brand: 'Oakley',
      tags: ['new', null, 'new', 'sale'],
      price: 10,
      is_new: false,
      empty: '',
      nothing: null,
      nested: { a: 1 },
      thumb_image: 'https://img.example/1.jpg',
      description: 'Short.',
      manual: 'x'.repeat(513),
    });
    expect([...fields]).toEqual([
      ['brand', ['Oakley']],
      ['tags', ['new', 'sale']],
      ['price', [10]],
      ['is_new', [false]],
    ]);
  });

  it('takes the variants’ values where the product has none, and rolls colors and sizes up', () => {
    const variants = {
      a: { attributes: { color: 'Red', size: 'M', price: 5 } },
      b: { attributes: { color: 'red', size: 'L', price: 7 } },
    };
    const { fields } = of({ price: 6 }, { variants });
    expect(Object.fromEntries(fields)).toEqual({
      price: [6],
      color: ['Red', 'red'],
      size: ['M', 'L'],
      colors: ['red'],
      sizes: ['M', 'L'],
    });
  });

  it('lists every node of every category path once, with its place in the tree', () => {
    const step = (id: string, name: string) => ({ id, name });
    const { categories } = of({
      category_paths: [
        [step('1', 'Home'), step('11', 'Lamps')],
        [step('1', 'Home'), step('12', 'Rugs')],
        [{ name: 'no id' }, step('9', 'lost')],
        'no path',
      ],
    });
    expect(categories).toEqual([
      { id: '1', name: 'Home', parent: '', crumb: '/1', treePath: '/1,Home' },
      { id: '11', name: 'Lamps', parent: '1', crumb: '/1/11', treePath: '/1,Home/11,Lamps' },
      { id: '12', name: 'Rugs', parent: '1', crumb: '/1/12', treePath: '/1,Home/12,Rugs' },
    ]);
  });

  it('follows a category path down to its hundredth level', () => {
    const path = Array.from({ length: 10_000 }, (_, level) => ({ id: `c${level}`, name: `C${level}` }));
    const { categories } = of({ category_paths: [path] });
    expect(categories).toHaveLength(100);
    expect(categories.at(-1)).toMatchObject({ id: 'c99', parent: 'c98' });
  });

  it('takes a plain category as a path of one', () => {
    expect(of({ category: 'Lamps' }).categories).toEqual([
      { id: 'Lamps', name: 'Lamps', parent: '', crumb: '/Lamps', treePath: '/Lamps,Lamps' },
    ]);
  });

  it.each([
    [[{ lat: 52.1, lon: 4 }], [{ lat: 52.1, lon: 4 }]],
    [{ lat: '52.1', lon: '4' }, [{ lat: 52.1, lon: 4 }]],
    [[{ lat: 91, lon: 4 }, { lat: 52 }, { lat: '', lon: 4 }, { lat: 'x', lon: 1 }, null], []],
    ['52,4', []],
  ])('reads the places of %j', (given, places) => {
    expect(of({ store_location: given }).stores).toEqual(places);
  });

  it.each([
    [undefined, true],
    [null, true],
    [true, true],
    ['false', false],
    [false, false],
  ])('with availability %j is available: %j', (availability, available) => {
    expect(of({ availability }).available).toBe(available);
  });

  it('searches titles, keywords and tags, other short texts and variants’ ids, but no addresses', () => {
    const { text } = of(
      {
        title: 'Lamp',
        keywords: 'light, glow',
        tags: ['new'],
        material: 'oak',
        link: 'https://shop.example/x',
        manual: '/files/1.pdf',
      },
      { variants: { 'L-1': { attributes: { color: 'Red' } } } },
    );
    expect(text).toMatchObject({ title: 'Lamp', keywords: 'light, glow . new' });
    expect(text.other.split(' . ').sort()).toEqual(['L-1', 'Red', 'oak']);
  });

  it('shows a view’s values over the base and without what the view excludes', () => {
    const record = {
      variants: { a: { attributes: { color: 'Red' } }, b: { attributes: { color: 'Blue' } } },
      views: {
        nl: {
          attributes: { title: 'Stoel', brand: null },
          variants: { a: { exclude_from_view: true }, b: { attributes: { color: 'Blauw' } } },
        },
      },
    };
    const document = of({ title: 'Chair', brand: 'Oakley' }, record, 'nl');
    expect(document.text.title).toBe('Stoel');
    expect(document.fields.has('brand')).toBe(false);
    expect(document.variants.map(({ id, fields }) => [id, fields.get('color')])).toEqual([['b', ['Blauw']]]);
    expect(of({ title: 'Chair' }, record, 'unheard_of').text.title).toBe('Chair');
  });

  it('is not misled by names that objects have by birth', () => {
    const { fields, categories } = of(
      JSON.parse('{"__proto__": "x", "constructor": "y", "toString": 5}'),
      {},
      'constructor',
    );
    expect(fields.get('constructor')).toEqual(['y']);
    expect(fields.get('toString')).toEqual([5]);
    expect(categories).toEqual([]);
  });
});
