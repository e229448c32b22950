import { BrctlError, getMessage } from '../../base/errors.ts';
import { isObject } from '../../base/json/shape.ts';
import { isLoopback } from './catalog-state.ts';
import { type HttpAnswer, type HttpRequest, NoAnswerError } from './http.ts';
import type { HttpBody } from './http-body.ts';
import { type HttpClient, sendCall } from './http-call.ts';
import { classifyNoAnswer, classifyStatus } from './http-failures.ts';
import { BadAnswerError, cutExcerpt, parseObject } from './http-json.ts';

const TIMEOUT_MS = 60_000;
/** For calls about a past state, which may have to be indexed first: a million products take minutes. */
export const PAST_TIMEOUT_MS = 1_800_000;

export interface ControlCall {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  /** Body, sent as JSON. */
  body?: unknown;
  /** Body, sent unchanged: a gzip file. */
  file?: HttpBody;
  subject: string;
  /** Marks of an answer of brctl, as another program may listen there: its `schema`, or members that it has; null where no answer is refused. */
  answers: string | AnswerMembers | null;
  timeoutMs?: number;
}

/** Members that an answer has at least, each by its type; of a list, those of its entries. */
export interface AnswerMembers {
  readonly [member: string]: 'string' | 'number' | 'boolean' | readonly [AnswerMembers];
}

/** Where control calls are: on this machine only. Throws BrctlError `local.not_local`. */
export function readControlOrigin(catalogUrl: string, environment: string): string {
  const { origin } = new URL(catalogUrl);
  if (isLoopback(catalogUrl)) return origin;
  throw new BrctlError(`environment ${environment} is not a local service`, {
    kind: 'usage',
    code: 'local.not_local',
    why: `its URL is ${origin}; only a brctl serve on this machine accepts control calls`,
    hint: 'choose the environment of a running brctl serve with -e',
  });
}

/**
 * Makes one control call; gives the object that it answers.
 * @throws BrctlError `local.not_running`, `local.other_service`; what the service refuses
 */
export async function sendControlCall<Answer>(
  caller: HttpClient,
  origin: string,
  { method, path, body, file, subject, answers, timeoutMs = TIMEOUT_MS }: ControlCall,
  signal: AbortSignal,
  decode: (answer: HttpAnswer) => Answer,
): Promise<Answer> {
  const request: HttpRequest = {
    method,
    url: `${origin}/_brctl/${path}`,
    headers: file
      ? { 'content-type': 'application/gzip' }
      : body === undefined
        ? {}
        : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: encodeBody(body) }),
    ...(file && { body: file }),
    timeoutMs,
    signal,
  };
  let answered: HttpAnswer | undefined;
  const send = async (request: HttpRequest) => {
    answered = await caller.transport(request);
    return answered;
  };
  const transport = Object.assign(send, { close: () => caller.transport.close() });
  // A service on this machine answers at once or is not there.
  const once = { ...caller, transport, tries: 1 };
  const decodeOwn = (answer: HttpAnswer) => {
    if (answers !== null) checkAnswer(answer, answers);
    return decode(answer);
  };
  try {
    // Each may be repeated: it sets a state, whatever was before.
    return await sendCall(once, { name: 'local', writes: false, subject, request, decode: decodeOwn });
  } catch (error) {
    throw toControlError(error, origin, answered);
  }
}

/** @throws BadAnswerError where the answer is not that of a control call */
function checkAnswer(answer: HttpAnswer, answers: string | AnswerMembers): void {
  const body = parseObject(answer);
  const isOwn = typeof answers === 'string' ? body.schema === answers : hasMembers(body, answers);
  if (!isOwn) throw new BadAnswerError(`it answers ${cutExcerpt(answer.text)}`);
}

function hasMembers(value: unknown, members: AnswerMembers): boolean {
  if (!isObject(value)) return false;
  return Object.entries(members).every(([name, type]) => {
    const member = value[name];
    if (typeof type === 'string') return typeof member === type;
    return Array.isArray(member) && member.every((entry) => hasMembers(entry, type[0]));
  });
}

function toControlError(error: unknown, origin: string, answer: HttpAnswer | undefined): unknown {
  if (!(error instanceof BrctlError)) return error;
  if (error.code === 'local.no_answer') return notRunningError(origin, error);
  if (error.code === 'local.bad_answer') return notBrctlServeError(origin, error.message, error);
  if (answer === undefined || !isForeignRefusal(answer)) return error;
  return notBrctlServeError(origin, `it answers HTTP ${answer.status}: ${cutExcerpt(answer.text)}`, error);
}

