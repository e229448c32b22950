import type { ErrorKind } from '../base/errors.ts';

/** Meaning of the exit codes; the table of docs/reference/configuration.md and of `brctl --help` says the same. */
export const EXIT_CODES = [
  [0, 'success, including "nothing to do"'],
  [1, 'unexpected: a bug in brctl'],
  [2, 'usage: unknown option or command, missing value, or a prompt would be needed'],
  [3, 'configuration or credentials: missing, 401, 403, host key unknown or changed'],
  [4, 'input invalid or over a limit; nothing was sent'],
  [5, 'not found: file, job, catalog'],
  [6, 'the service refused the request (other 4xx, 414 included)'],
  [7, 'temporary: network, timeout, 429, 5xx after every retry; or the outcome of a submit is unknown'],
  [8, 'a job failed or was killed'],
  [9, 'gave up waiting; the job continues'],
  [10, 'differences (diff and plan --exit-code)'],
  [11, 'refused by a guard: too many products missing or unavailable, or a feed outside the baseline'],
  [12, 'another brctl holds the lock'],
  [13, "a rehearsal's expectation failed"],
  [129, 'hung up: the terminal was closed (SIGHUP)'],
  [130, 'interrupted (SIGINT)'],
  [143, 'terminated (SIGTERM)'],
] as const;

const BY_KIND: Readonly<Record<ErrorKind, number>> = {
  unexpected: 1,
  usage: 2,
  config: 3,
  input: 4,
  'not-found': 5,
  refused: 6,
  temporary: 7,
  'job-failed': 8,
  'wait-timeout': 9,
  guard: 11,
  locked: 12,
  rehearsal: 13,
  'hung-up': 129,
  interrupted: 130,
  terminated: 143,
};

export function exitCodeOf(kind: ErrorKind): number {
  return BY_KIND[kind];
}

/** `diff --exit-code` with differences. */
export const EXIT_DIFFERENCES = 10;
