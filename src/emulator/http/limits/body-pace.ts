import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyTap } from './body-tap.ts';

/** A body must bring at least so much in every period, or the connection is closed: a trickle would hold it for ever. */
const PERIOD_MS = 15_000;
const LEAST_BYTES = 1_024;

/** A rest of a body up to this length is thrown away, so that the connection can be used again. */
const DISCARDED_BYTES = 1_048_576;
/** How long a client that still sends gets to read the answer before the connection is closed. */
const LINGER_MS = 500;

/**
 * Closes the connection when the client stops sending its body. A pause that the service itself makes (it is busy
 * storing what came) does not count. A 1 GB upload over a slow line lives on as long as it moves.
 */
export function watchBodyPace(request: IncomingMessage, tap: BodyTap): void {
  let seenBytes = 0;
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) return clearInterval(timer);
    // Not isPaused(): it is true of every stream that is read by iteration.
    const isOurPause = request.readableLength > 0;
    if (!isOurPause && tap.bytes - seenBytes < LEAST_BYTES) request.destroy();
    seenBytes = tap.bytes;
  }, PERIOD_MS);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

/**
 * Called before an answer goes out while its request's body is still coming (a wrong key, a body over the limit): a
 * long rest is not read. The answer is sent, our side of the connection is closed, and what the client still sends
 * waits in its own buffers until the connection is dropped; dropping it at once would lose the answer on its way.
 */
export function refuseRestOfBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (length - request.exchange.tap.bytes <= DISCARDED_BYTES) return;
  void reply.header('connection', 'close');
  const { socket } = raw;
  // What Node calls on the socket after an answer with `Connection: close`.
  socket.destroySoon = () => {
    socket.pause();
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
