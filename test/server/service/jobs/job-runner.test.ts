import { expect, test } from 'vitest';
import { AbortFlag } from '../../../../src/base/process/abort-flag.ts';
import { type Log, silentLog } from '../../../../src/server/service/control/log.ts';
import { transition } from '../../../../src/server/service/jobs/job.ts';
import type { JobContext } from '../../../../src/server/service/jobs/job-context.ts';
import { createJobRunner, type JobHandler } from '../../../../src/server/service/jobs/job-runner.ts';
import type { JobRow } from '../../../../src/server/store/state-rows.ts';

const JOB: JobRow = {
  seq: 1,
  id: '5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a',
  accountId: '4242',
  catalog: 'lamps',
  type: 'ingest delta',
  state: 'queued',
  createdMs: 1,
  startedMs: null,
  stoppedMs: null,
  message: '',
  errorCode: '',
  requestId: null,
  version: null,
  stats: null,
  input: '{}',
};

/** A runner over a store whose first writes fail as they are told to; what it saved, showed and logged. */
function runnerOver(failures: (Error | undefined)[], work: Partial<JobHandler> = {}) {
  const saved: string[] = [];
  const shown: string[] = [];
  const logged: string[] = [];
  let current = JOB;
  const log: Log = { ...silentLog, error: (text) => logged.push(text) };
  const context = {
    options: { clock: { now: () => 5 }, log },
    store: {
      saveJob: (job: JobRow) => {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        saved.push(`${job.state} ${job.errorCode}`.trim());
      },
      flush: async () => undefined,
    },
    book: {
      row: () => current,
      show: (job: JobRow) => {
        current = job;
        shown.push(job.state);
      },
    },
    spool: { drop: async () => undefined },
  } as unknown as JobContext;
  const whole: JobHandler = {
    noopReason: () => undefined,
    discard: () => undefined,
    run: async () => ({
      end: 'loaded',
      file: 'r',
      version: 1,
      records: 1,
      operations: 1,
      endedBytes: 0,
    }),
    commit: async (job) => {
      const ended = transition(job, { kind: 'succeed' }, 6);
      context.store.saveJob(ended);
      return ended;
    },
    ...work,
  };
  const works = { 'ingest full': whole, 'ingest delta': whole, 'index update': whole };
  return { runner: createJobRunner(context, works), saved, shown, logged };
}

function runWith(controller = new AbortController()) {
  return {
    flag: new AbortFlag(),
    signal: controller.signal,
    standAside: () => undefined,
    stall: (pause: Promise<void>) => pause,
    follow: () => undefined,
  };
}

const FULL = Object.assign(new Error('database or disk is full'), { sqliteCode: 13 });

test('a job whose step cannot be stored is tried again, and ends once', async () => {
  const { runner, saved, shown, logged } = runnerOver([FULL, Object.assign(new Error('x'), { code: 'EIO' })]);
  await runner.execute(JOB, runWith());
  expect(saved).toEqual(['running', 'success']);
  expect(shown).toEqual(['running', 'success']);
  expect(logged).toEqual(['could not store job step; will retry', 'could not store job step; will retry']);
});

test.each([
  ['in the commit', { commit: async () => Promise.reject(new TypeError('x is undefined')) }],
  [
    'before it runs',
    {
      noopReason: () => {
        throw new TypeError('x is undefined');
      },
    },
  ],
])('a fault of ours %s fails the job at once, with a line in the log', async (_when, work) => {
  const { runner, saved, shown, logged } = runnerOver([], work);
  await runner.execute(JOB, runWith());
  expect(saved).toEqual(['running', 'failed internal_error']);
  expect(shown).toEqual(['running', 'failed']);
  expect(logged).toEqual(['job failed: internal error']);
});

test('a job that is killed while its end cannot be stored still ends', async () => {
  const controller = new AbortController();
  const { runner, saved, shown } = runnerOver([undefined, FULL], {
    run: async () => {
      setTimeout(() => controller.abort('killed'), 50);
      return { end: 'loaded', file: 'r', version: 1, records: 1, operations: 1, endedBytes: 0 };
    },
  });
  await runner.execute(JOB, runWith(controller));
  expect(saved).toEqual(['running', 'success']);
  expect(shown.at(-1)).toBe('success');
});
