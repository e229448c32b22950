import { expect, test } from 'vitest';
import type { RequestEntry } from '../../../../src/server/service/control/request-log.ts';
import { recordedCalls } from '../../../../src/server/service/incident/recorded-calls.ts';
import type { Job } from '../../../../src/server/service/jobs/job.ts';
import type { VersionRow } from '../../../../src/server/store/state-rows.ts';

const body = (text: string, truncated = false) => ({
  text,
  encoding: 'utf8' as const,
  bytes: text.length,
  truncated,
});
const LOAD = body('{"op":"add","path":"/products/A","value":{}}');

function call(id: string, seconds: number, more: Partial<RequestEntry> = {}): RequestEntry {
  return {
    id,
    at: new Date(seconds * 1_000).toISOString(),
    operation: 'get-search',
    method: 'GET',
    url: '/api/v1/core/?q=a',
    headers: {},
    requestBody: null,
    status: 200,
    responseBody: null,
    elapsedMs: 1,
    basis: null,
    notes: [],
    ...more,
  };
}

const load = (id: string, seconds: number, jobId: string, requestBody = LOAD) =>
  call(id, seconds, { method: 'PATCH', operation: 'patch-products', jobId, requestBody });
const job = (id: string, stoppedSeconds: number, type: Job['type'] = 'ingest delta') =>
  ({ id, type, version: 1, stoppedMs: stoppedSeconds * 1_000 }) as Job;
const version = (number: number, jobId: string | null, seconds: number) =>
  ({ version: number, jobId, appliedMs: seconds * 1_000 }) as VersionRow;

const NOW = { nowMs: 1_000_000 };
const idsOf = (calls: readonly RequestEntry[]) => calls.map(({ id }) => id);

test('where everything can be sent again, it begins before the first call', () => {
  const { calls, startsMs, leftOut } = recordedCalls({
    ...NOW,
    entries: [load('put', 10, 'j1'), call('s1', 20)],
    jobs: [job('j1', 11)],
    versions: [[version(1, 'j1', 11)]],
  });
  expect([idsOf(calls), startsMs]).toEqual([['put', 's1'], 10_999]);
  expect(leftOut).toEqual({ earlier: 0, sftp: 0, faults: 0, incomplete: 0, keys: 0 });
});

test.each([
  ['whose body was not kept whole', body('{"op":"add"', true)],
  ['of SFTP files', body('["shop/shop_full.jsonl"]')],
])('it begins behind the last load %s', (_why, requestBody) => {
  const { calls, startsMs, leftOut } = recordedCalls({
    ...NOW,
    entries: [
      load('a', 10, 'j1'),
      call('s1', 20),
      load('b', 30, 'j2', requestBody),
      call('s2', 40),
      load('c', 50, 'j3'),
    ],
    jobs: [job('j1', 11), job('j2', 31), job('j3', 51)],
    versions: [[version(1, 'j1', 11), version(2, 'j2', 31), version(3, 'j3', 51)]],
  });
  expect([idsOf(calls), startsMs]).toEqual([['s2', 'c'], 31_000]);
  expect(leftOut.earlier).toBe(3);
});

test('it begins behind what no call has made, and behind the oldest version that is kept', () => {
  const past = { ...NOW, entries: [call('s1', 20), call('s2', 40)], jobs: [] };
  expect(idsOf(recordedCalls({ ...past, versions: [[version(1, 'gone', 30)]] }).calls)).toEqual(['s2']);
  const jobs = [job('j1', 31)];
  const entries = [load('a', 30, 'j1'), call('s2', 40)];
  expect(idsOf(recordedCalls({ ...NOW, entries, jobs, versions: [[version(5, 'j1', 31)]] }).calls)).toEqual([
    's2',
  ]);
  // A job of an index that somebody ran at the start.
  const run = [job('x', 25, 'index update')];
  expect(idsOf(recordedCalls({ ...past, jobs: run, versions: [] }).calls)).toEqual(['s2']);
});

test('what was searched while a load ran is searched before it, and its job is asked about after it', () => {
  const { calls } = recordedCalls(
    {
      ...NOW,
      entries: [
        load('index', 10, 'j1', LOAD),
        call('during', 12),
        call('poll', 13, { operation: 'get-job', url: '/dataconnect/api/v1/jobs/j1' }),
        call('after', 30),
      ],
      jobs: [job('j1', 20)],
      versions: [],
    },
    1_000,
  );
  expect(idsOf(calls)).toEqual(['during', 'index', 'poll', 'after']);
});

test('what cannot be made again is left out, by its reason', () => {
  const { calls, leftOut } = recordedCalls(
    {
      ...NOW,
      entries: [
        call('early', 1),
        call('sftp', 10, { kind: 'sftp' }),
        call('fault', 11, { notes: ['fault: {"status":503}'] }),
        load('cut', 12, 'j1', body('{"op"', true)),
        call('of an old job', 13, { operation: 'get-job', url: '/dataconnect/api/v1/jobs/j1' }),
        call('of no job', 14, { operation: 'get-job', url: '/dataconnect/api/v1/jobs/none' }),
        call('key', 15, { url: '/api/v1/core/?auth_key=***&q=***' }),
        call('fine', 16, { url: '/api/v1/core/?auth_key=***&q=a' }),
      ],
      jobs: [job('j1', 12)],
      versions: [],
    },
    5_000,
  );
  expect(idsOf(calls)).toEqual(['of no job', 'fine']);
  expect(leftOut).toEqual({ earlier: 2, sftp: 1, faults: 1, incomplete: 1, keys: 1 });
});
