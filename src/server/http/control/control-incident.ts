import type { EmulatorHost } from '../../host.ts';
import { collectIncident } from '../../service/incident/collect-incident.ts';
import { Refusal } from '../../service/refusals.ts';
import { DEFAULT_ANSWER_SETTINGS } from '../../service/search/answer-settings.ts';
import type { ControlCall } from '../control-route.ts';
import { arrayOf, exactly, TEXT } from '../openapi/json-schema.ts';
import { EDITS, makeAgain, RESENT } from './control-resend.ts';
import { CALL } from './control-schemas.ts';
import { TEXT as ANY_TEXT, bodyOf, PAST_MOMENT, readMembers } from './control-values.ts';

/** An incident bundle: the state at a time and the calls since, without keys. */
export const getBundle: ControlCall = {
  operation: 'get-bundle',
  method: 'GET',
  path: '/_brctl/bundle',
  summary:
    'An incident bundle: catalogs, settings and clock at a time, and the calls that came since; no key is in it.',
  query: { catalog: { ...TEXT, description: 'The catalog that at is about' }, at: PAST_MOMENT },
  answer: { type: 'string', format: 'binary', 'x-content-types': ['application/gzip'] },
  async handle(request, reply, host) {
    const { catalog, at } = readMembers(request.query as object, { catalog: ANY_TEXT, at: ANY_TEXT });
    const { manifest, records, calls } = collectIncident(sourcesOf(host), momentOf(host, catalog, at));
    const { writeIncident } = await import('../../service/incident/write-incident.ts');
    const { KeyMask } = await import('../../service/incident/masked-call.ts');
    const { starts_at, requests, left_out } = manifest;
    const told = {
      starts_at,
      requests,
      left_out,
      catalogs: new Set(manifest.loads.map((load) => load.catalog)).size,
    };
    return reply
      .header('x-brctl-incident', JSON.stringify(told))
      .type('application/gzip')
      .send(writeIncident(manifest, records, calls, new KeyMask(host.accounts)));
  },
};

function momentOf(
  { accounts }: EmulatorHost,
  catalog: string | undefined,
  at: string | undefined,
): { catalog: string; moment: string } | undefined {
  if (at === undefined) return undefined;
  return { catalog: catalog ?? accounts[0]?.defaultCatalog ?? '', moment: at };
}

function sourcesOf(host: EmulatorHost): Parameters<typeof collectIncident>[0] {
  const { environment, accounts, catalogs, requests, clock, settings, version } = host;
  const { maxOperationsPerJob, maxSftpFileBytes, indexNoop, malformedPutPercent } = settings;
  const { loose, requireAuthKey, search, answers = DEFAULT_ANSWER_SETTINGS } = settings;
  return {
    ...{ environment, accounts, catalogs, requests, clock, version },
    settings: {
      maxOperations: maxOperationsPerJob,
      ...{ maxSftpFileBytes, indexNoop, malformedPutPercent, loose, requireAuthKey, search, answers },
    },
  };
}

/** What this instance was started from. */
export const getIncident: ControlCall = {
  operation: 'get-incident',
  method: 'GET',
  path: '/_brctl/incident',
  summary: 'The incident that this service was started from: when it begins, and its calls.',
  answer: exactly({
    schema: { const: 'brctl.incident/1' },
    environment: TEXT,
    made_at: TEXT,
    made_by: TEXT,
    starts_at: TEXT,
    calls: arrayOf(CALL),
  }),
  async handle(_request, _reply, host) {
    const { manifest, calls } = incidentOf(host);
    const { schema, environment, made_at, made_by, starts_at } = manifest;
    return { schema, environment, made_at, made_by, starts_at, calls };
  },
};

/** Makes a call of the incident again, as `resend` does one of the log; `name` is its place, from 0. */
export const postIncidentCall: ControlCall = {
  operation: 'post-incident-call',
  method: 'POST',
  path: '/_brctl/incident/calls/:name',
  summary: 'Make a call of the incident again, by its place from 0, with edits.',
  answer: RESENT,
  body: bodyOf(EDITS),
  isBodyOptional: true,
  async handle(request, _reply, host) {
    const { name } = request.params as { name: string };
    const entry = /^\d{1,9}$/.test(name) ? incidentOf(host).calls[Number(name)] : undefined;
    if (entry === undefined) throw new Refusal('unknown_request', `the incident has no call ${name}`);
    return await makeAgain(request, entry, host);
  },
};

function incidentOf({ incident }: EmulatorHost): NonNullable<EmulatorHost['incident']> {
  if (incident !== null) return incident;
  throw new Refusal('unknown_request', 'this service was not started from an incident: brctl serve --replay');
}
