import { randomUUID } from 'node:crypto';
import { isTerminalState, type JobRecord, type JobState } from '../../../protocol/job.ts';
import type { JobRow } from '../../store/state-rows.ts';
import type { Account } from '../account/account.ts';

export type Job = Omit<JobRow, 'seq' | 'input'>;

export interface JobRequest extends Pick<Job, 'catalog' | 'type'> {
  account: Pick<Account, 'accountId'>;
  state: 'creating' | 'queued';
  requestId?: string | undefined;
}

export function createJob({ account, catalog, type, state, requestId }: JobRequest, nowMs: number): Job {
  return {
    id: randomUUID(),
    accountId: account.accountId,
    catalog,
    type,
    state,
    createdMs: nowMs,
    startedMs: null,
    stoppedMs: null,
    message: '',
    errorCode: '',
    requestId: requestId ?? null,
    version: null,
    stats: null,
  };
}

export type JobEvent =
  | { kind: 'queue' }
  | { kind: 'start' }
  | { kind: 'succeed'; message?: string }
  | { kind: 'fail'; message: string; errorCode: string }
  | { kind: 'skip'; message: string }
  | { kind: 'kill'; message: string };

/** The only legal moves (inferred: public-facts B7). */
const MOVES: Readonly<Record<JobEvent['kind'], { from: readonly JobState[]; to: JobState }>> = {
  queue: { from: ['creating'], to: 'queued' },
  start: { from: ['queued'], to: 'running' },
  succeed: { from: ['running'], to: 'success' },
  fail: { from: ['running'], to: 'failed' },
  skip: { from: ['queued'], to: 'skipped' },
  kill: { from: ['queued', 'running'], to: 'killed' },
};

/** @throws Error for a move that is not legal: a bug of the caller */
export function transition<AnyJob extends Job>(job: AnyJob, event: JobEvent, nowMs: number): AnyJob {
  const { from, to } = MOVES[event.kind];
  if (!from.includes(job.state))
    throw new Error(`job ${job.id} is ${job.state}: ${event.kind} is not a legal move`);
  return {
    ...job,
    state: to,
    startedMs: to === 'running' ? nowMs : job.startedMs,
    stoppedMs: isTerminalState(to) ? nowMs : null,
    message: ('message' in event ? event.message : undefined) ?? job.message,
    errorCode: 'errorCode' in event ? event.errorCode : job.errorCode,
  };
}

/** ISO 8601 in UTC with microseconds: `2031-02-03T10:00:00.000123Z` (doc: public-facts B6). */
export function formatJobTime(ms: number): string {
  const wholeMs = Math.floor(ms);
  const microseconds = Math.floor((ms - wholeMs) * 1_000);
  const iso = new Date(wholeMs).toISOString();
  return `${iso.slice(0, -1)}${String(microseconds).padStart(3, '0')}Z`;
}

/** Eight members, as a published client takes no other (doc: public-facts B6). `/_brctl/jobs/{id}` tells why a job failed. */
export function toJobRecord(job: Job): JobRecord {
  const numericId = Number(job.accountId);
  return {
    account_id: Number.isSafeInteger(numericId) ? numericId : job.accountId,
    catalog_name: job.catalog,
    created_at: formatJobTime(job.createdMs),
    id: job.id,
    started_at: job.startedMs === null ? null : formatJobTime(job.startedMs),
    status: job.state,
    stopped_at: job.stoppedMs === null ? null : formatJobTime(job.stoppedMs),
    type: job.type,
  };
}
