import { BrctlError, type BrctlErrorDetails } from '../../base/errors.ts';
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
  if (isTurnedAway(answer, call)) return { error: busy(answer, call), repeat: true };
  if (status === 507) return { error: storageFull(answer, call), repeat: false };
  if (status >= 500) return judgeServerError(answer, call);
  return { error: refusal(answer, call), repeat: false };
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

function storageFull(answer: HttpAnswer, call: CallKind): BrctlError {
  return new BrctlError(`the service is out of disk space: ${readServiceMessage(answer)}`, {
    kind: 'temporary',
    code: `${call.name}.storage_full`,
    status: answer.status,
    hint: 'retry later; for brctl serve, free space in its --data folder',
  });
}

function judgeServerError(answer: HttpAnswer, call: CallKind): Failure {
  const message = `the service failed with HTTP ${answer.status}: ${readServiceMessage(answer)}`;
  if (call.writes) return { error: outcomeUnknown(message, call, answer.status), repeat: false };
  const error = new BrctlError(message, {
    kind: 'temporary',
    code: `${call.name}.service_error`,
    status: answer.status,
    hint: 'try again later',
  });
  return { error, repeat: true };
}

export function classifyNoAnswer(error: NoAnswerError, call: CallKind, host: string): Failure {
  if (PROXY_REFUSALS.has(error.proxyStatus ?? 0)) {
    return { error: proxyRefusal(error, call, host), repeat: false };
  }
  if (call.writes && error.mayHaveArrived) {
    return { error: outcomeUnknown(`${error.message} (${host})`, call, undefined, error), repeat: false };
  }
  return { error: unreachable(error, call, host), repeat: true };
}

export function classifyBadAnswer(error: Error, call: CallKind, status: number): Failure {
  if (call.writes) return { error: outcomeUnknown(error.message, call, status, error), repeat: false };
  const failure = new BrctlError(error.message, {
    kind: 'temporary',
    code: `${call.name}.bad_answer`,
    status,
    why: 'a proxy or gateway may have answered in place of the service',
    cause: error,
  });
  return { error: failure, repeat: true };
}

/** What proxies answer to a login that is missing or wrong, and for hosts that they do not let pass. */
const PROXY_REFUSALS = new Set([401, 403, 407]);

function proxyRefusal({ proxyStatus, message }: NoAnswerError, call: CallKind, host: string): BrctlError {
  return new BrctlError(`${host} was not reached: ${message}`, {
    kind: 'config',
    code: `${call.name}.proxy_refused`,
    why:
      proxyStatus !== 403
        ? 'the proxy needs a user and password, or rejects those in HTTPS_PROXY or HTTP_PROXY'
        : 'the proxy blocks requests to this host',
    hint: 'correct HTTPS_PROXY, or add the host to NO_PROXY',
    retryable: false,
  });
}

const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

function unreachable(error: NoAnswerError, call: CallKind, host: string): BrctlError {
  if (error.message === 'connection refused' && THIS_MACHINE.test(host)) {
    return new BrctlError(`no local service is running: nothing listens at ${host}`, {
      kind: 'temporary',
      code: `${call.name}.no_answer`,
      hint: 'brctl serve, in another terminal; or choose another environment with -e',
      cause: error,
    });
  }
  return new BrctlError(`no answer from ${host}: ${error.message}`, {
    kind: 'temporary',
    code: `${call.name}.no_answer`,
    hint: 'check the address and the network with brctl doctor, then run it again',
    ...(call.writes && { why: 'nothing was applied: the request was not sent completely' }),
    cause: error,
  });
}

function outcomeUnknown(message: string, call: CallKind, status?: number, cause?: unknown): BrctlError {
  return new BrctlError(`the outcome of this ${call.name} is unknown: ${message}`, {
    kind: 'temporary',
    code: `${call.name}.outcome_unknown`,
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

function busy(answer: HttpAnswer, call: CallKind): BrctlError {
  const limited = answer.status === 429;
  const retryAfter = answer.headers['retry-after'];
  return new BrctlError(
    `${BUSY[answer.status] ?? 'the service is not available'}: ${readServiceMessage(answer)}`,
    {
      kind: 'temporary',
      code: limited ? `${call.name}.rate_limited` : `${call.name}.unavailable`,
      status: answer.status,
      hint: `run it again later${retryAfter === undefined ? '' : ` (the service says Retry-After: ${retryAfter})`}`,
    },
  );
}

function refusal(answer: HttpAnswer, call: CallKind): BrctlError {
  const said = readServiceMessage(answer);
  const { status } = answer;
  const details = refusalDetails(status, call, said);
  const message =
    status === 404
      ? `the service does not know ${call.subject}${addsNothing(said, call) ? '' : `: ${said}`}`
      : `the service refused (HTTP ${status})${said === '' ? '' : `: ${said}`}`;
  return new BrctlError(message, { ...details, status, retryable: false });
}

function addsNothing(said: string, { name }: CallKind): boolean {
  return said === '' || said === 'null' || name === 'job';
}

const UNKNOWN_CATALOG = /\b(?:domain_key|catalog_name)\b.*\bunknown\b/;

/** Where the names are listed that the service knows. */
const LISTS_OF_NAMES: Readonly<Record<string, string>> = {
  job: 'brctl jobs lists the jobs sent from this machine',
  local: 'brctl local snapshot lists the snapshots, brctl search the products',
};

function refusalDetails(status: number, call: CallKind, said: string): BrctlErrorDetails {
  if (status === 401 || status === 403) {
    return {
      kind: 'config',
      code: `${call.name}.unauthorized`,
      why: 'the key is missing, wrong, or belongs to another environment',
      hint: 'brctl config show, then brctl doctor',
    };
  }
  if (status === 404) {
    const hint = LISTS_OF_NAMES[call.name];
    return { kind: 'not-found', code: `${call.name}.not_found`, ...(hint && { hint }) };
  }
  if (status === 414)
    return { kind: 'refused', code: `${call.name}.too_long`, why: 'the request is longer than 16 KB' };
  if (status < 400) {
    return {
      kind: 'refused',
      code: `${call.name}.redirected`,
      hint: 'the service redirected: configure the URL of the API itself',
    };
  }
  return {
    kind: 'refused',
    code: `${call.name}.refused`,
    ...(UNKNOWN_CATALOG.test(said) && {
      hint: 'check the name of the catalog; it can be searched once it was pushed and indexed',
    }),
  };
}
