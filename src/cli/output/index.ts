import type { Job } from '../../client/jobs.ts';
import type { Output } from './output.ts';
import { jobToJson } from './status.ts';

/** The id of an index job; with --json a document, with the job's end when it was waited for. */
export async function printIndex(output: Output, catalog: string, jobId: string, job?: Job): Promise<void> {
  const document = { schema: 'brctl.index/1', catalog, job_id: jobId, ...(job && jobToJson(job)) };
  await output.result(document, () => `${jobId}\n`);
}
