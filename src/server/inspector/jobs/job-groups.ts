import type { JobDocument as JobLine } from '../../../protocol/control-documents.ts';

/** Jobs that led to one version that can be searched: loads of a catalog, then the index run that took them up. */
export interface JobGroup {
  catalog: string;
  /** In order of arrival. */
  jobs: JobLine[];
  fromMs: number;
  toMs: number;
  /** Milliseconds from the first job until its records could be searched; undefined where none made them so. */
  searchableMs: number | undefined;
}

/** A pause after which a load is no longer taken for a part of what came before it. */
const PAUSE_MS = 600_000;

/**
 * Groups jobs, newest group first.
 *
 * @param jobs newest first, as the service lists them
 * @param nowMs the service's time: where a job that has not ended reaches to
 */
export function groupJobs(jobs: readonly JobLine[], nowMs: number): JobGroup[] {
  const open = new Map<string, JobGroup>();
  const groups: JobGroup[] = [];
  for (const job of [...jobs].reverse()) {
    const createdMs = Date.parse(job.created_at);
    const endMs = job.stopped_at === null ? Math.max(nowMs, createdMs) : Date.parse(job.stopped_at);
    let group = open.get(job.catalog_name);
    if (group === undefined || createdMs - group.toMs > PAUSE_MS) {
      group = {
        catalog: job.catalog_name,
        jobs: [],
        fromMs: createdMs,
        toMs: endMs,
        searchableMs: undefined,
      };
      open.set(job.catalog_name, group);
      groups.push(group);
    }
    group.jobs.push(job);
    group.toMs = Math.max(group.toMs, endMs);
    if (job.type === 'index update' && job.status === 'success') {
      const isLoaded = group.jobs.some(({ type, status }) => type !== 'index update' && status === 'success');
      if (isLoaded) group.searchableMs = endMs - group.fromMs;
      open.delete(job.catalog_name);
    }
  }
  return groups.reverse();
}

/** Where a job waited and ran within its group, in hundredths of the group's time. */
export function computeBars(job: JobLine, { fromMs, toMs }: JobGroup, nowMs: number) {
  const whole = Math.max(1, toMs - fromMs);
  const map = (time: string | null) => (100 * ((time === null ? nowMs : Date.parse(time)) - fromMs)) / whole;
  const clamp = (place: number) => Math.min(100, Math.max(0, place));
  const created = clamp(map(job.created_at));
  const started = clamp(job.started_at === null ? map(job.stopped_at) : map(job.started_at));
  const stopped = clamp(map(job.stopped_at));
  return { waitFrom: created, runFrom: Math.max(created, started), to: Math.max(started, stopped) };
}
