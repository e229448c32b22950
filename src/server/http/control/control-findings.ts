import { type GuardReport, type GuardResult, VERDICTS } from '../../service/catalog/version-findings.ts';
import type { VersionRow } from '../../store/state-rows.ts';
import type { ControlCall } from '../control-route.ts';
import { arrayOf, COUNT, exactly, oneOf, orNull, TEXT } from '../openapi/json-schema.ts';
import { TEXT as ANY_TEXT, bodyOf, type Kind, readBody } from './control-values.ts';

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

const GUARDS: Kind<GuardResult[]> = {
  says: 'a list of {"code","verdict","why"}, with "examples" and "lines" where there are some',
  schema: arrayOf(exactly(GUARD, EXAMPLES)),
  read: (given) => {
    const guards = Array.isArray(given) ? given.map(readGuard) : [undefined];
    return guards.every((guard) => guard !== undefined) ? guards : undefined;
  },
};

const TOLD = { because: ANY_TEXT, guards: GUARDS };

export const putFindings: ControlCall = {
  path: PATH,
  operation: 'put-findings',
  method: 'PUT',
  summary: 'Tell what the guards of the client said of the load that made a version; kept with it.',
  params: PARAMS,
  answer: VERSION_FINDINGS,
  body: bodyOf(TOLD),
  async handle(request, _reply, { catalogs, events }) {
    const { name, at } = request.params as { name: string; at: string };
    const { because = null, guards = [] } = readBody(request.body, TOLD);
    const findings = { because, guards };
    const row = await catalogs.findings.tell(name, at, findings);
    events.update('catalog', { name });
    return describe(name, row, findings);
  },
};

function describe(catalog: string, { version, jobId }: VersionRow, { because, guards }: GuardReport) {
  return { schema: 'brctl.version-findings/1', catalog, version, job_id: jobId, because, guards };
}

function readGuard(given: unknown): GuardResult | undefined {
  const {
    code,
    verdict,
    why,
    examples = [],
    lines = [],
    ...others
  } = (given ?? {}) as Record<string, unknown>;
  const known = VERDICTS.find((each) => each === verdict);
  const isSound =
    typeof code === 'string' &&
    typeof why === 'string' &&
    known !== undefined &&
    Object.keys(others).length === 0 &&
    isListOf(examples, (one): one is string => typeof one === 'string') &&
    isListOf(lines, (one): one is number => Number.isSafeInteger(one) && (one as number) >= 0);
  return isSound ? { code, verdict: known, why, examples, lines } : undefined;
}

function isListOf<Item>(given: unknown, isItem: (one: unknown) => one is Item): given is Item[] {
  return Array.isArray(given) && given.every(isItem);
}
