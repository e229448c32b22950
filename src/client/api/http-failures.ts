import { BrctlError, type BrctlErrorDetails } from '../../base/errors.ts';
import { isLoopback } from './catalog-state.ts';
import type { HttpAnswer, NoAnswerError } from './http.ts';
import { readServiceMessage } from './http-json.ts';

export interface CallKind {
  /** `submit`, `index`, `job`, `search`: first part of the error codes. */
  name: string;
  /** The service changes something: repeated only when the request surely was not processed. */
  writes: boolean;
  /** Name of the target, for "not found": `job 5f7a…`, `catalog lighting_en`. */
  subject: string;
}

/** A failed try: the error to report, and whether trying again is safe and may help. */
export interface Failure {
  error: BrctlError;
  repeat: boolean;
}

/** The failure that an answer means, or undefined for success (doc: public-facts B8; docs/reference/configuration.md, Exit codes). */
export function classifyStatus(answer: HttpAnswer, call: CallKind): Failure | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (isTurnedAway(answer, call)) return { error: busyError(answer, call), repeat: true };
  if (status === 507) return { error: storageFullError(answer, call), repeat: false };
  if (status >= 500) return judgeServerError(answer, call);
  return { error: refusalError(answer, call), repeat: false };
}

/**
 * Surely not processed: 429, 408 (RFC 9110, section 15.5.9), 503 with Retry-After. A gateway also answers
 * 503 for a service that died with the whole request in its hands.
 */
function isTurnedAway({ status, headers }: HttpAnswer, { writes }: CallKind): boolean {
  return (
    status === 429 || status === 408 || (status === 503 && (!writes || headers['retry-after'] !== undefined))
  );
}

function callError(
  { name }: CallKind,
  code: string,
  message: string,
  details: Omit<BrctlErrorDetails, 'code' | 'kind'> & Partial<Pick<BrctlErrorDetails, 'kind'>>,
): BrctlError {
  return new BrctlError(message, { kind: 'temporary', ...details, code: `${name}.${code}` });
}

function storageFullError(answer: HttpAnswer, call: CallKind): BrctlError {
  const message = `the service is out of disk space: ${readServiceMessage(answer)}`;
  const hint = 'retry later; for brctl serve, free space in its --data folder';
  return callError(call, 'storage_full', message, { status: answer.status, hint });
}

function judgeServerError(answer: HttpAnswer, call: CallKind): Failure {
  const { status } = answer;
  const message = `the service failed with HTTP ${status}: ${readServiceMessage(answer)}`;
  if (call.writes) return { error: unknownError(message, call, status), repeat: false };
  return {
    error: callError(call, 'service_error', message, { status, hint: 'try again later' }),
    repeat: true,
  };
}

export function classifyNoAnswer(error: NoAnswerError, call: CallKind, host: string): Failure {
  if (PROXY_REFUSALS.has(error.proxyStatus ?? 0)) {
    return { error: proxyRefusal(error, call, host), repeat: false };
  }
  if (call.writes && error.mayHaveArrived) {
    return { error: unknownError(`${error.message} (${host})`, call, undefined, error), repeat: false };
  }
  return { error: unreachableError(error, call, host), repeat: true };
}

export function classifyBadAnswer(error: Error, call: CallKind, status: number): Failure {
  if (call.writes) return { error: unknownError(error.message, call, status, error), repeat: false };
  const why = 'a proxy or gateway may have answered in place of the service';
  const failure = callError(call, 'bad_answer', error.message, { status, why, cause: error });
  return { error: failure, repeat: true };
}

/** Statuses of proxies for a missing or wrong login, and for blocked hosts. */
const PROXY_REFUSALS = new Set([401, 403, 407]);

