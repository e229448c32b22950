import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ControlRoute, guardControlCall } from '../control-route.ts';
import type { Area, Route } from '../route.ts';
import { areaOf } from './errors.ts';
import { errorBody, htmlErrorPage } from './respond.ts';

/**
 * Answers what matches no route: 405 with `Allow` where the path exists under another method, else 404.
 * The catalog area answers in its envelope, the search hosts with a page of their web server (doc: public-facts C9).
 */
export function answerUnknownPaths(app: FastifyInstance, routes: readonly (Route | ControlRoute)[]): void {
  const paths = routes.map(({ path, method, area }) => ({ pattern: pathPattern(path), method, area }));
  const answerUnknown = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path === '/' && request.method === 'GET' && request.headers.accept?.includes('text/html')) {
      request.exchange.isLedToInspector = true;
      return reply.redirect('/_brctl/');
    }
    const matching = paths.filter(({ pattern }) => pattern.test(path));
    const area = matching[0]?.area ?? areaOf(request);
    // Only the page of the search hosts is documented.
    void reply.header('x-brctl-basis', matching.length === 0 && area === 'search' ? 'doc' : 'assumption');
    if (matching.length === 0) return answer(request, reply, area, 404, 'Not Found');
    const methods = [...new Set(matching.map(({ method }) => method))].join(', ');
    if (request.method === 'OPTIONS' && area === 'control' && request.headers.origin !== undefined) {
      await guardControlCall(request, reply);
      return answerPreflight(reply, methods);
    }
    if (request.method === 'OPTIONS' && area !== 'catalog' && area !== 'control')
      return answerPreflight(reply.header('access-control-allow-origin', '*'), 'GET');
    void reply.header('allow', methods);
    return answer(request, reply, area, 405, 'Method Not Allowed');
  };
  app.setNotFoundHandler(answerUnknown);
  // Fastify refuses a QUERY without a content type before it asks the handler above.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && request.method === 'QUERY') await answerUnknown(request, reply);
  });
}

/** Storefronts ask from other origins; a key in a header makes the browser ask first (doc: public-facts A2). */
function answerPreflight(reply: FastifyReply, methods: string): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': '*',
      'access-control-max-age': '600',
    })
    .send();
}

/** Matches the paths that Fastify's pattern matches. */
function pathPattern(path: string): RegExp {
  const segments = path.split('/').filter((segment) => segment !== '');
  const parts = segments.map((segment) =>
    segment.startsWith(':') ? '[^/]+' : segment.replaceAll('.', '\\.'),
  );
  return new RegExp(`^/${parts.join('/')}/?$`);
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  area: Area,
  status: 404 | 405,
  reason: string,
): Promise<FastifyReply> {
  void reply.code(status);
  if (area === 'search' || area === 'suggest' || area === 'widget')
    return reply.type('text/html').send(htmlErrorPage(status, reason));
  const messages = [
    status === 404
      ? `no such path: ${request.url.split('?', 1)[0]}`
      : `${request.method} is not allowed here`,
  ];
  const code = status === 404 ? 'not_found' : 'method_not_allowed';
  return reply.send(errorBody(area, { status, code, title: reason, messages }));
}
