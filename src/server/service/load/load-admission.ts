import { statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BrctlError } from '../../../base/errors.ts';
import { scanJson } from '../../../base/json/scan.ts';
import { Tape } from '../../../base/json/tape.ts';
import { decodeString } from '../../../base/json/text.ts';
import { gatherChunks } from '../../../base/process/gather-chunks.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { gunzip } from '../../../catalog/opening/gunzip.ts';
import { ArraySplitter } from '../../../catalog/splitting/array-splitter.ts';
import type { TextHandler } from '../../../catalog/splitting/text-handler.ts';
import type { JobAccepted } from '../../../protocol/job.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { MAX_FILES } from '../files/sftp-files.ts';
import { MAX_PATH_BYTES, pathTooLongRefusal } from '../files/sftp-path.ts';
import { createJob, type Job, transition } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job-context.ts';
import type { InputPart } from '../jobs/job-task.ts';
import { Refusal } from '../refusals.ts';
import { explainFamily, type LoadInput } from './load-job-handler.ts';
import {
  bodyTooLargeRefusal,
  checkBody,
  type LoadBodyFormat,
  type LoadRequest,
  parseLoadHeaders,
} from './load-kind.ts';

/** Answers what the request itself tells; what is in its operations, the job tells (docs/reference/jobs.md lists each case). */
export async function acceptLoad(
  context: JobContext,
  request: LoadRequest,
  enqueue: (job: Job, input: LoadInput) => Promise<void>,
): Promise<JobAccepted> {
  const { book, pool, spool, options } = context;
  const kind = parseLoadHeaders(request);
  checkCatalog(context, request);
  pool.warm();
  const type = request.mode === 'full' ? ('ingest full' as const) : ('ingest delta' as const);
  const job = createJob({ ...request, type, state: 'creating' }, options.clock.now());
  book.create(job);
  try {
    const take = kind.body === 'sftpPaths' ? holdFiles : storeBody;
    const parts = await take(context, job.id, request, kind);
    const input: LoadInput = { mode: request.mode, family: request.family, parts };
    await enqueue(transition(job, { kind: 'queue' }, job.createdMs), input);
    return { jobId: job.id };
  } catch (error) {
    await spool.drop(job.id);
    throw error;
  } finally {
    book.abandon(job.id);
  }
}

/** A catalog's family shows in the path of the request, so another one is refused at once. */
function checkCatalog({ registry }: JobContext, { account, catalog, family }: LoadRequest): void {
  registry.checkAccess(account, catalog);
  const held = registry.find(catalog)?.row.family ?? null;
  if (held === null || held === family) return;
  throw new Refusal('malformed', explainFamily(catalog, held));
}

type TakeBody = (
  context: JobContext,
  jobId: string,
  request: LoadRequest,
  kind: LoadBodyFormat,
) => Promise<InputPart[]>;

const storeBody: TakeBody = async (context, jobId, request, kind) => {
  try {
    const file = await context.spool.storeBody(jobId, readBody(request, kind));
    const layout = kind.body === 'jsonPatch' ? 'json-patch' : 'jsonlines';
    return [{ file: nameIn(context, file), name: null, layout, maxBytes: kind.maxBytes, stamp: null }];
  } catch (error) {
    throw bodyRefusal(error, kind);
  }
};

/** spec: Body kinds. */
const holdFiles: TakeBody = async (context, jobId, request, kind) => {
  const { names } = await readPathList(readBody(request, kind));
  const { spool, options } = context;
  const maxBytes = options.settings.maxSftpFileBytes ?? LIMITS.jsonLinesBytes;
  const files = await resolveFiles(names, (name) => {
    const file = options.resolveFile(request.account, name);
    // A file whose compressed length is over the bound; others fail their job.
    if (statSync(file).size <= maxBytes) return file;
    throw new Refusal('payload_too_large', `longer than ${formatCount(maxBytes)} bytes`);
  });
  const held = await spool.holdFiles(jobId, files);
  return held.map(({ file, sizeBytes, modifiedMs }, index) => ({
    file: nameIn(context, file),
    name: names[index] ?? '',
    layout: 'jsonlines',
    maxBytes,
    stamp: { sizeBytes, modifiedMs },
  }));
};

