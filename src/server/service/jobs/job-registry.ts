import { isTerminalState } from '../../../protocol/job.ts';
import type { JobRow } from '../../store/state-rows.ts';
import type { StateStore } from '../../store/state-store.ts';
import { Refusal } from '../refusals.ts';
import type { Job } from './job.ts';

const ENDED_JOBS_KEPT = 10_000;

export type JobRegistry = ReturnType<typeof openJobRegistry>;

/**
 * Every job that is remembered, in memory for the many who ask and in the store for the next start.
 * @param onShow told of every job as it is shown from now on
 */
export function openJobRegistry(store: StateStore, onShow?: (job: Job) => void) {
  const jobs = new Map(store.jobs().map((job) => [job.id, job]));
  /** Jobs whose body is still on its way: not stored, since nobody has been told of them. */
  const creating = new Map<string, Job>();
  let waiting: (() => void)[] = [];

  const listUnfinished = () => [...jobs.values()].filter(({ state }) => !isTerminalState(state));

  function settle(): void {
    const settled = waiting;
    waiting = [];
    for (const resolve of settled) resolve();
  }

  function forgetOldest(): void {
    if (jobs.size < ENDED_JOBS_KEPT) return;
    const oldest = [...jobs.values()].find(({ state }) => isTerminalState(state));
    if (oldest === undefined) return;
    store.deleteJob(oldest.seq);
    jobs.delete(oldest.id);
  }

  return {
    create: (job: Job) => void creating.set(job.id, job),
    abandon: (jobId: string) => void creating.delete(jobId),
    isCreating: (jobId: string) => creating.has(jobId),

    /** Stores a job at the end of the order of arrival. It is shown, and may run, once the store has been flushed. */
    add(job: Job, input: unknown): JobRow {
      forgetOldest();
      return store.addJob({ ...job, input: input === null ? null : JSON.stringify(input) });
    },

    show(job: JobRow): void {
      creating.delete(job.id);
      jobs.set(job.id, job);
      onShow?.(job);
      if (isTerminalState(job.state) && listUnfinished().length === 0) settle();
    },

    /** @throws Refusal `unknown_job` */
    get(jobId: string): Job {
      const job = jobs.get(jobId) ?? creating.get(jobId);
      if (job === undefined) throw new Refusal('unknown_job', `there is no job ${JSON.stringify(jobId)}`);
      return job;
    },

    row: (jobId: string) => jobs.get(jobId),

    /** In order of arrival, those whose body is still on its way last. */
    list: (): Job[] => [...jobs.values(), ...creating.values()],

    unfinished: listUnfinished,

    get active() {
      return listUnfinished().length + creating.size;
    },

    /** Resolves when every stored job has ended. */
    settled(): Promise<void> {
      if (listUnfinished().length === 0) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },

    clear(): void {
      jobs.clear();
      settle();
    },
  };
}
