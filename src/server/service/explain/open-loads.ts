import type { CapturedBody, RequestEntry } from '../control/request-log.ts';
import type { Job } from '../jobs/job.ts';
import type { LoadContent } from '../jobs/job-task.ts';

/** A load that has not, or not yet, changed the catalog, and what it would do to one record. */
export interface OpenLoad extends LoadContent {
  job: Job;
}

const MAX_LOADS = 200;

/**
 * The loads of a catalog, newest first, that have not succeeded, and what they carry of one record, as far as the request log
 * has their bodies. What the others did, the history of the record tells.
 * @param requests every call that is remembered
 * @param search looks into bodies, which may be compressed, off this thread
 */
export async function openLoads(
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
  return loads.map((job, at) => ({ job, ...(contents[at] ?? { carries: 'unknown', line: null }) }));
}

const DONE: ReadonlySet<string> = new Set(['success', 'skipped']);
