import { COUNT, either, exactly, means, oneOf, orNull, TEXT, UUID, type ValueOf } from './json-schema.ts';

/** States of a job (doc: public-facts B7). */
export const JOB_STATES = [
  'creating',
  'queued',
  'running',
  'success',
  'failed',
  'skipped',
  'killed',
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Is this a state that a job does not leave again (doc: public-facts B6; sdk: B7)? */
export function isTerminalState(state: string): boolean {
  return ['success', 'failed', 'skipped', 'killed'].includes(state);
}

/** Kinds of job (doc: public-facts B6). */
export const JOB_TYPE = oneOf('ingest full', 'ingest delta', 'index update');
export type JobType = ValueOf<typeof JOB_TYPE>;

const TIME = means('ISO 8601, UTC, microseconds');

/** `GET jobs/{id}` (doc: public-facts B6). Only `status`, `started_at`, `stopped_at` are promised. */
export const JOB_RECORD = exactly({
  account_id: means('A number if the id is one', either(COUNT, TEXT)),
  catalog_name: TEXT,
  created_at: TIME,
  id: UUID,
  started_at: orNull(TIME),
  status: oneOf(...JOB_STATES),
  stopped_at: orNull(TIME),
  type: JOB_TYPE,
});
export type JobRecord = ValueOf<typeof JOB_RECORD>;

/** Answer of PUT, PATCH and POST indexes (spec: Job). */
export const JOB_ACCEPTED = exactly({ jobId: UUID });
export type JobAccepted = ValueOf<typeof JOB_ACCEPTED>;

/** With which `brctl serve` tells, beside a job's record, where it says why the job ended so: its own path. */
export const REASON_HEADER = 'x-brctl-reason';

/** Where `brctl serve` tells all that it knows of a job, with `message` and `error_code`. */
export function toControlJobPath(jobId: string): string {
  return `/_brctl/jobs/${encodeURIComponent(jobId)}`;
}
