import type { IndexRef } from '../../engine/engine.ts';
import type { FieldCatalog } from '../../engine/fields/field-survey.ts';
import type { JobState, JobType } from '../../protocol/job.ts';
import type { RecordFamily } from '../../protocol/paths.ts';

/** A catalog as stored. Files are named relative to the environment's folder. */
export interface CatalogRow {
  id: number;
  name: string;
  accountId: string;
  family: RecordFamily | null;
  version: number;
  records: number;
  recordsFile: string | null;
}

export interface PublishedRow {
  catalogId: number;
  version: number;
  documents: number;
  recordsFile: string;
  ref: IndexRef;
  fields: FieldCatalog;
  /** The search settings that the index was built with, as JSON. */
  settings: string;
}

/** A job as stored; `seq` is its place in the order of arrival. Times are milliseconds since 1970 by the service's clock. */
export interface JobRow {
  seq: number;
  id: string;
  accountId: string;
  catalog: string;
  type: JobType;
  state: JobState;
  createdMs: number;
  startedMs: number | null;
  stoppedMs: number | null;
  /** Why it failed, was skipped or killed, or what a success has left out; empty otherwise. */
  message: string;
  /** Stable name of the reason; empty where there is none. */
  errorCode: string;
  /** What the job works on, as JSON; null for an index run. */
  input: string | null;
  /** The call that made it; null where no call did. */
  requestId: string | null;
  /** Of the catalog: after a load, or published by an index run; null before its end. */
  version: number | null;
  /** What it counted, as JSON (doc: public-facts B9, `stats`); null where nothing was counted. */
  stats: string | null;
}

export interface VersionRow {
  catalogId: number;
  version: number;
  /** What kind of job made it; null for what was there when history began. */
  type: JobType | null;
  jobId: string | null;
  requestId: string | null;
  /** The SFTP file that was loaded, where it was one. */
  source: string | null;
  /** By the service's clock. */
  appliedMs: number;
  records: number;
  /** Null where nobody has counted. */
  added: number | null;
  changed: number | null;
  removed: number | null;
  /** Bytes that became history by it: records that it replaced or removed, the file before a PUT, and what was told about it. */
  endedBytes: number;
  recordsFile: string;
}