/** Statuses by which a proxy turns a request away on its own behalf, or a server for now. */
const NOT_OF_THE_CALL: ReadonlySet<number> = new Set([407, 408, 429]);

/** Is it refused by something that does not do so as control calls do? */
function isForeignRefusal({ status, text }: Pick<HttpAnswer, 'status' | 'text'>): boolean {
  if (status < 300 || status >= 500 || NOT_OF_THE_CALL.has(status)) return false;
  try {
    const { error } = (JSON.parse(text) ?? {}) as { error?: { code?: unknown } };
    return typeof error?.code !== 'string';
  } catch {
    return true;
  }
}

function encodeBody(body: unknown): HttpBody {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    lengthBytes: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

export function notBrctlServeError(origin: string, why: string, cause?: unknown): BrctlError {
  return new BrctlError(`the server at ${origin} is not brctl serve, or another version of it`, {
    kind: 'config',
    code: 'local.other_service',
    why,
    hint: 'brctl config show shows where the address comes from; start brctl serve of this version, or choose the environment of a running one with -e',
    cause,
  });
}

export function notRunningError(origin: string, cause: unknown): BrctlError {
  return new BrctlError(`no local service is running at ${origin}`, {
    kind: 'temporary',
    code: 'local.not_running',
    hint: 'brctl serve',
    cause,
  });
}

/** The longest pause in what comes: the service reads large catalogs twice. */
export const PAUSE_MS = 600_000;

/**
 * Begins to fetch a file from a service on this machine; `path` is below `/_brctl/`. Reading its bytes throws where it breaks off.
 *
 * @throws BrctlError `local.not_running`, `local.other_service`; what the service refuses
 */
export async function downloadLocal(
  origin: string,
  path: string,
  subject: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const asError = (error: unknown): unknown =>
    signal.aborted ? signal.reason : error instanceof BrctlError ? error : cutError(error, origin, subject);
  try {
    const { request } = await import('undici');
    const timeouts = { headersTimeout: PAUSE_MS, bodyTimeout: PAUSE_MS };
    const { statusCode, headers, body } = await request(`${origin}/_brctl/${path}`, { signal, ...timeouts });
    if (statusCode !== 200)
      throw refusedFileError({ status: statusCode, headers: {}, text: await body.text() }, origin, subject);
    const type = String(headers['content-type'] ?? 'no content type');
    if (!type.startsWith('application/gzip')) throw notBrctlServeError(origin, `it answers ${type}`);
    return checkLength(body, asError);
  } catch (error) {
    throw asError(error);
  }
}

function cutError(error: unknown, origin: string, subject: string): BrctlError {
  if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return notRunningError(origin, error);
  const failure = new NoAnswerError(getMessage(error), false, error);
  return classifyNoAnswer(failure, { name: 'local', writes: false, subject }, new URL(origin).host).error;
}

function refusedFileError(answer: HttpAnswer, origin: string, subject: string): BrctlError {
  const failure = classifyStatus(answer, { name: 'local', writes: false, subject });
  return isForeignRefusal(answer) || failure === undefined
    ? notBrctlServeError(origin, `it answers HTTP ${answer.status}: ${cutExcerpt(answer.text)}`)
    : failure.error;
}

async function* checkLength(
  body: AsyncIterable<Uint8Array>,
  asError: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw asError(error);
  }
}

/** Server-sent events until the server ends them. Throws NoAnswerError, or the reason of the signal. */
export async function* readEvents(url: string, signal: AbortSignal) {
  try {
    const { request: sendRequest } = await import('undici');
    const answer = await sendRequest(url, {
      headers: { accept: 'text/event-stream' },
      signal,
      bodyTimeout: 0,
    });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw new Error(`HTTP ${answer.statusCode}`);
    }
    let partial = '';
    for await (const chunk of answer.body.setEncoding('utf8')) {
      const blocks = (partial + chunk).split('\n\n');
      partial = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event.data !== '') yield event;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new NoAnswerError(getMessage(error), false, error);
  }
}

/** A block of `field: value` lines (WHATWG HTML, 9.2.6). */
function parseEvent(block: string) {
  const event = { type: 'message', data: '' };
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event.type = value;
    else if (field === 'data') event.data += value;
  }
  return event;
}
