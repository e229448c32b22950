import { expect, it } from 'vitest';
import type { FieldCatalog } from '../../../../src/engine/fields/field-survey.ts';
import {
  findCallerLeniences,
  findLeniences,
  formatLenience,
  formatLenientHeaders,
} from '../../../../src/server/service/search/leniences.ts';
import { readSearchRequest } from '../../../../src/server/service/search/search-request.ts';
import { context, keywordSearch } from '../search-fixtures.ts';

const field = { on: 'product', filled: 2, distinct: 2 } as const;
const FIELDS: FieldCatalog = [
  { ...field, name: 'stock', type: 'number', list: false },
  { ...field, name: 'material', type: 'text', list: false },
  { ...field, name: 'tags', type: 'text', list: true },
];

function codes(more: string): string[] {
  const parameters = keywordSearch(more);
  const leniences = findLeniences(parameters, readSearchRequest(parameters, context()).query, FIELDS);
  return leniences.map(({ code, fields }) => [code, ...fields].join(' '));
}

it.each([
  ['sort=stock+asc,price+desc&groupby=material&facet.range=stock&segment=a:b', []],
  ['sort=tags+asc', ['sort.list tags']],
  ['sort=stcok+asc', ['sort.unknown stcok']],
  ['groupby=tags', ['groupby.list tags']],
  ['groupby=nonsense', ['groupby.unknown nonsense']],
  ['fq=material:"oak"&efq=stock:[1 TO 2] AND price:[1 TO 2]&fq=sku_size:"L"', []],
  ['fq=matrial:"oak"&efq=matrial:"elm"', ['filter.unknown matrial']],
  ['efq=stock:[1 TO 2] AND -colour:"red"', ['filter.unknown colour']],
  ['facet.range=nonsense', ['facet.range.unknown nonsense']],
  ['facet.range=material', ['facet.range.unknown material']],
  ['segment=a:b&segment=c:d', ['segment.repeated']],
])('tells of %s: %j', (more, expected) => {
  expect(codes(more)).toEqual(expected);
});

it('tells of a caller without address and visitor', () => {
  expect(findCallerLeniences(new URLSearchParams('q=lamp&url='))).toEqual([
    { code: 'url.missing', fields: [] },
    { code: 'visitor.missing', fields: [] },
  ]);
  expect(findCallerLeniences(new URLSearchParams('url=a&_br_uid_2=uid'))).toEqual([]);
});

it('names the fields in a header of their own, whatever they are called, and in the log', () => {
  const lenience = { code: 'filter.unknown', fields: ['größe', 'a, b'] } as const;
  expect(formatLenientHeaders([lenience])).toEqual({
    'x-brctl-lenient': 'filter.unknown',
    'x-brctl-lenient-fields': 'filter.unknown=gr%C3%B6%C3%9Fe, filter.unknown=a%2C%20b',
  });
  expect(formatLenientHeaders([])).toEqual({});
  expect(formatLenience(lenience)).toMatch(/^filter\.unknown: .* a field that no product has: größe, a, b$/);
});
