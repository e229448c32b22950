import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ControlRoute } from './control-route.ts';
import { areaOf } from './errors.ts';
import { errorBody, htmlErrorPage } from './respond.ts';
import type { Route } from './route.ts';

/**
 * Answers what matches no route: 405 with `Allow` where the path exists under another method, else 404.
 * The catalog area answers in its envelope, the search hosts with a page of their web server (doc: public-facts C9).
 */
export function answerUnknownPaths(app: FastifyInstance, routes: readonly (Route | ControlRoute)[]): void {
  const paths = routes.map(({ path, method }) => ({ pattern: pathPattern(path), method }));
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    void reply.header('x-brctl-basis', 'assumption');
    if (allowed.length === 0) return answer(request, reply, 404, 'Not Found');
    void reply.header('allow', [...new Set(allowed)].join(', '));
    return answer(request, reply, 405, 'Method Not Allowed');
  });
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
  status: 404 | 405,
  reason: string,
): Promise<FastifyReply> {
  const area = areaOf(request);
  void reply.code(status);
  if (area === 'search') return reply.type('text/html').send(htmlErrorPage(status, reason));
  const messages = [
    status === 404
      ? `no such path: ${request.url.split('?', 1)[0]}`
      : `${request.method} is not allowed here`,
  ];
  const code = status === 404 ? 'not_found' : 'method_not_allowed';
  return reply.send(errorBody(area, { status, code, title: reason, messages }));
}
