import { findMissingAttributes } from '../../../catalog/rules/check-value.ts';
import type { ExplainedProduct } from '../../../engine/explain/explanation.ts';
import { failGate, type Gate, passGate, skipGate } from '../../../protocol/explanation.ts';
import { isTerminalState } from '../../../protocol/job.ts';
import type { CatalogService } from '../catalog/catalog-service.ts';
import type { PointInTime } from '../catalog/point-in-time.ts';
import type { KnownVersion, RecordState } from '../catalog/record-history.ts';
import type { CapturedBody, RequestEntry, RequestLog } from '../control/request-log.ts';
import type { Job } from '../jobs/job.ts';
import { nameAttributes } from '../jobs/job-stats.ts';
import type { LoadContent } from '../jobs/job-task.ts';
import { Refusal } from '../refusals.ts';
import type { PublishedIndex } from '../registry/catalog-registry.ts';

/** Changes of a record that are looked through for the last one before a moment. */
const MAX_CHANGES = 10_000;

/** State and changes of a record, up to the index. @param moment as it was then; undefined for now */
export async function recordPast(
  { catalogs, requests }: { catalogs: CatalogService; requests: RequestLog },
  catalog: string,
  id: string,
  published: PublishedIndex | undefined,
  moment?: PointInTime,
) {
  const { history } = catalogs;
  const jobs = listJobsUntil(catalogs, moment?.untilMs ?? null);
  const version = moment?.stored.version ?? Number.POSITIVE_INFINITY;
  const at = moment === undefined ? undefined : String(version);
  const changes = ignoreUnknown(() => history.changes(catalog, id, moment === undefined ? 1 : MAX_CHANGES));
  const stored = ignoreUnknown(() => history.record(catalog, id, at)) ?? null;
  const family = catalogs.catalogs().find(({ name }) => name === catalog)?.family ?? 'products';
  return {
    catalog,
    stored,
    lacks: stored === null ? 0 : findMissingAttributes(stored.record, family),
    lastChange: changes?.changes.find(({ made }) => made.version <= version),
    oldestVersion: ignoreUnknown(() => history.versions(catalog))?.versions.at(-1)?.version ?? null,
    loads: await openLoads(jobs, requests.list(), catalog, (bodies) => history.searchBodies(bodies, id)),
    lastIndexRun: jobs.findLast((job) => job.catalog === catalog && job.type === 'index update'),
    published,
  };
}

type RecordPast = Awaited<ReturnType<typeof recordPast>>;

function listJobsUntil(catalogs: CatalogService, untilMs: number | null): Job[] {
  const jobs = catalogs.jobs();
  if (untilMs === null) return jobs;
  return jobs
    .filter(({ createdMs }) => createdMs <= untilMs)
    .map((job) => {
      if (job.stoppedMs === null || job.stoppedMs <= untilMs) return job;
      const state = job.startedMs === null || job.startedMs > untilMs ? 'queued' : 'running';
      return { ...job, state, stoppedMs: null, message: '', errorCode: '', version: null };
    });
}

function ignoreUnknown<Found>(look: () => Found): Found | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** From the request to the published index: `valid`, `sent`, `job`, `index`. @param indexed null where the index has nothing */
export function judgeLoad(past: RecordPast, indexed: ExplainedProduct | null): Gate[] {
  const { stored } = past;
  return stored === null ? checkGone(past, indexed) : checkStored(past, stored, indexed);
}

function checkStored(past: RecordPast, stored: RecordState, indexed: ExplainedProduct | null): Gate[] {
  const { written, line } = stored;
  const sinceMs = written.appliedMs ?? 0;
  const open = past.loads.find(({ job, carries }) => carries !== 'nothing' && job.createdMs >= sinceMs);
  const isCarried = open !== undefined && open.carries !== 'unknown';
  const how = isCarried && isFailed(open.job) ? 'came to nothing' : 'is pending';
  const remark = isCarried ? `; a later change ${how}: ${describeEnd(open.job)}` : '';
  return [
    past.lacks === 0
      ? passGate('valid', 'the service accepted it')
      : failGate(
          'valid',
          'explain.incomplete',
          `no ${nameAttributes(past.lacks)}: the index run leaves the product out`,
        ),
    passGate('sent', 'the service has it'),
    passGate('job', `${describeMaker(written, line)}${remark}`, identifyJob(written)),
    judgeIndex(past, stored, indexed),
  ];
}

function judgeIndex(past: RecordPast, { written }: RecordState, indexed: ExplainedProduct | null): Gate {
  const { published, lastIndexRun: run } = past;
  const of = run === undefined ? {} : { job_id: run.id };
  if (published !== undefined && indexed !== null) {
    const isOld = published.version < written.version;
    const now = isOld ? `has its old state; version ${written.version} is not indexed yet` : 'has it';
    return passGate('index', `the index, of version ${published.version}, ${now}`, of);
  }
  if (past.lacks !== 0) return skipGate('index', 'an incomplete product is left out', of);
  const isOpen = run !== undefined && (!isTerminalState(run.state) || isFailed(run));
  const why = isOpen ? `index ${describeEnd(run)}` : 'no index job has run since';
  const what =
    published === undefined ? 'the catalog has no index yet' : `the index is of version ${published.version}`;
  return failGate('index', 'explain.not_indexed', `${what}: ${why}`, of);
}

