import { controlJobPath } from '../protocol/job.ts';
import { type HttpRequest, type HttpTransport, NoAnswerError } from './http.ts';
import { BadAnswerError } from './http-json.ts';
import { decodeJob, type Job } from './jobs.ts';

/** Names and addresses of this machine: nobody else is asked for what only `brctl serve` has. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Why a job of `brctl serve` ended as it did, which the record of the service has no room for. The key is not sent. Empty where
 * the service is not on this machine, or does not tell: the job's state is known without.
 */
export async function readReason(
  transport: HttpTransport,
  { id }: Job,
  { baseUrl, ...options }: Pick<HttpRequest, 'timeoutMs' | 'signal'> & { baseUrl: string },
): Promise<Pick<Job, 'message' | 'errorCode'>> {
  const url = new URL(controlJobPath(id), baseUrl);
  if (!LOOPBACK.test(url.hostname)) return {};
  try {
    const answer = await transport({ ...options, method: 'GET', url: url.href, headers: {} });
    if (answer.status !== 200) return {};
    const { message, errorCode } = decodeJob(answer, id);
    return { ...(message !== undefined && { message }), ...(errorCode !== undefined && { errorCode }) };
  } catch (error) {
    if (error instanceof NoAnswerError || error instanceof BadAnswerError) return {};
    throw error;
  }
}
