import { expect, test } from 'vitest';
import { type ComparedCall, compareCalls } from '../../../../src/cli/commands/local/compare-calls.ts';

const answer = (body: unknown, more: Partial<ComparedCall> = {}): ComparedCall => ({
  operation: 'get-search',
  status: 200,
  responseBody: {
    text: typeof body === 'string' ? body : JSON.stringify(body),
    encoding: 'utf8',
    truncated: false,
  },
  ...more,
});

test('fields are named by their path, both ways', () => {
  const was = { response: { numFound: 2, docs: [{ pid: 'A' }, { pid: 'B' }] }, old: 1 };
  const is = { response: { numFound: 1, docs: [{ pid: 'B' }] }, fresh: null };
  expect(compareCalls(answer(was), answer(is))).toEqual([
    { field: 'response.numFound', expected: 2, actual: 1 },
    { field: 'response.docs[0].pid', expected: 'A', actual: 'B' },
    { field: 'response.docs[1]', expected: { pid: 'B' }, actual: null },
    { field: 'old', expected: 1, actual: null },
    { field: 'fresh', expected: null, actual: null },
  ]);
});

test('another status is all that is told', () => {
  expect(compareCalls(answer({ a: 1 }), answer({ a: 2 }, { status: 503 }))).toEqual([
    { field: 'status', expected: 200, actual: 503 },
  ]);
});

test('ids of jobs, times and tokens do not count', () => {
  const job = (id: string, at: string, status = 'success') =>
    answer({ id, status, created_at: at, started_at: at, stopped_at: at }, { operation: 'get-job' });
  expect(compareCalls(job('a', '1'), job('b', '2'))).toEqual([]);
  expect(compareCalls(job('a', '1', 'running'), job('b', '2'))).toEqual([]);
  expect(compareCalls(job('a', '1', 'failed'), job('b', '2'))).toEqual([
    { field: 'status', expected: 'failed', actual: 'success' },
  ]);
  expect(compareCalls(answer({ jobId: 'a' }), answer({ jobId: 'b' }))).toEqual([]);
  expect(compareCalls(answer({ br_related_rid: 'a' }), answer({ br_related_rid: 'b' }))).toEqual([]);
  // Of anything else an id is an id.
  expect(compareCalls(answer({ id: 'a' }), answer({ id: 'b' }))).toHaveLength(1);
  const unknown = (id: string) => answer({ detail: `there is no job "${id}"` });
  expect(
    compareCalls(
      unknown('11111111-1111-4111-8111-111111111111'),
      unknown('22222222-2222-4222-8222-222222222222'),
    ),
  ).toEqual([]);
});

test('bodies that are no JSON, and those that were cut, are compared as text', () => {
  expect(compareCalls(answer('<p>a'), answer('<p>b'))).toEqual([
    { field: 'body', expected: '<p>a', actual: '<p>b' },
  ]);
  const cut = (text: string) => answer('', { responseBody: { text, encoding: 'utf8', truncated: true } });
  expect(compareCalls(cut('{"a":[1,2'), cut('{"a":[1,2,3'))).toEqual([]);
  expect(compareCalls(cut('{"a":[1,2'), cut('{"a":[1,7'))).toHaveLength(1);
  expect(compareCalls(answer('', { responseBody: null }), answer('', { responseBody: null }))).toEqual([]);
});
