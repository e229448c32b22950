import { isTerminalState } from '../../../protocol/job.ts';
import type { JobRow } from '../../store/state-rows.ts';
import type { StateStore } from '../../store/state-store.ts';
import { Refusal } from '../refusals.ts';
import type { Job } from './job.ts';

const ENDED_JOBS_KEPT = 10_000;

/** Every job that is remembered, in memory for the many who ask and in the store for the next start. */
export class JobRegistry {
  readonly #store: StateStore;
  readonly #jobs = new Map<string, JobRow>();
  /** Jobs whose body is still on its way: not stored, since nobody has been told of them. */
  readonly #creating = new Map<string, Job>();
  #settled: (() => void)[] = [];
  #onShow: (job: Job) => void = () => undefined;

  /** @param onShow told of every job as it is shown from now on */
  constructor(store: StateStore, onShow: (job: Job) => void = () => undefined) {
    this.#store = store;
    for (const job of store.jobs()) this.show(job);
    this.#onShow = onShow;
  }

  create(job: Job): void {
    this.#creating.set(job.id, job);
  }

  abandon(jobId: string): void {
    this.#creating.delete(jobId);
  }

  isCreating(jobId: string): boolean {
    return this.#creating.has(jobId);
  }

  /** Stores a job at the end of the order of arrival. It is shown, and may run, once the store has been flushed. */
  add(job: Job, input: unknown): JobRow {
    this.#forgetOldest();
    return this.#store.addJob({ ...job, input: input === null ? null : JSON.stringify(input) });
  }

  show(job: JobRow): void {
    this.#creating.delete(job.id);
    this.#jobs.set(job.id, job);
    this.#onShow(job);
    if (isTerminalState(job.state) && this.unfinished().length === 0) this.#callSettled();
  }

  /** @throws Refusal `unknown_job` */
  get(jobId: string): Job {
    const job = this.#jobs.get(jobId) ?? this.#creating.get(jobId);
    if (job === undefined) throw new Refusal('unknown_job', `there is no job ${JSON.stringify(jobId)}`);
    return job;
  }

  row(jobId: string): JobRow | undefined {
    return this.#jobs.get(jobId);
  }

  /** In order of arrival, those whose body is still on its way last. */
  list(): Job[] {
    return [...this.#jobs.values(), ...this.#creating.values()];
  }

  unfinished(): JobRow[] {
    return [...this.#jobs.values()].filter(({ state }) => !isTerminalState(state));
  }

  get active(): number {
    return this.unfinished().length + this.#creating.size;
  }

  /** Resolves when every stored job has ended. */
  settled(): Promise<void> {
    if (this.unfinished().length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#settled.push(resolve));
  }

  clear(): void {
    this.#jobs.clear();
    this.#callSettled();
  }

  #callSettled(): void {
    const waiting = this.#settled;
    this.#settled = [];
    for (const resolve of waiting) resolve();
  }

  #forgetOldest(): void {
    if (this.#jobs.size < ENDED_JOBS_KEPT) return;
    for (const job of this.#jobs.values()) {
      if (!isTerminalState(job.state)) continue;
      this.#store.deleteJob(job.seq);
      this.#jobs.delete(job.id);
      return;
    }
  }
}
