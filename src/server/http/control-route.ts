import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EmulatorHost } from '../host.ts';
import { Refusal } from '../service/refusals.ts';
import type { Route } from './route.ts';

/** A control call: works on the emulator itself, never part of the service's own paths (docs/serve.md, Control calls). */
export interface ControlRoute extends Omit<Route, 'handle' | 'area'> {
  area: 'control';
  /** Answered to other machines, too, such as load balancers: what it tells them is for everyone (`isFromHere`). */
  isOpen?: true;
  handle(request: FastifyRequest, reply: FastifyReply, host: EmulatorHost): Promise<unknown>;
}

/** One as its file declares it. */
export type ControlCall = Omit<ControlRoute, 'area' | 'basis'>;

const LOOPBACK_ADDRESSES = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const LOOPBACK_NAMES = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** What proxies add to a request that they pass on (RFC 7239, RFC 9110 section 7.6.3, and the older names). */
const FORWARDING_HEADERS =
  /^(forwarded|via|x-real-ip|x-client-ip|x-forwarded(-.+)?|cf-connecting-ip|true-client-ip)$/;

/**
 * Control calls come from this machine only, by a loopback name: a web page that resolves its own name to 127.0.0.1
 * (DNS rebinding) or posts across origins must not reset anything, nor must a stranger through a proxy that runs here. A
 * page of this machine may read the answer. A call that is open is answered to all but pages from elsewhere.
 *
 * @throws Refusal `forbidden`
 */
export async function guardControlCall(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { origin } = request.headers;
  const refusal = refusalOf(request);
  if (refusal !== undefined && !(isOpen(request) && origin === undefined)) throw refusal;
  if (origin !== undefined) reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' });
}

/** Whether a control call comes from this machine, and not through a proxy. */
export function isFromHere(request: FastifyRequest): boolean {
  return refusalOf(request) === undefined;
}

function isOpen({ routeOptions }: FastifyRequest): boolean {
  const { route } = routeOptions.config as { route?: Partial<ControlRoute> };
  return route?.isOpen === true;
}

function refusalOf(request: FastifyRequest): Refusal | undefined {
  const { host, origin } = request.headers;
  if (!LOOPBACK_ADDRESSES.test(request.socket.remoteAddress ?? '')) {
    return new Refusal('forbidden', 'control calls are accepted from this machine only');
  }
  if (host === undefined || !LOOPBACK_NAMES.test(host)) {
    return new Refusal('forbidden', 'control calls are accepted under a loopback name only', { at: 'Host' });
  }
  if (origin !== undefined && !LOOPBACK_NAMES.test(origin.replace(/^https?:\/\//i, ''))) {
    return new Refusal('forbidden', 'control calls from another origin are not accepted', { at: 'Origin' });
  }
  const forwarding = forwardingHeader(request.headers);
  if (forwarding === undefined) return undefined;
  return new Refusal('forbidden', 'control calls through a proxy are not accepted', { at: forwarding });
}

function forwardingHeader(headers: IncomingHttpHeaders): string | undefined {
  return Object.keys(headers).find((name) => FORWARDING_HEADERS.test(name));
}