/** Relative to the environment's folder, so that the folder may be moved. */
function nameIn({ pathOf }: JobContext, file: string): string {
  return path.relative(pathOf('.'), file);
}

/** The body as it counts: uncompressed, never longer than its bound, shaped as its content type says. */
function readBody(request: LoadRequest, kind: LoadBodyFormat): AsyncGenerator<Buffer> {
  const arriving = watchChunks(request);
  return checkBody(kind.isGzip ? gunzip(arriving, 'the body', kind.maxBytes) : arriving, kind);
}

async function* watchChunks({ body, seen }: LoadRequest): AsyncGenerator<Buffer> {
  for await (const chunk of gatherChunks(body)) {
    seen?.(chunk);
    yield chunk;
  }
}

/** A body that cannot be inflated is malformed, one that inflates past its bound is too large. */
function bodyRefusal(error: unknown, { maxBytes }: LoadBodyFormat): unknown {
  if (!(error instanceof BrctlError) || error.kind !== 'input') return error;
  if (error.code === 'file.too_large') return bodyTooLargeRefusal(maxBytes);
  if (error.code === 'gzip.not_gzip')
    return new Refusal('malformed', 'the body is not gzip, although Content-Encoding says so');
  return new Refusal('malformed', `the body is not readable gzip: ${error.message}`);
}

/** Files told of in one answer: a path list of 5 MB may name a million that are not there. */
const MAX_TOLD = 20;
const TURN_MS = 10;

/**
 * The files behind the names of a path list, in their order. What is wrong with any of them is told together, of 20 at most.
 * @throws Refusal of the first one's code; `malformed` where two names mean one file (assumption)
 */
async function resolveFiles(names: readonly string[], resolve: (name: string) => string): Promise<string[]> {
  const refusals: Refusal[] = [];
  const files = new Set<string>();
  let began = performance.now();
  for (const name of names) {
    if (refusals.length === MAX_TOLD) break;
    // Each is looked at on disk, a deep one for long, on the thread that answers everyone.
    if (performance.now() - began > TURN_MS) {
      await nextTurn();
      began = performance.now();
    }
    try {
      const file = resolve(name);
      if (files.has(file)) throw new Refusal('malformed', `${JSON.stringify(name)} is named twice`);
      files.add(file);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(nameFile(error, name));
    }
  }
  const [first, ...others] = refusals;
  if (first === undefined) return [...files];
  const { retryAfterSeconds } = first;
  const more = others.map(({ message }) => message);
  throw new Refusal(first.code, first.message, { more, ...(retryAfterSeconds && { retryAfterSeconds }) });
}

function nameFile(refusal: Refusal, name: string): Refusal {
  if (refusal.message.includes(JSON.stringify(name))) return refusal;
  return new Refusal(refusal.code, `${JSON.stringify(name)}: ${refusal.message}`);
}

/**
 * The SFTP paths that a body names: one JSON array of strings (spec: Body kinds), each read as it comes: a whole list of megabytes
 * takes the thread that answers everyone for long. @throws Refusal `malformed`
 */
async function readPathList(chunks: AsyncIterable<Buffer>): Promise<PathList> {
  const list = new PathList();
  const splitter = new ArraySplitter(list);
  for await (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  if (list.names.length === 0) throw notPathsRefusal();
  return list;
}

/** A byte of a path may be an escape of six. */
const MAX_PATH_TEXT_BYTES = 6 * MAX_PATH_BYTES + '""'.length;

class PathList implements TextHandler {
  readonly names: string[] = [];
  readonly #tape = new Tape();

  /** Of more names than a folder has files, one more than that tells of one that is not there. */
  text(bytes: Uint8Array, start: number, end: number): void {
    if (this.names.length > MAX_FILES) return;
    if (end - start > MAX_PATH_TEXT_BYTES) throw pathTooLongRefusal();
    const tape = this.#tape;
    if (scanJson(tape, bytes, start, end) !== null) this.problem();
    const name = tape.isString(0) ? decodeString(tape, 0) : '';
    if (name === '') throw notPathsRefusal();
    this.names.push(name);
  }

  problem(): never {
    throw new Refusal('malformed', 'the body is not JSON; expected an array of SFTP file paths');
  }
}

function notPathsRefusal(): Refusal {
  return new Refusal('malformed', 'the body must be a JSON array of SFTP file paths, at least one');
}
