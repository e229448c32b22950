import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../service/refusals.ts';
import type { Area, Route } from '../route.ts';
import { getArea } from './errors.ts';
import { renderErrorPage, sendRefusal } from './respond.ts';

/** 405 with `Allow` where the path exists, else 404: on the search hosts a page of their web server (doc: public-facts C9). */
export function answerUnknownPaths(app: FastifyInstance, routes: readonly Route[]): void {
  app.setNotFoundHandler((request, reply) => answerUnknownPath(request, reply));
  // Fastify refuses a QUERY without a content type before it asks the handler above.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && request.method === 'QUERY') await answerUnknownPath(request, reply);
  });
  for (const path of new Set(routes.map((route) => route.path))) {
    const same = routes.filter((route) => route.path === path);
    const taken: readonly string[] = same.map(({ method }) => method);
    const { area } = same[0] as Route;
    app.route({
      method: app.supportedMethods.filter(
        (method) => !taken.includes(method === 'HEAD' && taken.includes('GET') ? 'GET' : method),
      ),
      url: path,
      config: { area },
      // No handler is reached: a body, or a QUERY without a type, is not looked at.
      onRequest: (request, reply) => answerOtherMethod(request, reply, area, taken.join(', ')),
      handler: async () => undefined,
    });
  }
}

async function answerUnknownPath(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '';
  if (path === '/' && request.method === 'GET' && request.headers.accept?.includes('text/html')) {
    request.exchange.isInspectorRedirect = true;
    return reply.redirect('/_brctl/');
  }
  const area = getArea(request);
  // Only the page of the search hosts is documented.
  if (area === 'search') return sendPage(reply.header('x-brctl-basis', 'doc'), 404, 'Not Found');
  return sendRefusal(reply, new Refusal('not_found', `no such path: ${path}`), area);
}

async function answerOtherMethod(request: FastifyRequest, reply: FastifyReply, area: Area, methods: string) {
  void reply.header('x-brctl-basis', 'assumption');
  if (request.method === 'OPTIONS' && area === 'control' && request.headers.origin !== undefined)
    return answerPreflight(reply, methods);
  if (request.method === 'OPTIONS' && area !== 'catalog' && area !== 'control')
    return answerPreflight(reply.header('access-control-allow-origin', '*'), 'GET');
  void reply.header('allow', methods);
  if (area === 'search' || area === 'suggest' || area === 'widget')
    return sendPage(reply, 405, 'Method Not Allowed');
  return sendRefusal(reply, new Refusal('method_not_allowed', `${request.method} is not allowed here`), area);
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

function sendPage(reply: FastifyReply, status: number, reason: string): FastifyReply {
  return reply.code(status).type('text/html').send(renderErrorPage(status, reason));
}
