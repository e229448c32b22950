import {
  arrayOf,
  COUNT,
  exactly,
  mapOf,
  NUMBER,
  oneOf,
  orNull,
  type Schema,
  TEXT,
} from '../openapi/json-schema.ts';
import { NEIGHBOUR, SCORE_PART } from '../openapi/search-schemas.ts';
import type { JsonSchema } from '../route.ts';

export const AT_PARAMETER: JsonSchema = {
  ...TEXT,
  minLength: 1,
  title: 'one version, job or time',
  description: 'As it was: a version, the id of a job, or a time as RFC 3339',
};

export const TIME: Schema<string> = { type: 'string', format: 'date-time' };

export function listOf(name: string, items: JsonSchema): JsonSchema {
  return exactly({ [name]: { type: 'array', items } });
}

export const CLOCK_STATE = exactly({ now: TIME, frozen: { type: 'boolean' } });

export const JOB_TYPE = oneOf('ingest full', 'ingest delta', 'index update');

export const JOB_STATE = exactly({
  id: { type: 'string', format: 'uuid' },
  account_id: TEXT,
  catalog_name: TEXT,
  type: JOB_TYPE,
  status: {
    type: 'string',
    enum: ['creating', 'queued', 'running', 'success', 'failed', 'skipped', 'killed'],
  },
  created_at: TIME,
  started_at: orNull(TIME),
  stopped_at: orNull(TIME),
  message: {
    ...TEXT,
    description: 'Why it failed, was skipped or was killed, or what was left out; otherwise empty',
  },
  error_code: TEXT,
  progress: orNull(
    exactly({
      done: COUNT,
      total: orNull(COUNT),
      unit: { type: 'string', enum: ['operations', 'products', 'items'] },
    }),
  ),
  request_id: orNull({ ...TEXT, description: 'The call that made it, in the request log' }),
  version: orNull({ ...COUNT, description: 'Of the catalog: after a load, or published by an index run' }),
  stats: orNull({
    type: 'object',
    additionalProperties: COUNT,
    description: 'What it counted, such as products_no_title_count: products that an index run leaves out',
  }),
});

export const CATALOG_STATE = exactly({
  name: TEXT,
  account_id: TEXT,
  family: orNull({ type: 'string', enum: ['products', 'items'] }),
  version: COUNT,
  records: COUNT,
  published_version: orNull(COUNT),
  documents: COUNT,
});

const CONTENT = orNull(
  exactly({
    version: COUNT,
    digest: { type: 'string', pattern: '^[0-9a-f]{32}$', description: 'The same for equal content' },
    records: COUNT,
  }),
);

export const CATALOG_CONTENT = exactly({
  schema: { const: 'brctl.catalog-state/1' },
  catalog: TEXT,
  stored: CONTENT,
  published: CONTENT,
});

export const FILE_STATE = exactly({
  user: TEXT,
  path: TEXT,
  size_bytes: COUNT,
  received_at: TIME,
  expires_at: TIME,
});

export const SNAPSHOT_STATE = exactly({ name: TEXT, bytes: COUNT, created_at: TIME });

const BODY = exactly({
  text: TEXT,
  encoding: { type: 'string', enum: ['utf8', 'base64'] },
  bytes: { ...COUNT, description: 'Length of the whole body' },
  truncated: { type: 'boolean' },
});

const BRIEF_MEMBERS = {
  id: TEXT,
  at: TIME,
  operation: orNull(TEXT),
  method: TEXT,
  url: { ...TEXT, description: 'Path and query, keys masked' },
  status: { ...COUNT, description: '0 if the connection ended before an answer' },
  elapsedMs: { type: 'number', minimum: 0 },
};

const CALL_LINKS = {
  kind: { const: 'sftp', description: 'What an SFTP client did with a file or folder' },
  jobId: { ...TEXT, format: 'uuid', description: 'The job that the call has made' },
  answeredFrom: {
    ...arrayOf(exactly({ catalog: TEXT, version: COUNT }, { hits: COUNT })),
    description:
      'The catalogs that the answer came from, with the versions that their indexes held, and of a search how many hits it had',
  },
};