function checkGone(past: RecordPast, indexed: ExplainedProduct | null): Gate[] {
  const { published } = past;
  const index =
    indexed === null
      ? skipGate('index', 'nothing to index')
      : passGate(
          'index',
          `the index, of version ${published?.version}, still has it, until the next index run`,
        );
  return [skipGate('valid', 'the service does not have it'), ...checkLost(past, indexed !== null), index];
}

/** `sent` and `job` of a record that is not stored. */
function checkLost({ catalog, lastChange, loads, oldestVersion }: RecordPast, isIndexed: boolean): Gate[] {
  const made = lastChange?.made;
  const open = loads.find(({ job, carries }) => carries === 'put' && job.createdMs >= (made?.appliedMs ?? 0));
  if (open !== undefined) return judgeOpenLoad(open);
  if (made !== undefined || isIndexed) {
    const how = made?.type === 'ingest full' ? 'a full load without it' : 'a delta that removes it';
    const what =
      made === undefined
        ? 'a load that is no longer in the history'
        : `${describeMaker(made, lastChange?.line ?? null)}: ${how}`;
    return [
      passGate('sent', 'an earlier load contained it'),
      failGate('job', 'explain.removed_later', `removed later by ${what}`, made && identifyJob(made)),
    ];
  }
  const unseen = loads.filter(({ carries }) => carries === 'unknown').map(({ job }) => describeEnd(job));
  const isCut = oldestVersion !== null && oldestVersion > 1;
  if (unseen.length > 0 || isCut) {
    const whys = [
      ...(isCut ? [`the history starts at version ${oldestVersion}`] : []),
      ...unseen.map((job) => `the body was not stored for ${job}`),
    ];
    return [
      { gate: 'sent', state: 'unknown', code: 'explain.unknown_product', message: whys.join('; ') },
      { gate: 'job', state: 'unknown', message: 'not known' },
    ];
  }
  const message = `no load of catalog ${catalog} contained it`;
  return [failGate('sent', 'explain.not_sent', message), skipGate('job', 'nothing was sent')];
}

/** Sent, by a job that did not, or not yet, bring it into the catalog. */
function judgeOpenLoad({ job, line }: OpenLoad): Gate[] {
  const place = line === null ? '' : `, line ${line}`;
  const code = isFailed(job) ? 'explain.job_failed' : 'explain.not_indexed';
  return [
    passGate('sent', `with the request of job ${job.id}${place}`),
    failGate('job', code, describeEnd(job), { job_id: job.id }),
  ];
}

const isFailed = ({ state }: Job): boolean => state === 'failed' || state === 'killed';

function describeEnd({ id, state, message }: Job): string {
  if (!isTerminalState(state)) return `job ${id}, which is ${state}`;
  return `job ${id}, which ended ${state}${message === '' ? '' : `: ${message}`}`;
}

function describeMaker({ version, jobId, type }: KnownVersion, line: number | null): string {
  const kind = type === 'ingest full' ? ' PUT' : type === 'ingest delta' ? ' PATCH' : '';
  const job = jobId == null ? 'a job that is no longer known' : `job ${jobId}${kind}`;
  return `${job}${line === null ? '' : `, line ${line}`}, version ${version}`;
}

function identifyJob({ jobId }: KnownVersion): { job_id?: string } {
  return jobId == null ? {} : { job_id: jobId };
}

/** A load that has not, or not yet, changed the catalog, and what it would do to one record. */
interface OpenLoad extends LoadContent {
  job: Job;
}

const MAX_LOADS = 200;

/** The loads, newest first, that have not succeeded, and what they carry of one record, as far as the log has their bodies. */
async function openLoads(
  jobs: readonly Job[],
  requests: readonly RequestEntry[],
  catalog: string,
  search: (bodies: readonly (CapturedBody | null)[]) => Promise<readonly LoadContent[]>,
): Promise<OpenLoad[]> {
  const loads = jobs
    .filter((job) => job.catalog === catalog && job.type !== 'index update' && !DONE.has(job.state))
    .slice(-MAX_LOADS)
    .reverse();
  if (loads.length === 0) return [];
  const byJob = new Map(requests.map((entry) => [entry.jobId, entry]));
  const contents = await search(loads.map((job) => byJob.get(job.id)?.requestBody ?? null));
  return loads.map((job, index) => ({ job, ...(contents[index] ?? { carries: 'unknown', line: null }) }));
}

const DONE: ReadonlySet<string> = new Set(['success', 'skipped']);
