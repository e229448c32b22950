import { expect, test } from 'vitest';
import { createJob } from '../../../../src/server/service/jobs/job.ts';
import { openJobRegistry } from '../../../../src/server/service/jobs/job-registry.ts';
import { StateStore } from '../../../../src/server/store/state-store.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { ACCOUNT } from '../opened-catalogs.ts';

test('10,000 ended jobs are remembered: for one more the oldest that has ended is forgotten', () => {
  const store = new StateStore(temporaryFolder(), false);
  const registry = openJobRegistry(store);
  const add = (state: 'success' | 'queued') => {
    const request = { account: ACCOUNT, catalog: 'lamps', type: 'ingest delta', state: 'queued' } as const;
    const row = registry.add({ ...createJob(request, 1), state }, null);
    registry.show(row);
    return row.id;
  };
  const [waiting, oldest, next] = [add('queued'), add('success'), add('success')];
  store.transaction(() => {
    for (let count = 3; count < 10_000; count++) add('success');
  });
  expect([waiting, oldest, next].map((id) => registry.row(id) !== undefined)).toEqual([true, true, true]);
  const last = add('success');
  expect([waiting, oldest, next, last].map((id) => registry.row(id) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(registry.list()).toHaveLength(10_000);
  expect(store.jobs()).toHaveLength(10_000);
  store.close();
});
