import { constants, gunzipSync } from 'node:zlib';
import { toPointer } from '../../../protocol/json-pointer.ts';
import type { CapturedBody, RequestEntry } from '../control/request-log.ts';
import type { Job } from '../jobs/job.ts';

/** A load that has not, or not yet, changed the catalog, and what it would do to one record; `unknown` where its body was not kept whole. */
export interface OpenLoad {
  job: Job;
  carries: 'put' | 'removal' | 'nothing' | 'unknown';
  /** Line of the body that says so, from 1. */
  line: number | null;
}

/**
 * The loads of a catalog, newest first, that have not succeeded, and what they carry of one record, as far as the request log
 * has their bodies. What the others did, the history of the record tells.
 *
 * @param requests every call that is remembered
 */
export function openLoads(
  jobs: readonly Job[],
  requests: readonly RequestEntry[],
  catalog: string,
  id: string,
): OpenLoad[] {
  const loads = jobs.filter(
    (job) => job.catalog === catalog && job.type !== 'index update' && !DONE.has(job.state),
  );
  const wanted = new Set(loads.map((job) => job.id));
  const bodies = new Map<string, CapturedBody | null>();
  for (const entry of requests) {
    if (entry.jobId !== undefined && wanted.has(entry.jobId)) bodies.set(entry.jobId, entry.requestBody);
  }
  return loads.reverse().map((job) => ({ job, ...contentOf(bodies.get(job.id) ?? null, id) }));
}

const DONE: ReadonlySet<string> = new Set(['success', 'skipped']);

function contentOf(body: CapturedBody | null, id: string): Omit<OpenLoad, 'job'> {
  const text = body === null ? null : textOf(body);
  if (body === null || text === null) return { carries: 'unknown', line: null };
  const pointers = (['products', 'items'] as const).map((family) => toPointer([family, id]));
  let found: Omit<OpenLoad, 'job'> | undefined;
  let line = 0;
  for (const each of text.split('\n')) {
    line++;
    if (!pointers.some((pointer) => each.includes(JSON.stringify(pointer).slice(1, -1)))) continue;
    for (const { op, path } of operationsIn(each)) {
      if (pointers.includes(path)) found = { carries: op === 'remove' ? 'removal' : 'put', line };
      else if (pointers.some((pointer) => path.startsWith(`${pointer}/`))) found = { carries: 'put', line };
    }
  }
  return found ?? { carries: body.truncated || !isOperations(text) ? 'unknown' : 'nothing', line: null };
}

/** A list of paths of SFTP files says nothing of records. */
function isOperations(text: string): boolean {
  return /"op"\s*:/.test(text);
}

/** Null for bytes that are neither text nor gzip. What was cut is inflated as far as it goes. */
function textOf({ text, encoding }: CapturedBody): string | null {
  if (encoding === 'utf8') return text;
  try {
    const bytes = Buffer.from(text, 'base64');
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 << 20 }).toString();
  } catch {
    return null;
  }
}

/** The operations of a line: one, or all of a JSON array. A line that is cut, or no JSON, has none. */
function operationsIn(line: string): { op: unknown; path: string }[] {
  try {
    const parsed: unknown = JSON.parse(line);
    const all: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return all.flatMap((each) => {
      const { op, path } = (each ?? {}) as { op?: unknown; path?: unknown };
      return typeof path === 'string' ? [{ op, path }] : [];
    });
  } catch {
    return [];
  }
}
