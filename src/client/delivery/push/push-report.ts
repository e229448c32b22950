import type { Job } from '../../api/jobs.ts';
import type { Plan } from './plan.ts';

/** One of the three things that a push establishes. */
export interface Fact {
  /** `not-needed`: there was nothing to do. */
  state: 'yes' | 'no' | 'unknown' | 'not-needed';
  /** RFC 3339 UTC, by the service's clock where it told. */
  at?: string;
  jobs?: FactJob[];
  remark?: string;
}

/** A job and where it was last seen. */
export type FactJob = Pick<Job, 'id' | 'status'>;

/** Result of a push, filled step by step, so that an interrupted push can show it too. */
export interface PushReport {
  plan?: Plan;
  /** Recovery of an earlier push, and its outcome. */
  resumed?: string;
  accepted: Fact;
  applied: Fact;
  searchable: Fact;
}

/** Facts of a running job: the only ones with `--no-wait`. */
export function describeUnderWay(id: string, status: string, before: readonly FactJob[] = []): Fact {
  return { state: 'unknown', jobs: [...before, { id, status }], remark: `job ${id} is ${status}` };
}

export function createReport(): PushReport {
  return { accepted: { state: 'no' }, applied: { state: 'no' }, searchable: { state: 'no' } };
}
