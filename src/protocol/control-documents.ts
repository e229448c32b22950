import { JOB_STATES, JOB_TYPE } from './job.ts';
import {
  always,
  arrayOf,
  BOOLEAN,
  COUNT,
  exactly,
  mapOf,
  means,
  NUMBER,
  oneOf,
  orNull,
  type Schema,
  TEXT,
  UUID,
  type ValueOf,
} from './json-schema.ts';

/** Documents of control calls: openapi.json, the page and their makers read the shapes here. */

export const TIME: Schema<string> = { ...TEXT, format: 'date-time' };

export const CLOCK_STATE = exactly({ now: TIME, frozen: BOOLEAN });
export type ClockState = ValueOf<typeof CLOCK_STATE>;

export const SNAPSHOT_STATE = exactly({ name: TEXT, bytes: COUNT, created_at: TIME });
export type SnapshotState = ValueOf<typeof SNAPSHOT_STATE>;

/** A job with all that the service knows of it. */
export const JOB_DOCUMENT = exactly({
  id: UUID,
  account_id: TEXT,
  catalog_name: TEXT,
  type: JOB_TYPE,
  status: oneOf(...JOB_STATES),
  created_at: TIME,
  started_at: orNull(TIME),
  stopped_at: orNull(TIME),
  message: means('Why it failed, was skipped or was killed, or what was left out; otherwise empty', TEXT),
  error_code: TEXT,
  progress: orNull(
    exactly({ done: COUNT, total: orNull(COUNT), unit: oneOf('operations', 'products', 'items') }),
  ),
  request_id: orNull(means('Request that created it, in the request log', TEXT)),
  version: orNull(means('Version of the catalog after the load, or published by the index run', COUNT)),
  stats: orNull(
    means('Counts, such as products_no_title_count: products that an index run leaves out', mapOf(COUNT)),
  ),
});
export type JobDocument = ValueOf<typeof JOB_DOCUMENT>;

const CATALOG_STATE = exactly({
  name: TEXT,
  account_id: TEXT,
  family: orNull(oneOf('products', 'items')),
  version: COUNT,
  records: COUNT,
  published_version: orNull(COUNT),
  documents: COUNT,
});
export type CatalogState = ValueOf<typeof CATALOG_STATE>;

export const CATALOGS = exactly({
  catalogs: arrayOf(CATALOG_STATE),
  files: arrayOf(exactly({ user: TEXT, path: TEXT, size_bytes: COUNT, received_at: TIME, expires_at: TIME })),
});
export type Catalogs = ValueOf<typeof CATALOGS>;

export const CATALOG_CONTENT = exactly({
  version: COUNT,
  digest: means('The same for equal content', { ...TEXT, pattern: '^[0-9a-f]{32}$' } as typeof TEXT),
  records: COUNT,
});
export type CatalogContent = ValueOf<typeof CATALOG_CONTENT>;

const BODY = exactly({
  text: TEXT,
  encoding: oneOf('utf8', 'base64'),
  bytes: means('Length of the whole body', COUNT),
  truncated: BOOLEAN,
});
export type LoggedBody = ValueOf<typeof BODY>;

const BRIEF_MEMBERS = {
  id: TEXT,
  at: TIME,
  operation: orNull(TEXT),
  method: TEXT,
  url: means('Path and query, keys masked', TEXT),
  status: means('0 if the connection ended before an answer', COUNT),
  elapsedMs: { ...NUMBER, minimum: 0 } as typeof NUMBER,
};

const CALL_LINKS = {
  kind: means('An operation of an SFTP client on a file or folder', always('sftp')),
  jobId: means('Job that the request created', UUID),
  answeredFrom: means(
    'Catalogs that answered, each with the version of its index; for a search, its number of hits',
    arrayOf(exactly({ catalog: TEXT, version: COUNT }, { hits: COUNT })),
  ),
};

export const BRIEF_CALL = exactly(BRIEF_MEMBERS, CALL_LINKS);
export type BriefCall = ValueOf<typeof BRIEF_CALL>;

export const LOGGED_CALL = exactly(
  {
    ...BRIEF_MEMBERS,
    headers: mapOf(TEXT),
    requestBody: orNull(BODY),
    responseBody: orNull(BODY),
    basis: orNull(oneOf('spec', 'doc', 'assumption')),
    notes: arrayOf(TEXT),
  },
  { cut: means('The log has only the start of the address or headers', always(true)), ...CALL_LINKS },
);
export type LoggedCall = ValueOf<typeof LOGGED_CALL>;

