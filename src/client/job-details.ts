import { controlJobPath } from '../protocol/job.ts';
import { type HttpRequest, type HttpTransport, NoAnswerError } from './http.ts';
import { BadAnswerError, parseObject } from './http-json.ts';
import { decodeJob, type Job } from './jobs.ts';

/** Names and addresses of this machine: nobody else is asked for what only `brctl serve` has. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * How far a job of `brctl serve` is, or why it ended as it did, which the record of the service has no room for. The key is not sent. Empty where
 * the service is not on this machine, or does not tell: the job's state is known without.
 */
export async function readDetails(
  transport: HttpTransport,
  { id }: Job,
  { baseUrl, ...options }: Pick<HttpRequest, 'timeoutMs' | 'signal'> & { baseUrl: string },
): Promise<Pick<Job, 'message' | 'errorCode' | 'progress'>> {
  const url = new URL(controlJobPath(id), baseUrl);
  if (!LOOPBACK.test(url.hostname)) return {};
  try {
    const answer = await transport({ ...options, method: 'GET', url: url.href, headers: {} });
    if (answer.status !== 200) return {};
    const { message, errorCode } = decodeJob(answer, id);
    const progress = readProgress(parseObject(answer).progress);
    return {
      ...(message !== undefined && { message }),
      ...(errorCode !== undefined && { errorCode }),
      ...(progress !== undefined && { progress }),
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
