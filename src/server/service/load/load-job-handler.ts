import { withDatabase } from '../../../base/files/sqlite.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import { readRecordsFile, readRecordsState } from '../../store/records-file.ts';
import type { CatalogEntry, CatalogRow, JobRow, VersionRow } from '../../store/state-rows.ts';
import type { Log } from '../control/log.ts';
import { transition } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job-context.ts';
import type { Run } from '../jobs/job-queue.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import { formatJobStats } from '../jobs/job-stats.ts';
import type { LoadedOutcome, LoadTask, TaskOutcome } from '../jobs/job-task.ts';
import { listFileNames } from '../registry/records-files.ts';

export type LoadInput = Pick<LoadTask, 'mode' | 'family' | 'parts'>;

export function createLoadJobHandler(context: JobContext): JobHandler {
  const warnOfQuota = createQuotaWarning(context.options.log);

  async function run(job: JobRow, run: Run): Promise<TaskOutcome> {
    const input = JSON.parse(job.input ?? '{}') as LoadInput;
    const entry = context.registry.ofJob(job);
    const { family } = entry.row;
    if (family !== null && family !== input.family)
      return { end: 'failed', message: explainFamily(job.catalog, family), errorCode: 'wrong_family' };
    const task = buildTask(job, input, entry);
    run.follow(() => ({ done: run.flag.done, total: null, unit: 'operations' }));
    const outcome = await context.pool.run(task, run.flag);
    return isCutShort(outcome) ? (readCommitted(task) ?? outcome) : outcome;
  }

  async function commit(job: JobRow, outcome: TaskOutcome): Promise<JobRow> {
    if (outcome.end !== 'loaded') throw new Error(`a load cannot end ${outcome.end}`);
    const { store, registry, options, versions, records } = context;
    const { row, published } = context.registry.ofJob(job);
    const { family, parts } = JSON.parse(job.input ?? '{}') as LoadInput;
    const recordsFile = records.nameOf(outcome.file);
    const { version } = outcome;
    const versionRow = {
      ...describeVersion(job, row, parts, outcome),
      recordsFile,
      appliedMs: options.clock.now(),
    };
    const accountId = row.version === 0 ? job.accountId : row.accountId;
    const moved = { ...row, accountId, family, version, records: outcome.records, recordsFile };
    const { remark, incomplete, operations } = outcome;
    const succeeded = { kind: 'succeed' as const, ...(remark !== undefined && { message: remark }) };
    const stats = formatJobStats({ patch_operation_count: operations }, incomplete);
    const ended = { ...transition(job, succeeded, options.clock.now()), version, stats };
    const isNew = version > row.version;
    const oldest = versions.lowWatermark(row.id, versionRow);
    const before = versions.filesOf(row.id);
    store.transaction(() => {
      store.saveCatalog(moved);
      store.saveJob(ended);
      if (isNew) versions.add(versionRow, oldest);
    });
    await store.flush();
    registry.set({ row: moved, published });
    if (isNew) versions.show(versionRow, oldest);
    records.removeUnused([...listFileNames([row]), ...before]);
    warnOfQuota(job.catalog, row.records, outcome.records);
    return ended;
  }

  function discard(outcome: TaskOutcome): void {
    const { records } = context;
    if (outcome.end === 'loaded') records.remove([records.nameOf(outcome.file)]);
  }

  function buildTask(job: JobRow, input: LoadInput, { row, published }: CatalogEntry): LoadTask {
    const { pathOf, options, versions, records } = context;
    return {
      kind: 'load',
      mode: input.mode,
      jobId: job.id,
      family: input.family,
      parts: input.parts.map((part) => ({ ...part, file: pathOf(part.file) })),
      currentFile: records.of(row),
      newFile: records.forLoad(row.id, job.seq),
      version: row.version + 1,
      collectUpTo: versions.collectableVersion(row, published),
      maxOperations: input.mode === 'delta' ? options.settings.maxOperationsPerJob : null,
      malformedPercent: input.mode === 'full' ? options.settings.malformedPutPercent : 0,
      durable: options.durable,
    };
  }

  return { run, commit, discard };
}

function describeVersion(
  job: JobRow,
  { id, version: before }: CatalogRow,
  parts: LoadInput['parts'],
  { version, records, changes, endedBytes }: LoadedOutcome,
): Omit<VersionRow, 'recordsFile' | 'appliedMs'> {
  // Into an empty catalog, a PUT adds all that it has.
  const counts = before === 0 ? { added: records, changed: 0, removed: 0 } : changes;
  return {
    catalogId: id,
    version,
    type: job.type,
    jobId: job.id,
    requestId: job.requestId,
    source: parts.length === 1 ? (parts[0]?.name ?? null) : null,
    records,
    ...(counts ?? { added: null, changed: null, removed: null }),
    endedBytes,
  };
}

/** The worker may have died, or been given up, between its commit and its answer. */
function isCutShort(outcome: TaskOutcome): boolean {
  return outcome.end === 'aborted' || (outcome.end === 'failed' && outcome.errorCode === 'internal_error');
}

/** Committed result of a delta job; undefined before its commit. A full load commits nothing by itself. */
function readCommitted({ mode, currentFile, jobId }: LoadTask): TaskOutcome | undefined {
  if (mode === 'full' || currentFile === null) return undefined;
  const { version, records, jobId: last } = withDatabase(readRecordsFile(currentFile), readRecordsState);
  return last === jobId
    ? { end: 'loaded', file: currentFile, version, records, operations: 0, endedBytes: 0 }
    : undefined;
}

/** A catalog holds products or items, as its first load decided (doc: public-facts B1, "the catalog's own kind decides"). */
export function explainFamily(catalog: string, family: RecordFamily): string {
  return `catalog ${JSON.stringify(catalog)} holds ${family}: send its loads to .../${family}`;
}

/** Records above which the hosted service's quota is passed (doc: public-facts B5, Limits): a warning here. */
const QUOTA_RECORDS = 500_000;

/** Warns of a catalog over the quota: at its first load since the start, and whenever a load takes it over. */
export function createQuotaWarning(log: Pick<Log, 'warn'>) {
  const warned = new Set<string>();
  return (catalog: string, before: number, records: number): void => {
    if (records <= QUOTA_RECORDS || (before > QUOTA_RECORDS && warned.has(catalog))) return;
    warned.add(catalog);
    log.warn('catalog exceeds the quota of the hosted service', { catalog, records, quota: QUOTA_RECORDS });
  };
}
