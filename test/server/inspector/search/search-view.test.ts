import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSearchAnswer } from '../../../../src/server/inspector/search/search-answer.ts';
import {
  getChosenValues,
  readSearchView,
  toggleValue,
  toSearchPath,
  writeSearchView,
} from '../../../../src/server/inspector/search/search-view.ts';

const CATALOG = {
  name: 'lighting_en',
  account_id: '42',
  family: 'products' as const,
  version: 1,
  records: 1,
  published_version: 1,
  documents: 1,
};

test('a view is kept in the address', () => {
  const view = {
    catalog: 'a',
    q: 'floor lamp',
    type: 'category' as const,
    fq: ['brand:"x"', 'price:[1 TO 2]'],
    efq: 'e',
    sort: 's',
    view: 'v',
    at: '3',
    segment: 'g',
    start: 24,
    diagnostics: true,
  };
  const written = Object.entries(writeSearchView(view)).filter((pair): pair is [string, string] => !!pair[1]);
  expect(readSearchView(Object.fromEntries(written), 'other')).toEqual(view);
  expect(readSearchView({ start: '-3' }, 'usual')).toMatchObject({
    catalog: 'usual',
    q: '',
    fq: [],
    start: 0,
  });
});

test('the call is the service’s own, without a key', () => {
  const view = readSearchView({ q: 'a&b', fq: 'x:"1"\ny:"2"', sort: 'price asc' }, 'lighting_en');
  const url = new URL(toSearchPath(view, CATALOG), 'http://x');
  expect(url.pathname).toBe('/api/v1/core/');
  expect(url.searchParams.getAll('fq')).toEqual(['x:"1"', 'y:"2"']);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    q: 'a&b',
    account_id: '42',
    domain_key: 'lighting_en',
    request_type: 'search',
    sort: 'price asc',
  });
  expect(
    url.searchParams.has('auth_key') || url.searchParams.has('efq') || url.searchParams.has('catalog_name'),
  ).toBe(false);
  expect(toSearchPath(view, { ...CATALOG, family: 'items' })).toContain('catalog_name=lighting_en');
});

describe('a facet', () => {
  test('adds and takes values', () => {
    const one = toggleValue(['price:[1 TO 2]'], 'brand', 'A "b"');
    expect(one).toEqual(['price:[1 TO 2]', 'brand:"A \\"b\\""']);
    const two = toggleValue(one, 'brand', 'C');
    expect(two).toEqual(['price:[1 TO 2]', 'brand:"A \\"b\\"" OR "C"']);
    expect(toggleValue(toggleValue(two, 'brand', 'C'), 'brand', 'A "b"')).toEqual(['price:[1 TO 2]']);
  });

  test('has any value that was chosen', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), (values) => {
        const fq = values.reduce<string[]>((filters, value) => toggleValue(filters, 'f', value), []);
        expect(getChosenValues(fq, 'f')).toEqual(values);
      }),
    );
  });
});

test('an answer is read whatever its documents hold', () => {
  const docs = [
    { pid: '1', title: 'Lamp', brand: 'B', price: 10, sale_price: 8.5, score: 2 },
    { pid: '2', title: ['odd'], price: null, sale_price: 'x' },
    {},
  ];
  const facets = [
    { name: 'category', type: 'text', value: [{ cat_id: '7', cat_name: 'Lamps', count: 2 }] },
    { name: 'price', type: 'number_stats', value: { start: 1, end: 2 } },
  ];
  const answer = readSearchAnswer(
    JSON.stringify({ response: { numFound: 3, docs }, facet_counts: { facets }, autoCorrectQuery: 'lamp' }),
  );
  expect(answer.hits[0]).toEqual({
    id: '1',
    title: 'Lamp',
    brand: 'B',
    price: '8.5',
    before: '10',
    score: 2,
  });
  expect(answer.hits[1]).toMatchObject({ title: '["odd"]', price: 'x', before: '' });
  expect(answer.hits[2]).toMatchObject({ id: '', title: '' });
  expect(answer.facets).toEqual([{ field: 'category', values: [{ value: '7', name: 'Lamps', count: 2 }] }]);
  expect(answer.remark).toBe('Searched for “lamp”.');
  expect(readSearchAnswer('{"group_response":{}}')).toEqual({ total: 0, hits: [], facets: [], remark: '' });
});
