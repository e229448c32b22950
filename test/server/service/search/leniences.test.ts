import { expect, it } from 'vitest';
import type { FieldCatalog } from '../../../../src/engine/fields/field-survey.ts';
import { findCallerLeniences, findLeniences } from '../../../../src/server/service/search/leniences.ts';
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
  return findLeniences(parameters, readSearchRequest(parameters, context()).query, FIELDS);
}

it.each([
  ['sort=stock+asc,price+desc&groupby=material&facet.range=stock&segment=a:b', []],
  ['sort=tags+asc', ['sort.list']],
  ['sort=stcok+asc', ['sort.unknown']],
  ['groupby=tags', ['groupby.list']],
  ['groupby=nonsense', ['groupby.unknown']],
  ['fq=material:"oak"&efq=stock:[1 TO 2] AND price:[1 TO 2]&fq=sku_size:"L"', []],
  ['fq=matrial:"oak"', ['filter.unknown']],
  ['efq=stock:[1 TO 2] AND -colour:"red"', ['filter.unknown']],
  ['facet.range=nonsense', ['facet.range.unknown']],
  ['facet.range=material', ['facet.range.unknown']],
  ['segment=a:b&segment=c:d', ['segment.repeated']],
])('tells of %s: %j', (more, expected) => {
  expect(codes(more)).toEqual(expected);
});

it('tells of a caller without address and visitor', () => {
  expect(findCallerLeniences(new URLSearchParams('q=lamp&url='))).toEqual(['url.missing', 'visitor.missing']);
  expect(findCallerLeniences(new URLSearchParams('url=a&_br_uid_2=uid'))).toEqual([]);
});
