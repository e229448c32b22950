import type { FastifyReply } from 'fastify';
import { formatJson, type JsonPart } from '../../../base/json/json-text.ts';
import { RawJson } from '../../../base/json/lossless.ts';
import {
  CATALOG_VERSIONS,
  RECORD_HISTORY,
  RECORD_STATE,
  TOLD_FINDINGS,
  VERSION_DIFFERENCE,
  VERSION_FINDINGS,
} from '../../../protocol/control-documents.ts';
import { means, TEXT } from '../../../protocol/json-schema.ts';
import type { KnownVersion, StoredReport } from '../../service/catalog/record-history.ts';
import { Refusal } from '../../service/refusals.ts';
import type { VersionRow } from '../../store/state-rows.ts';
import { declareCall } from '../route.ts';
import { AT_PARAMETER, formatTimestamp, POSITIVE } from './control-schemas.ts';
import { sendList } from './send-list.ts';

const USUAL_COUNT = 100;
const LIMIT = { limit: { ...POSITIVE, maximum: 10_000 } as typeof POSITIVE };

const FINDINGS = {
  params: { at: means('A version, or the id of the job that made it', TEXT) },
  answer: VERSION_FINDINGS,
};

export const HISTORY_CALLS = [
  declareCall('get-record', 'GET /_brctl/catalogs/:name/records/:id', {
    summary: 'A record, now or as of a version, job or time (?at=).',
    query: { at: AT_PARAMETER },
    answer: RECORD_STATE,
    handle({ params: { name, id }, query: { at }, reply, host: { catalogs } }) {
      const { version, record, written, line, published } = catalogs.history.record(name, id, at);
      return sendJson(reply, {
        schema: 'brctl.record/1',
        catalog: name,
        id,
        version,
        record: new RawJson(record),
        written: { ...describeMaker(written), line },
        published: published && { ...published, record: published.record && new RawJson(published.record) },
      });
    },
  }),
  declareCall('get-record-history', 'GET /_brctl/catalogs/:name/records/:id/history', {
    summary: 'The changes of a record as operations, newest first, each with its job, call, time and line.',
    query: LIMIT,
    answer: RECORD_HISTORY,
    handle({ params: { name, id }, query: { limit = USUAL_COUNT }, reply, host: { catalogs } }) {
      const { changes, isComplete } = catalogs.history.changes(name, id, limit);
      return sendJson(reply, {
        schema: 'brctl.record-history/1',
        catalog: name,
        id,
        complete: isComplete,
        changes: changes.map(({ made, kind, line, operations }) => ({
          kind,
          ...describeMaker(made),
          line,
          operations: operations.map((text) => new RawJson(text)),
        })),
      });
    },
  }),
  declareCall('get-versions', 'GET /_brctl/catalogs/:name/versions', {
    summary: 'The stored versions of a catalog, newest first.',
    query: LIMIT,
    answer: CATALOG_VERSIONS,
    handle({ params: { name }, query: { limit = USUAL_COUNT }, reply, host: { catalogs, settings } }) {
      const { versions, publishedVersion } = catalogs.history.versions(name);
      const head = {
        schema: 'brctl.catalog-versions/1',
        catalog: name,
        published_version: publishedVersion,
        oldest_version: versions.at(-1)?.version,
        finds_unavailable: settings.search.searchUnavailable,
      };
      const describe = (row: VersionRow) => {
        const { records, added, changed, removed } = row;
        const guards = catalogs.history.countVerdicts(row);
        return { ...describeMaker(row), records, added, changed, removed, guards };
      };
      return sendList(reply, 'versions', versions.slice(0, limit), describe, head);
    },
  }),
  declareCall('get-version-difference', 'GET /_brctl/catalogs/:name/versions/:range', {
    summary: 'What differs between two versions (a..b): how many records, and the ids of some.',
    query: LIMIT,
    answer: VERSION_DIFFERENCE,
    async handle({ params: { name, range }, query: { limit = USUAL_COUNT }, host: { catalogs } }) {
      const [, from, to] = /^(.+?)\.\.(.+)$/.exec(range) ?? [];
      if (from === undefined || to === undefined)
        throw new Refusal('invalid_parameter', 'two versions are compared as in 3..5');
      const difference = await catalogs.history.difference(name, from, to, limit);
      return { schema: 'brctl.version-difference/1', catalog: name, ...difference };
    },
  }),
  declareCall('get-findings', 'GET /_brctl/catalogs/:name/versions/:at/findings', {
    ...FINDINGS,
    summary: "The client's guard report for a version.",
    handle({ params: { name, at }, host: { catalogs } }) {
      const { row, report } = catalogs.history.report(name, at);
      return describeFindings(name, row, report);
    },
  }),
  declareCall('put-findings', 'PUT /_brctl/catalogs/:name/versions/:at/findings', {
    ...FINDINGS,
    summary: "Store the client's guard report for a version.",
    body: TOLD_FINDINGS,
    async handle({
      params: { name, at },
      body: { because = null, guards = [] },
      host: { catalogs, events },
    }) {
      const findings = { because, guards: guards.map((guard) => ({ examples: [], lines: [], ...guard })) };
      const row = await catalogs.history.storeReport(name, at, findings);
      events.update('catalog', { name });
      return describeFindings(name, row, findings);
    },
  }),
];

function describeFindings(catalog: string, { version, jobId }: VersionRow, report: StoredReport) {
  return { schema: 'brctl.version-findings/1', catalog, version, job_id: jobId, ...report };
}

function describeMaker({ version, type, jobId, requestId, source, appliedMs }: KnownVersion) {
  return {
    version,
    type: type ?? null,
    job_id: jobId ?? null,
    request_id: requestId ?? null,
    source: source ?? null,
    applied_at: formatTimestamp(appliedMs ?? null),
  };
}

/** Records are sent as they came: their numbers keep their digits. */
function sendJson(reply: FastifyReply, document: JsonPart): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(formatJson(document));
}
