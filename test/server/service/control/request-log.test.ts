import { expect, test } from 'vitest';
import { type RequestEntry, RequestLog } from '../../../../src/server/service/control/request-log.ts';

function entry(id: number, change: Partial<RequestEntry> = {}): RequestEntry {
  const texts = { url: '/', headers: {}, notes: [] };
  return {
    id: String(id),
    operation: 'get-search',
    status: 200,
    ...texts,
    ...change,
  } as unknown as RequestEntry;
}

test('the log keeps the newest calls, oldest first', () => {
  const log = new RequestLog();
  for (let id = 1; id <= 1_002; id++) log.add(entry(id));
  expect(log.list().map(({ id }) => id)).toEqual(Array.from({ length: 1_000 }, (_, at) => String(at + 3)));
});

test('the log takes so many bytes, whatever calls have', () => {
  const log = new RequestLog();
  const large = 'x'.repeat(5_000_000);
  for (let id = 1; id <= 500; id++) {
    if (id % 3 === 0) log.add(entry(id, { url: large }));
    else if (id % 3 === 1) log.add(entry(id, { headers: { large } }));
    else log.add(entry(id), 5_000_000);
    expect(log.bytes).toBeLessThanOrEqual(48_000_000);
  }
  expect(log.list().map(({ id }) => id)).toEqual([
    '492',
    '493',
    '494',
    '495',
    '496',
    '497',
    '498',
    '499',
    '500',
  ]);
});

test('of itself the log takes 1,000 calls and 48 MB, whichever comes first', () => {
  const log = new RequestLog();
  for (let id = 1; id <= 1_500; id++) log.add(entry(id), 32_768);
  expect([log.list().length, log.list()[0]?.id]).toEqual([1_000, '501']);
  for (let id = 1; id <= 1_500; id++) log.add(entry(id), 65_536);
  expect(log.bytes).toBeGreaterThan(47_000_000);
  expect(log.bytes).toBeLessThanOrEqual(48_000_000);
});

test('calls are found by operation, by status and up to a number', () => {
  const log = new RequestLog();
  log.add(entry(1, { operation: 'put-products' }));
  log.add(entry(2, { status: 503 }));
  log.add(entry(3));
  expect(log.list({ operation: 'get-search' }).map(({ id }) => id)).toEqual(['2', '3']);
  expect(log.list({ status: 503 }).map(({ id }) => id)).toEqual(['2']);
  expect(log.list({ limit: 1 }).map(({ id }) => id)).toEqual(['3']);
});

test('a cleared log is empty', () => {
  const log = new RequestLog();
  log.add(entry(1));
  log.clear();
  expect(log.list()).toEqual([]);
});
