import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { COUNT, exactly, mapOf, means, TEXT, type ValueOf } from '../../../protocol/json-schema.ts';
import type { Instance } from '../../instance.ts';
import type { Account } from '../../service/account/account.ts';
import type { CapturedBody, RequestEntry } from '../../service/control/request-log.ts';
import { Refusal } from '../../service/refusals.ts';
import { getAreaOfPath } from '../errors/errors.ts';
import { declareCall } from '../route.ts';
import { CONNECTION_HEADERS, getRequest, MASKED_KEYS } from './control-requests.ts';

const EDITS = exactly(
  {},
  { method: TEXT, url: means('Path and query', TEXT), headers: mapOf(TEXT), body: TEXT },
);

export const postResend = declareCall('post-resend', 'POST /_brctl/requests/:name/resend', {
  summary: 'Resend a logged request, optionally edited; masked keys are filled in.',
  answer: exactly({ id: TEXT, status: COUNT }),
  body: EDITS,
  isBodyOptional: true,
  async handle({ params: { name }, body: edits, request, host }) {
    const entry = getRequest(name, host);
    if (entry.cut && (edits.url === undefined || edits.headers === undefined))
      throw new Refusal('invalid_parameter', 'the log has only the start of its address or headers');
    return await resend(entry, edits, host, getOwnOrigin(request));
  },
});

/** Where this very call came in: the service may listen elsewhere, too. */
function getOwnOrigin({ protocol, socket }: FastifyRequest): string {
  const { localAddress = '127.0.0.1', localPort } = socket;
  return `${protocol}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

async function resend(entry: RequestEntry, edits: ValueOf<typeof EDITS>, host: Instance, serviceUrl: string) {
  // As URL writes it: addresses of IPv6 have several spellings.
  const { origin } = new URL(serviceUrl);
  const url = withKeys(edits.url ?? entry.url, host.accounts);
  // `@elsewhere.example/` behind the origin would make it a name of a user, `1/` another port.
  const target = new URL(url.startsWith('/') ? `${origin}${url}` : '/_brctl/', origin);
  if (target.origin !== origin || getAreaOfPath(toRoutedPath(target)) === 'control')
    throw new Refusal('invalid_parameter', 'url must be a path of the service itself');
  const body = edits.body === undefined ? readWholeBody(entry.requestBody) : Buffer.from(edits.body);
  const headers = listSentHeaders(edits.headers ?? entry.headers, target, host.accounts);
  const certFile = host.ready()?.env.NODE_EXTRA_CA_CERTS;
  // It speaks to itself: whatever name its certificate is for, it is the one that it has.
  const trust =
    certFile === undefined ? {} : { ca: await readFile(certFile), checkServerIdentity: () => undefined };
  return await exchange(target, { ...trust, method: edits.method ?? entry.method, headers }, body);
}

/** The path as the router reads it: percent-encoding undone, repeated slashes as one. */
function toRoutedPath({ pathname }: URL): string {
  try {
    return decodeURI(pathname).replace(/\/{2,}/g, '/');
  } catch {
    return pathname;
  }
}

/** @throws Refusal `invalid_parameter` where the log has only the beginning */
function readWholeBody(body: CapturedBody | null): Buffer {
  if (body === null) return Buffer.alloc(0);
  if (!body.truncated) return Buffer.from(body.text, body.encoding);
  throw new Refusal('invalid_parameter', `the log has only the start of its body of ${body.bytes} bytes`);
}

function withKeys(url: string, accounts: readonly Account[]): string {
  const account = findAccount(url, accounts);
  return MASKED_KEYS.reduce(
    (text, { mask, member }) =>
      text.replace(mask, (_, name: string) => name + encodeURIComponent(account[member])),
    url,
  );
}

function findAccount(url: string, accounts: readonly Account[]): Account {
  const [, id] = /(?:\/accounts\/|[?&](?:account_id|acct_id)=)([^/&?]*)/.exec(url) ?? [];
  return accounts.find(({ accountId }) => accountId === id) ?? (accounts[0] as Account);
}

function listSentHeaders(given: Readonly<Record<string, string>>, target: URL, accounts: readonly Account[]) {
  const account = findAccount(target.href, accounts);
  const headers = Object.entries(given).filter(([name]) => !CONNECTION_HEADERS.has(name.toLowerCase()));
  return Object.fromEntries([
    ...headers.map(([name, value]) => {
      const key = name.toLowerCase() === 'authorization' ? account.apiKey : account.authKey;
      return [name, value.replace(/\*{3}$/, () => key)];
    }),
    // However a path is spelt: no control call takes what was passed on.
    ['via', '1.1 brctl'],
  ]);
}

/**
 * The answer itself is in the request log, under the id that is given back.
 * @throws Refusal `invalid_parameter` for a method or header that HTTP does not carry, `unavailable`
 */
async function exchange(target: URL, options: RequestOptions, body: Buffer) {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  try {
    // Behind the head of the answer, the answer fails where the call does.
    const call = request(target, { ...options, agent: false }).on('error', () => undefined);
    const [answer] = (await once(call.end(body), 'response')) as [IncomingMessage];
    await once(answer.resume(), 'close');
    // The call is recorded when its connection is through with it.
    await setImmediate();
    return { id: String(answer.headers['x-request-id'] ?? ''), status: answer.statusCode ?? 0 };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof TypeError) throw new Refusal('invalid_parameter', message);
    throw new Refusal('unavailable', `the request broke off: ${message}`);
  }
}
