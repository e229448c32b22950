import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { BrctlError, type ErrorKind, getMessage } from '../../../base/errors.ts';
import type { Instance } from '../../instance.ts';
import { Refusal, type RefusalCode } from '../../service/refusals.ts';
import { isDiskFull } from '../../store/storage-trouble.ts';
import type { Area } from '../route.ts';
import { sendRefusal } from './respond.ts';

export function answerErrors(app: FastifyInstance, host: Instance): void {
  app.setErrorHandler(async (thrown: unknown, request, reply) => {
    // The client went away in the middle of its body: nobody is there to be answered.
    if (request.raw.destroyed && !request.raw.complete) return reply.hijack();
    if (reply.raw.destroyed) {
      host.log.debug('call not answered', { requestId: request.id, message: getMessage(thrown) });
      return reply.hijack();
    }
    const area = getArea(request);
    // A storefront in a browser is to see why it was refused.
    if (area !== 'catalog' && area !== 'control') void reply.header('access-control-allow-origin', '*');
    const refusal = toRefusal(thrown, area);
    if (refusal.code === 'internal_error') {
      const stack = thrown instanceof Error ? thrown.stack : undefined;
      host.log.error('unexpected error', { requestId: request.id, message: refusal.message, stack });
    }
    return sendRefusal(reply, refusal, area);
  });
}

export function getArea(request: FastifyRequest): Area {
  const { route, area } = request.routeOptions.config;
  return route?.area ?? area ?? getAreaOfPath(request.url);
}

export function getAreaOfPath(path: string): Area {
  if (path.startsWith('/dataconnect/')) return 'catalog';
  if (path.startsWith('/_brctl/')) return 'control';
  return path.startsWith('/api/v2/widgets') ? 'pathways' : 'search';
}

const REFUSED_KINDS: Partial<Record<ErrorKind, RefusalCode>> = {
  'not-found': 'unknown_file',
  temporary: 'unavailable',
  usage: 'not_emulated', // an engine without this ability
};

function toRefusal(thrown: unknown, area: Area): Refusal {
  if (thrown instanceof Refusal) return thrown;
  const refused = thrown instanceof BrctlError && REFUSED_KINDS[thrown.kind];
  if (refused) return new Refusal(refused, thrown.message);
  const { code, validation, statusCode } = thrown as Partial<FastifyError>;
  if (validation !== undefined) return new Refusal('invalid_parameter', getMessage(thrown));
  if (isDiskFull(thrown)) return new Refusal('storage_full', 'no space left on the disk');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal('unsupported_content_type', getMessage(thrown));
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('payload_too_large', getMessage(thrown));
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  const fault = isClientError ? (area === 'catalog' ? 'malformed' : 'invalid_parameter') : 'internal_error';
  return new Refusal(fault, getMessage(thrown));
}
