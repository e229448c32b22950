import { expect, test } from 'vitest';
import { silentLog } from '../../../../src/emulator/service/control/log.ts';
import { advance } from '../../../../src/emulator/service/jobs/job.ts';
import type { JobContext } from '../../../../src/emulator/service/jobs/job-context.ts';
import { JobRunner, type JobWork } from '../../../../src/emulator/service/jobs/job-runner.ts';
import { AbortFlag } from '../../../../src/emulator/service/tasks/abort-flag.ts';
import type { JobRow } from '../../../../src/emulator/store/state-store.ts';

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
  input: '{}',
};

test('a job whose step cannot be stored is tried again, and ends once', async () => {
  let fullDisk = 2;
  const saved: string[] = [];
  const shown: string[] = [];
  let current = JOB;
  const context = {
    options: { clock: { now: () => 5 }, log: silentLog },
    store: {
      saveJob: (job: JobRow) => {
        if (fullDisk-- > 0) throw new Error('database or disk is full');
        saved.push(job.state);
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
  const work: JobWork = {
    skipReason: () => undefined,
    run: async () => ({ end: 'loaded', recordsFile: 'r', version: 1, records: 1, operations: 1 }),
    commit: async (job) => advance(job, { kind: 'succeed' }, 6),
  };
  const works = { 'ingest full': work, 'ingest delta': work, 'index update': work };
  const run = { flag: new AbortFlag(), signal: new AbortController().signal, standAside: () => undefined };
  await new JobRunner(context, works).execute(JOB, run);
  expect(saved).toEqual(['running']);
  expect(shown).toEqual(['running', 'success']);
});
