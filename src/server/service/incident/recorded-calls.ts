import type { VersionRow } from '../../store/state-rows.ts';
import type { RequestEntry } from '../control/request-log.ts';
import type { Job } from '../jobs/job.ts';
import type { LeftOut } from './incident-manifest.ts';
import { inflated } from './masked-call.ts';

/** Where a bundle begins, and the calls that follow, in the order in which they are made again. */
export interface RecordedCalls {
  startsMs: number;
  calls: RequestEntry[];
  leftOut: LeftOut;
}

/** What is known of the past of an instance. */
export interface KnownPast {
  /** Oldest first. */
  entries: readonly RequestEntry[];
  jobs: readonly Job[];
  /** The versions that are kept, by catalog, oldest first. */
  versions: readonly (readonly VersionRow[])[];
  nowMs: number;
}

/** Job ids in the paths of the service. */
const JOB_PATH = /\/jobs\/([\w-]+)/;
/** What the log shows for a key, and the parameters that carry one. */
const MASKED = /\*{3}/;
const KEY_PARAMETERS = /[?&](?:auth_key|auth-key|acct_auth)=\*{3}/gi;

/**
 * Chooses the calls of a bundle. Without a time it begins as early as each load since then can be sent again: behind the
 * last one whose body the log has not kept whole. A load takes its place when its job ended, so that what was searched
 * meanwhile is searched before it.
 *
 * @param startsMs begin at this time, whatever can be sent again
 */
export function recordedCalls(past: KnownPast, startsMs?: number): RecordedCalls {
  const jobs = new Map(past.jobs.map((job) => [job.id, job]));
  const begin = startsMs === undefined ? earliestStart(past, jobs) : { ms: startsMs, at: 0 };
  const leftOut: LeftOut = { earlier: 0, sftp: 0, faults: 0, incomplete: 0, keys: 0 };
  const chosen: { entry: RequestEntry; ms: number }[] = [];
  for (const [at, entry] of past.entries.entries()) {
    const ms = effectMs(entry, jobs);
    const reason = at < begin.at || ms <= begin.ms ? 'earlier' : whyNot(entry);
    if (reason === undefined) chosen.push({ entry, ms });
    else leftOut[reason]++;
  }
  const made = new Set(chosen.flatMap(({ entry }) => entry.jobId ?? []));
  const known = chosen.filter(({ entry }) => {
    const asked = askedJob(entry);
    return asked === undefined || made.has(asked) || !jobs.has(asked);
  });
  leftOut.earlier += chosen.length - known.length;
  const calls = known.toSorted((a, b) => a.ms - b.ms).map(({ entry }) => entry);
  return { startsMs: begin.ms, calls, leftOut };
}

function earliestStart(
  { entries, versions, jobs: all, nowMs }: KnownPast,
  jobs: ReadonlyMap<string, Job>,
): { ms: number; at: number } {
  const places = new Map(entries.map((entry, at) => [entry.jobId ?? '', at]));
  let ms = Number.NEGATIVE_INFINITY;
  let first = 0;
  const needs = (jobId: string | null, appliedMs: number, isBase: boolean) => {
    const at = jobId === null ? undefined : places.get(jobId);
    const entry = at === undefined ? undefined : entries[at];
    if (!isBase && entry !== undefined && whyNot(entry) === undefined) return;
    ms = Math.max(ms, appliedMs);
    first = Math.max(first, (at ?? -1) + 1);
  };
  for (const rows of versions) {
    for (const [index, { version, jobId, appliedMs }] of rows.entries()) {
      needs(jobId, appliedMs, index === 0 && version > 1);
    }
  }
  for (const { id, type, version, stoppedMs } of all) {
    if (type === 'index update' && version !== null && stoppedMs !== null) needs(id, stoppedMs, false);
  }
  if (ms > Number.NEGATIVE_INFINITY) return { ms, at: first };
  const earliest = Math.min(...entries.map((entry) => effectMs(entry, jobs)), nowMs);
  return { ms: earliest - 1, at: 0 };
}

/** When what a call did could be seen: a load when its job had ended, a look at a job not before that. */
function effectMs(entry: RequestEntry, jobs: ReadonlyMap<string, Job>): number {
  const ms = Date.parse(entry.at);
  const job = jobs.get(entry.jobId ?? askedJob(entry) ?? '');
  return Math.max(ms, job?.stoppedMs ?? ms);
}

function askedJob({ operation, url }: RequestEntry): string | undefined {
  return operation === 'get-job' ? JOB_PATH.exec(url)?.[1] : undefined;
}

/** Why a call cannot be made again; undefined where it can. */
function whyNot(entry: RequestEntry): keyof LeftOut | undefined {
  if (entry.kind === 'sftp') return 'sftp';
  if (entry.notes.some((note) => note.startsWith('fault:'))) return 'faults';
  if (MASKED.test(entry.url.replace(KEY_PARAMETERS, ''))) return 'keys';
  const body = entry.requestBody;
  if (body?.truncated) return 'incomplete';
  const isLoad = entry.jobId !== undefined && (entry.method === 'PUT' || entry.method === 'PATCH');
  return isLoad && !/"op"\s*:/.test(textOf(entry)) ? 'incomplete' : undefined;
}

/** The text of a body, inflated where it is gzip. */
function textOf({ requestBody: body }: RequestEntry): string {
  if (body === null) return '';
  return body.encoding === 'utf8' ? body.text : (inflated(Buffer.from(body.text, 'base64')) ?? '');
}
