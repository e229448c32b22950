import type { FastifyReply } from 'fastify';
import { type JsonPart, jsonText } from '../../../json/json-text.ts';
import { RawJson } from '../../../json/lossless.ts';
import type { KnownVersion, RecordChange } from '../../service/catalog/record-history.ts';
import { Refusal } from '../../service/refusals.ts';
import type { ControlCall } from '../control-route.ts';
import { TEXT } from '../openapi/json-schema.ts';
import { NAME_PARAMS, timestamp } from './control-schemas.ts';
import { CATALOG_VERSIONS, RECORD_HISTORY, RECORD_STATE, VERSION_DIFFERENCE } from './history-schemas.ts';

const RECORD_PARAMS = {
  type: 'object',
  required: ['name', 'id'],
  properties: { name: TEXT, id: TEXT },
};

/** What is told where nobody says how much. */
const USUAL_COUNT = 100;

const LIMIT = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 10_000 } },
};

/** `?at=` takes a version, the id of a job, or a time. */
export const getRecord: ControlCall = {
  method: 'GET',
  operation: 'get-record',
  path: '/_brctl/catalogs/:name/records/:id',
  summary: 'A record as it is, or as it was in a version, after a job or at a time (?at=).',
  schema: {
    params: RECORD_PARAMS,
    querystring: { type: 'object', properties: { at: TEXT } },
    response: { 200: RECORD_STATE },
  },
  async handle(request, reply, { catalogs }) {
    const { name, id } = request.params as { name: string; id: string };
    const { at } = request.query as { at?: string };
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
};

/** What has happened to a record, newest first. */
export const getRecordHistory: ControlCall = {
  method: 'GET',
  operation: 'get-record-history',
  path: '/_brctl/catalogs/:name/records/:id/history',
  summary: 'The changes of a record as operations, newest first, each with its job, call, time and line.',
  schema: { params: RECORD_PARAMS, querystring: LIMIT, response: { 200: RECORD_HISTORY } },
  async handle(request, reply, { catalogs }) {
    const { name, id } = request.params as { name: string; id: string };
    const { limit = USUAL_COUNT } = request.query as { limit?: number };
    const { changes, isComplete } = catalogs.history.changes(name, id, limit);
    return sendJson(reply, {
      schema: 'brctl.record-history/1',
      catalog: name,
      id,
      complete: isComplete,
      changes: changes.map(describeChange),
    });
  },
};

/** The versions of a catalog that can still be read, newest first. */
export const getVersions: ControlCall = {
  method: 'GET',
  operation: 'get-versions',
  path: '/_brctl/catalogs/:name/versions',
  summary: 'The versions of a catalog that are kept, newest first.',
  schema: { params: NAME_PARAMS, querystring: LIMIT, response: { 200: CATALOG_VERSIONS } },
  async handle(request, _reply, { catalogs, settings }) {
    const { name } = request.params as { name: string };
    const { limit = USUAL_COUNT } = request.query as { limit?: number };
    const { versions, publishedVersion } = catalogs.history.versions(name);
    const shown = versions.slice(0, limit);
    const oldest = shown.at(-1);
    const guards = oldest && catalogs.findings.counts(oldest);
    return {
      schema: 'brctl.catalog-versions/1',
      catalog: name,
      published_version: publishedVersion,
      oldest_version: versions.at(-1)?.version,
      finds_unavailable: settings.search.searchUnavailable,
      versions: shown.map((version) => ({
        ...describeMaker(version),
        records: version.records,
        added: version.added,
        changed: version.changed,
        removed: version.removed,
        guards: guards?.get(version.version) ?? null,
      })),
    };
  },
};

/** What differs between two versions, `3..5`; jobs and times are taken as well. */
export const getVersionDifference: ControlCall = {
  method: 'GET',
  operation: 'get-version-difference',
  path: '/_brctl/catalogs/:name/versions/:range',
  summary: 'What differs between two versions (a..b): how many records, and the ids of some.',
  schema: {
    params: { type: 'object', required: ['name', 'range'], properties: { name: TEXT, range: TEXT } },
    querystring: LIMIT,
    response: { 200: VERSION_DIFFERENCE },
  },
  async handle(request, _reply, { catalogs }) {
    const { name, range } = request.params as { name: string; range: string };
    const { limit = USUAL_COUNT } = request.query as { limit?: number };
    const [, from, to] = /^(.+?)\.\.(.+)$/.exec(range) ?? [];
    if (from === undefined || to === undefined) {
      throw new Refusal('invalid_parameter', 'two versions are compared as in 3..5', { at: 'range' });
    }
    const difference = await catalogs.history.difference(name, from, to, limit);
    return { schema: 'brctl.version-difference/1', catalog: name, ...difference };
  },
};

function describeChange({ made, kind, line, operations }: RecordChange) {
  return { kind, ...describeMaker(made), line, operations: operations.map((text) => new RawJson(text)) };
}

/** A version by what made it. */
function describeMaker({ version, type, jobId, requestId, source, appliedMs }: KnownVersion) {
  return {
    version,
    type: type ?? null,
    job_id: jobId ?? null,
    request_id: requestId ?? null,
    source: source ?? null,
    applied_at: timestamp(appliedMs ?? null),
  };
}

/** Records are sent as they came: their numbers keep their digits. */
function sendJson(reply: FastifyReply, document: JsonPart): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(jsonText(document));
}
