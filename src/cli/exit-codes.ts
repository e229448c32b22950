import type { ErrorKind } from '../base/errors.ts';

/** Exit codes and their meaning; the table of docs/reference/configuration.md and of `brctl --help` says the same. */
const BY_OUTCOME: Readonly<
  Record<ErrorKind | 'success' | 'differences', readonly [code: number, meaning: string]>
> = {
  success: [0, 'success, including "nothing to do"'],
  unexpected: [1, 'unexpected: a bug in brctl'],
  usage: [2, 'usage: unknown option or command, missing value, or a prompt would be needed'],
  config: [3, 'configuration or credentials: missing, 401, 403, host key unknown or changed'],
  input: [4, 'input invalid or over a limit; nothing was sent'],
  'not-found': [5, 'not found: file, job, catalog'],
  refused: [6, 'the service refused the request (other 4xx, 414 included)'],
  temporary: [
    7,
    'temporary: network, timeout, 429, 5xx after every retry; or the outcome of a submit is unknown',
  ],
  'job-failed': [8, 'a job failed or was killed'],
  'wait-timeout': [9, 'gave up waiting; the job continues'],
  differences: [10, 'differences (diff and plan --exit-code)'],
  guard: [11, 'refused by a guard: too many products missing or unavailable, or a feed outside the baseline'],
  locked: [12, 'another brctl holds the lock'],
  rehearsal: [13, "a rehearsal's expectation failed"],
  'hung-up': [129, 'hung up: the terminal was closed (SIGHUP)'],
  interrupted: [130, 'interrupted (SIGINT)'],
  terminated: [143, 'terminated (SIGTERM)'],
};

export const EXIT_CODES = Object.values(BY_OUTCOME);

export function exitCodeOf(kind: ErrorKind): number {
  return BY_OUTCOME[kind][0];
}

/** `diff --exit-code` with differences. */
export const EXIT_DIFFERENCES = BY_OUTCOME.differences[0];
