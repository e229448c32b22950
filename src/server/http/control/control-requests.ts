import { quoteForShell } from '../../../base/wording/shell-quote.ts';
import { BRIEF_CALL, LOGGED_CALL } from '../../../protocol/control-documents.ts';
import { COUNT, either, oneOf, TEXT } from '../../../protocol/json-schema.ts';
import type { Instance } from '../../instance.ts';
import { pickLinks, type RequestEntry } from '../../service/control/request-log.ts';
import { Refusal } from '../../service/refusals.ts';
import { declareCall } from '../route.ts';
import { describeList, POSITIVE } from './control-schemas.ts';
import { sendList, sendTexts } from './send-list.ts';

const OR_TEXT = { 'x-content-types': ['application/json', 'text/plain'] };

export const REQUEST_CALLS = [
  declareCall('get-requests', 'GET /_brctl/requests', {
    isOfSearch: true,
    summary: 'The latest requests, with bodies.',
    query: { operation: TEXT, status: COUNT, limit: POSITIVE, format: oneOf('json', 'brief', 'curl') },
    answer: { ...describeList('requests', either(LOGGED_CALL, BRIEF_CALL)), ...OR_TEXT },
    handle({ query: { format, ...filter }, reply, host }) {
      const entries = host.requests.list(filter);
      if (format !== 'curl')
        return sendList(reply, 'requests', entries, format === 'brief' ? shortenEntry : (entry) => entry);
      const calls = entries.filter(({ kind }) => kind !== 'sftp');
      return sendTexts(reply, 'text/plain', listCommands(calls, host));
    },
  }),
  declareCall('get-request', 'GET /_brctl/requests/:name', {
    isOfSearch: true,
    summary: 'One request by its id, with bodies.',
    query: { format: oneOf('json', 'curl') },
    answer: { ...LOGGED_CALL, ...OR_TEXT },
    handle({ params: { name }, query: { format }, reply, host }) {
      const entry = getRequest(name, host);
      if (format !== 'curl') return entry;
      return reply.type('text/plain; charset=utf-8').send(`${curlCommand(entry, host)}\n`);
    },
  }),
];

function* listCommands(calls: readonly RequestEntry[], host: Instance): Generator<string> {
  for (const entry of calls) yield `${curlCommand(entry, host)}\n`;
}

function shortenEntry(entry: RequestEntry) {
  const { id, at, operation, method, url, status, elapsedMs } = entry;
  return { id, at, operation, method, url, status, elapsedMs, ...pickLinks(entry) };
}

/** @throws Refusal `unknown_request` */
export function getRequest(id: string, host: Instance): RequestEntry {
  const entry = host.requests.get(id);
  if (entry !== undefined) return entry;
  throw new Refusal('unknown_request', `the request log has no request ${JSON.stringify(id)}`);
}

/** Masked keys of an address, with the variable and the member of an account that have them. */
export const MASKED_KEYS = [
  { mask: /([?&]auth[_-]key=)\*{3}/gi, variable: 'BRCTL_AUTH_KEY', member: 'authKey' },
  { mask: /([?&]acct_auth=)\*{3}/gi, variable: 'BRCTL_ACCT_AUTH', member: 'acctAuth' },
] as const;

/** Headers that belong to the one connection, or that a client sets by itself. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set(
  'host connection content-length transfer-encoding user-agent expect via'.split(' '),
);

function curlCommand(entry: RequestEntry, host: Instance): string {
  const origin = new URL(host.ready()?.searchUrl ?? 'http://127.0.0.1').origin;
  // `-X HEAD` would wait for a body that never comes.
  const method = entry.method === 'HEAD' ? ['--head'] : ['-X', entry.method];
  // The variable stands outside the single quotes.
  const url = MASKED_KEYS.reduce(
    (text, { mask, variable }) => text.replace(mask, `$1'"$${variable}"'`),
    quoteForShell(`${origin}${entry.url}`),
  );
  const words = ['curl', ...listUrlOptions(entry), ...method, url];
  for (const [name, value] of Object.entries(entry.headers)) {
    if (name === 'authorization') words.push('-H', '"Authorization: Bearer $BRCTL_API_KEY"');
    else if (name === 'auth-key' || name === 'auth_key') words.push('-H', `"${name}: $BRCTL_AUTH_KEY"`);
    else if (!CONNECTION_HEADERS.has(name)) words.push('-H', quoteForShell(`${name}: ${value}`));
  }
  return [...words, ...listBodyWords(entry)].join(' ');
}

/** curl takes brackets and braces for patterns, and `/../` for a step up, unless it is told not to. */
function listUrlOptions({ url }: RequestEntry): string[] {
  return [...(/[[\]{}]/.test(url) ? ['-g'] : []), ...(url.includes('/.') ? ['--path-as-is'] : [])];
}

function listBodyWords({ headers, requestBody }: RequestEntry): string[] {
  if (requestBody === null) return [];
  // Without a content type curl would say that it sends a form.
  const type = 'content-type' in headers ? [] : ['-H', "'content-type:'"];
  if (requestBody.truncated)
    return [...type, `--data-binary @- # body of ${requestBody.bytes} bytes, truncated in the log`];
  return [...type, '--data-binary', quoteData(requestBody)];
}

/** To curl a leading `@` names a file, and no shell passes a NUL on. */
function quoteData({ text, encoding }: NonNullable<RequestEntry['requestBody']>): string {
  if (encoding === 'utf8' && !/^@|\0/.test(text)) return quoteForShell(text);
  const base64 = encoding === 'utf8' ? Buffer.from(text).toString('base64') : text;
  return `@<(base64 -d <<<${base64})`;
}
