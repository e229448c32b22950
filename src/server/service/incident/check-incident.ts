import { isObject } from '../../../base/json/json-text.ts';
import { DEFAULT_SEARCH_SETTINGS } from '../../../engine/engine.ts';
import type { CapturedBody, RequestEntry } from '../control/request-log.ts';
import { DEFAULT_ANSWER_SETTINGS } from '../search/answer-settings.ts';
import { damagedIncident, newerIncident } from './incident-errors.ts';
import { INCIDENT_SCHEMA, type IncidentManifest } from './incident-manifest.ts';

type Check = (given: unknown) => boolean;

const isText: Check = (given) => typeof given === 'string';
const isCount: Check = (given) => Number.isSafeInteger(given) && (given as number) >= 0;
const isFlag: Check = (given) => typeof given === 'boolean';
const isTime: Check = (given) => typeof given === 'string' && !Number.isNaN(Date.parse(given));
const orNull =
  (check: Check): Check =>
  (given) =>
    given === null || check(given);
const listOf =
  (check: Check): Check =>
  (given) =>
    Array.isArray(given) && given.every(check);
const oneOf =
  (...values: unknown[]): Check =>
  (given) =>
    values.includes(given);
/** An object with at least these members. */
const object =
  (members: Readonly<Record<string, Check>>): Check =>
  (given) =>
    isObject(given) && Object.entries(members).every(([name, check]) => check(given[name]));
const mapOf =
  (check: Check): Check =>
  (given) =>
    isObject(given) && Object.values(given).every(check);
/** An object with exactly the members of these defaults, each of its kind; one that is null there may be a list. */
const like =
  (defaults: object): Check =>
  (given) =>
    isObject(given) &&
    Object.keys(given).every((name) => Object.hasOwn(defaults, name)) &&
    Object.entries(defaults).every(([name, value]) => isLike(given[name], value));

function isLike(given: unknown, value: unknown): boolean {
  if (value === null) return given === null || Array.isArray(given);
  return given !== null && typeof given === typeof value && Array.isArray(given) === Array.isArray(value);
}

const MANIFEST = object({
  made_by: isText,
  environment: isText,
  made_at: isTime,
  starts_at: isTime,
  settings: object({
    maxOperations: isCount,
    maxSftpFileBytes: orNull(isCount),
    indexNoop: oneOf('success', 'skipped'),
    malformedPutPercent: isCount,
    loose: isFlag,
    requireAuthKey: isFlag,
    search: like(DEFAULT_SEARCH_SETTINGS),
    answers: like(DEFAULT_ANSWER_SETTINGS),
  }),
  accounts: listOf(
    object({
      account_id: isText,
      default_catalog: isText,
      catalogs: orNull(listOf(isText)),
      sftp_user: isText,
    }),
  ),
  loads: listOf(
    object({ catalog: isText, account_id: isText, version: isCount, records: isCount, indexed: isFlag }),
  ),
  requests: isCount,
  left_out: object({ earlier: isCount, sftp: isCount, faults: isCount, incomplete: isCount, keys: isCount }),
});

const BODY = orNull(
  object({ text: isText, encoding: oneOf('utf8', 'base64'), bytes: isCount, truncated: isFlag }),
);

const CALL = object({
  id: isText,
  at: isTime,
  operation: orNull(isText),
  method: oneOf('GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS'),
  url: (given) => typeof given === 'string' && given.startsWith('/'),
  headers: mapOf(isText),
  requestBody: BODY,
  responseBody: BODY,
  status: isCount,
  elapsedMs: (given) => typeof given === 'number',
  notes: listOf(isText),
});

/** @throws BrctlError `incident.newer` for a format of a later brctl, `incident.damaged` for what is no manifest */
export function checkManifest(given: unknown, file: string): IncidentManifest {
  const { schema } = (isObject(given) ? given : {}) as { schema?: unknown };
  if (typeof schema === 'string' && /^brctl\.incident\/\d+$/.test(schema) && schema !== INCIDENT_SCHEMA) {
    throw newerIncident(file, schema, INCIDENT_SCHEMA);
  }
  if (schema !== INCIDENT_SCHEMA || !MANIFEST(given)) {
    throw damagedIncident(file, 'its manifest is not that of a bundle');
  }
  const manifest = given as unknown as IncidentManifest;
  const areNamed = manifest.loads.every(({ file: name }, at) => name === `catalogs/${at + 1}.jsonl`);
  const accounts = new Set(manifest.accounts.map(({ account_id }) => account_id));
  const areOwned = manifest.loads.every(({ account_id }) => accounts.has(account_id));
  if (areNamed && areOwned && accounts.size > 0) return manifest;
  throw damagedIncident(file, 'its catalogs and accounts do not fit together');
}

/** @throws BrctlError `incident.damaged` */
export function checkCall(given: unknown, place: string): RequestEntry {
  if (!CALL(given)) throw damagedIncident(place, 'this is no call of a request log');
  const call = given as Omit<RequestEntry, 'jobId'> & { jobId?: unknown };
  const { id, at, operation, method, url, headers, status, elapsedMs, notes, jobId } = call;
  return {
    ...{ id, at, operation, method, url, headers, status, elapsedMs, notes, basis: null },
    requestBody: bodyOf(call.requestBody),
    responseBody: bodyOf(call.responseBody),
    ...(typeof jobId === 'string' && { jobId }),
  };
}

function bodyOf(body: CapturedBody | null): CapturedBody | null {
  if (body === null) return null;
  const { text, encoding, bytes, truncated } = body;
  return { text, encoding, bytes, truncated };
}
