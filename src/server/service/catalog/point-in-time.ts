import type { RecordFamily } from '../../../protocol/paths.ts';
import type { PublishedRow, VersionRow } from '../../store/state-rows.ts';
import type { JobContext } from '../jobs/job-context.ts';
import type { JobRegistry } from '../jobs/job-registry.ts';
import { Refusal } from '../refusals.ts';

/** The past of one catalog, as far as it is kept. */
export interface CatalogHistory {
  catalog: string;
  family: RecordFamily;
  /** Oldest first, at least one. */
  versions: readonly VersionRow[];
  published: PublishedRow | null;
}

export type PointInTime = ReturnType<typeof resolvePointInTime>;

/**
 * A time means what the service held and answered then; a version the catalog with this content and its index, also where no
 * index run has published it; a job the version that it made, or published. @throws Refusal `unknown_version`
 */
export function resolvePointInTime({ book, records }: JobContext, history: CatalogHistory, point: string) {
  const { versions, published } = history;
  const stored = resolveVersion(book, history, point);
  const ms = parseTime(point);
  const indexVersion = ms === undefined ? stored.version : findVersionPublishedAt(book, history, ms);
  // A published version is kept, however old.
  const indexed = [...versions, published].find((row) => row?.version === indexVersion);
  const next = versions[versions.indexOf(stored) + 1];
  return {
    stored,
    /** The version that searches were answered from; null where no index run had published one. */
    indexVersion,
    /** Absolute path of the file that has its records; null where they are no longer kept. */
    indexRecords: indexed == null ? null : records.of(indexed),
    /** Jobs that were sent later are not of it, by the service's clock; null for all up to now. */
    untilMs: ms ?? (next === undefined ? null : next.appliedMs - 1),
  };
}

/** @param point a version, the id of a job, or a time as RFC 3339; undefined for now. @throws Refusal `unknown_version` */
export function resolveVersion(book: JobRegistry, history: CatalogHistory, point: string | undefined) {
  const { versions } = history;
  const newest = versions.at(-1) as VersionRow;
  const row = point === undefined ? newest : findVersion(book, history, point);
  if (row !== undefined) return row;
  const format = ({ version, appliedMs }: VersionRow) => `${version} (${new Date(appliedMs).toISOString()})`;
  const stored = `stored versions are ${format(versions[0] as VersionRow)} to ${format(newest)}`;
  throw new Refusal('unknown_version', `${JSON.stringify(point)} is not a stored version; ${stored}`);
}

function findVersion(book: JobRegistry, { catalog, versions }: CatalogHistory, point: string) {
  const findUpTo = (number: number) =>
    number > (versions.at(-1)?.version ?? 0)
      ? undefined
      : versions.findLast(({ version }) => version <= number);
  if (/^\d+$/.test(point)) return findUpTo(Number(point));
  const ms = parseTime(point);
  if (ms !== undefined) return versions.findLast(({ appliedMs }) => appliedMs <= ms);
  const job = book.row(point);
  const made = versions.find(({ jobId }) => jobId === point)?.version ?? job?.version;
  if (job !== undefined && job.catalog !== catalog) return undefined;
  if (typeof made === 'number') return findUpTo(made);
  if (job === undefined) return undefined;
  throw new Refusal('unknown_version', `job ${point} (${job.state}) did not create a version`);
}

function parseTime(point: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\dT/.test(point) ? Date.parse(point) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** A publication from before the history began, as by a snapshot, counts from its beginning. */
function findVersionPublishedAt(
  book: JobRegistry,
  { catalog, versions, published }: CatalogHistory,
  ms: number,
): number | null {
  const runs = book
    .list()
    .filter((job) => job.catalog === catalog && job.type === 'index update' && job.state === 'success')
    .filter(({ version }) => version !== null);
  const last = runs.findLast(({ stoppedMs }) => stoppedMs !== null && stoppedMs <= ms);
  if (last !== undefined) return last.version;
  if (published === null || runs.some(({ version }) => version === published.version)) return null;
  return (versions[0]?.appliedMs ?? Number.POSITIVE_INFINITY) <= ms ? published.version : null;
}
