import { type GuardReport, VERDICTS } from '../../service/catalog/version-findings.ts';
import type { VersionRow } from '../../store/state-rows.ts';
import { arrayOf, COUNT, exactly, type Of, oneOf, orNull, TEXT } from '../openapi/json-schema.ts';
import type { ControlCall } from '../route.ts';

const PATH = '/_brctl/catalogs/:name/versions/:at/findings';

const PARAMS = { at: { ...TEXT, description: 'A version, or the id of the job that made it' } };

const EXAMPLES = { examples: arrayOf(TEXT), lines: arrayOf(COUNT) };
const GUARD = { code: TEXT, verdict: oneOf(...VERDICTS), why: TEXT };

const VERSION_FINDINGS = exactly({
  schema: { const: 'brctl.version-findings/1' },
  catalog: TEXT,
  version: COUNT,
  job_id: orNull(TEXT),
  because: orNull({ ...TEXT, description: 'Why the anomaly was accepted' }),
  guards: arrayOf(exactly({ ...GUARD, ...EXAMPLES })),
});

export const getFindings: ControlCall = {
  path: PATH,
  operation: 'get-findings',
  method: 'GET',
  summary: 'What the guards of the client said of the load that made a version.',
  params: PARAMS,
  answer: VERSION_FINDINGS,
  async handle(request, _reply, { catalogs }) {
    const { name, at } = request.params as { name: string; at: string };
    const { row, findings } = catalogs.findings.of(name, at);
    return describe(name, row, findings);
  },
};

const TOLD = exactly({}, { because: TEXT, guards: arrayOf(exactly(GUARD, EXAMPLES)) });

export const putFindings: ControlCall = {
  path: PATH,
  operation: 'put-findings',
  method: 'PUT',
  summary: 'Tell what the guards of the client said of the load that made a version; kept with it.',
  params: PARAMS,
  answer: VERSION_FINDINGS,
  body: TOLD,
  async handle(request, _reply, { catalogs, events }) {
    const { name, at } = request.params as { name: string; at: string };
    const { because = null, guards = [] } = request.body as Of<typeof TOLD>;
    const findings = { because, guards: guards.map((guard) => ({ examples: [], lines: [], ...guard })) };
    const row = await catalogs.findings.tell(name, at, findings);
    events.update('catalog', { name });
    return describe(name, row, findings);
  },
};

function describe(catalog: string, { version, jobId }: VersionRow, { because, guards }: GuardReport) {
  return { schema: 'brctl.version-findings/1', catalog, version, job_id: jobId, because, guards };
}
