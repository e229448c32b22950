import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/base/files/sqlite.ts';
import type { JobRow } from '../../../src/server/store/state-rows.ts';
import { StateStore } from '../../../src/server/store/state-store.ts';
import { temporaryFolder } from '../../temp-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const JOB: Omit<JobRow, 'seq'> = {
  id: '7c1f9c3e-8f0e-4a39-9d43-0d1c0b1f4d11',
  accountId: '6602',
  catalog: 'lamps',
  type: 'ingest full',
  state: 'queued',
  createdMs: 1_000.25,
  startedMs: null,
  stoppedMs: null,
  message: '',
  errorCode: '',
  requestId: null,
  version: null,
  stats: null,
  input: '{}',
};

test('what was committed is there after the store is opened again', () => {
  const first = new StateStore(folder, true);
  const catalog = first.addCatalog('lamps', '6602');
  first.saveCatalog({
    ...catalog,
    family: 'products',
    version: 3,
    records: 12,
    recordsFile: 'records-1-1.db',
  });
  first.savePublished({
    catalogId: catalog.id,
    version: 2,
    documents: 11,
    recordsFile: 'records-1-1.db',
    ref: { engine: 'embedded', format: '6', name: 'index-1-2.db', version: 3 },
    fields: [],
    settings: '{}',
  });
  const job = first.addJob(JOB);
  first.saveJob({ ...job, state: 'failed', stoppedMs: 2_000, message: 'Line 3: no op' });
  first.close();

  const second = new StateStore(folder, true);
  expect(second.catalogs()).toEqual([
    {
      id: 1,
      name: 'lamps',
      accountId: '6602',
      family: 'products',
      version: 3,
      records: 12,
      recordsFile: 'records-1-1.db',
    },
  ]);
  expect(second.published()).toMatchObject([{ version: 2, documents: 11 }]);
  expect(second.jobs()).toEqual([
    { ...JOB, seq: 1, state: 'failed', stoppedMs: 2_000, message: 'Line 3: no op' },
  ]);
  second.close();
});

test('a folder that is open already is refused as locked', () => {
  const first = new StateStore(folder, true);
  expect(() => new StateStore(folder, true)).toThrow(
    expect.objectContaining({ code: 'store.locked', kind: 'locked' }),
  );
  first.close();
  new StateStore(folder, true).close();
});

test('ids of catalogs and places of jobs are not used again after everything was forgotten', () => {
  const store = new StateStore(folder, false);
  store.addCatalog('lamps', '6602');
  store.addJob(JOB);
  store.clear();
  expect(store.addCatalog('lamps', '6602').id).toBe(2);
  expect(store.addJob(JOB).seq).toBe(2);
  store.close();
});

test('a transaction that throws leaves nothing', () => {
  const store = new StateStore(folder, false);
  expect(() =>
    store.transaction(() => {
      store.addJob(JOB);
      throw new Error('the work fails');
    }),
  ).toThrow('the work fails');
  expect(store.jobs()).toEqual([]);
  store.close();
});

test('a commit can be forced to disk', async () => {
  const store = new StateStore(folder, true);
  store.addJob(JOB);
  await expect(Promise.all([store.flush(), store.flush(), store.flush()])).resolves.toHaveLength(3);
  expect(store.jobs()).toMatchObject([JOB]);
  store.close();
});

test('a store of a newer brctl is refused and left as it is', () => {
  new StateStore(folder, false).close();
  const file = path.join(folder, 'state.db');
  const newer = openDatabase(file);
  newer.exec('PRAGMA user_version = 999');
  newer.close();
  expect(() => new StateStore(folder, false)).toThrow(
    expect.objectContaining({ code: 'store.newer_schema', kind: 'config' }),
  );
});
