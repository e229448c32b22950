import type { FastifyRequest } from 'fastify';
import { JOB_ACCEPTED, JOB_RECORD, REASON_HEADER, toControlJobPath } from '../../../protocol/job.ts';
import { CATALOG_PREFIX, type RecordFamily } from '../../../protocol/paths.ts';
import type { Account } from '../../service/account/account.ts';
import { toJobRecord } from '../../service/jobs/job.ts';
import { Refusal } from '../../service/refusals.ts';
import { declareCall, type JsonSchemas, type Route } from '../route.ts';

/** Path of everything that belongs to one catalog (spec: B). */
const CATALOG_PATH = `${CATALOG_PREFIX}/accounts/:accountId/catalogs/:catalog`;

const CATALOG_PARAMS: JsonSchemas = {
  accountId: { description: 'Account identifier' },
  catalog: { description: 'Catalog name, equal to the domain key of searches' },
};

/** The account whose key was checked before the body came. */
function getCaller({ exchange: { account } }: FastifyRequest): Account {
  if (account === undefined) throw new Refusal('unauthorized', 'the API key was not checked');
  return account;
}

/** PUT replaces the catalog, PATCH changes it, completely or not at all (spec: B; items: doc). */
function declareLoad(method: 'PUT' | 'PATCH', family: RecordFamily, summary: string): Route {
  return declareCall(`${method.toLowerCase()}-${family}`, `${method} ${CATALOG_PATH}/${family}`, {
    area: 'catalog',
    basis: family === 'products' ? 'spec' : 'doc',
    summary,
    params: CATALOG_PARAMS,
    streamsBody: true,
    answer: JOB_ACCEPTED,
    async handle({ params: { catalog }, request, host }) {
      const account = getCaller(request);
      const { headers } = request;
      const length = Number(headers['content-length']);
      const accepted = await host.catalogs.accept({
        account,
        catalog,
        family,
        mode: method === 'PUT' ? 'full' : 'delta',
        contentType: headers['content-type'],
        contentEncoding: headers['content-encoding'],
        ...(Number.isFinite(length) && { contentLength: length }),
        body: request.raw,
        requestId: request.id,
        seen: (chunk) => request.exchange.tap.see(chunk),
      });
      request.exchange.jobId = accepted.jobId;
      return accepted;
    },
  });
}

/** Runs the index job (doc: public-facts B1). A body means nothing: clients send none, or an empty one. */
const postIndexes = declareCall('post-indexes', `POST ${CATALOG_PATH}/indexes`, {
  area: 'catalog',
  basis: 'doc',
  summary: 'Run the index job, which makes what was loaded searchable.',
  params: CATALOG_PARAMS,
  answer: JOB_ACCEPTED,
  async handle({ params: { catalog }, request, host }) {
    const account = getCaller(request);
    const accepted = await host.catalogs.runIndex(account, catalog, request.id);
    request.exchange.jobId = accepted.jobId;
    return accepted;
  },
});

/** doc: public-facts B6. The path names no account, the key does. A header tells where there is more to say than fits. */
const getJob = declareCall('get-job', `GET ${CATALOG_PREFIX}/jobs/:jobId`, {
  area: 'catalog',
  basis: 'doc',
  summary: 'The status of a job.',
  answer: JOB_RECORD,
  async handle({ params: { jobId }, request, reply, host }) {
    const { accountId } = getCaller(request);
    const job = host.catalogs.job(jobId);
    if (job.accountId !== accountId)
      throw new Refusal('unknown_job', `there is no job ${JSON.stringify(jobId)}`);
    const hasMore = job.message !== '' || host.catalogs.progress(jobId) !== null;
    if (hasMore) void reply.header(REASON_HEADER, toControlJobPath(job.id));
    return toJobRecord(job);
  },
});

export const CATALOG_ROUTES: readonly Route[] = [
  declareLoad('PUT', 'products', 'Replace a product catalog.'),
  declareLoad('PATCH', 'products', 'Apply a delta to a product catalog.'),
  declareLoad('PUT', 'items', 'Replace a content catalog.'),
  declareLoad('PATCH', 'items', 'Apply a delta to a content catalog.'),
  postIndexes,
  getJob,
];
