import type { SearchSettings } from '../../../engine/engine.ts';
import { NONE_INCOMPLETE } from '../../store/incomplete-products.ts';
import { countIncompleteIn } from '../../store/records-file.ts';
import type { CatalogRow, JobRow, PublishedRow } from '../../store/state-rows.ts';
import type { Account } from '../account/account.ts';
import { createJob, type Job, transition } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job-context.ts';
import type { Run } from '../jobs/job-queue.ts';
import type { JobHandler, NoopReason } from '../jobs/job-runner.ts';
import { formatJobStats, formatLeftOut } from '../jobs/job-stats.ts';
import type { TaskOutcome } from '../jobs/job-task.ts';
import { getPublishedVersion, mergeSettings, unknownCatalogRefusal } from '../registry/catalog-registry.ts';
import { listFileNames, shareFile } from '../registry/records-files.ts';

/** An index run of a catalog of which no load has succeeded (rec: public-facts H). */
const NOTHING_LOADED: TaskOutcome = {
  end: 'failed',
  message: 'no load of this catalog has succeeded: there is nothing to index',
  errorCode: 'nothing_loaded',
};

export function createIndexJobHandler(context: JobContext): JobHandler {
  const handedOver = new Map<string, string>();

  /** Nothing has changed since the last run, which is also so for a run queued behind another with no load in between. */
  async function findNoopReason(job: JobRow): Promise<NoopReason | undefined> {
    const entry = context.registry.find(job.catalog);
    if (entry === undefined || entry.row.version === 0) return undefined;
    const { row, published } = entry;
    if (published === null || published.version !== row.version) return undefined;
    if (!isCurrent(row, published)) return undefined;
    if (!(await context.engine.has(published.ref))) return undefined;
    // The engine may lack stored records: a process ended in between, or a cluster refused them.
    if (handedOver.get(row.name) !== toKey(published)) await publish(row, published);
    // Products that the run of this version left out are left out still.
    const runs = context.book.list().filter(({ catalog, type }) => catalog === row.name && type === job.type);
    const { message = '', stats = null } =
      runs.findLast(({ version }) => version === published.version) ?? {};
    const reason = `nothing has changed since version ${published.version} was published`;
    return { message: message === '' ? reason : `${reason}; ${message}`, stats };
  }

  async function run(job: JobRow, run: Run): Promise<TaskOutcome> {
    const { records, engine, options } = context;
    const { row, published } = context.registry.ofJob(job);
    if (row.version === 0) return NOTHING_LOADED;
    const canGoOn = published !== null && shareFile(published, row) && isCurrent(row, published);
    const built = await engine.build({
      catalog: job.catalog,
      records: records.of(row) ?? '',
      settings: getSettings(row),
      from: canGoOn ? { ref: published.ref, fields: published.fields } : null,
      signal: run.signal,
      onBegin: (recordsRead) =>
        run.follow(() => ({ done: recordsRead(), total: row.records, unit: row.family ?? 'products' })),
    });
    if (built.rebuiltFor !== null) {
      const fields = { jobId: job.id, catalog: job.catalog, message: built.rebuiltFor };
      options.log.warn('incremental index not possible; rebuilt', fields);
    }
    return { end: 'indexed', built };
  }

  async function commit(job: JobRow, outcome: TaskOutcome): Promise<JobRow> {
    if (outcome.end !== 'indexed') throw new Error(`an index run cannot end ${outcome.end}`);
    const { store, registry, options, records } = context;
    const { row, published: old } = context.registry.ofJob(job);
    const { ref, fields, documents } = outcome.built;
    const published: PublishedRow = {
      catalogId: row.id,
      version: ref.version,
      documents,
      recordsFile: row.recordsFile ?? '',
      ref,
      fields,
      settings: formatSettings(row),
    };
    store.transaction(() => store.savePublished(published));
    await store.flush();
    registry.set({ row, published });
    await publish(row, published);
    if (old !== null && old.ref.name !== ref.name) void context.engine.drop(old.ref);
    records.removeUnused(listFileNames([old]));
    const incomplete = row.recordsFile === null ? NONE_INCOMPLETE : countIncompleteIn(records.of(row) ?? '');
    const message = formatLeftOut(incomplete);
    const ended = {
      ...transition(job, { kind: 'succeed', message }, options.clock.now()),
      version: published.version,
      stats: formatJobStats({ search_product_count: documents }, incomplete),
    };
    store.saveJob(ended);
    await store.flush();
    return ended;
  }

  async function publish(row: CatalogRow, published: PublishedRow): Promise<void> {
    await context.engine.publish(getPublishedVersion(context, row, published));
    await context.announce(row.name);
    handedOver.set(row.name, toKey(published));
  }

  /** An aborted delta leaves its documents in the live index, invisible, until the next rebuild. */
  function discard(outcome: TaskOutcome): void {
    if (outcome.end === 'indexed' && outcome.built.mode === 'full')
      void context.engine.drop(outcome.built.ref);
  }

  /** An index of another engine or format, or with other settings, cannot be carried on, and is no reason to skip a run. */
  function isCurrent(row: CatalogRow, { ref, settings }: PublishedRow): boolean {
    const { engine, format } = context.engine;
    return ref.engine === engine && ref.format === format && settings === formatSettings(row);
  }

  function getSettings({ name, family }: CatalogRow): SearchSettings {
    return mergeSettings(context.options.settings.search, name, family);
  }

  function formatSettings(row: CatalogRow): string {
    return JSON.stringify(getSettings(row));
  }

  return { noopReason: findNoopReason, run, commit, discard };
}

function toKey({ ref }: PublishedRow): string {
  return `${ref.name} ${ref.version}`;
}

/** Checks that an index run may be asked for, and makes its job. @throws Refusal `unknown_catalog` */
export function admitIndexRun(
  { registry, book, options }: JobContext,
  account: Account,
  catalog: string,
  requestId: string | undefined,
): Job {
  registry.checkAccess(account, catalog);
  const isStored = (registry.find(catalog)?.row.version ?? 0) > 0;
  const isOwn = account.catalogs?.includes(catalog) || catalog === account.defaultCatalog;
  const isLoading = () =>
    book.unfinished().some((job) => job.catalog === catalog && job.type !== 'index update');
  if (!isStored && !isOwn && !isLoading()) throw unknownCatalogRefusal(catalog);
  const request = { account, catalog, type: 'index update', state: 'queued', requestId } as const;
  return createJob(request, options.clock.now());
}
