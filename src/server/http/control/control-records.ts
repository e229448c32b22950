import { CONTENT_TYPES } from '../../../protocol/content-types.ts';
import type { EmulatorHost } from '../../instance.ts';
import type { Job } from '../../service/jobs/job.ts';
import { COUNT, exactly, type Members, TEXT } from '../openapi/json-schema.ts';
import type { ControlCall } from '../route.ts';
import {
  CATALOG_CONTENT,
  CATALOG_STATE,
  FILE_STATE,
  JOB_STATE,
  listOf,
  timestamp,
} from './control-schemas.ts';
import { sendList } from './send-list.ts';

const FILTER = { catalog: TEXT, status: TEXT, limit: { ...COUNT, minimum: 1 } };

export const getJobs: ControlCall = {
  operation: 'get-jobs',
  method: 'GET',
  path: '/_brctl/jobs',
  summary: 'Jobs, newest first.',
  query: FILTER,
  answer: listOf('jobs', JOB_STATE),
  async handle(request, reply, host) {
    const { catalog, status, limit } = request.query as Members<typeof FILTER>;
    const jobs = host.catalogs
      .jobs()
      .filter((job) => catalog === undefined || job.catalog === catalog)
      .filter((job) => status === undefined || job.state === status);
    return sendList(reply, 'jobs', jobs.reverse().slice(0, limit), (job) => describeJob(host, job));
  },
};

function describeJob(host: EmulatorHost, job: Job) {
  return {
    id: job.id,
    account_id: job.accountId,
    catalog_name: job.catalog,
    type: job.type,
    status: job.state,
    created_at: timestamp(job.createdMs),
    started_at: timestamp(job.startedMs),
    stopped_at: timestamp(job.stoppedMs),
    message: job.message,
    error_code: job.errorCode,
    progress: host.catalogs.progress(job.id),
    request_id: job.requestId,
    version: job.version,
    stats: job.stats === null ? null : (JSON.parse(job.stats) as Record<string, number>),
  };
}

/** One job, with why it ended as it did: `GET jobs/{id}` of the service itself has no room for that. */
export const getJobState: ControlCall = {
  operation: 'get-job-state',
  method: 'GET',
  path: '/_brctl/jobs/:name',
  summary: 'A job: how far it is while it runs, line and reason of a failure.',
  answer: JOB_STATE,
  async handle(request, _reply, host) {
    const { name } = request.params as { name: string };
    return describeJob(host, host.catalogs.job(name));
  },
};

export const deleteJob: ControlCall = {
  operation: 'kill-job',
  method: 'DELETE',
  path: '/_brctl/jobs/:name',
  summary: 'Kill a job: its work is undone.',
  answer: JOB_STATE,
  async handle(request, _reply, host) {
    const { name } = request.params as { name: string };
    await host.catalogs.kill(name);
    return describeJob(host, host.catalogs.job(name));
  },
};

export const getCatalogs: ControlCall = {
  operation: 'get-catalogs',
  method: 'GET',
  path: '/_brctl/catalogs',
  summary: 'Stored catalogs and SFTP files.',
  answer: exactly({
    catalogs: { type: 'array', items: CATALOG_STATE },
    files: { type: 'array', items: FILE_STATE },
  }),
  async handle(_request, _reply, host) {
    return { catalogs: host.catalogs.catalogs().map(describeCatalog), files: describeFiles(host) };
  },
};

function describeCatalog(catalog: ReturnType<EmulatorHost['catalogs']['catalogs']>[number]) {
  return {
    name: catalog.name,
    account_id: catalog.accountId,
    family: catalog.family,
    version: catalog.version,
    records: catalog.records,
    published_version: catalog.publishedVersion,
    documents: catalog.documents,
  };
}

function describeFiles(host: EmulatorHost) {
  const files = [...host.folders.all()].flatMap(([user, folder]) =>
    folder.list().map((file) => ({ ...file, user })),
  );
  return files.map((file) => ({
    user: file.user,
    path: file.path,
    size_bytes: file.sizeBytes,
    received_at: timestamp(file.receivedMs),
    expires_at: timestamp(file.expiresMs),
  }));
}

export const getCatalogState: ControlCall = {
  operation: 'get-catalog-state',
  method: 'GET',
  path: '/_brctl/catalogs/:name/state',
  summary:
    'Version and digest of what is stored and what is published; both null for a catalog that does not exist.',
  answer: CATALOG_CONTENT,
  async handle(request, _reply, host) {
    const { name } = request.params as { name: string };
    return { schema: 'brctl.catalog-state/1', catalog: name, ...(await host.catalogs.stateOf(name)) };
  },
};

export const getRecords: ControlCall = {
  operation: 'get-records',
  method: 'GET',
  path: '/_brctl/catalogs/:name/records',
  summary: 'Read back a stored catalog, one whole-record add per line.',
  answer: { type: 'string', 'x-content-types': [CONTENT_TYPES.jsonLines] },
  async handle(request, reply, host) {
    const { name } = request.params as { name: string };
    return reply.type(CONTENT_TYPES.jsonLines).send(host.catalogs.records(name));
  },
};
