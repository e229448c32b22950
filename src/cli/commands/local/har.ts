import { STATUS_CODES } from 'node:http';
import { constants, gunzipSync } from 'node:zlib';

/** A call as `/_brctl/requests` gives it: keys are masked, but in compressed bodies. */
export interface LoggedCall {
  kind?: string;
  at: string;
  operation: string | null;
  method: string;
  url: string;
  headers: Record<string, string>;
  requestBody: LoggedBody | null;
  status: number;
  responseBody: LoggedBody | null;
  elapsedMs: number;
  notes: string[];
}

interface LoggedBody {
  text: string;
  encoding: 'utf8' | 'base64';
  bytes: number;
  truncated: boolean;
}

interface HarOptions {
  /** Of the service, such as `http://127.0.0.1:4747`. */
  origin: string;
  /** Of brctl. */
  version: string;
  /** Masks keys in a text. */
  redact(text: string): string;
}

/** Inflated text of one body: the log keeps 16 KiB of it as it came. */
const MAX_INFLATED_BYTES = 1 << 20;

/** The calls over HTTP as HAR 1.2, which browsers and other tools open. */
export function harOf(calls: readonly LoggedCall[], options: HarOptions): object {
  const entries = calls.filter(({ kind }) => kind !== 'sftp').map((call) => entryOf(call, options));
  return { log: { version: '1.2', creator: { name: 'brctl', version: options.version }, entries } };
}

function entryOf(call: LoggedCall, { origin, redact }: HarOptions): object {
  const { method, status, elapsedMs, operation, notes } = call;
  const url = new URL(redact(call.url), origin);
  const headers = Object.entries(call.headers).map(([name, value]) => ({ name, value: redact(value) }));
  const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const sent = bodyOf(call.requestBody, redact);
  const answer = bodyOf(call.responseBody, redact);
  return {
    // The log has the end of a call.
    startedDateTime: new Date(Date.parse(call.at) - elapsedMs).toISOString(),
    time: elapsedMs,
    request: {
      ...message,
      method,
      url: url.href,
      headers,
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      bodySize: call.requestBody?.bytes ?? 0,
      ...(sent && { postData: { mimeType: call.headers['content-type'] ?? '', ...sent } }),
    },
    response: {
      ...message,
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: [],
      redirectURL: '',
      bodySize: call.responseBody?.bytes ?? 0,
      content: { size: call.responseBody?.bytes ?? 0, mimeType: typeOf(answer?.text), ...answer },
    },
    cache: {},
    timings: { send: 0, wait: elapsedMs, receive: 0 },
    ...(notes.length > 0 && { comment: redact(notes.join('; ')) }),
    _operation: operation,
  };
}

/** Its text; bytes that are none are left out, since no key can be masked in them. */
function bodyOf(
  body: LoggedBody | null,
  redact: (text: string) => string,
): { text?: string; comment?: string } | undefined {
  if (body === null) return undefined;
  const text = body.encoding === 'utf8' ? body.text : inflated(body.text);
  if (text === undefined) return { comment: `${body.bytes} bytes that are not text` };
  const comment = body.truncated ? { comment: `the beginning of ${body.bytes} bytes` } : {};
  return { text: redact(text), ...comment };
}

/** The text of a gzip body, as far as it goes; undefined for what is none. */
function inflated(base64: string): string | undefined {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_INFLATED_BYTES };
    return gunzipSync(Buffer.from(base64, 'base64'), options).toString();
  } catch {
    return undefined;
  }
}

/** The log has no headers of answers. */
function typeOf(text = ''): string {
  if (/^\s*[[{]/.test(text)) return 'application/json';
  return text.startsWith('<') ? 'text/html' : 'text/plain';
}
