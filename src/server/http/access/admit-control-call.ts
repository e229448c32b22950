import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../service/refusals.ts';

const LOOPBACK_ADDRESSES = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const LOOPBACK_NAMES = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Headers that proxies add to a request (RFC 7239, RFC 9110 section 7.6.3, and the older names). */
const FORWARDING_HEADERS =
  /^(forwarded|via|x-real-ip|x-client-ip|x-forwarded(-.+)?|cf-connecting-ip|true-client-ip)$/;

/** For browsers that send no `Sec-Fetch-Site`: no page of another origin may embed an answer. */
const ANSWER_HEADERS = { 'cross-origin-resource-policy': 'same-origin', 'x-content-type-options': 'nosniff' };

/**
 * The one admission check of all control calls, also of paths and methods that do not exist. Admits clients and pages of
 * this machine, which call under a loopback name: no page that resolves its own name to 127.0.0.1 (DNS rebinding), no page
 * of another origin, no stranger through a proxy that runs here. An open call is refused to pages of other origins only.
 * @throws Refusal `forbidden`; `invalid_parameter` for JSONP, which would hand the answer to any page
 */
export function admitControlCall(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  void reply.headers(ANSWER_HEADERS);
  const foreignPage = foreignPageRefusal(request);
  if (foreignPage !== undefined) throw foreignPage;
  const stranger = strangerRefusal(request);
  if (stranger !== undefined && !(request.routeOptions.config.route?.isOpen && origin === undefined))
    throw stranger;
  if (Object.hasOwn(request.query as object, 'callback'))
    throw new Refusal('invalid_parameter', 'control calls take no callback');
  if (origin !== undefined) void reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' });
}

function foreignPageRefusal(request: FastifyRequest): Refusal | undefined {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined) {
    if (LOOPBACK_NAMES.test(origin.replace(/^https?:\/\//i, ''))) return undefined;
    return new Refusal('forbidden', 'control calls from another origin are not accepted');
  }
  // `none`: somebody typed the address.
  if (site === undefined || site === 'none' || site === 'same-origin' || site === 'same-site')
    return undefined;
  if (request.routeOptions.config.route?.isPage && isLink(request)) return undefined;
  return new Refusal('forbidden', 'control calls from another site are not accepted');
}

/** A link somewhere leads to the page: the browser shows it, and the other site reads nothing. */
function isLink({ method, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': target } = headers;
  return method === 'GET' && mode === 'navigate' && target === 'document';
}

/** Undefined for a caller of this machine. */
export function strangerRefusal({ headers, socket, raw }: FastifyRequest): Refusal | undefined {
  if (!LOOPBACK_ADDRESSES.test(socket.remoteAddress ?? ''))
    return new Refusal('forbidden', 'control calls are accepted from this machine only');
  // A whole address in the first line counts, not the header (RFC 9112, section 3.2.2).
  const [, host = headers.host ?? ''] = /^https?:\/\/([^/?]*)/i.exec(raw.url ?? '') ?? [];
  if (!LOOPBACK_NAMES.test(host))
    return new Refusal('forbidden', 'control calls are accepted under a loopback name only');
  const forwarding = Object.keys(headers).find((name) => FORWARDING_HEADERS.test(name));
  if (forwarding === undefined) return undefined;
  return new Refusal('forbidden', 'control calls through a proxy are not accepted');
}
