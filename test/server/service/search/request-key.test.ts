import { expect, it } from 'vitest';
import { CALLER } from '../../../../src/protocol/caller-parameters.ts';
import { getSearch } from '../../../../src/server/http/routes/get-search.ts';
import { toResponseCacheKey } from '../../../../src/server/service/search/catalog-search.ts';

it('is the same for every caller', () => {
  const own = 'q=oak+lamp&fq=brand%3A%22a%22&rows=5';
  const named = `account_id=1&${own}&url=https%3A%2F%2Fshop.example&_br_uid_2=uid%3D1&request_id`;
  expect(toResponseCacheKey(named)).toBe(own);
});

it.each([
  ['another value', 'q=oak', 'q=elm'],
  ['another order', 'fq=a&fq=b', 'fq=b&fq=a'],
  ["a name that only begins as a caller's", 'q=a&url2=b', 'q=a&url2=c'],
])('differs for %s', (_what, one, other) => {
  expect(toResponseCacheKey(one)).not.toBe(toResponseCacheKey(other));
});

it('leaves out what every call of the search area carries, and nothing else that a search knows', () => {
  const leftOut = Object.keys(getSearch.query ?? {}).filter(
    (name) => toResponseCacheKey(`${name}=1&q=a`) === 'q=a',
  );
  expect(leftOut).toEqual(Object.keys(CALLER));
});
