import type { VersionRow } from '../../store/state-rows.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { Refusal } from '../refusals.ts';

export interface PointInTime {
  /** By the service's clock: the time that was asked for, or when the version was applied, or published. */
  ms: number;
  stored: VersionRow;
  storedRecords: string;
  /** The version that searches were answered from; null where no index run had published one. */
  indexVersion: number | null;
  /** Absolute path of the file that has its records; null where they are no longer kept. */
  indexRecords: string | null;
  /** Jobs that were sent later are not of it, by the service's clock; null for all up to now. */
  untilMs: number | null;
}

/**
 * A time means what the service held and answered then; a version the catalog with this content and its index, also where no
 * index run has published it; a job the version that it made, or published. @throws Refusal `unknown_version`
 */
export function resolvePointInTime(
  context: JobContext,
  catalog: string,
  versions: readonly VersionRow[],
  at: string,
): PointInTime {
  const stored = resolveVersion(context, catalog, versions, at);
  const ms = timeOf(at);
  const indexVersion = ms === undefined ? stored.version : publishedAt(context, catalog, versions, ms);
  const next = versions[versions.indexOf(stored) + 1];
  const job = context.book.row(at);
  return {
    ms: ms ?? (job?.type === 'index update' ? job.stoppedMs : null) ?? stored.appliedMs,
    stored,
    storedRecords: context.records.of(stored),
    indexVersion,
    indexRecords: indexVersion === null ? null : recordsOf(context, catalog, versions, indexVersion),
    untilMs: ms ?? (next === undefined ? null : next.appliedMs - 1),
  };
}

/** @param at a version, the id of a job, or a time as RFC 3339; undefined for now. @throws Refusal `unknown_version` */
export function resolveVersion(
  context: JobContext,
  catalog: string,
  versions: readonly VersionRow[],
  at: string | undefined,
): VersionRow {
  const newest = versions.at(-1) as VersionRow;
  if (at === undefined) return newest;
  const found = find(context, catalog, versions, at);
  if (found !== undefined) return found;
  const oldest = versions[0] as VersionRow;
  const [first, last] = [oldest, newest].map(
    ({ version, appliedMs }) => `${version} (${new Date(appliedMs).toISOString()})`,
  );
  throw new Refusal(
    'unknown_version',
    `${JSON.stringify(at)} is not a stored version; stored versions are ${first} to ${last}`,
  );
}

function find(
  { book }: JobContext,
  catalog: string,
  versions: readonly VersionRow[],
  at: string,
): VersionRow | undefined {
  const upTo = (number: number) =>
    number > (versions.at(-1)?.version ?? 0)
      ? undefined
      : versions.findLast(({ version }) => version <= number);
  if (/^\d+$/.test(at)) return upTo(Number(at));
  const ms = timeOf(at);
  if (ms !== undefined) return versions.findLast(({ appliedMs }) => appliedMs <= ms);
  const job = book.row(at);
  const made = versions.find(({ jobId }) => jobId === at)?.version ?? job?.version;
  if (job !== undefined && job.catalog !== catalog) return undefined;
  if (typeof made === 'number') return upTo(made);
  if (job === undefined) return undefined;
  throw new Refusal('unknown_version', `job ${at} (${job.state}) did not create a version`);
}

function timeOf(at: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\dT/.test(at) ? Date.parse(at) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** A publication from before the history began, as by a snapshot, counts from its beginning. */
function publishedAt(
  { book, registry }: JobContext,
  catalog: string,
  versions: readonly VersionRow[],
  ms: number,
): number | null {
  const runs = book
    .list()
    .filter((job) => job.catalog === catalog && job.type === 'index update' && job.state === 'success')
    .filter(({ version }) => version !== null);
  const last = runs.findLast(({ stoppedMs }) => stoppedMs !== null && stoppedMs <= ms);
  if (last !== undefined) return last.version;
  const published = registry.find(catalog)?.published ?? null;
  if (published === null || runs.some(({ version }) => version === published.version)) return null;
  return (versions[0]?.appliedMs ?? Number.POSITIVE_INFINITY) <= ms ? published.version : null;
}

/** A published version is kept, however old. */
function recordsOf(
  { records, registry }: JobContext,
  catalog: string,
  versions: readonly VersionRow[],
  version: number,
): string | null {
  const published = registry.find(catalog)?.published;
  const row = [...versions, published].find((each) => each?.version === version);
  return row == null ? null : records.of(row);
}
