import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { getMessage } from '../../../base/errors.ts';
import type { JobRow } from '../../store/state-rows.ts';
import { isStorageTrouble } from '../../store/storage-trouble.ts';
import type { Fault } from '../control/fault-rule.ts';
import { type JobEvent, transition } from './job.ts';
import type { JobContext } from './job-context.ts';
import { toOutcome } from './job-failure.ts';
import type { AbortReason, Run } from './job-queue.ts';
import type { TaskOutcome } from './job-task.ts';

export type NoopReason = Pick<JobRow, 'message' | 'stats'>;

export interface JobHandler {
  /** Why there is nothing to do, and the counters as they are; undefined when there is. */
  noopReason?(job: JobRow): NoopReason | undefined | Promise<NoopReason | undefined>;
  run(job: JobRow, run: Run): Promise<TaskOutcome>;
  /** Puts the work's result in place, together with the job's end. */
  commit(job: JobRow, outcome: TaskOutcome): Promise<JobRow>;
  /** Removes the work's result, to which nothing refers: the job has been forgotten while it ran. */
  discard(outcome: TaskOutcome): void;
}

/** Leads a job from the queue to its end, each step stored before it is shown. */
export function createJobRunner(context: JobContext, works: Readonly<Record<JobRow['type'], JobHandler>>) {
  /** Never rejects. A step that cannot be stored (disk full) is retried, so that the catalog's next job cannot overtake it. */
  async function execute(queued: JobRow, run: Run): Promise<void> {
    const { book, options } = context;
    let fault: JobEvent | undefined;
    for (;;) {
      try {
        const job = book.row(queued.id) ?? queued;
        const ended = await (fault === undefined ? runWork(job, run) : fail(job, fault));
        if (ended !== undefined) finish(ended);
        return;
      } catch (error) {
        const fields = { jobId: queued.id, catalog: queued.catalog, message: getMessage(error) };
        if (fault === undefined && !isStorageTrouble(error)) {
          fault = { kind: 'fail', message: getMessage(error), errorCode: 'internal_error' };
          options.log.error('job failed: internal error', { ...fields, stack: (error as Error).stack });
          continue;
        }
        options.log.error('could not store job step; will retry', fields);
        await run.stall(pauseUnlessGivenUp(RETRY_MS, run.signal));
        if (isGivenUp(run.signal)) return;
      }
    }
  }

  /** Undefined when the job is not ended: the process stops, or the job has been dropped. */
  async function runWork(queued: JobRow, run: Run): Promise<JobRow | undefined> {
    const work = works[queued.type];
    const idle = await work.noopReason?.(queued);
    if (idle !== undefined) return endIdle({ ...queued, stats: idle.stats }, idle.message);
    const job = queued.state === 'queued' ? move(queued, { kind: 'start' }) : queued;
    const outcome = await perform(job, work, run);
    const reason = run.signal.aborted ? (run.signal.reason as AbortReason) : undefined;
    if (reason === 'reset') {
      work.discard(outcome);
      return undefined;
    }
    if (outcome.end === 'failed') return end(job, { ...outcome, kind: 'fail' });
    if (outcome.end !== 'aborted') return work.commit(job, outcome);
    if (reason === 'killed') return end(job, { kind: 'kill', message: 'killed by request' });
    return reason === 'closing' ? undefined : end(job, LOST_WORKER);
  }

  /** How a job ends that has nothing to do is a setting: clients in the wild wait for a success, or know of `skipped`. */
  function endIdle(job: JobRow, message: string): Promise<JobRow> {
    const success: JobEvent = { kind: 'succeed', message };
    if (job.state === 'running') return end(job, success);
    if (context.options.settings.indexNoop === 'skipped') return end(job, { kind: 'skip', message });
    return end(move(job, { kind: 'start' }), success);
  }

  async function perform(job: JobRow, work: JobHandler, run: Run): Promise<TaskOutcome> {
    try {
      const fault = context.options.jobFault?.(job) ?? {};
      return await (injectFault(fault, run) ?? work.run(job, run));
    } catch (error) {
      return toOutcome(error);
    }
  }

  /** A job fails while it runs only. */
  function fail(job: JobRow, fault: JobEvent): Promise<JobRow> {
    return end(job.state === 'queued' ? move(job, { kind: 'start' }) : job, fault);
  }

  async function end(job: JobRow, event: JobEvent): Promise<JobRow> {
    const ended = move(job, event);
    await context.store.flush();
    return ended;
  }

  function move(job: JobRow, event: JobEvent): JobRow {
    const moved = transition(job, event, context.options.clock.now());
    context.store.saveJob(moved);
    if (moved.state === 'running') context.book.show(moved);
    return moved;
  }

  /** A job is shown as ended only now, when that can no longer be lost. */
  function finish(job: JobRow): void {
    const { book, spool, options } = context;
    if (book.row(job.id) === undefined) return;
    book.show(job);
    spool
      .drop(job.id)
      .catch((error) => options.log.warn('spool not cleared', { message: getMessage(error) }));
    options.log.info('job ended', {
      jobId: job.id,
      catalog: job.catalog,
      type: job.type,
      state: job.state,
      ...(job.message === '' ? {} : { message: job.message }),
    });
  }

  return { execute };
}

const RETRY_MS = 1_000;

/** A finished job can no longer be killed: its result must be stored. */
function isGivenUp(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason !== 'killed';
}

async function pauseUnlessGivenUp(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, signal.reason === 'killed' ? {} : { signal }).catch(() => undefined);
}

const LOST_WORKER: JobEvent = {
  kind: 'fail',
  message: 'the worker of this job ended unexpectedly',
  errorCode: 'internal_error',
};

/** Undefined for a fault that does nothing to jobs: a rule may be for every operation. */
function injectFault(
  { diskFull, job, message }: Fault,
  run: Run,
): TaskOutcome | Promise<TaskOutcome> | undefined {
  if (diskFull) return { end: 'failed', message: 'no space left on the disk', errorCode: 'storage_full' };
  if (job === 'fail')
    return { end: 'failed', message: message ?? 'a fault rule failed this job', errorCode: 'fault' };
  return job === 'stick' ? waitForAbort(run) : undefined;
}

/** A stuck job stays running, without keeping other catalogs waiting, until it is killed or dropped. */
async function waitForAbort(run: Run): Promise<TaskOutcome> {
  run.standAside();
  if (!run.signal.aborted) await once(run.signal, 'abort');
  return { end: 'aborted' };
}
