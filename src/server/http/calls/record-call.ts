import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Instance } from '../../instance.ts';
import { isKeyHeader, maskCredentials } from '../../service/account/secrets.ts';
import { pickLinks, type RequestEntry, recordRequest } from '../../service/control/request-log.ts';
import type { Basis } from '../../service/refusals.ts';
import type { Route } from '../route.ts';
import { BodyTap, KEPT_BODY_BYTES } from './call-context.ts';

/** Parameters that the route does not know are ignored, as the service does; the request log tells of them. */
export function findUnknownParameters(names: readonly string[], route: Route): string[] {
  return names
    .filter((name) => !Object.hasOwn(route.query ?? {}, name) && !route.queryPattern?.test(name))
    .map((name) => `unknown parameter ${JSON.stringify(name)} ignored`);
}

export function recordCall(request: FastifyRequest, reply: FastifyReply, host: Instance): void {
  const { exchange } = request;
  const { route } = request.routeOptions.config;
  const operation = route?.operation ?? 'unknown';
  const elapsedMs = performance.now() - exchange.startedMs;
  host.metrics.countRequest(operation, getSentStatus(reply.raw), elapsedMs);
  if (route?.area === 'control' || exchange.isInspectorRedirect) return;
  const { answer, notes, tap } = exchange;
  const answered = new BodyTap();
  const head = typeof answer === 'string' ? Buffer.from(answer.slice(0, KEPT_BODY_BYTES)) : answer;
  answered.see(head, Buffer.byteLength(answer));
  const keptBytes = tap.end() + answered.end();
  const entry: RequestEntry = {
    id: request.id,
    at: new Date(host.clock.now()).toISOString(),
    operation: route?.operation ?? null,
    method: request.method,
    url: host.mask(request.raw.url ?? ''),
    headers: maskHeaders(request.raw, host),
    // Decoded and masked when somebody looks: most bodies never are, and this is the most expensive part of logging.
    get requestBody() {
      return tap.capture(host.mask);
    },
    status: getSentStatus(reply.raw),
    get responseBody() {
      return answered.capture(host.mask);
    },
    elapsedMs: Number(elapsedMs.toFixed(3)),
    basis: (reply.getHeader('x-brctl-basis') as Basis | undefined) ?? null,
    notes,
    ...pickLinks(exchange),
  };
  const { id, method, url, status, notes: kept } = recordRequest(host, entry, keptBytes);
  host.log.info('request', {
    requestId: id,
    method,
    url,
    status,
    ms: Number(elapsedMs.toFixed(1)),
    ...(kept.length > 0 && { notes: kept }),
  });
}

function getSentStatus(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : 0;
}

function maskHeaders(request: IncomingMessage, host: Instance): Record<string, string> {
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
    return [name, isKeyHeader(name) ? maskCredentials(text) : host.mask(text)];
  });
  return Object.fromEntries(headers);
}
