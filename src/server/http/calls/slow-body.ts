import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { discard } from '../../../base/process/gather-chunks.ts';

/** Minimum bytes per period. A slower client (slowloris) is disconnected. */
const PERIOD_MS = 15_000;
const MIN_BYTES = 1_024;

/** A rest of a body up to this length is thrown away, so that the connection can be used again. */
const DISCARDED_BYTES = 1_048_576;
/** How long a client that still sends gets to read the answer before the connection is closed. */
const LINGER_MS = 1_000;

/**
 * Disconnects a client that stops sending its body. Does not count pauses caused by our own back-pressure.
 * @param receivedBytes what has come on the connection so far
 */
export function enforceMinBodyRate(request: IncomingMessage, receivedBytes: () => number): void {
  let seenBytes = receivedBytes();
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) return clearInterval(timer);
    // Not isPaused(): it is true of every stream that is read by iteration.
    const isOurPause = request.readableLength > 0;
    if (!isOurPause && receivedBytes() - seenBytes < MIN_BYTES) request.destroy();
    seenBytes = receivedBytes();
  }, PERIOD_MS);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

/**
 * Called when the answer is ready before the body has arrived. Drains a short rest; for a long rest, delays the end
 * of the answer and then closes, because closing early would lose the answer.
 * @returns what is to be sent in place of `payload`
 */
export function discardUnreadBody(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const { raw, exchange } = request;
  if (raw.complete || raw.destroyed) return payload;
  const isAwaited = request.headers.expect === undefined || exchange.isContinueSent;
  if (isAwaited) discard(raw);
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (isAwaited && length - exchange.tap.bytes <= DISCARDED_BYTES) return payload;
  void reply.header('connection', 'close');
  if (!isAwaited || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
  const answer = Buffer.from(payload as string);
  void reply.header('content-length', answer.length);
  return Readable.from(holdBack(answer, raw), { objectMode: false });
}

async function* holdBack(answer: Buffer, request: IncomingMessage): AsyncGenerator<Buffer> {
  yield answer;
  await once(request, 'close', { signal: AbortSignal.timeout(LINGER_MS) }).catch(() => undefined);
}
