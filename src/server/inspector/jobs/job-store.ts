import { type LiveEvent, listen } from '../frame/live.ts';
import { call } from '../frame/service.ts';
import { state } from '../frame/state.ts';
import type { JobLine } from './job-groups.ts';

/** At most so often: a busy service tells of hundreds of jobs a second. */
const RELOAD_MS = 1_000;
/** As many are shown; the service remembers more. */
const SHOWN_JOBS = 400;

/** Jobs, newest first; undefined until they are known. */
export const jobs = state<readonly JobLine[] | undefined>(undefined);
/** Why they are not known. */
export const jobsFailure = state<string | undefined>(undefined);
/** The service's time when they were read: its clock may stand still, or be years ahead. */
export const jobsNowMs = state(0);

let isReloadScheduled = false;

/** Keeps the list up to date until the returned function is called. */
export function followJobs(): () => void {
  void reload();
  return listen((events: readonly LiveEvent[]) => {
    const concernsJobs = events.some(({ type, data }) => type === 'resync' || data.kind === 'job');
    if (!concernsJobs || isReloadScheduled) return;
    isReloadScheduled = true;
    setTimeout(() => void reload(), RELOAD_MS);
  });
}

async function reload(): Promise<void> {
  isReloadScheduled = false;
  try {
    const [list, clock] = await Promise.all([
      call<{ jobs: JobLine[] }>(`jobs?limit=${SHOWN_JOBS}`),
      call<{ now: string }>('clock'),
    ]);
    jobsNowMs.value = Date.parse(clock.now);
    jobs.value = list.jobs;
    jobsFailure.value = undefined;
  } catch (error) {
    jobsFailure.value = (error as Error).message;
  }
}
