import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { getMessage } from '../../base/errors.ts';
import { BodyFailure, type BodyTracker, type HttpBody, trackBody } from './http-body.ts';
import { NO_PROXIES, type Proxies } from './proxies.ts';

export interface HttpRequest {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
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
  /** HTTP status of a proxy that refused the connection. */
  readonly proxyStatus: number | undefined;

  constructor(message: string, mayHaveArrived: boolean, cause: unknown, proxyStatus?: number) {
    super(message, { cause });
    this.mayHaveArrived = mayHaveArrived;
    this.proxyStatus = proxyStatus;
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

type Undici = typeof import('undici');

const MAX_CONNECT_MS = 10_000;

/** HTTP over undici. Writes use a new connection: a reused one that just closed could lose the body. */
export function createTransport(proxies: Proxies = NO_PROXIES): HttpTransport {
  const agents = new Map<string, Dispatcher>();
  const chooseAgent = ({ method, timeoutMs }: HttpRequest, { EnvHttpProxyAgent }: Undici): Dispatcher => {
    const writes = method !== 'GET';
    const key = `${writes} ${timeoutMs}`;
    const agent =
      agents.get(key) ??
      new EnvHttpProxyAgent({
        httpProxy: proxies.http,
        httpsProxy: proxies.https,
        noProxy: proxies.none,
        connect: { timeout: Math.min(timeoutMs, MAX_CONNECT_MS) },
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        pipelining: writes ? 0 : 1,
      });
    agents.set(key, agent);
    return agent;
  };
  let isClosed = false;
  const send = async (request: HttpRequest) => {
    // undici takes its time to load: what goes on before the first request, or on other threads, does not wait for it.
    const undici = await import('undici');
    try {
      if (isClosed) throw new Error('no request is sent any more');
      return await exchange(request, undici, chooseAgent(request, undici), proxies);
    } catch (error) {
      // Nobody waits for its answer: to try it again would only delay the end.
      throw isClosed ? new Error('the transport was closed', { cause: error }) : error;
    }
  };
  return Object.assign(send, {
    close: async () => {
      isClosed = true;
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  });
}

async function exchange(
  request: HttpRequest,
  { request: sendRequest }: Undici,
  dispatcher: Dispatcher,
  proxies: Proxies,
): Promise<HttpAnswer> {
  const tracker: BodyTracker = { whole: request.body === undefined, bytes: 0 };
  try {
    const answer = await sendRequest(request.url, {
      dispatcher,
      method: request.method,
      headers: {
        ...request.headers,
        ...(request.body && { 'content-length': String(request.body.lengthBytes) }),
      },
      // undici takes any async iterable and pulls it only as fast as the socket drains; its types name streams only.
      body: request.body ? (trackBody(request.body, tracker) as unknown as Readable) : null,
      signal: request.signal ?? null,
    });
    const headers = Object.entries(answer.headers).map(([name, value = '']) => [
      name,
      [value].flat().join(', '),
    ]);
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(headers),
      text: await answer.body.text(),
    };
  } catch (error) {
    request.signal?.throwIfAborted();
    if (error instanceof BodyFailure) throw error.cause;
    throw toNoAnswerError(error, tracker, proxies);
  }
}

/** Message of undici for a proxy that refuses a connection; there is no other sign of it. */
const PROXY_ANSWER = /^Proxy response \((\d+)\)/;

function toNoAnswerError(error: unknown, tracker: BodyTracker, proxies: Proxies): NoAnswerError {
  const status = PROXY_ANSWER.exec(getMessage(error))?.[1];
  if (status !== undefined) {
    const message = `the proxy does not let the request through (HTTP ${status})`;
    return new NoAnswerError(message, false, error, Number(status));
  }
  const message = describeNetworkError(error) + (isOfProxy(error, proxies) ? ' by the proxy' : '');
  return new NoAnswerError(message, tracker.whole && !isConnectionFailure(error), error);
}

function isOfProxy(error: unknown, { http, https }: Proxies): boolean {
  const { syscall, port } = error instanceof Error ? (error as { syscall?: string; port?: number }) : {};
  return (
    syscall === 'connect' &&
    [http, https].some((address) => address !== '' && getPort(new URL(address)) === String(port))
  );
}

function getPort({ protocol, port }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

function getCode(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code !== undefined) return code;
  const nested = error instanceof AggregateError ? error.errors[0] : undefined;
  return nested === undefined ? '' : getCode(nested);
}

function isConnectionFailure(error: unknown): boolean {
  const syscall = error instanceof Error ? (error as NodeJS.ErrnoException).syscall : undefined;
  return syscall === 'connect' || NEVER_CONNECTED.has(getCode(error));
}

function describeNetworkError(error: unknown): string {
  const code = getCode(error);
  if (code === 'ECONNREFUSED') return 'connection refused';
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') return 'the connection was cut';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name cannot be resolved';
  if (code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return 'no answer in time';
  return getMessage(error);
}
