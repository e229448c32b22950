import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Job } from '../../../../src/server/service/jobs/job.ts';
import {
  formatJobTime,
  type JobEvent,
  toJobRecord,
  transition,
} from '../../../../src/server/service/jobs/job.ts';

const JOB: Job = {
  id: '5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a',
  accountId: '4242',
  catalog: 'lighting_en',
  type: 'ingest delta',
  state: 'creating',
  createdMs: Date.UTC(2031, 1, 3, 10),
  startedMs: null,
  stoppedMs: null,
  message: '',
  errorCode: '',
  requestId: null,
  version: null,
  stats: null,
};

const EVENTS: JobEvent[] = [
  { kind: 'queue' },
  { kind: 'start' },
  { kind: 'succeed' },
  { kind: 'fail', message: 'Line 1: no', errorCode: 'invalid_patch' },
  { kind: 'skip', message: 'nothing has changed' },
  { kind: 'kill', message: 'killed by request' },
];

const LEGAL: Record<string, string> = {
  'creating queue': 'queued',
  'queued start': 'running',
  'queued skip': 'skipped',
  'queued kill': 'killed',
  'running succeed': 'success',
  'running fail': 'failed',
  'running kill': 'killed',
};

const STATES = ['creating', 'queued', 'running', 'success', 'failed', 'skipped', 'killed'] as const;

test.each(STATES.flatMap((state) => EVENTS.map((event) => [state, event.kind, event] as const)))(
  'a job that is %s, at %s, moves as the table of legal moves says',
  (state, kind, event) => {
    const expected = LEGAL[`${state} ${kind}`];
    const move = () => transition({ ...JOB, state }, event, 5);
    if (expected === undefined)
      expect(move).toThrow(`job ${JOB.id} is ${state}: ${kind} is not a legal move`);
    else expect(move().state).toBe(expected);
  },
);

test('whatever happens, times are set once, in order, and an ended job never moves', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 }), (events) => {
      let job = JOB;
      let now = JOB.createdMs;
      for (const event of events) {
        const before = job;
        try {
          job = transition(job, event, ++now);
        } catch {
          continue;
        }
        expect(before.stoppedMs).toBeNull();
        if (before.startedMs !== null) expect(job.startedMs).toBe(before.startedMs);
        if (job.stoppedMs !== null) expect(job.stoppedMs).toBeGreaterThan(job.startedMs ?? job.createdMs);
      }
    }),
  );
});

test.each([
  [Date.UTC(2031, 1, 3, 10), '2031-02-03T10:00:00.000000Z'],
  [Date.UTC(2031, 1, 3, 10, 0, 2, 104) + 0.25, '2031-02-03T10:00:02.104250Z'],
])('the time %d is written as %s', (ms, text) => {
  expect(formatJobTime(ms)).toBe(text);
});

test('a job record has the members and times of the documented one', () => {
  expect(toJobRecord({ ...JOB, state: 'running', startedMs: JOB.createdMs + 2_104.5 })).toEqual({
    account_id: 4242,
    catalog_name: 'lighting_en',
    created_at: '2031-02-03T10:00:00.000000Z',
    id: '5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a',
    started_at: '2031-02-03T10:00:02.104500Z',
    status: 'running',
    stopped_at: null,
    type: 'ingest delta',
  });
});
