import { expect, test } from 'vitest';
import type { BriefCall as RequestLine } from '../../../../src/protocol/control-documents.ts';
import { computeActivity } from '../../../../src/server/inspector/requests/activity.ts';
import {
  findUnknownNames,
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
  const filters = 'Filters: status, op, method, path, job, ms, hits, id.';
  expect(findUnknownNames('Statsu:400 -op:put lamp nonsense:1 statsu:500')).toEqual([
    `No filter “statsu”. ${filters}`,
    `No filter “nonsense”. ${filters}`,
  ]);
  expect(findUnknownNames('fq=price:10 http://shop.example hits:0')).toEqual([]);
});

test('an operation that no request has is named; a part of one, typed so far, is not', () => {
  expect(findUnknownNames('op:nonsense status:200')).toEqual([
    expect.stringMatching(/^No operation “nonsense”\. Operations: put-products, .*, sftp:mkdir\.$/),
  ]);
  expect(findUnknownNames('-op:job:')).toHaveLength(1);
  expect(findUnknownNames('op: op:ge op:PUT-items op:sftp:re op:"get-search"')).toEqual([]);
});

test('the time axis stays when a filter leaves calls out', () => {
  const all = [line(1, 0), line(0, 5_000), line(1, 9_000)];
  const whole = computeActivity(all, 10);
  const filtered = computeActivity(all.slice(1, 2), 10, all);
  expect(filtered.spanMs).toBe(whole.spanMs);
  expect(filtered.spans.map(({ fromMs }) => fromMs)).toEqual(whole.spans.map(({ fromMs }) => fromMs));
  expect(computeActivity([], 10, all).spans).toHaveLength(whole.spans.length);
});
