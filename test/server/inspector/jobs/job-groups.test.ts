import { expect, test } from 'vitest';
import type { JobDocument } from '../../../../src/protocol/control-documents.ts';
import { computeBars, groupJobs } from '../../../../src/server/inspector/jobs/job-groups.ts';

const START_MS = Date.parse('2031-01-01T00:00:00Z');
const time = (ms: number | null) => (ms === null ? null : new Date(START_MS + ms).toISOString());

const REST = {
  account_id: '1',
  message: '',
  error_code: '',
  progress: null,
  request_id: null,
  version: null,
  stats: null,
};

function job(
  id: string,
  type: JobDocument['type'],
  status: JobDocument['status'],
  created: number,
  started: number | null,
  stopped: number | null,
  catalog = 'a',
): JobDocument {
  const at = { created_at: time(created) ?? '', started_at: time(started), stopped_at: time(stopped) };
  return { id, catalog_name: catalog, type, status, ...at, ...REST };
}

test('loads belong to the index run that made them searchable', () => {
  const groups = groupJobs(
    [
      job('5', 'ingest delta', 'running', 500, 600, null),
      job('4', 'index update', 'success', 300, 310, 400),
      job('3', 'ingest full', 'success', 250, 250, 260, 'b'),
      job('2', 'ingest delta', 'failed', 120, 120, 130),
      job('1', 'ingest delta', 'success', 0, 20, 100),
    ],
    START_MS + 1_000,
  );
  expect(
    groups.map(({ catalog, jobs, searchableMs }) => [catalog, jobs.map(({ id }) => id).join(), searchableMs]),
  ).toEqual([
    ['a', '5', undefined],
    ['b', '3', undefined],
    ['a', '1,2,4', 400],
  ]);
});

test('an index run after no load made nothing searchable', () => {
  expect(
    groupJobs([job('1', 'index update', 'success', 0, 0, 5)], START_MS)[0]?.searchableMs,
  ).toBeUndefined();
});

test('a load long after another stands by itself', () => {
  const all = [
    job('2', 'ingest delta', 'success', 700_000, 700_000, 700_001),
    job('1', 'ingest delta', 'success', 0, 0, 1),
  ];
  expect(groupJobs(all, START_MS + 800_000)).toHaveLength(2);
});

test('bars lie within their group, also of jobs that wait, run or never began', () => {
  const all = [
    job('3', 'ingest delta', 'killed', 60, null, 80),
    job('2', 'ingest delta', 'running', 50, 75, null),
    job('1', 'ingest delta', 'success', 0, 25, 50),
  ];
  const [group] = groupJobs(all, START_MS + 100);
  const bars = group?.jobs.map((each) => computeBars(each, group, START_MS + 100));
  expect(bars).toEqual([
    { waitFrom: 0, runFrom: 25, to: 50 },
    { waitFrom: 50, runFrom: 75, to: 100 },
    { waitFrom: 60, runFrom: 80, to: 80 },
  ]);
});
