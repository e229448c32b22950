import { expect, test } from 'vitest';
import { computeActivity } from '../../../../src/server/inspector/requests/activity.ts';
import { callSummary } from '../../../../src/server/inspector/requests/call-summary.ts';

const at = (seconds: number, status = 200, elapsedMs = 1) => ({
  id: `${seconds}`,
  at: new Date(1_900_000_000_000 + seconds * 1_000).toISOString(),
  operation: 'get-search',
  method: 'GET',
  url: '/',
  status,
  elapsedMs,
});

test('calls are counted by spans of time and by their end', () => {
  const { spanMs, spans } = computeActivity([at(9, 0), at(1, 404), at(0), at(0.5, 200, 7)], 10);
  expect(spanMs).toBe(1_000);
  expect(spans).toHaveLength(10);
  expect(spans[0]).toEqual({ fromMs: 1_900_000_000_000, good: 2, refused: 0, failed: 0, p95Ms: 7 });
  expect([spans[1]?.refused, spans[9]?.failed]).toEqual([1, 1]);
});

test('there are never more spans than asked for, and none of nothing', () => {
  expect(computeActivity([], 10).spans).toEqual([]);
  const years = [at(0), at(400_000_000)];
  expect(computeActivity(years, 10).spans.length).toBeLessThanOrEqual(10);
});

test.each([
  [
    '/api/v1/core/?account_id=1&domain_key=lighting_en&q=floor+lamp&fq=price%3A%5B1+TO+2%5D',
    'floor lamp',
    'fq=price:[1 TO 2]',
    'lighting_en',
  ],
  ['/api/v1/core/?search_type=category&q=220&domain_key=a', 'category 220', '', 'a'],
  ['/api/v1/core/?q=', '(no words)', '', ''],
  ['/dataconnect/api/v1/accounts/1/catalogs/l%20en/products', 'l en', '', ''],
  ['/nowhere%', '/nowhere%', '', ''],
])('%s is about %s', (url, subject, rest, catalog) => {
  expect(callSummary({ url })).toEqual({ subject, rest, catalog });
});