function proxyRefusal({ proxyStatus, message }: NoAnswerError, call: CallKind, host: string): BrctlError {
  return callError(call, 'proxy_refused', `${host} was not reached: ${message}`, {
    kind: 'config',
    why:
      proxyStatus !== 403
        ? 'the proxy needs a user and password, or rejects those in HTTPS_PROXY or HTTP_PROXY'
        : 'the proxy blocks requests to this host',
    hint: 'correct HTTPS_PROXY, or add the host to NO_PROXY',
  });
}

function unreachableError(error: NoAnswerError, call: CallKind, host: string): BrctlError {
  const isLocal = error.message === 'connection refused' && isLoopback(`http://${host}`);
  const message = isLocal
    ? `no local service is running: nothing listens at ${host}`
    : `no answer from ${host}: ${error.message}`;
  return callError(call, 'no_answer', message, {
    hint: isLocal
      ? 'brctl serve, in another terminal; or choose another environment with -e'
      : 'check the address and the network with brctl doctor, then run it again',
    ...(call.writes && !isLocal && { why: 'nothing was applied: the request was not sent completely' }),
    cause: error,
  });
}

function unknownError(message: string, call: CallKind, status?: number, cause?: unknown): BrctlError {
  return callError(call, 'outcome_unknown', `the outcome of this ${call.name} is unknown: ${message}`, {
    retryable: false,
    why: 'brctl sent the whole request but got no usable answer; the service may have accepted it',
    ...(status !== undefined && { status }),
    cause,
  });
}

const BUSY: Readonly<Record<number, string>> = {
  408: 'the service timed out waiting for the request',
  429: "the service's rate limit was reached",
};

function busyError(answer: HttpAnswer, call: CallKind): BrctlError {
  const { status, headers } = answer;
  const pause = headers['retry-after'];
  const message = `${BUSY[status] ?? 'the service is not available'}: ${readServiceMessage(answer)}`;
  const hint = `run it again later${pause === undefined ? '' : ` (the service says Retry-After: ${pause})`}`;
  return callError(call, status === 429 ? 'rate_limited' : 'unavailable', message, { status, hint });
}

function refusalError(answer: HttpAnswer, call: CallKind): BrctlError {
  const reason = readServiceMessage(answer);
  const { status } = answer;
  const message =
    status === 404
      ? `the service does not know ${call.subject}${['', 'null'].includes(reason) || call.name === 'job' ? '' : `: ${reason}`}`
      : `the service refused (HTTP ${status})${reason === '' ? '' : `: ${reason}`}`;
  const [code, details] = REFUSALS[status] ?? (status < 400 ? REDIRECTED : ['refused', {}]);
  const isUnindexed = code === 'refused' && UNKNOWN_CATALOG.test(reason);
  const hint = code === 'not_found' ? LISTS_OF_NAMES[call.name] : isUnindexed ? UNINDEXED : undefined;
  return callError(call, code, message, {
    kind: 'refused',
    ...details,
    ...(hint && { hint }),
    status,
  });
}

type Refusal = readonly [code: string, details: Partial<BrctlErrorDetails>];

const UNAUTHORIZED: Refusal = [
  'unauthorized',
  {
    kind: 'config',
    why: 'the key is missing, wrong, or belongs to another environment',
    hint: 'brctl config show, then brctl doctor',
  },
];
const REDIRECTED: Refusal = [
  'redirected',
  { hint: 'the service redirected: configure the URL of the API itself' },
];
const REFUSALS: Readonly<Record<number, Refusal>> = {
  401: UNAUTHORIZED,
  403: UNAUTHORIZED,
  404: ['not_found', { kind: 'not-found' }],
  414: ['too_long', { why: 'the request is longer than 16 KB' }],
};

const UNINDEXED = 'check the name of the catalog; it can be searched once it was pushed and indexed';
const UNKNOWN_CATALOG = /\b(?:domain_key|catalog_name)\b.*\bunknown\b/;

/** Where the names are listed that the service knows. */
const LISTS_OF_NAMES: Readonly<Record<string, string>> = {
  job: 'brctl jobs lists the jobs sent from this machine',
  local: 'brctl local snapshot lists the snapshots, brctl search the products',
};
