import type { FastifyReply } from 'fastify';
import type { Basis, Refusal, RefusalCode } from '../../service/refusals.ts';
import type { Area } from '../route.ts';

interface Rule {
  status: number;
  title: string;
  basis: Basis;
}

/** Sources: spec, "Errors"; doc, public-facts A2, B8 and C9; else `assumption` (docs/reference/fidelity.md lists them). */
const RULES: Readonly<Record<RefusalCode, Rule>> = {
  unauthorized: { status: 401, title: 'Unauthorized', basis: 'doc' },
  forbidden: { status: 403, title: 'Forbidden', basis: 'doc' },
  unknown_catalog: { status: 404, title: 'Unknown catalog', basis: 'assumption' },
  unknown_job: { status: 404, title: 'Unknown job', basis: 'doc' },
  unknown_record: { status: 404, title: 'Unknown record', basis: 'assumption' },
  unknown_version: { status: 404, title: 'Unknown version', basis: 'assumption' },
  unknown_file: { status: 400, title: 'Unknown file', basis: 'assumption' },
  unknown_widget: { status: 404, title: 'Unknown widget', basis: 'doc' },
  unknown_snapshot: { status: 404, title: 'Unknown snapshot', basis: 'assumption' },
  unknown_request: { status: 404, title: 'Unknown request', basis: 'assumption' },
  unsupported_content_type: { status: 406, title: 'Invalid Content-Type', basis: 'doc' },
  unsupported_encoding: { status: 406, title: 'Invalid Content-Encoding', basis: 'assumption' },
  payload_too_large: { status: 413, title: 'Payload too large', basis: 'doc' },
  too_many_operations: { status: 413, title: 'Too many operations', basis: 'assumption' },
  not_found: { status: 404, title: 'Not Found', basis: 'assumption' },
  method_not_allowed: { status: 405, title: 'Method Not Allowed', basis: 'assumption' },
  malformed: { status: 400, title: 'Malformed request', basis: 'doc' },
  invalid_parameter: { status: 400, title: 'Invalid parameter', basis: 'doc' },
  query_too_long: { status: 400, title: 'Query too long', basis: 'doc' },
  request_too_long: { status: 414, title: 'Request too long', basis: 'spec' },
  not_emulated: { status: 501, title: 'Not emulated', basis: 'assumption' },
  // RFC 9110, section 15.5.20: another server answers this.
  other_role: { status: 421, title: 'Another process does this', basis: 'assumption' },
  too_many_requests: { status: 429, title: 'Too many requests', basis: 'doc' },
  storage_full: { status: 507, title: 'Storage full', basis: 'assumption' },
  unavailable: { status: 503, title: 'Unavailable', basis: 'assumption' },
  internal_error: { status: 500, title: 'Internal error', basis: 'assumption' },
};

/** Titles of the refusals that have this status. */
export function describeStatus(status: number): string {
  const titles = Object.values(RULES).flatMap((rule) => (rule.status === status ? [rule.title] : []));
  return [...new Set(titles)].join(', ');
}

/** Answers with the status of the refusal, its basis (no v1 error body is documented), and the envelope of the area. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, area: Area): FastifyReply {
  const { code, message, more, retryAfterSeconds } = refusal;
  const { title, basis } = RULES[code];
  // A wrong domain key is an invalid parameter of a search (doc: public-facts C9 "invalid account_id").
  const isOfSearch = area !== 'catalog' && area !== 'control';
  const status = isOfSearch && code === 'unknown_catalog' ? 400 : RULES[code].status;
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
