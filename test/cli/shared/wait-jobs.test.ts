import { expect, test } from 'vitest';
import type { CommandContext } from '../../../src/cli/context.ts';
import { awaitJobs } from '../../../src/cli/shared/wait-jobs.ts';
import type { LedgerEntry } from '../../../src/client/state/ledger-entry.ts';

/** Waits for a job that is looked at twice; gives what was reported. */
async function reported(operations: number | undefined): Promise<unknown[]> {
  const reports: unknown[] = [];
  const looks = [
    { id: 'job-1', status: 'running', progress: { done: 124_417, unit: 'operations' } },
    { id: 'job-1', status: 'success' },
  ];
  const context = {
    now: () => new Date(0),
    random: () => 0,
    sleep: async () => {},
    signal: new AbortController().signal,
    commandFor: () => '',
    output: {
      progress: (_label: string, work: (report: (at: unknown) => void) => Promise<unknown>) =>
        work((at) => reports.push(at)),
    },
  } as unknown as CommandContext;
  const ledger = {
    requestOf: async () => (operations === undefined ? undefined : ({ operations } as LedgerEntry)),
  };
  const api = { job: async () => looks.shift() as never };
  await awaitJobs(context, api, ['job-1'], { timeout: 60_000 }, 'local', { doing: 'applying', ledger });
  return reports;
}

test('progress of a job is told of as many operations as were sent', async () => {
  expect(await reported(200_000)).toEqual([{ done: 124_417, total: 200_000, unit: 'operations' }, 'success']);
  expect(await reported(undefined)).toEqual([{ done: 124_417, unit: 'operations' }, 'success']);
});
