import { CONTENT_TYPES } from '../../../protocol/content-types.ts';
import { CATALOG_CONTENT, CATALOGS, JOB_DOCUMENT } from '../../../protocol/control-documents.ts';
import { JOB_STATES } from '../../../protocol/job.ts';
import { always, exactly, oneOf, orNull, TEXT } from '../../../protocol/json-schema.ts';
import type { Instance } from '../../instance.ts';
import type { Job } from '../../service/jobs/job.ts';
import { declareCall } from '../route.ts';
import { describeList, describeMediaType, formatTimestamp, POSITIVE } from './control-schemas.ts';
import { sendList } from './send-list.ts';

export const JOB_CALLS = [
  declareCall('get-jobs', 'GET /_brctl/jobs', {
    summary: 'Jobs, newest first.',
    query: { catalog: TEXT, status: oneOf(...JOB_STATES), limit: POSITIVE },
    answer: describeList('jobs', JOB_DOCUMENT),
    handle({ query: { catalog, status, limit }, reply, host }) {
      const jobs = host.catalogs
        .jobs()
        .filter((job) => catalog === undefined || job.catalog === catalog)
        .filter((job) => status === undefined || job.state === status);
      return sendList(reply, 'jobs', jobs.reverse().slice(0, limit), (job) => describeJob(host, job));
    },
  }),
  /** `GET jobs/{id}` of the service itself has no room for why it ended as it did. */
  declareCall('get-job-state', 'GET /_brctl/jobs/:name', {
    summary: 'A job: how far it is while it runs, line and reason of a failure.',
    answer: JOB_DOCUMENT,
    handle: ({ params: { name }, host }) => describeJob(host, host.catalogs.job(name)),
  }),
  declareCall('kill-job', 'DELETE /_brctl/jobs/:name', {
    summary: 'Kill a job: its work is undone.',
    answer: JOB_DOCUMENT,
    async handle({ params: { name }, host }) {
      await host.catalogs.kill(name);
      return describeJob(host, host.catalogs.job(name));
    },
  }),
];

function describeJob(host: Instance, job: Job) {
  return {
    id: job.id,
    account_id: job.accountId,
    catalog_name: job.catalog,
    type: job.type,
    status: job.state,
    created_at: formatTimestamp(job.createdMs),
    started_at: formatTimestamp(job.startedMs),
    stopped_at: formatTimestamp(job.stoppedMs),
    message: job.message,
    error_code: job.errorCode,
    progress: host.catalogs.progress(job.id),
    request_id: job.requestId,
    version: job.version,
    stats: job.stats === null ? null : (JSON.parse(job.stats) as Record<string, number>),
  };
}

const CONTENT = orNull(CATALOG_CONTENT);

export const CATALOG_CALLS = [
  declareCall('get-catalogs', 'GET /_brctl/catalogs', {
    isOfSearch: true,
    summary: 'Stored catalogs and SFTP files.',
    answer: CATALOGS,
    handle: ({ host }) => ({
      catalogs: host.catalogs.catalogs().map((catalog) => ({
        name: catalog.name,
        account_id: catalog.accountId,
        family: catalog.family,
        version: catalog.version,
        records: catalog.records,
        published_version: catalog.publishedVersion,
        documents: catalog.documents,
      })),
      files: [...host.folders.all()].flatMap(([user, folder]) =>
        folder.list().map(({ path, sizeBytes, receivedMs, expiresMs }) => ({
          user,
          path,
          size_bytes: sizeBytes,
          received_at: formatTimestamp(receivedMs),
          expires_at: formatTimestamp(expiresMs),
        })),
      ),
    }),
  }),
  declareCall('get-catalog-state', 'GET /_brctl/catalogs/:name/state', {
    summary:
      'Version and digest of what is stored and what is published; both null for a catalog that does not exist.',
    answer: exactly({
      schema: always('brctl.catalog-state/1'),
      catalog: TEXT,
      stored: CONTENT,
      published: CONTENT,
    }),
    handle: async ({ params: { name }, host }) => ({
      schema: 'brctl.catalog-state/1',
      catalog: name,
      ...(await host.catalogs.stateOf(name)),
    }),
  }),
  declareCall('get-records', 'GET /_brctl/catalogs/:name/records', {
    summary: 'Read back a stored catalog, one whole-record add per line.',
    answer: describeMediaType(CONTENT_TYPES.jsonLines),
    handle: ({ params: { name }, reply, host }) =>
      reply.type(CONTENT_TYPES.jsonLines).send(host.catalogs.records(name)),
  }),
];
