import { counted, formatBytes, formatTime } from '../../base/wording/amounts.ts';
import { cutMiddle, padToWidth } from '../output/display-width.ts';
import type { Output } from '../output/output.ts';
import type { JsonValue } from '../output/printable.ts';
import { printable } from '../output/printable.ts';
import { renderTable } from '../output/table.ts';
import { wrapText } from '../output/wrap-text.ts';

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
  jobId?: string;
  /** The catalogs that it was answered from, with the versions that their indexes held. */
  answeredFrom?: readonly { catalog: string; version: number }[];
}

const SCHEMA = 'brctl.local-request/1';

/** `12:04:10  PUT  /dataconnect/…  200  12 ms  job 9f2…`: one line each, with --json one document each. */
export async function printRequest(output: Output, request: LocalRequest): Promise<void> {
  const { isTty, columns } = output.stdout;
  const line = requestLine(request, false, isTty ? columns : undefined);
  await output.line({ schema: SCHEMA, ...toJson(request) }, line);
}

const GREEN = '\u001b[32m';
const MAGENTA = '\u001b[35m';
const RED = '\u001b[31m';
const PLAIN = '\u001b[39m';

/** In a narrower terminal the time gives way, on every line, so that they align. */
const COLUMNS_FOR_TIME = 100;

/**
 * A call on one line; with colour, its status shows how it went.
 *
 * @param columns of the terminal: the middle of a path that is too long gives way, status, time taken and job never do
 */
export function requestLine(request: LocalRequest, color: boolean, columns?: number): string {
  const { at, method, path, status, ms, jobId } = request;
  const time = `${/T(\d\d:\d\d:\d\d)/.exec(at)?.[1] ?? at}  `;
  const taken = `${Math.round(ms)} ms`.padStart(7);
  const links = `${jobId === undefined ? '' : `  job ${jobId}`}${versionsOf(request, '  ')}`;
  const mood = status >= 500 || status === 0 ? RED : status >= 400 ? MAGENTA : GREEN;
  const shown = color ? `${mood}${status}${PLAIN}` : String(status);
  const begin = `${padToWidth(method, 6)}  ${shown}  ${taken}  `;
  const whole = printable(path);
  if (columns === undefined) return `${time}${begin}${whole}${links}`;
  const room = columns - `${padToWidth(method, 6)}  ${status}  ${taken}  ${links}`.length;
  const isTimed = columns >= COLUMNS_FOR_TIME;
  return `${isTimed ? time : ''}${begin}${cutMiddle(whole, isTimed ? room - time.length : room)}${links}`;
}

/** `v41`, or several; empty where no index was asked. */
function versionsOf({ answeredFrom = [] }: LocalRequest, before = ''): string {
  const versions = answeredFrom.map(({ version }) => `v${version}`).join(' ');
  return versions && `${before}${versions}`;
}

export async function printRequests(output: Output, requests: readonly LocalRequest[]): Promise<void> {
  if (output.json) {
    for (const request of requests) await printRequest(output, request);
    return;
  }
  const nowMs = output.now().getTime();
  const shownTime = (at: string) => (output.stdout.isTty ? formatTime(at, nowMs, true) : at);
  await output.result({ schema: SCHEMA }, (stdout) =>
    requests.length === 0 && stdout.isTty
      ? 'no calls yet: brctl search, or any other client\n'
      : renderTable(
          [
            { title: 'At', minor: true },
            { title: 'Method' },
            { title: 'Status', align: 'right' },
            { title: 'ms', align: 'right' },
            { title: 'Path', flexible: true },
            { title: 'Job', minor: true },
            { title: 'Index', minor: true },
          ],
          requests.map((request) => [
            shownTime(request.at),
            request.method,
            String(request.status),
            request.ms.toFixed(1),
            request.path,
            request.jobId ?? '',
            versionsOf(request),
          ]),
          stdout,
        ),
  );
}

function toJson({ id, at, operation, method, path, status, ms, jobId, answeredFrom }: LocalRequest) {
  return {
    id,
    at,
    operation,
    method,
    path,
    status,
    elapsed_ms: ms,
    job_id: jobId,
    answered_from: answeredFrom?.map(({ catalog, version }) => ({ catalog, version })),
  };
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
          snapshots.map(({ name, bytes, created_at }) => [
            name,
            formatBytes(bytes),
            stdout.isTty ? formatTime(created_at, output.now().getTime(), true) : created_at,
          ]),
          stdout,
        ),
  );
}

/** A named state that was saved, or deleted. */
export async function printSnapshot(output: Output, name: string, saved: boolean): Promise<void> {
  const document = { schema: 'brctl.local-snapshot/1', name, saved };
  await output.result(document, () => `${saved ? 'saved' : 'deleted'} snapshot ${name}\n`);
}

/** The log was written as HAR. */
export async function printHar(output: Output, file: string, calls: number): Promise<void> {
  const document = { schema: 'brctl.local-har/1', file, calls };
  await output.result(document, () => `wrote ${file}: ${counted(calls, 'call')}\n`);
}

/** A snapshot was written to a file, or read from one. */
export async function printSnapshotFile(
  output: Output,
  name: string,
  file: string,
  done: 'exported' | 'imported',
): Promise<void> {
  const document = { schema: 'brctl.local-snapshot-file/1', name, file, done };
  const text =
    done === 'exported'
      ? `wrote snapshot ${name} to ${file}\n`
      : `saved snapshot ${name} from ${file}; go to it: brctl local reset ${name}\n`;
  await output.result(document, () => text);
}

export async function printServiceReady(output: Output, url: string, environment: string): Promise<void> {
  const document = { schema: 'brctl.local-ready/1', ready: true, url, environment };
  await output.result(document, () => `${environment} at ${url} is ready\n`);
}

export async function printReset(output: Output, snapshot: string | undefined): Promise<void> {
  const document = { schema: 'brctl.local-reset/1', reset: true, snapshot: snapshot ?? null };
  const state = snapshot === undefined ? 'empty' : `as it was in snapshot ${snapshot}`;
  await output.result(document, () => `the service is ${state}\n`);
}

/** The address of the inspector. */
export async function printOpened(output: Output, url: string): Promise<void> {
  await output.result({ schema: 'brctl.local-open/1', url }, () => `${url}\n`);
}

/** The rules with how often each took effect. */
export async function printFaults(
  output: Output,
  rules: readonly { readonly [member: string]: JsonValue }[],
): Promise<void> {
  await output.result({ schema: 'brctl.local-faults/1', rules }, (stdout) =>
    rules.length === 0 && stdout.isTty
      ? wrapText('no faults: brctl local faults <file> sets some\n', stdout)
      : rules.map((rule) => `${JSON.stringify(rule)}\n`).join(''),
  );
}
