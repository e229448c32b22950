import path from 'node:path';
import { expect, test } from 'vitest';
import { AbortFlag } from '../../../../src/base/process/abort-flag.ts';
import { silentLog } from '../../../../src/server/service/control/log.ts';
import type { JobContext } from '../../../../src/server/service/jobs/job-context.ts';
import type { TaskOutcome } from '../../../../src/server/service/jobs/job-task.ts';
import { createLoadJobHandler } from '../../../../src/server/service/load/load-job-handler.ts';
import type { CatalogRegistry } from '../../../../src/server/service/registry/catalog-registry.ts';
import { createRecordsFiles } from '../../../../src/server/service/registry/records-files.ts';
import type { VersionHistory } from '../../../../src/server/service/registry/version-log.ts';
import {
  createRecordsFile,
  markApplied,
  sealRecordsFile,
} from '../../../../src/server/store/records-file.ts';
import type { JobRow } from '../../../../src/server/store/state-rows.ts';
import { temporaryFolder } from '../../../temp-folder.ts';

const DELTA = { id: 'the-job', seq: 7, catalog: 'lamps', type: 'ingest delta' } as JobRow;
const LOST: TaskOutcome = { end: 'aborted' };
const OUT_OF_MEMORY: TaskOutcome = { end: 'failed', message: 'out of memory', errorCode: 'internal_error' };
const REFUSED: TaskOutcome = { end: 'failed', message: 'Line 1: no', errorCode: 'invalid_patch' };

test.each([
  [LOST, 'the-job', { end: 'loaded', version: 4, records: 9 }],
  [OUT_OF_MEMORY, 'the-job', { end: 'loaded', version: 4, records: 9 }],
  [LOST, 'another-job', LOST],
  [REFUSED, 'another-job', REFUSED],
])('a worker that ended %j when %s was applied last', async (outcome, lastJob, wanted) => {
  const folder = temporaryFolder();
  const database = createRecordsFile(path.join(folder, 'r.db'));
  markApplied(database, { version: 4, jobId: lastJob, lastDocid: 12, records: 9 });
  sealRecordsFile(database);
  const versions = { collectableVersion: () => 0 } as unknown as VersionHistory;
  const row = { id: 1, family: 'products', version: 3, recordsFile: 'r.db' };
  const registry = { ofJob: () => ({ row, published: null }) } as unknown as CatalogRegistry;
  const context = {
    options: {
      durable: false,
      log: silentLog,
      settings: { maxOperationsPerJob: 10 },
      clock: { now: () => 0 },
    },
    pool: { run: async () => outcome },
    versions,
    pathOf: (file: string) => path.join(folder, file),
    registry,
    records: createRecordsFiles(folder, registry, versions, silentLog),
  } as unknown as JobContext;
  const job = { ...DELTA, input: JSON.stringify({ mode: 'delta', family: 'products', parts: [] }) };
  const run = {
    flag: new AbortFlag(),
    signal: new AbortController().signal,
    standAside: () => undefined,
    stall: (pause: Promise<void>) => pause,
    follow: () => undefined,
  };
  expect(await createLoadJobHandler(context).run(job, run)).toMatchObject(wanted);
});
