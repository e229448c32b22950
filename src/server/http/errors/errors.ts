import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import type { EmulatorHost } from '../../instance.ts';
import { Refusal } from '../../service/refusals.ts';
import { isDiskFull } from '../../store/storage-trouble.ts';
import type { Area } from '../route.ts';
import { chooseStatus, describeBasis, renderError, renderRefusal } from './respond.ts';

export function answerErrors(app: FastifyInstance, host: EmulatorHost): void {
  app.setErrorHandler(async (thrown: unknown, request, reply) => {
    // The client went away in the middle of its body: nobody is there to be answered.
    if (request.raw.destroyed && !request.raw.complete) return reply.hijack();
    if (reply.raw.destroyed) {
      host.log.debug('call not answered', { requestId: request.id, message: getMessage(thrown) });
      return reply.hijack();
    }
    const area = getArea(request);
    const refusal = asRefusal(thrown, area);
    // A storefront in a browser is to see why it was refused.
    if (area !== 'catalog' && area !== 'control') void reply.header('access-control-allow-origin', '*');
    if (refusal === undefined) {
      host.log.error('unexpected error', {
        requestId: request.id,
        message: getMessage(thrown),
        stack: thrown instanceof Error ? thrown.stack : undefined,
      });
      const answer = {
        status: 500,
        code: 'internal_error',
        title: 'Internal error',
        messages: [getMessage(thrown)],
      };
      return reply.code(500).header('x-brctl-basis', 'assumption').send(renderError(area, answer));
    }
    if (refusal.code === 'unauthorized' && area === 'catalog')
      void reply.header('www-authenticate', 'Bearer');
    if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', refusal.retryAfterSeconds);
    return reply
      .code(chooseStatus(refusal.code, area))
      .header('x-brctl-basis', describeBasis(refusal.code))
      .type('application/json; charset=utf-8')
      .send(renderRefusal(refusal, area));
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

function asRefusal(thrown: unknown, area: Area): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof BrctlError && thrown.kind === 'not-found')
    return new Refusal('unknown_file', thrown.message);
  if (thrown instanceof BrctlError && thrown.kind === 'temporary')
    return new Refusal('unavailable', thrown.message);
  const { code, validation, statusCode } = thrown as Partial<FastifyError>;
  if (validation !== undefined) return new Refusal('invalid_parameter', getMessage(thrown));
  if (isDiskFull(thrown)) return new Refusal('storage_full', 'no space left on the disk');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal('unsupported_content_type', getMessage(thrown));
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('payload_too_large', getMessage(thrown));
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  if (!isClientError) return undefined;
  return new Refusal(area === 'catalog' ? 'malformed' : 'invalid_parameter', getMessage(thrown));
}
