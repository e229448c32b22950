import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EmulatorHost } from '../../instance.ts';
import { carriesKey, maskCredentials } from '../../service/account/secrets.ts';
import type { CapturedBody, RequestEntry } from '../../service/control/request-log.ts';
import type { Basis } from '../../service/refusals.ts';
import type { ControlRoute, Route } from '../route.ts';
import { type BodyHead, captureBody, headOf } from './call-context.ts';

/** Parameters that the route does not know are ignored, as the service does; the request log tells of them. */
export function unknownParameters(names: readonly string[], route: Route | ControlRoute): string[] {
  return names
    .filter((name) => !Object.hasOwn(route.query ?? {}, name) && !route.queryPattern?.test(name))
    .map((name) => `unknown parameter ${JSON.stringify(name)} ignored`);
}

const TOLD_PATH_LENGTH = 500;

/** Characters of an address, and of all headers together, that the log keeps: a client may send 256 KiB of them. */
const MAX_URL_LENGTH = 16_384;
const MAX_HEADERS_LENGTH = 16_384;
const MAX_NOTES = 20;
const MAX_NOTE_LENGTH = 300;

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
  const entry = describeCall(request, reply, host, elapsedMs);
  host.requests.add(entry, exchange.tap.head().length + headOf(exchange.answer).head.length);
  const { id, at, method, status } = entry;
  const path = entry.url.slice(0, TOLD_PATH_LENGTH);
  host.events.call({ id, at, operation, method, path, status, ms: entry.elapsedMs, ...linksOf(entry) });
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
): RequestEntry {
  const { tap } = exchange;
  const notes = exchange.notes.slice(0, MAX_NOTES).map((note) => note.slice(0, MAX_NOTE_LENGTH));
  const url = host.mask(request.url ?? '');
  const { headers, isCut } = maskHeaders(request, host);
  const answer = headOf(exchange.answer);
  const sent: BodyHead = { head: tap.head(), bytes: tap.bytes };
  return {
    id,
    at: new Date(host.clock.now()).toISOString(),
    operation: config.route?.operation ?? null,
    method: request.method ?? '',
    url: url.slice(0, MAX_URL_LENGTH),
    headers,
    get requestBody() {
      return shownBody(sent, host);
    },
    status: sentStatus(reply.raw),
    get responseBody() {
      return shownBody(answer, host);
    },
    elapsedMs: Number(elapsedMs.toFixed(3)),
    basis: (reply.getHeader('x-brctl-basis') as Basis | undefined) ?? null,
    notes,
    ...((isCut || url.length > MAX_URL_LENGTH) && { cut: true }),
    ...linksOf(exchange),
  };
}

export function linksOf({
  jobId,
  answeredFrom,
}: Pick<RequestEntry, 'jobId' | 'answeredFrom'>): Pick<RequestEntry, 'jobId' | 'answeredFrom'> {
  return { ...(jobId !== undefined && { jobId }), ...(answeredFrom !== undefined && { answeredFrom }) };
}

/** Decodes and masks a body lazily: most bodies are never looked at, and this is the most expensive part of logging. */
function shownBody(kept: BodyHead, host: EmulatorHost): CapturedBody | null {
  const body = captureBody(kept);
  return body && { ...body, text: host.mask(body.text) };
}

function sentStatus(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : 0;
}

function maskHeaders(
  request: IncomingMessage,
  host: EmulatorHost,
): { headers: Record<string, string>; isCut: boolean } {
  let room = MAX_HEADERS_LENGTH;
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
    const shown = carriesKey(name) ? maskCredentials(text) : host.mask(text);
    const kept = shown.slice(0, Math.max(room - name.length, 0));
    room -= name.length + shown.length;
    return [name.slice(0, MAX_NOTE_LENGTH), kept];
  });
  return { headers: Object.fromEntries(headers), isCut: room < 0 };
}
