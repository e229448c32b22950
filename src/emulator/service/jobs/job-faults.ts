import type { FaultRules } from '../control/faults.ts';
import type { Job, JobFault } from './job.ts';

/** What the fault rules do to a job that is about to run; its operation is `job:ingest-full` and so on. */
export function jobFaultOf(faults: FaultRules, job: Job): JobFault | null {
  const fault = faults.strike(`job:${job.type.replaceAll(' ', '-')}`);
  if (fault === null) return null;
  if (fault.diskFull) return { diskFull: true };
  if (fault.job === 'stick') return { stuck: true };
  return fault.job === 'fail' ? { fail: fault.message ?? 'a fault rule failed this job' } : null;
}
