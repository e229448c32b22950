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

/** States that a job never leaves (sdk: public-facts B7). */
const TERMINAL_JOB_STATES = ['success', 'failed', 'skipped', 'killed'] as const;

/** Is this a state that a job does not leave again (doc: public-facts B6)? */
export function isTerminalState(state: string): boolean {
  return (TERMINAL_JOB_STATES as readonly string[]).includes(state);
}

/** Kinds of job (doc: public-facts B6). */
export type JobType = 'ingest full' | 'ingest delta' | 'index update';

/** `GET jobs/{id}` (doc: public-facts B6), times with microseconds. Only `status`, `started_at`, `stopped_at` are promised. */
export interface JobRecord {
  id: string;
  account_id: number;
  catalog_name: string;
  type: JobType;
  status: JobState;
  created_at: string;
  started_at: string | null;
  stopped_at: string | null;
}

/** Answer of PUT, PATCH and POST indexes (spec: Job). */
export interface JobAccepted {
  jobId: string;
}

/** With which `brctl serve` tells, beside a job's record, where it says why the job ended so: its own path. */
export const REASON_HEADER = 'x-brctl-reason';

/** Where `brctl serve` tells all that it knows of a job, with `message` and `error_code`. */
export function toControlJobPath(jobId: string): string {
  return `/_brctl/jobs/${encodeURIComponent(jobId)}`;
}
