import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import sendRequest from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { messageOf } from '../errors.ts';
import { BodyFailure, type BodyTracker, type HttpBody, trackBody } from './http-body.ts';

export interface HttpRequest {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: HttpBody;
  /** Time without progress after which the request is given up. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** No whole answer came. `mayHaveArrived` says whether the service can have acted on the request. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly mayHaveArrived: boolean;

  constructor(message: string, mayHaveArrived: boolean, cause: unknown) {
    super(message, { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** One request, one answer: no retries, no judgement. Throws NoAnswerError, or the reason of the signal. */
export type HttpTransport = ((request: HttpRequest) => Promise<HttpAnswer>) & { close(): Promise<void> };

/** Failures before a connection stood: nothing of the request left this machine. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const MAX_CONNECT_MS = 10_000;

/**
 * Requests over undici. A write gets a connection of its own: on a kept one that the service has just closed its
 * body would be lost without anyone knowing whether it arrived.
 */
export function createTransport(): HttpTransport {
  const agents = new Map<string, Agent>();
  const agentFor = (request: HttpRequest): Agent => {
    const writes = request.method !== 'GET';
    const key = `${writes} ${request.timeoutMs}`;
    const agent = agents.get(key) ?? createAgent(request.timeoutMs, writes);
    agents.set(key, agent);
    return agent;
  };
  const transport = (request: HttpRequest) => exchange(request, agentFor(request));
  return Object.assign(transport, {
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  });
}

function createAgent(timeoutMs: number, ownConnection: boolean): Agent {
  return new Agent({
    connect: { timeout: Math.min(timeoutMs, MAX_CONNECT_MS) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: ownConnection ? 0 : 1,
  });
}

async function exchange(request: HttpRequest, dispatcher: Dispatcher): Promise<HttpAnswer> {
  const tracker: BodyTracker = { whole: request.body === undefined, bytes: 0 };
  try {
    const { origin, pathname, search } = new URL(request.url);
    const answer = await sendRequest.call(dispatcher, {
      origin,
      path: pathname + search,
      method: request.method,
      headers: { ...request.headers, ...lengthHeader(request.body) },
      // undici takes any async iterable and pulls it only as fast as the socket drains; its types name streams only.
      body: request.body ? (trackBody(request.body, tracker) as unknown as Readable) : null,
      signal: request.signal ?? null,
    });
    return {
      status: answer.statusCode,
      headers: plainHeaders(answer.headers),
      text: await answer.body.text(),
    };
  } catch (error) {
    request.signal?.throwIfAborted();
    if (error instanceof BodyFailure) throw error.cause;
    throw new NoAnswerError(describeNetworkError(error), tracker.whole && !neverConnected(error), error);
  }
}

function lengthHeader(body: HttpBody | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(body.lengthBytes) };
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code !== undefined) return code;
  const nested = error instanceof AggregateError ? error.errors[0] : undefined;
  return nested === undefined ? '' : codeOf(nested);
}

function neverConnected(error: unknown): boolean {
  const syscall = error instanceof Error ? (error as NodeJS.ErrnoException).syscall : undefined;
  return syscall === 'connect' || NEVER_CONNECTED.has(codeOf(error));
}

function describeNetworkError(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'connection refused';
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') return 'the connection was cut';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name cannot be resolved';
  if (code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return 'no answer in time';
  return messageOf(error);
}
