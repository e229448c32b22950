import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import { locateDistFile } from '../../../base/files/built-file.ts';
import { toDatabaseFile } from '../../../base/files/database-files.ts';
import { WorkerPool } from '../../../base/process/worker-pool.ts';
import { quoteForShell } from '../../../base/wording/shell-quote.ts';
import { corruptFileError, isCorruption } from '../../store/open-migrated.ts';
import { checkRecordsFile } from '../../store/records-file.ts';
import { SnapshotFolder } from '../../store/snapshot-folder.ts';
import { openSpool } from '../../store/spool.ts';
import { type JobRow, STATE_SCHEMA } from '../../store/state-rows.ts';
import { StateStore } from '../../store/state-store.ts';
import { createIndexJobHandler } from '../index-run/index-job-handler.ts';
import type { JobContext, JobOptions } from '../jobs/job-context.ts';
import { toOutcome } from '../jobs/job-failure.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { openJobRegistry } from '../jobs/job-registry.ts';
import { createJobRunner } from '../jobs/job-runner.ts';
import { createLoadJobHandler } from '../load/load-job-handler.ts';
import { CatalogRegistry } from '../registry/catalog-registry.ts';
import { createRecordsFiles } from '../registry/records-files.ts';
import { openVersionHistory } from '../registry/version-log.ts';
import { type CatalogService, Catalogs, type Listener } from './catalog-service.ts';
import { CatalogSnapshots } from './catalog-snapshots.ts';
import { createHousekeeping } from './housekeeping.ts';

export interface CatalogServiceOptions extends JobOptions {
  maxParallelJobs?: number;
}

const MAX_PARALLEL_JOBS = 2;

/** Files of catalogs, with what SQLite keeps beside them; those of indexes are where earlier versions of brctl had them. */
const DATABASE_FILE = /^(?:records|index)-.*\.db$/;

/** Brings the folder into order, and continues with the jobs that had not ended. @throws BrctlError `locked`, `config` */
export async function openCatalogService(options: CatalogServiceOptions): Promise<CatalogService> {
  const store = new StateStore(options.folder, options.durable);
  try {
    return await open(options, store);
  } catch (error) {
    store.close();
    throw isCorruption(error)
      ? corruptFileError(path.join(options.folder, 'state.db'), STATE_SCHEMA, getMessage(error))
      : error;
  }
}

async function open(options: CatalogServiceOptions, store: StateStore): Promise<CatalogService> {
  const listeners: Listener[] = [];
  const context = makeContext(options, store, listeners);
  const folder = new SnapshotFolder(path.join(options.folder, 'snapshots'));
  const snapshots = new CatalogSnapshots(context, folder, await folder.load());
  const loads = createLoadJobHandler(context);
  const runner = createJobRunner(context, {
    'ingest full': loads,
    'ingest delta': loads,
    'index update': createIndexJobHandler(context),
  });
  const queue = new JobQueue<JobRow>({
    maxParallel: options.maxParallelJobs ?? MAX_PARALLEL_JOBS,
    execute: (job, run) => {
      housekeeping.soon();
      return runner.execute(job, run);
    },
  });
  const housekeeping = createHousekeeping(context, queue);
  await context.engine.start([...context.registry.refs(), ...snapshots.refs()]);
  await reportDamage(context);
  await sweep(context);
  const catalogs = new Catalogs(context, queue, snapshots, listeners, housekeeping);
  housekeeping.sweep();
  // After the caller has added its listeners. Jobs that were running continue at once; the others wait again.
  setImmediate(() => {
    for (const job of context.book.unfinished())
      queue.add(job, job.state === 'running' ? 0 : options.settings.jobDelayMs);
  });
  return catalogs;
}

/** A damaged catalog keeps no other from being served; what is lost, and how to get it back, is told at once. */
async function reportDamage({ options: { log }, registry, engine, records }: JobContext): Promise<void> {
  for (const { row, published } of registry.all()) {
    const catalog = row.name;
    for (const file of records.ofAll([row, published])) {
      try {
        checkRecordsFile(file);
      } catch (error) {
        const { why = getMessage(error), hint } = error instanceof BrctlError ? error.details : {};
        log.error('catalog damaged', { catalog, file, lost: 'its records', why, fix: hint });
      }
    }
    if (published === null || (await engine.has(published.ref))) continue;
    const fix = `build it again: brctl index --catalog ${quoteForShell(catalog)}`;
    log.error('index lost', { catalog, index: published.ref.name, fix });
  }
}

async function sweep({ options, book, spool, records }: JobContext): Promise<void> {
  const names = await readdir(options.folder);
  const databases = names.map(toDatabaseFile).filter((name) => DATABASE_FILE.test(name));
  records.removeUnused(databases);
  const unfinished = new Set(book.unfinished().map(({ id }) => id));
  await spool.sweep((jobId) => unfinished.has(jobId));
}

function makeContext(options: CatalogServiceOptions, store: StateStore, listeners: Listener[]): JobContext {
  const resolvePath = (file: string) => path.resolve(options.folder, file);
  const registry = new CatalogRegistry(store);
  const versions = openVersionHistory(store, () => options.clock.now(), options.settings.history);
  return {
    options,
    store,
    registry,
    versions,
    book: openJobRegistry(store, options.onJob),
    spool: openSpool(resolvePath('spool'), options.durable),
    pool: new WorkerPool(locateDistFile('job.worker.js'), toOutcome),
    engine: options.engine,
    pathOf: resolvePath,
    records: createRecordsFiles(options.folder, registry, versions, options.log),
    announce: async (catalog) => {
      for (const listener of listeners) {
        try {
          await listener(catalog);
        } catch (error) {
          // It must not hold up the job: what is published stays published.
          options.log.error('published version not loaded', { catalog, message: getMessage(error) });
        }
      }
    },
  };
}
