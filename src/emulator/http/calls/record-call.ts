import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Basis } from '../../basis.ts';
import type { EmulatorHost } from '../../host.ts';
import { CARRIER_HEADERS } from '../../service/account/secrets.ts';
import type { CapturedBody, RequestEntry } from '../../service/control/request-log.ts';
import type { ControlRoute } from '../control-route.ts';
import type { Route } from '../route.ts';
import { type BodyHead, captureBody, headOf } from './exchange.ts';

/** Parameters that the route does not know are ignored, as the service does; the request log tells of them. */
export function noteUnknownParameters(request: FastifyRequest, route: Route | ControlRoute): void {
  const { properties, patterns } = knownParameters(route);
  for (const name in request.query as object) {
    const isKnown = Object.hasOwn(properties, name) || patterns.some((pattern) => pattern.test(name));
    if (!isKnown) request.exchange.notes.push(`unknown parameter ${JSON.stringify(name)} ignored`);
  }
}

interface KnownParameters {
  properties: Record<string, unknown>;
  patterns: RegExp[];
}

const knownByRoute = new WeakMap<Route | ControlRoute, KnownParameters>();

function knownParameters(route: Route | ControlRoute): KnownParameters {
  let known = knownByRoute.get(route);
  if (known === undefined) {
    const { properties = {}, patternProperties = {} } = (route.schema.querystring ?? {}) as Record<
      string,
      Record<string, unknown> | undefined
    >;
    known = { properties, patterns: Object.keys(patternProperties).map((pattern) => new RegExp(pattern)) };
    knownByRoute.set(route, known);
  }
  return known;
}

/** Counts a call that ended, logs it and, control calls apart, keeps it in the request log. */
export function recordCall(
  request: FastifyRequest,
  reply: FastifyReply,
  host: EmulatorHost,
  nowMs: number,
): void {
  const { route } = request.routeOptions.config;
  const operation = route?.operation ?? 'unknown';
  const elapsedMs = nowMs - request.exchange.startedMs;
  host.metrics.countRequest(operation, sentStatus(reply), elapsedMs);
  if (route?.area === 'control') return;
  const entry = describeCall(request, reply, host, elapsedMs);
  host.requests.add(entry);
  host.log.info('request', {
    requestId: entry.id,
    method: entry.method,
    url: entry.url,
    status: entry.status,
    ms: Number(elapsedMs.toFixed(1)),
    ...(entry.notes.length > 0 && { notes: entry.notes }),
  });
}

function describeCall(
  request: FastifyRequest,
  reply: FastifyReply,
  host: EmulatorHost,
  elapsedMs: number,
): RequestEntry {
  const { exchange } = request;
  const { route } = request.routeOptions.config;
  const { tap } = exchange;
  const answer = headOf(exchange.answer);
  const sent: BodyHead = { head: tap.head(), bytes: tap.bytes };
  return {
    id: request.id,
    at: new Date(host.clock.now()).toISOString(),
    operation: route?.operation ?? null,
    method: request.method,
    url: host.mask(request.url),
    headers: maskHeaders(request, host),
    get requestBody() {
      return shownBody(sent, host);
    },
    status: sentStatus(reply),
    get responseBody() {
      return shownBody(answer, host);
    },
    elapsedMs: Number(elapsedMs.toFixed(3)),
    basis: (reply.getHeader('x-brctl-basis') as Basis | undefined) ?? null,
    notes: exchange.notes,
  };
}

/**
 * A body decoded and masked. That is done when it is looked at: most never are, and it took longer than all else that is
 * kept of a call.
 */
function shownBody(kept: BodyHead, host: EmulatorHost): CapturedBody | null {
  const body = captureBody(kept);
  return body && { ...body, text: host.mask(body.text) };
}

/** 0 where the connection ended before an answer. */
function sentStatus(reply: FastifyReply): number {
  return reply.raw.headersSent ? reply.raw.statusCode : 0;
}

function maskHeaders(request: FastifyRequest, host: EmulatorHost): Record<string, string> {
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
    return [name, CARRIER_HEADERS.has(name) ? text.replace(/\S+$/, '***') : host.mask(text)];
  });
  return Object.fromEntries(headers);
}
