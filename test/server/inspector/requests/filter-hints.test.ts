import { expect, test } from 'vitest';
import type { BriefCall as RequestLine } from '../../../../src/protocol/control-documents.ts';
import { computeActivity } from '../../../../src/server/inspector/requests/activity.ts';
import {
  findUnknownFields,
  parseRequestFilter,
} from '../../../../src/server/inspector/requests/request-filter.ts';

const line = (hits?: number, at = 0): RequestLine => ({
  id: `r${at}`,
  at: new Date(at).toISOString(),
  operation: 'get-search',
  method: 'GET',
  url: '/api/v1/core/?q=lamp',
  status: 200,
  elapsedMs: 1,
  ...(hits !== undefined && { answeredFrom: [{ catalog: 'a', version: 1, hits }] }),
});

test('a filter finds searches without hits, and no call that is no search', () => {
  const test = parseRequestFilter('hits:0');
  expect([line(0), line(3), line()].map(test)).toEqual([true, false, false]);
  expect([line(0), line(3), line()].map(parseRequestFilter('hits:>=1'))).toEqual([false, true, false]);
});

test('a field that no filter has is named; conditions of searches are plain words', () => {
  expect(findUnknownFields('statsu:400 -op:x lamp nonsense:1')).toEqual(['statsu', 'nonsense']);
  expect(findUnknownFields('fq=price:10 http://shop.example hits:0')).toEqual([]);
});

test('the time axis stays when a filter leaves calls out', () => {
  const all = [line(1, 0), line(0, 5_000), line(1, 9_000)];
  const whole = computeActivity(all, 10);
  const filtered = computeActivity(all.slice(1, 2), 10, all);
  expect(filtered.spanMs).toBe(whole.spanMs);
  expect(filtered.spans.map(({ fromMs }) => fromMs)).toEqual(whole.spans.map(({ fromMs }) => fromMs));
  expect(computeActivity([], 10, all).spans).toHaveLength(whole.spans.length);
});
