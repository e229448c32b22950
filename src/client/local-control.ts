import { BrctlError } from '../errors.ts';
import { isLoopback } from './catalog-state.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import type { HttpBody } from './http-body.ts';
import { type Caller, sendCall } from './http-call.ts';

const TIMEOUT_MS = 60_000;
/** For calls about a past state, which may have to be indexed first: a million products take minutes. */
export const PAST_TIMEOUT_MS = 1_800_000;

/** A control call of `brctl serve`: path below `/_brctl/`, and a body for PUT and POST. */
export interface ControlCall {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
  /** What is asked for, for "not found". */
  subject: string;
  /** Longest time for the answer; a minute where nothing is said. */
  timeoutMs?: number;
}

/**
 * Where the control calls of an environment are: only a service on this machine has them.
 *
 * @throws BrctlError `local.not_local`
 */
export function controlOrigin(catalogUrl: string, environment: string): string {
  const { origin } = new URL(catalogUrl);
  if (isLoopback(catalogUrl)) return origin;
  throw new BrctlError(`the environment ${environment} is not on this machine`, {
    kind: 'usage',
    code: 'local.not_local',
    why: `its address is ${origin}; control calls are answered by brctl serve alone, on this machine`,
    hint: 'choose the environment of a running brctl serve with -e',
  });
}

/**
 * Makes one control call; gives the object that it answers.
 *
 * @throws BrctlError `local.not_running`; what the service refuses
 */
export async function controlCall<Answer>(
  caller: Caller,
  origin: string,
  { method, path, body, subject, timeoutMs = TIMEOUT_MS }: ControlCall,
  signal: AbortSignal,
  decode: (answer: HttpAnswer) => Answer,
): Promise<Answer> {
  const request: HttpRequest = {
    method,
    url: `${origin}/_brctl/${path}`,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: jsonBody(body) }),
    timeoutMs,
    signal,
  };
  // A service on this machine answers at once or is not there.
  const once = { ...caller, retry: { ...caller.retry, tries: 1 } };
  try {
    // Each may be repeated: it sets a state, whatever was before.
    return await sendCall(once, { name: 'local', writes: false, subject, request, decode });
  } catch (error) {
    throw error instanceof BrctlError && error.code === 'local.no_answer' ? notRunning(origin, error) : error;
  }
}

function jsonBody(body: unknown): HttpBody {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    lengthBytes: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

/** The error where nothing answers at the address of a local service. */
export function notRunning(origin: string, cause: unknown): BrctlError {
  return new BrctlError(`no local service is running at ${origin}`, {
    kind: 'temporary',
    code: 'local.not_running',
    retryable: true,
    hint: 'brctl serve',
    cause,
  });
}
