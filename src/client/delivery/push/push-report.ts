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
export interface FactJob {
  id: string;
  status: string;
}

/** What a push has come to; filled as it goes, so that it can be shown when the push breaks off too. */
export interface PushReport {
  plan?: Plan;
  /** What an earlier push had left behind, and how that ended. */
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
