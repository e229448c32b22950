import type { FastifyReply } from 'fastify';
import { REFUSALS, type Refusal } from '../../service/refusals.ts';
import type { Area } from '../route.ts';

/** Titles of the refusals that have this status. */
export function describeStatus(status: number): string {
  const titles = Object.values(REFUSALS).flatMap((rule) => (rule.status === status ? [rule.title] : []));
  return [...new Set(titles)].join(', ');
}

/** Answers with the status of the refusal, its basis (no v1 error body is documented), and the envelope of the area. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, area: Area): FastifyReply {
  const { code, message, more, retryAfterSeconds } = refusal;
  const { title, basis } = REFUSALS[code];
  // A wrong domain key is an invalid parameter of a search (doc: public-facts C9 "invalid account_id").
  const isOfSearch = area !== 'catalog' && area !== 'control';
  const status = isOfSearch && code === 'unknown_catalog' ? 400 : REFUSALS[code].status;
  if (code === 'unauthorized' && area === 'catalog') void reply.header('www-authenticate', 'Bearer');
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  return reply
    .code(status)
    .header('x-brctl-basis', basis)
    .type('application/json; charset=utf-8')
    .send(renderError(area, { status, code, title, messages: [message, ...more] }));
}

interface ErrorAnswer {
  status: number;
  code: string;
  title: string;
  messages: readonly string[];
}

/** Sources: public-facts B8 for the catalog area, C9 for search, widget and suggest, A2 for pathways. */
export function renderError(area: Area, { status, code, title, messages }: ErrorAnswer): unknown {
  if (area === 'catalog') {
    const type = `catalogs/${code}`;
    return { details: messages.map((detail) => ({ type, title, detail, class: 'error' })) };
  }
  const message = messages.join('; ');
  if (area === 'pathways') return { detail: message };
  if (area === 'control') return { error: { code, message } };
  return { status_code: status, message };
}

/** Answer of the search hosts to an unknown path: a page of the web server, not JSON (doc: public-facts C9). */
export function renderErrorPage(status: number, reason: string): string {
  const heading = `${status} ${reason}`;
  return [
    '<html>',
    `<head><title>${heading}</title></head>`,
    '<body>',
    `<center><h1>${heading}</h1></center>`,
    '<hr><center>nginx</center>',
    '</body>',
    '</html>',
    '',
  ].join('\r\n');
}
