import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runForCaller } from '../../../engine/call.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { Instance } from '../../instance.ts';
import { Refusal } from '../../service/refusals.ts';
import { admitControlCall } from '../access/admit-control-call.ts';
import { authenticateCatalogCall } from '../access/authenticate.ts';
import { getArea } from '../errors/errors.ts';
import { type Area, hasRoute } from '../route.ts';
import { BodyTap, hasBody } from './call-context.ts';
import { injectFault, truncateBody } from './fault-injection.ts';
import { findUnknownParameters, recordCall } from './record-call.ts';
import { discardUnreadBody, enforceMinBodyRate } from './slow-body.ts';

/** Areas whose request length is bound (spec: Limits). */
const BOUND_AREAS: ReadonlySet<Area> = new Set(['search', 'widget', 'pathways', 'suggest']);

export function addCallHooks(app: FastifyInstance, host: Instance): void {
  app.decorateRequest('exchange');
  app.addHook('onRequest', (_request, reply, done) => runForCaller(createDisconnectSignal(reply), done));
  app.addHook('onRequest', async (request, reply) => {
    openCall(request, reply, host);
    checkFraming(request, reply);
    if (getArea(request) === 'control') admitControlCall(request, reply);
    const { route } = request.routeOptions.config;
    if (route === undefined) return;
    void reply.header('x-brctl-basis', route.basis);
    if (BOUND_AREAS.has(route.area)) checkRequestLength(request);
    request.exchange.notes.push(...findUnknownParameters(Object.keys(request.query as object), route));
    if (!hasRoute(host.role, route))
      throw new Refusal(
        'other_role',
        `this is a search node (--role search): send ${route.operation} to the ingest node`,
      );
    if (await injectFault(request, reply, host, route)) return;
    if (route.area === 'catalog') request.exchange.account = authenticateCatalogCall(request, host);
    takeBody(request, reply);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) request.exchange.answer = payload;
    // Nobody reads it: a stream of events would be written for ever, a catalog be read to its end.
    if (request.method === 'HEAD' && payload instanceof Readable) payload.destroy();
    const sent = truncateBody(request, reply, payload);
    return hasBody(request) ? discardUnreadBody(request, reply, sent) : sent;
  });
  // Node would answer `Expect: 100-continue` by itself; here the checks come first, takeBody() lets the body come.
  app.server.on('checkContinue', (request, response) => app.routing(request, response));
}

/** Aborted when the connection breaks before the answer is sent: searches that others work out are cancelled then. */
export function createDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) leaving.abort();
  });
  return leaving.signal;
}

function openCall(request: FastifyRequest, reply: FastifyReply, host: Instance): void {
  request.exchange = {
    startedMs: performance.now(),
    tap: new BodyTap(),
    isContinueSent: false,
    fault: null,
    answer: '',
    notes: [],
  };
  void reply.header('x-request-id', request.id);
  // Also comes where the connection broke before an answer.
  reply.raw.once('close', () => recordCall(request, reply, host));
}

/**
 * Where two machines read a request differently, one can be smuggled past the other: it names one host (RFC 9112, section
 * 3.2), and of the codings of a transfer only `chunked` is undone here (section 6.1). The connection is not used again.
 * @throws Refusal `malformed`, `not_emulated`
 */
function checkFraming(request: FastifyRequest, reply: FastifyReply): void {
  const { rawHeaders, headers } = request.raw;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
  const coding = headers['transfer-encoding'];
  const isChunked = coding === undefined || coding.trim().toLowerCase() === 'chunked';
  if (hosts < 2 && isChunked) return;
  void reply.header('connection', 'close');
  if (hosts > 1) throw new Refusal('malformed', 'a request has one Host header');
  const message = `Transfer-Encoding ${JSON.stringify(coding)} is not decoded, only chunked is`;
  throw new Refusal('not_emulated', message);
}

/** @throws Refusal `request_too_long` for a request target over 16,384 bytes (spec: Errors) */
function checkRequestLength(request: FastifyRequest): void {
  const bytes = Buffer.byteLength(request.raw.url ?? '', 'latin1');
  if (bytes <= LIMITS.searchRequestBytes) return;
  const message = `the request is ${bytes} bytes long, at most ${LIMITS.searchRequestBytes} are taken`;
  throw new Refusal('request_too_long', message);
}

/** The checks that need no body are over: a client that asked first (`Expect: 100-continue`) may send it now. */
function takeBody(request: FastifyRequest, reply: FastifyReply): void {
  if (!hasBody(request)) return;
  if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
  request.exchange.isContinueSent = true;
  enforceMinBodyRate(request.raw, () => request.socket.bytesRead);
}
