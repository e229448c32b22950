import type { Readable } from 'node:stream';
import { request as sendRequest } from 'undici';
import { type BrctlError, messageOf } from '../../base/errors.ts';
import { type HttpAnswer, NoAnswerError } from './http.ts';
import { classifyNoAnswer, classifyStatus } from './http-failures.ts';
import { excerpt } from './http-json.ts';
import { isForeignRefusal, notBrctlServeError, notRunningError } from './local-control.ts';

/** The longest pause in what comes: the service reads large catalogs twice. */
const PAUSE_MS = 600_000;

export interface Upload {
  type: string;
  size: number;
  body: Readable;
}

/**
 * Begins to fetch a file from a service on this machine; `path` is below `/_brctl/`. Reading its bytes throws where it breaks off.
 *
 * @throws BrctlError `local.not_running`, `local.other_service`; what the service refuses
 */
export function downloadLocal(
  origin: string,
  path: string,
  subject: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  return exchange(origin, path, subject, signal, 'application/gzip', {});
}

/** Sends a file to a service on this machine. @throws BrctlError as {@link downloadLocal} does */
export async function uploadLocal(
  origin: string,
  path: string,
  subject: string,
  signal: AbortSignal,
  { type, size, body }: Upload,
): Promise<void> {
  const headers = { 'content-type': type, 'content-length': String(size) };
  const answer = await exchange(origin, path, subject, signal, 'application/json', {
    method: 'PUT',
    headers,
    body,
  });
  for await (const _ of answer);
}

async function exchange(
  origin: string,
  path: string,
  subject: string,
  signal: AbortSignal,
  answers: string,
  options: { method?: 'PUT'; headers?: Record<string, string>; body?: Readable },
): Promise<AsyncIterable<Uint8Array>> {
  const call = { name: 'local', writes: false, subject };
  const broken = (error: unknown): BrctlError => {
    const failure = new NoAnswerError(messageOf(error), false, error);
    const { error: judged } = classifyNoAnswer(failure, call, new URL(origin).host);
    return judged.code === 'local.no_answer' && isRefusedConnection(error)
      ? notRunningError(origin, error)
      : judged;
  };
  const unlessAborted = (error: unknown): unknown => (signal.aborted ? signal.reason : broken(error));
  try {
    const answer = await sendRequest(`${origin}/_brctl/${path}`, {
      method: 'GET',
      ...options,
      signal,
      headersTimeout: PAUSE_MS,
      bodyTimeout: PAUSE_MS,
    });
    if (answer.statusCode !== 200) {
      const text = await answer.body.text();
      const told = { status: answer.statusCode, headers: {}, text } satisfies HttpAnswer;
      if (isForeignRefusal(told))
        throw notBrctlServeError(origin, `it answers HTTP ${told.status}: ${excerpt(text)}`);
      const failure = classifyStatus(told, call);
      if (failure !== undefined) throw failure.error;
    }
    const type = String(answer.headers['content-type'] ?? '');
    if (!type.startsWith(answers))
      throw notBrctlServeError(origin, `it answers ${type || 'no content type'}`);
    return wholeBody(answer.body, unlessAborted);
  } catch (error) {
    throw isJudged(error) ? error : unlessAborted(error);
  }
}

function isJudged(error: unknown): boolean {
  return (error as Partial<BrctlError>).kind !== undefined;
}

function isRefusedConnection(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

async function* wholeBody(
  body: AsyncIterable<Uint8Array>,
  asError: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw asError(error);
  }
}
