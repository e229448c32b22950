import type { FastifyReply } from 'fastify';
import { type JsonPart, jsonText } from '../../../base/json/json-text.ts';
import { RawJson } from '../../../base/json/lossless.ts';
import type { KnownVersion, RecordChange } from '../../service/catalog/record-history.ts';
import { Refusal } from '../../service/refusals.ts';
import type { VersionRow } from '../../store/state-rows.ts';
import { arrayOf, COUNT, exactly, oneOf, orNull, TEXT } from '../openapi/json-schema.ts';
import type { ControlCall, JsonSchema } from '../route.ts';
import { AT_PARAMETER, JOB_TYPE, TIME, timestamp } from './control-schemas.ts';
import { sendList } from './send-list.ts';

/** A version of a catalog by what made it; members are null where that is not known, or no call did. */
const MAKER: Record<string, JsonSchema> = {
  version: COUNT,
  type: orNull(JOB_TYPE),
  job_id: orNull(TEXT),
  request_id: orNull(TEXT),
  source: orNull({ ...TEXT, description: 'The SFTP file that was loaded' }),
  applied_at: orNull(TIME),
};

const LINE = orNull({ ...COUNT, description: 'Line of the load' });
const RECORD = { type: 'object', description: 'The record as it came' };
const SOME_COUNT = orNull({ ...COUNT, description: 'Null if not counted' });

const RECORD_STATE = exactly({
  schema: { const: 'brctl.record/1' },
  catalog: TEXT,
  id: TEXT,
  version: COUNT,
  record: RECORD,
  written: { ...exactly({ ...MAKER, line: LINE }), description: 'The load that it is from' },
  published: orNull(exactly({ version: COUNT, record: orNull(RECORD) })),
});

const RECORD_HISTORY = exactly({
  schema: { const: 'brctl.record-history/1' },
  catalog: TEXT,
  id: TEXT,
  complete: { type: 'boolean', description: 'Nothing came before these changes' },
  changes: arrayOf(
    exactly({
      kind: {
        ...oneOf('added', 'changed', 'removed', 'present'),
        description: 'present: it was so in the oldest version that is kept',
      },
      ...MAKER,
      line: LINE,
      operations: arrayOf({ type: 'object' }),
    }),
  ),
});

const CATALOG_VERSIONS = exactly({
  schema: { const: 'brctl.catalog-versions/1' },
  catalog: TEXT,
  published_version: orNull(COUNT),
  oldest_version: COUNT,
  finds_unavailable: { type: 'boolean', description: 'Searches find products whose availability is false' },
  versions: arrayOf(
    exactly({
      ...MAKER,
      records: COUNT,
      added: SOME_COUNT,
      changed: SOME_COUNT,
      removed: SOME_COUNT,
      guards: {
        ...orNull(exactly({ passed: COUNT, allowed: COUNT, unknown: COUNT })),
        description: 'Guards of the client by what they said of its load; null where nobody has told',
      },
    }),
  ),
});

const SOME_IDS = exactly({ count: COUNT, ids: { ...arrayOf(TEXT), description: 'The first of them' } });

const VERSION_DIFFERENCE = exactly({
  schema: { const: 'brctl.version-difference/1' },
  catalog: TEXT,
  from: COUNT,
  to: COUNT,
  added: SOME_IDS,
  changed: SOME_IDS,
  removed: SOME_IDS,
});

const USUAL_COUNT = 100;

const LIMIT = { limit: { ...COUNT, minimum: 1, maximum: 10_000 } };

export const getRecord: ControlCall = {
  method: 'GET',
  operation: 'get-record',
  path: '/_brctl/catalogs/:name/records/:id',
  summary: 'A record, now or as of a version, job or time (?at=).',
  query: { at: AT_PARAMETER },
  answer: RECORD_STATE,
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

export const getRecordHistory: ControlCall = {
  method: 'GET',
  operation: 'get-record-history',
  path: '/_brctl/catalogs/:name/records/:id/history',
  summary: 'The changes of a record as operations, newest first, each with its job, call, time and line.',
  query: LIMIT,
  answer: RECORD_HISTORY,
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

export const getVersions: ControlCall = {
  method: 'GET',
  operation: 'get-versions',
  path: '/_brctl/catalogs/:name/versions',
  summary: 'The stored versions of a catalog, newest first.',
  query: LIMIT,
  answer: CATALOG_VERSIONS,
  async handle(request, reply, { catalogs, settings }) {
    const { name } = request.params as { name: string };
    const { limit = USUAL_COUNT } = request.query as { limit?: number };
    const { versions, publishedVersion } = catalogs.history.versions(name);
    const head = {
      schema: 'brctl.catalog-versions/1',
      catalog: name,
      published_version: publishedVersion,
      oldest_version: versions.at(-1)?.version,
      finds_unavailable: settings.search.searchUnavailable,
    };
    const describe = (version: VersionRow) => ({
      ...describeMaker(version),
      records: version.records,
      added: version.added,
      changed: version.changed,
      removed: version.removed,
      guards: catalogs.findings.counts(version),
    });
    return sendList(reply, 'versions', versions.slice(0, limit), describe, head);
  },
};

export const getVersionDifference: ControlCall = {
  method: 'GET',
  operation: 'get-version-difference',
  path: '/_brctl/catalogs/:name/versions/:range',
  summary: 'What differs between two versions (a..b): how many records, and the ids of some.',
  query: LIMIT,
  answer: VERSION_DIFFERENCE,
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