export const BRIEF_CALL = exactly(BRIEF_MEMBERS, CALL_LINKS);

export const CALL = exactly(
  {
    ...BRIEF_MEMBERS,
    headers: { type: 'object', additionalProperties: TEXT },
    requestBody: orNull(BODY),
    responseBody: orNull(BODY),
    basis: orNull({ type: 'string', enum: ['spec', 'doc', 'assumption'] }),
    notes: { type: 'array', items: TEXT },
  },
  { cut: { const: true, description: 'Of address or headers only the beginning is kept' }, ...CALL_LINKS },
);

const RANKING = {
  rank: orNull(COUNT),
  total: orNull(COUNT),
  score: orNull(NUMBER),
  parts: arrayOf(SCORE_PART),
  above: NEIGHBOUR,
};

const PLACE = exactly({ field: TEXT }, { variant: TEXT });

const GATE = exactly(
  { gate: TEXT, state: oneOf('passed', 'failed', 'unknown', 'skipped'), message: TEXT },
  {
    code: TEXT,
    job_id: TEXT,
    filter: TEXT,
    values: mapOf(orNull(TEXT)),
    words: arrayOf(
      exactly(
        { word: TEXT, stem: TEXT, state: oneOf('held', 'missing', 'ignored') },
        {
          as: TEXT,
          by: oneOf('word', 'synonym', 'compound'),
          places: arrayOf(PLACE),
          nearest: exactly({ word: TEXT, stem: TEXT, field: TEXT }),
        },
      ),
    ),
  },
);

export const LANGUAGE = exactly({
  schema: { const: 'brctl.catalog-language/1' },
  catalog: TEXT,
  view_id: orNull(TEXT),
  language: TEXT,
  proposed: orNull(TEXT),
});

export const MERCHANDISING = exactly({
  file: orNull(TEXT),
  fault: orNull({
    type: 'object',
    required: ['message'],
    properties: { message: TEXT, line: COUNT, why: TEXT },
  }),
  rules: arrayOf(exactly({ name: TEXT, operations: arrayOf(TEXT) })),
  facets: arrayOf(TEXT),
  signals: arrayOf(exactly({ field: TEXT, weight: NUMBER })),
  redirect: orNull(TEXT),
});

export const EXPLANATION = exactly({
  schema: { const: 'brctl.explain/1' },
  catalog: TEXT,
  product: TEXT,
  title: orNull(TEXT),
  query: orNull(TEXT),
  category: orNull(TEXT),
  view_id: orNull(TEXT),
  found: orNull({ type: 'boolean' }),
  code: orNull(TEXT),
  gates: arrayOf(GATE),
  ...RANKING,
  start: COUNT,
  rows: COUNT,
  corrected_query: orNull(TEXT),
  relaxed: { type: 'boolean' },
  views: arrayOf(TEXT),
  variants: arrayOf(exactly({ id: TEXT, in_view: { type: 'boolean' } })),
  counterfactuals: arrayOf(exactly({ change: TEXT, text: TEXT, found: { type: 'boolean' }, ...RANKING })),
  index_version: orNull(COUNT),
});

export const READY = exactly(
  {
    schema: { const: 'brctl.serve/1' },
    engine: exactly({ engine: TEXT, state: { enum: ['green', 'yellow', 'red'] } }, { detail: TEXT }),
  },
  // On this machine alone; a process that only searches has no catalog API and no SFTP.
  {
    pid: COUNT,
    searchUrl: TEXT,
    widgetUrl: TEXT,
    pathwaysUrl: TEXT,
    suggestUrl: TEXT,
    environment: TEXT,
    catalogUrl: TEXT,
    sftp: exactly({ host: TEXT, port: COUNT, user: TEXT, keyFile: TEXT, hostKey: TEXT }),
  },
);

export const SNAPSHOT_NAME: JsonSchema = {
  ...TEXT,
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  title: '1 to 64 letters, digits, "_" or "-"',
};

/** Milliseconds since 1970 as RFC 3339, null where there is no time. */
export function timestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
