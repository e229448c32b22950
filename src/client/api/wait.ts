import { BrctlError } from '../../base/errors.ts';
import { JOB_STATES } from '../../protocol/job.ts';
import type { CatalogApi } from './catalog-api.ts';
import { hasFailed, isFinished, type Job } from './jobs.ts';
import type { Timing } from './retry.ts';

type JobSource = Pick<CatalogApi, 'job'>;

export interface WaitOptions extends Timing {
  timeoutMs: number;
  /** Pause between two looks; without it the pauses grow from a twentieth of a second over 1 s to 15 s. */
  pollMs?: number | undefined;
  signal: AbortSignal;
  onChange?(job: Job): void;
  onLook?(job: Job): void;
  goOn(ids: readonly string[]): string;
}

const FIRST_PAUSE_MS = 50;
const SLOW_FROM_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
const JITTER = 0.2;

/** Small jobs end in less than a second, so the first looks come quickly; from 1 s on the pauses grow slowly. */
function lengthenPause(pauseMs: number): number {
  return pauseMs < SLOW_FROM_MS
    ? Math.min(SLOW_FROM_MS, pauseMs * 2)
    : Math.min(MAX_PAUSE_MS, Math.round(pauseMs * 1.4));
}

/**
 * Polls until each job has ended, whatever its end (see `assertNoneFailed`); last states in the order of `ids`. A state
 * that is not one of the seven counts as running.
 * @throws BrctlError `job.wait_timeout` with the command that keeps waiting; `job.not_found`; what `job` throws
 */
export async function waitForJobs(
  source: JobSource,
  ids: readonly string[],
  options: WaitOptions,
): Promise<Job[]> {
  const deadline = options.now().getTime() + options.timeoutMs;
  const seen = new Map<string, Job>();
  let pauseMs = options.pollMs ?? FIRST_PAUSE_MS;
  for (;;) {
    const open = await pollOnce(source, ids, seen, options);
    if (open.length === 0) return ids.flatMap((id) => seen.get(id) ?? []);
    const leftMs = deadline - options.now().getTime();
    if (leftMs <= 0) throw waitTimeout(open, seen, options);
    const jittered = pauseMs * (1 - JITTER * options.random());
    await options.sleep(Math.min(leftMs, jittered), options.signal);
    pauseMs = options.pollMs ?? lengthenPause(pauseMs);
  }
}

async function pollOnce(
  source: JobSource,
  ids: readonly string[],
  seen: Map<string, Job>,
  options: WaitOptions,
): Promise<string[]> {
  const open: string[] = [];
  for (const id of ids) {
    const before = seen.get(id);
    if (before && isFinished(before)) continue;
    const job = await source.job(id, options.signal);
    seen.set(id, job);
    if (job.status !== before?.status) options.onChange?.(job);
    options.onLook?.(job);
    if (!isFinished(job)) open.push(id);
  }
  return open;
}

function waitTimeout(open: readonly string[], seen: Map<string, Job>, options: WaitOptions): BrctlError {
  const states = open.map((id) => `${id} is ${seen.get(id)?.status ?? 'unknown'}`).join(', ');
  return new BrctlError(`gave up waiting: ${states}`, {
    kind: 'wait-timeout',
    code: 'job.wait_timeout',
    retryable: true,
    why: '--timeout expired; the jobs continue on the service',
    hint: options.goOn(open),
    data: { jobs: [...open] },
  });
}

export function describeAnomaly(job: Job): string | undefined {
  if (job.status === 'skipped') {
    return `job ${job.id} was skipped: ${job.message ?? 'the service gave no reason; a newer job may cover it'}`;
  }
  if (job.status === 'success' && job.incompleteProducts !== undefined)
    return `job ${job.id}: ${job.message}`;
  if (!JOB_STATES.some((state) => state === job.status))
    return `job ${job.id} has an unknown state: ${job.status}`;
  return undefined;
}

export const INDEX_FAILED = 'searches still show what the last successful index run published';

/** @throws BrctlError `job.failed` when any of the jobs ended failed or killed, with the service's own message */
export function assertNoneFailed(
  jobs: readonly Job[],
  { why, hint }: { why?: string; hint?: string | undefined } = {},
): void {
  const failed = jobs.filter(hasFailed);
  const [first] = failed;
  if (first === undefined) return;
  const describe = (job: Job) =>
    `job ${job.id} ended ${job.status}${job.message === undefined ? '' : `: ${job.message}`}`;
  throw new BrctlError(failed.map(describe).join('; '), {
    kind: 'job-failed',
    code: `job.${first.status}`,
    why: why ?? 'the service applied none of it',
    ...(hint !== undefined && { hint }),
    data: { jobs: failed.map(({ id, status }) => ({ id, status })) },
  });
}
