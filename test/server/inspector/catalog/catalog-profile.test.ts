import { expect, test } from 'vitest';
import {
  addRecord,
  createProfile,
  listCategories,
  listPrices,
  selectLargest,
} from '../../../../src/server/inspector/catalog/catalog-profile.ts';
import { recordDifference } from '../../../../src/server/inspector/catalog/record-difference.ts';

test('counts filled fields, prices and categories; what is no record counts for nothing', () => {
  const profile = createProfile();
  const add = (attributes: object) =>
    addRecord(profile, JSON.stringify({ op: 'add', path: '/products/1', value: { attributes } }));
  add({
    title: 'a',
    price: 3,
    tags: [],
    note: null,
    category_paths: [[{ id: '1', name: 'Lamps' }, { id: '2' }], [{ id: '1', name: 'Lamps' }]],
  });
  add({ title: '', price: 'dear', category_paths: [[{ id: '9' }], [], 'odd', [null]] });
  for (const line of ['', 'nonsense', '{"value":7}', 'null']) addRecord(profile, line);
  expect(profile.records).toBe(2);
  expect(listCategories(profile.filled).map(({ name, records }) => [name, records])).toEqual([
    ['category_paths', 2],
    ['price', 2],
    ['title', 1],
  ]);
  expect(profile.prices).toEqual(new Map([[2, 1]]));
  const lines = listCategories(profile.categories);
  expect(lines).toEqual([
    { name: '9', depth: 0, records: 1 },
    { name: 'Lamps', depth: 0, records: 1 },
    { name: '2', depth: 1, records: 1 },
  ]);
});

test('of many categories those with most records are shown, each below the one that it is in', () => {
  const profile = createProfile();
  const add = (...names: string[]) =>
    addRecord(
      profile,
      JSON.stringify({ value: { attributes: { category_paths: [names.map((name) => ({ name }))] } } }),
    );
  add('Lamps', 'Floor');
  add('Lamps', 'Floor', 'Oak');
  add('Lamps', 'Desk');
  add('Lamps', 'Desk');
  add('Sofas');
  const shown = selectLargest(listCategories(profile.categories), 3);
  expect(shown.map(({ name, depth, records }) => [name, depth, records])).toEqual([
    ['Lamps', 0, 4],
    ['Desk', 1, 2],
    ['Floor', 1, 2],
  ]);
});

test('prices fall into spans that double', () => {
  const profile = createProfile();
  expect(listPrices(profile.prices)).toEqual([]);
  for (const price of ['0', '0.5', '1', '1.99', '2', '9', '1e999', '-1', 'null'])
    addRecord(profile, `{"value":{"attributes":{"price":${price}}}}`);
  expect(listPrices(profile.prices)).toEqual([
    { name: '0 – 1', depth: 0, records: 2 },
    { name: '1 – 2', depth: 0, records: 2 },
    { name: '2 – 4', depth: 0, records: 1 },
    { name: '4 – 8', depth: 0, records: 0 },
    { name: '8 – 16', depth: 0, records: 1 },
  ]);
});

test.each([
  [{ a: { b: 1, c: [1] } }, { a: { b: 2, c: [1] } }, [{ place: 'a.b', before: '1', after: '2' }]],
  [
    { a: 1 },
    { b: 'x' },
    [
      { place: 'a', before: '1', after: undefined },
      { place: 'b', before: undefined, after: 'x' },
    ],
  ],
  [undefined, { a: 1 }, [{ place: '', before: undefined, after: '{"a":1}' }]],
  [{ a: [1, 2] }, { a: [2, 1] }, [{ place: 'a', before: '[1,2]', after: '[2,1]' }]],
  [{ a: null }, { a: null }, []],
])('from %j to %j', (before, after, places) => expect(recordDifference(before, after)).toEqual(places));
