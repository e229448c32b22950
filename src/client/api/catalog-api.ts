import { type BodyKind, CONTENT_TYPES } from '../../protocol/content-types.ts';
import { REASON_HEADER } from '../../protocol/job.ts';
import { type RecordFamily, toCatalogPath, toJobPath } from '../../protocol/paths.ts';
import type { HttpAnswer } from './http.ts';
import type { HttpBody } from './http-body.ts';
import { type HttpClient, sendCall } from './http-call.ts';
import { decodeJob, decodeJobId, type Job, readDetails } from './jobs.ts';

/** Address, account and catalog; no key. */
export interface CatalogTarget {
  /** With the path prefix, without a trailing slash. */
  baseUrl: string;
  accountId: string;
  catalog: string;
}

export interface CatalogApiOptions extends HttpClient, CatalogTarget {
  apiKey: string;
  /** Time without progress after which a request is given up. */
  timeoutMs: number;
}

export interface LoadRequest {
  mode: 'delta' | 'full';
  family: RecordFamily;
  bodyKind: BodyKind;
  gzip: boolean;
}

/** The catalog area of the service (spec: B; doc: public-facts B1). */
export interface CatalogApi {
  /** PATCH or PUT; gives the job's id. Never repeated once the service can have the whole request. */
  submit(load: LoadRequest, body: HttpBody, signal?: AbortSignal): Promise<string>;
  /** POST indexes; gives the job's id. Repeated after a lost answer: it can be run any number of times. */
  runIndex(signal?: AbortSignal): Promise<string>;
  job(id: string, signal?: AbortSignal): Promise<Job>;
}

export function describeLoad(target: CatalogTarget, load: LoadRequest) {
  return {
    method: load.mode === 'full' ? ('PUT' as const) : ('PATCH' as const),
    url: target.baseUrl + toCatalogPath(target.accountId, target.catalog, load.family),
    headers: {
      'content-type': CONTENT_TYPES[load.bodyKind],
      ...(load.gzip && { 'content-encoding': 'gzip' }),
    },
  };
}

/** A client of the catalog area. Its errors are those of `sendCall` with the names submit, index and job. */
export function createCatalogApi(options: CatalogApiOptions): CatalogApi {
  const { baseUrl, accountId, catalog, apiKey, timeoutMs } = options;
  const authorization = { authorization: `Bearer ${apiKey}` };
  const subject = `account ${accountId} or catalog ${catalog}`;
  const buildBase = (signal?: AbortSignal) => ({ timeoutMs, ...(signal && { signal }) });
  return {
    submit(load, body, signal) {
      const { headers, ...to } = describeLoad(options, load);
      const request = { ...buildBase(signal), ...to, headers: { ...authorization, ...headers }, body };
      return sendCall(options, { name: 'submit', writes: true, subject, request, decode: decodeJobId });
    },
    runIndex(signal) {
      const url = baseUrl + toCatalogPath(accountId, catalog, 'indexes');
      const request = { ...buildBase(signal), method: 'POST', url, headers: authorization } as const;
      // A second one changes nothing: it joins the queued one, or is skipped (doc: public-facts B7).
      return sendCall(options, { name: 'index', writes: false, subject, request, decode: decodeJobId });
    },
    async job(id, signal) {
      const url = baseUrl + toJobPath(id);
      const request = { ...buildBase(signal), method: 'GET', url, headers: authorization } as const;
      const decode = (answer: HttpAnswer) => ({
        job: decodeJob(answer, id),
        hasDetails: answer.headers[REASON_HEADER] !== undefined,
      });
      const call = { name: 'job', writes: false, subject: `job ${id}`, request, decode };
      const { job, hasDetails } = await sendCall(options, call);
      if (!hasDetails) return job;
      return { ...job, ...(await readDetails(options.transport, job, { ...buildBase(signal), baseUrl })) };
    },
  };
}
