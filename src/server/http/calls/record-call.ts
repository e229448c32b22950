import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EmulatorHost } from '../../instance.ts';
import { isKeyHeader, maskCredentials } from '../../service/account/secrets.ts';
import {
  type CapturedBody,
  pickLinks,
  type RequestEntry,
  recordRequest,
} from '../../service/control/request-log.ts';
import type { Basis } from '../../service/refusals.ts';
import type { ControlRoute, Route } from '../route.ts';
import { type BodyHead, captureBody, takeBodyHead } from './call-context.ts';

/** Parameters that the route does not know are ignored, as the service does; the request log tells of them. */
export function findUnknownParameters(names: readonly string[], route: Route | ControlRoute): string[] {
  return names
    .filter((name) => !Object.hasOwn(route.query ?? {}, name) && !route.queryPattern?.test(name))
    .map((name) => `unknown parameter ${JSON.stringify(name)} ignored`);
}

export function recordCall(
  request: FastifyRequest,
  reply: FastifyReply,
  host: EmulatorHost,
  nowMs: number,
): void {
  const { exchange } = request;
  const { route } = request.routeOptions.config;
  const operation = route?.operation ?? 'unknown';
  const elapsedMs = nowMs - exchange.startedMs;
  host.metrics.countRequest(operation, sentStatus(reply.raw), elapsedMs);
  if (route?.area === 'control' || exchange.isInspectorRedirect) return;
  const { tap } = exchange;
  const bodies = { sent: { head: tap.head(), bytes: tap.bytes }, answer: takeBodyHead(exchange.answer) };
  const entry = recordRequest(
    host,
    describeCall(request, reply, host, elapsedMs, bodies),
    bodies.sent.head.length + bodies.answer.head.length,
  );
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
  { id, raw: request, exchange, routeOptions: { config } }: FastifyRequest,
  reply: FastifyReply,
  host: EmulatorHost,
  elapsedMs: number,
  { sent, answer }: Record<'sent' | 'answer', BodyHead>,
): RequestEntry {
  return {
    id,
    at: new Date(host.clock.now()).toISOString(),
    operation: config.route?.operation ?? null,
    method: request.method ?? '',
    url: host.mask(request.url ?? ''),
    headers: maskHeaders(request, host),
    get requestBody() {
      return shownBody(sent, host);
    },
    status: sentStatus(reply.raw),
    get responseBody() {
      return shownBody(answer, host);
    },
    elapsedMs: Number(elapsedMs.toFixed(3)),
    basis: (reply.getHeader('x-brctl-basis') as Basis | undefined) ?? null,
    notes: exchange.notes,
    ...pickLinks(exchange),
  };
}

/** Decodes and masks a body lazily: most bodies are never looked at, and this is the most expensive part of logging. */
function shownBody(kept: BodyHead, host: EmulatorHost): CapturedBody | null {
  const body = captureBody(kept);
  return body && { ...body, text: host.mask(body.text) };
}

function sentStatus(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : 0;
}

function maskHeaders(request: IncomingMessage, host: EmulatorHost): Record<string, string> {
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
    return [name, isKeyHeader(name) ? maskCredentials(text) : host.mask(text)];
  });
  return Object.fromEntries(headers);
}
