import { omitUndefined } from '../../base/omit-undefined.ts';
import { isTerminalState, toControlJobPath } from '../../protocol/job.ts';
import { isLoopback } from './catalog-state.ts';
import { type HttpAnswer, type HttpRequest, type HttpTransport, NoAnswerError } from './http.ts';
import { BadAnswerError, parseObject } from './http-json.ts';
import { readServiceTime } from './service-time.ts';

/** A job as far as the service told of it: only its status is certain (doc: public-facts B6). */
export interface Job {
  id: string;
  /** One of the seven states, or whatever else the service says. */
  status: string;
  type?: string;
  catalog?: string;
  /** RFC 3339 UTC. */
  createdAt?: string;
  startedAt?: string;
  stoppedAt?: string;
  message?: string;
  errorCode?: string;
  /** Products that the job stored or found without title, price or url, where the service tells. */
  incompleteProducts?: number;
  progress?: { done: number; total?: number; unit: string } | undefined;
}

export function isFinished(job: Job): boolean {
  return isTerminalState(job.status);
}

/** Ended without doing its work (doc: public-facts B7). */
export function hasFailed(job: Job): boolean {
  return job.status === 'failed' || job.status === 'killed';
}

/** Reads `GET jobs/{id}`. Throws BadAnswerError for no JSON object, no status, another job's id. */
export function decodeJob(answer: HttpAnswer, id: string): Job {
  const body = parseObject(answer);
  const { status } = body;
  if (typeof status !== 'string' || status === '') {
    throw new BadAnswerError(`the answer about job ${id} has no status: ${answer.text.slice(0, 200)}`);
  }
  const answered = readText(body.id) ?? readText(body.jobId);
  if (answered !== undefined && answered !== id) {
    throw new BadAnswerError(`asked for job ${id}, the answer is about job ${answered}`);
  }
  const told = omitUndefined({
    type: readText(body.type),
    catalog: readText(body.catalog_name),
    createdAt: readServiceTime(body.created_at),
    startedAt: readServiceTime(body.started_at),
    stoppedAt: readServiceTime(body.stopped_at),
    message: readText(body.message),
    errorCode: readText(body.error_code),
  });
  return { id, status, ...told };
}

/** Reads `{"jobId"}`, the answer of PUT, PATCH and POST (spec: Job). */
export function decodeJobId(answer: HttpAnswer): string {
  const { jobId } = parseObject(answer);
  if (typeof jobId === 'string' && jobId !== '') return jobId;
  throw new BadAnswerError(`the answer has no job id: ${answer.text.slice(0, 200)}`);
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** How far a job of a local `brctl serve` is, or why it ended; else empty. No key is sent. */
export async function readDetails(
  transport: HttpTransport,
  { id }: Job,
  { baseUrl, ...options }: Pick<HttpRequest, 'timeoutMs' | 'signal'> & { baseUrl: string },
): Promise<Pick<Job, 'message' | 'errorCode' | 'progress' | 'incompleteProducts'>> {
  const url = new URL(toControlJobPath(id), baseUrl);
  if (!isLoopback(url.href)) return {};
  try {
    const answer = await transport({ ...options, method: 'GET', url: url.href, headers: {} });
    if (answer.status !== 200) return {};
    const { message, errorCode } = decodeJob(answer, id);
    const body = parseObject(answer);
    const incomplete = (body.stats as Record<string, unknown> | null | undefined)?.incomplete_products_count;
    return {
      ...omitUndefined({ message, errorCode, progress: readProgress(body.progress) }),
      ...(typeof incomplete === 'number' && incomplete > 0 && { incompleteProducts: incomplete }),
    };
  } catch (error) {
    if (error instanceof NoAnswerError || error instanceof BadAnswerError) return {};
    throw error;
  }
}

function readProgress(value: unknown): Job['progress'] {
  const { done, total, unit } = (value ?? {}) as Record<string, unknown>;
  if (typeof done !== 'number' || typeof unit !== 'string') return undefined;
  return { done, unit, ...(typeof total === 'number' && { total }) };
}
