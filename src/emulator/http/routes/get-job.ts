import { controlJobPath, REASON_HEADER } from '../../../protocol/job.ts';
import { CATALOG_PREFIX } from '../../../protocol/paths.ts';
import { toJobRecord } from '../../service/jobs/job.ts';
import { Refusal } from '../../service/refusals.ts';
import { authenticateCatalogCall } from '../access/authenticate.ts';
import { exactly, oneOf, orNull, TEXT } from '../openapi/json-schema.ts';
import type { JsonSchema, Route } from '../route.ts';

const TIME: JsonSchema = { ...TEXT, description: 'ISO 8601, UTC, microseconds' };

const JOB_RECORD = exactly({
  account_id: { type: ['integer', 'string'], description: 'A number where the id is one' },
  catalog_name: TEXT,
  created_at: TIME,
  id: { ...TEXT, format: 'uuid' },
  started_at: orNull(TIME),
  status: oneOf('creating', 'queued', 'running', 'success', 'failed', 'skipped', 'killed'),
  stopped_at: orNull(TIME),
  type: oneOf('ingest full', 'ingest delta', 'index update'),
});

/**
 * A job's record (doc: public-facts B6). The path names no account, but the key belongs to one: to any other the job
 * does not exist. Where there is more to say than the record has room for, a header tells where it is said.
 */
export const getJob: Route = {
  operation: 'get-job',
  method: 'GET',
  path: `${CATALOG_PREFIX}/jobs/:jobId`,
  area: 'catalog',
  basis: 'doc',
  summary: 'The status of a job.',
  schema: {
    params: { type: 'object', required: ['jobId'], properties: { jobId: TEXT } },
    response: { 200: JOB_RECORD },
  },
  async handle(request, reply, instance) {
    const { accountId } = authenticateCatalogCall(request, instance);
    const { jobId } = request.params as { jobId: string };
    const job = instance.catalogs.job(jobId);
    if (job.accountId !== accountId) {
      throw new Refusal('unknown_job', `there is no job ${JSON.stringify(jobId)}`);
    }
    const hasMore = job.message !== '' || instance.catalogs.progress(jobId) !== null;
    if (hasMore) void reply.header(REASON_HEADER, controlJobPath(job.id));
    return toJobRecord(job);
  },
};
