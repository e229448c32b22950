import { formatBytes } from './amounts.ts';
import { padToWidth } from './display-width.ts';
import type { JsonValue } from './json.ts';
import type { Output } from './output.ts';
import { printable } from './printable.ts';
import { renderTable } from './table.ts';

/** A call as the local service keeps it, without bodies. */
export interface LocalRequest {
  id: string;
  at: string;
  operation: string | null;
  method: string;
  /** Path and query, keys masked. */
  path: string;
  status: number;
  ms: number;
  /** The job that it made. */
  jobId?: string;
}

const SCHEMA = 'brctl.local-request/1';

/** `12:04:10  PUT  /dataconnect/…  200  12 ms  job 9f2…`: one line each, with --json one document each. */
export async function printRequest(output: Output, request: LocalRequest): Promise<void> {
  await output.line({ schema: SCHEMA, ...toJson(request) }, requestLine(request, false));
}

const GREEN = '\u001b[32m';
const YELLOW = '\u001b[33m';
const RED = '\u001b[31m';
const PLAIN = '\u001b[39m';

/** A call on one line; with colour, its status shows how it went. */
export function requestLine(request: LocalRequest, color: boolean): string {
  const { at, method, path, status, ms, jobId } = request;
  const time = /T(\d\d:\d\d:\d\d)/.exec(at)?.[1] ?? at;
  const job = jobId === undefined ? '' : `  job ${jobId}`;
  const mood = status >= 500 || status === 0 ? RED : status >= 400 ? YELLOW : GREEN;
  const shown = color ? `${mood}${status}${PLAIN}` : String(status);
  return `${time}  ${padToWidth(method, 6)}  ${shown}  ${`${Math.round(ms)} ms`.padStart(7)}  ${printable(path)}${job}`;
}

export async function printRequests(output: Output, requests: readonly LocalRequest[]): Promise<void> {
  if (output.json) {
    for (const request of requests) await printRequest(output, request);
    return;
  }
  await output.result({ schema: SCHEMA }, (stdout) =>
    requests.length === 0 && stdout.isTty
      ? 'no calls yet\n'
      : renderTable(
          [
            { title: 'At', minor: true },
            { title: 'Method' },
            { title: 'Status', align: 'right' },
            { title: 'ms', align: 'right' },
            { title: 'Path', flexible: true },
            { title: 'Job', minor: true },
          ],
          requests.map(({ at, method, status, ms, path, jobId }) => [
            at,
            method,
            String(status),
            ms.toFixed(1),
            path,
            jobId ?? '',
          ]),
          stdout,
        ),
  );
}

function toJson({ id, at, operation, method, path, status, ms, jobId }: LocalRequest) {
  return { id, at, operation, method, path, status, elapsed_ms: ms, job_id: jobId };
}

export async function printSnapshots(
  output: Output,
  snapshots: readonly { name: string; bytes: number; created_at: string }[],
): Promise<void> {
  const document = {
    schema: 'brctl.local-snapshots/1',
    snapshots: snapshots.map(({ name, bytes, created_at }) => ({ name, size_bytes: bytes, created_at })),
  };
  await output.result(document, (stdout) =>
    snapshots.length === 0 && stdout.isTty
      ? 'no snapshots yet: brctl local snapshot <name>\n'
      : renderTable(
          [{ title: 'Name' }, { title: 'Size', align: 'right' }, { title: 'Created', minor: true }],
          snapshots.map(({ name, bytes, created_at }) => [name, formatBytes(bytes), created_at]),
          stdout,
        ),
  );
}

/** The rules with how often each took effect. */
export async function printFaults(
  output: Output,
  rules: readonly { readonly [member: string]: JsonValue }[],
): Promise<void> {
  await output.result({ schema: 'brctl.local-faults/1', rules }, (stdout) =>
    rules.length === 0 && stdout.isTty
      ? 'no faults\n'
      : rules.map((rule) => `${JSON.stringify(rule)}\n`).join(''),
  );
}
