import { STATUS_CODES } from 'node:http';
import { resolve } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { writeFileAtomically } from '../../../base/files/atomic-file.ts';
import { formatTime, pluralize } from '../../../base/wording/amounts.ts';
import { NoAnswerError } from '../../../client/api/http.ts';
import { notRunningError, readEvents } from '../../../client/api/local-control.ts';
import type { LoggedBody, LoggedCall } from '../../../protocol/control-documents.ts';
import type { CommandContext } from '../../context.ts';
import type { Output } from '../../output/output.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { withLocalService } from '../../shared/local-service.ts';
import { formatRequest, formatVersions, type LocalRequest } from '../../shared/request-line.ts';

export interface RequestsFlags {
  follow?: boolean;
  operation?: string;
  status?: number;
  limit?: number;
  har?: string;
}

/** Calls that are listed unless another number is given; a HAR has all of them. */
const LISTED_CALLS = 20;

/** The last calls that the service answered; with --follow also those that come, until it is stopped. */
export async function runRequests(context: CommandContext, flags: RequestsFlags): Promise<void> {
  return await withLocalService(context, async ({ origin, get }) => {
    const limit = flags.limit ?? (flags.har === undefined ? LISTED_CALLS : undefined);
    const filters = Object.entries({ operation: flags.operation, status: flags.status, limit });
    const query = filters.flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    );
    const path = `requests?${query.join('&')}`;
    const { requests } = await get(path, 'the request log', { requests: [STORED_REQUEST] });
    const calls = requests as LoggedCall[];
    if (flags.har !== undefined) {
      const { version, redactor } = context;
      const har = buildHar(calls, { origin, version, redact: redactor.redact });
      // Whose searches these are is nobody else's business.
      await writeFileAtomically(resolve(context.cwd, flags.har), `${JSON.stringify(har, null, 2)}\n`, 0o600);
      const document = { schema: 'brctl.local-har/1', file: flags.har, calls: calls.length };
      const text = `wrote ${flags.har}: ${pluralize(calls.length, 'request')}\n`;
      await context.output.result(document, () => text);
      return;
    }
    const past = calls.map(toRequest);
    if (flags.follow !== true) await printRequests(context.output, past);
    else await followRequests(context, origin, flags, past);
  });
}

const STORED_REQUEST = {
  id: 'string',
  at: 'string',
  method: 'string',
  url: 'string',
  status: 'number',
  elapsedMs: 'number',
} as const;

/** As events tell of a call. */
function toRequest({ url, elapsedMs, ...call }: LoggedCall): LocalRequest {
  return { ...call, path: url, ms: elapsedMs };
}

/** The calls of the past, then each as it ends. */
async function followRequests(
  context: CommandContext,
  origin: string,
  { operation, status }: RequestsFlags,
  past: readonly LocalRequest[],
): Promise<void> {
  for (const request of past) await printRequest(context.output, request);
  try {
    for await (const { type, data } of readEvents(`${origin}/_brctl/events`, context.signal)) {
      if (type !== 'new') continue;
      const request = JSON.parse(data) as LocalRequest;
      if (operation !== undefined && request.operation !== operation) continue;
      if (status !== undefined && request.status !== status) continue;
      await printRequest(context.output, request);
    }
  } catch (error) {
    throw error instanceof NoAnswerError ? notRunningError(origin, error) : error;
  }
}

const SCHEMA = 'brctl.local-request/1';

/** `12:04:10  PUT  /dataconnect/…  200  12 ms  job 9f2…`: one line each, with --json one document each. */
async function printRequest(output: Output, request: LocalRequest): Promise<void> {
  const { isTty, columns } = output.stdout;
  const line = formatRequest(request, false, isTty ? columns : undefined);
  await output.line({ schema: SCHEMA, ...toJson(request) }, line);
}

async function printRequests(output: Output, requests: readonly LocalRequest[]): Promise<void> {
  if (output.json) {
    for (const request of requests) await printRequest(output, request);
    return;
  }
  const nowMs = output.now().getTime();
  const format = (time: string) => (output.stdout.isTty ? formatTime(time, nowMs, true) : time);
  const columns: RowColumn<LocalRequest>[] = [
    { title: 'At', minor: true, of: ({ at }) => format(at) },
    { title: 'Method', of: ({ method }) => method },
    { title: 'Status', align: 'right', of: ({ status }) => String(status) },
    { title: 'ms', align: 'right', of: ({ ms }) => ms.toFixed(1) },
    { title: 'Path', flexible: true, of: ({ path }) => path },
    { title: 'Job', minor: true, of: ({ jobId }) => jobId ?? '' },
    { title: 'Index', minor: true, of: formatVersions },
  ];
  const none = 'no requests yet: brctl search, or any other client';
  await output.result({ schema: SCHEMA }, (stdout) => renderRows(columns, requests, stdout, none));
}

function toJson({ ms, jobId, answeredFrom, path, status, ...call }: LocalRequest) {
  const answered_from = answeredFrom?.map(({ catalog, version }) => ({ catalog, version }));
  const { id, at, operation, method } = call;
  return { id, at, operation, method, path, status, elapsed_ms: ms, job_id: jobId, answered_from };
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
function buildHar(calls: readonly LoggedCall[], options: HarOptions): object {
  const entries = calls.filter(({ kind }) => kind !== 'sftp').map((call) => buildEntry(call, options));
  return { log: { version: '1.2', creator: { name: 'brctl', version: options.version }, entries } };
}

function buildEntry(call: LoggedCall, { origin, redact }: HarOptions): object {
  const { method, status, elapsedMs, operation, notes } = call;
  const url = new URL(redact(call.url), origin);
  const headers = Object.entries(call.headers).map(([name, value]) => ({ name, value: redact(value) }));
  const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const sent = readBody(call.requestBody, redact);
  const answer = readBody(call.responseBody, redact);
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
      content: { size: call.responseBody?.bytes ?? 0, mimeType: detectType(answer?.text), ...answer },
    },
    cache: {},
    timings: { send: 0, wait: elapsedMs, receive: 0 },
    ...(notes.length > 0 && { comment: redact(notes.join('; ')) }),
    _operation: operation,
  };
}

/** Its text; bytes that are none are left out, since no key can be masked in them. */
function readBody(
  body: LoggedBody | null,
  redact: (text: string) => string,
): { text?: string; comment?: string } | undefined {
  if (body === null) return undefined;
  const text = body.encoding === 'utf8' ? body.text : inflateText(body.text);
  if (text === undefined) return { comment: `${body.bytes} bytes that are not text` };
  const comment = body.truncated ? { comment: `the beginning of ${body.bytes} bytes` } : {};
  return { text: redact(text), ...comment };
}

/** The text of a gzip body, as far as it goes; undefined for what is none. */
function inflateText(base64: string): string | undefined {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_INFLATED_BYTES };
    return gunzipSync(Buffer.from(base64, 'base64'), options).toString();
  } catch {
    return undefined;
  }
}

/** The log has no headers of answers. */
function detectType(text = ''): string {
  if (/^\s*[[{]/.test(text)) return 'application/json';
  return text.startsWith('<') ? 'text/html' : 'text/plain';
}
