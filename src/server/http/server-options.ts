import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { checkSchema } from './check-schema.ts';
import { getAreaOfPath } from './errors/errors.ts';
import { renderError, renderErrorPage } from './errors/respond.ts';

export interface TlsFiles {
  cert: Buffer;
  key: Buffer;
}

type ParserError = Error & { code?: string; rawPacket?: Buffer };

/** All headers and the request line together: far over the 16,384 bytes of a search, so that we answer 414 ourselves. */
const MAX_HEADER_BYTES = 262_144;

export const CONNECTION_LIMITS = {
  connections: 8_192,
  /** For a client to agree on keys; Node's own bound is two minutes. */
  handshakeMs: 15_000,
  headersMs: 15_000,
  idleMs: 72_000,
};

export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** Without builders Fastify would load its own at every start, which the bundle does not hold; the types ask for those. */
const VALIDATOR = () => checkSchema;
const NO_SERIALIZER = () => () => (answer: unknown) => JSON.stringify(answer);

export function buildServerOptions(tls: TlsFiles | null, limits: ConnectionLimits): Record<string, unknown> {
  const { handshakeMs, headersMs, idleMs } = limits;
  const server = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersMs,
    // How often the timeouts are looked at; Node's 30 s would make 45 s of 15.
    connectionsCheckingInterval: 1_000,
    noDelay: true,
  };
  const shared: FastifyServerOptions = {
    logger: false,
    // 16 hexadecimal digits that nobody can foresee: of a UUID, as Node asks the system for many at once.
    genReqId: () => randomUUID().replace(/^(.{8}).*(?=.{8}$)/, '$1'),
    // A 1 GB body over a slow line takes its time; calls/slow-body.ts watches that it moves.
    requestTimeout: 0,
    keepAliveTimeout: idleMs,
    forceCloseConnections: 'idle',
    // Two slashes count as one, as they do for the web server in front of the search hosts.
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: MAX_HEADER_BYTES,
    },
    schemaController: {
      // Fastify's types name a compiler of each schema; ours need none.
      compilersFactory: { buildValidator: VALIDATOR as never, buildSerializer: NO_SERIALIZER as never },
    },
    clientErrorHandler: (error, socket) => answerClientError(error as Error, socket),
    frameworkErrors: answerUndecodablePath,
  };
  return tls === null
    ? { ...shared, http: server }
    : { ...shared, https: { ...server, ...tls, handshakeTimeout: handshakeMs } };
}

/** A path whose percent-encoding cannot be decoded reaches no route. */
function answerUndecodablePath(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const answer = { status: 400, code: 'malformed', title: 'Bad path', messages: [error.message] };
  void reply
    .code(400)
    .headers({ 'x-request-id': request.id, 'x-brctl-basis': 'assumption' })
    .send(renderError(getAreaOfPath(request.raw.url ?? ''), answer));
}

function answerClientError(error: ParserError, socket: Socket): void {
  // Behind a handshake that failed an answer would wait for keys, and the connection with it.
  if (!/^(HPE_|ERR_HTTP_)/.test(error.code ?? '') || !socket.writable) return void socket.destroy();
  const [status, reason] = chooseErrorStatus(error);
  const body = renderErrorPage(status, reason);
  socket.write(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'Content-Type: text/html',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // Not `end`: a client that does not close its side would keep the connection.
  socket.destroySoon();
}

function chooseErrorStatus(error: ParserError): [number, string] {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'Request Time-out'];
  if (error.code !== 'HPE_HEADER_OVERFLOW') return [400, 'Bad Request'];
  // No line break in the last packet: one endless line, in practice the request line (spec: Errors).
  return error.rawPacket?.includes('\n')
    ? [431, 'Request Header Fields Too Large']
    : [414, 'Request-URI Too Large'];
}
