import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Instance } from '../../instance.ts';
import { Refusal } from '../../service/refusals.ts';
import { renderError } from '../errors/respond.ts';
import type { Route } from '../route.ts';

/**
 * Injects a fault before any other check: delay, reset or a fixed answer. Control calls are exempt; otherwise no rule
 * could be removed.
 * @returns true if the call is finished
 * @throws Refusal `storage_full`
 */
export async function injectFault(
  request: FastifyRequest,
  reply: FastifyReply,
  host: Instance,
  route: Route,
) {
  const fault = route.area === 'control' ? null : host.faults.nextFault(route.operation);
  if (fault === null) return false;
  request.exchange.fault = fault;
  request.exchange.notes.push(`fault: ${JSON.stringify(fault)}`);
  if (fault.latencyMs !== undefined) await wait(fault.latencyMs, undefined, { ref: false });
  if (fault.reset) {
    void reply.hijack();
    request.raw.socket.resetAndDestroy();
    return true;
  }
  if (fault.diskFull) throw new Refusal('storage_full', fault.message ?? 'no space left on the disk');
  const { status, message = 'a fault rule answered', retryAfterSeconds } = fault;
  if (status === undefined) return false;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  const answer = { status, code: 'fault', title: 'Fault', messages: [message] };
  void reply.code(status).send(renderError(route.area, answer));
  return true;
}

/** Ends an answer early where the call's fault says so: the full length is announced, then the connection breaks. */
export function truncateBody(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const cutAfterBytes = request.exchange.fault?.cutBodyAfterBytes;
  if (cutAfterBytes === undefined || (typeof payload !== 'string' && !Buffer.isBuffer(payload)))
    return payload;
  const whole = Buffer.from(payload as string);
  if (whole.length <= cutAfterBytes) return payload;
  void reply.header('content-length', whole.length);
  return Readable.from(yieldBeginning(whole.subarray(0, cutAfterBytes), reply), { objectMode: false });
}

/** Gives the bytes, then fails, upon which Fastify drops the connection; before the headers it would answer 500. */
async function* yieldBeginning(bytes: Buffer, reply: FastifyReply): AsyncGenerator<Buffer> {
  reply.raw.flushHeaders();
  if (bytes.length > 0) yield bytes;
  throw new Error('a fault rule cut the body');
}