/** A version of a catalog by what made it; members are null where that is not known, or no call did. */
const MAKER = {
  version: COUNT,
  type: orNull(JOB_TYPE),
  job_id: orNull(TEXT),
  request_id: orNull(TEXT),
  source: orNull(means('The SFTP file that was loaded', TEXT)),
  applied_at: orNull(TIME),
};

const LINE = orNull(means('Line of the load', COUNT));
const RECORD: Schema<object> = { type: 'object', description: 'The record as it came' };
const SOME_COUNT = orNull(means('Null if not counted', COUNT));

export const RECORD_STATE = exactly({
  schema: always('brctl.record/1'),
  catalog: TEXT,
  id: TEXT,
  version: COUNT,
  record: RECORD,
  written: means('The load that wrote it', exactly({ ...MAKER, line: LINE })),
  published: orNull(exactly({ version: COUNT, record: orNull(RECORD) })),
});
export type RecordState = ValueOf<typeof RECORD_STATE>;

export const RECORD_HISTORY = exactly({
  schema: always('brctl.record-history/1'),
  catalog: TEXT,
  id: TEXT,
  complete: means('Nothing came before these changes', BOOLEAN),
  changes: arrayOf(
    exactly({
      kind: means(
        'present: already in the oldest stored version',
        oneOf('added', 'changed', 'removed', 'present'),
      ),
      ...MAKER,
      line: LINE,
      operations: arrayOf({ type: 'object' } as Schema<object>),
    }),
  ),
});
export type RecordHistory = ValueOf<typeof RECORD_HISTORY>;

export const CATALOG_VERSIONS = exactly({
  schema: always('brctl.catalog-versions/1'),
  catalog: TEXT,
  published_version: orNull(COUNT),
  oldest_version: COUNT,
  finds_unavailable: means('Searches find products whose availability is false', BOOLEAN),
  versions: arrayOf(
    exactly({
      ...MAKER,
      records: COUNT,
      added: SOME_COUNT,
      changed: SOME_COUNT,
      removed: SOME_COUNT,
      guards: means(
        "Verdicts of the client's guards on its load; null without a report",
        orNull(exactly({ passed: COUNT, allowed: COUNT, unknown: COUNT })),
      ),
    }),
  ),
});
export type CatalogVersions = ValueOf<typeof CATALOG_VERSIONS>;
export type CatalogVersion = CatalogVersions['versions'][number];

const SOME_IDS = exactly({ count: COUNT, ids: means('The first ids', arrayOf(TEXT)) });

export const VERSION_DIFFERENCE = exactly({
  schema: always('brctl.version-difference/1'),
  catalog: TEXT,
  from: COUNT,
  to: COUNT,
  added: SOME_IDS,
  changed: SOME_IDS,
  removed: SOME_IDS,
});
export type VersionDifference = ValueOf<typeof VERSION_DIFFERENCE>;

const GUARD = { code: TEXT, verdict: oneOf('passed', 'allowed', 'unknown'), why: TEXT };
const EXAMPLES = { examples: arrayOf(TEXT), lines: arrayOf(COUNT) };

export const VERSION_FINDINGS = exactly({
  schema: always('brctl.version-findings/1'),
  catalog: TEXT,
  version: COUNT,
  job_id: orNull(TEXT),
  because: orNull(means('Why the anomaly was accepted', TEXT)),
  guards: arrayOf(exactly({ ...GUARD, ...EXAMPLES })),
});
export type VersionFindings = ValueOf<typeof VERSION_FINDINGS>;

/** Guard report of a client on a version. */
export const TOLD_FINDINGS = exactly({}, { because: TEXT, guards: arrayOf(exactly(GUARD, EXAMPLES)) });
export type GuardReport = ValueOf<typeof TOLD_FINDINGS>;

export const MERCHANDISING = exactly({
  file: orNull(TEXT),
  fault: orNull(exactly({ message: TEXT }, { line: COUNT, why: TEXT })),
  rules: arrayOf(exactly({ name: TEXT, operations: arrayOf(TEXT) })),
  facets: arrayOf(TEXT),
  signals: arrayOf(exactly({ field: TEXT, weight: NUMBER })),
  redirect: orNull(TEXT),
});
export type Merchandising = ValueOf<typeof MERCHANDISING>;
