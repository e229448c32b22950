import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import type { Proxies } from './proxies.ts';

const MAX_CONNECT_MS = 10_000;

/** What makes a request, as undici has it. */
export const sendRequest = request;

/**
 * What keeps connections, through the proxies where there are any.
 *
 * @param ownConnection each request gets its own connection
 */
export function createAgent(proxies: Proxies, timeoutMs: number, ownConnection: boolean): Dispatcher {
  return new EnvHttpProxyAgent({
    httpProxy: proxies.http,
    httpsProxy: proxies.https,
    noProxy: proxies.none,
    connect: { timeout: Math.min(timeoutMs, MAX_CONNECT_MS) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: ownConnection ? 0 : 1,
  });
}
