import { COUNT, exactly, type JsonSchema, means, orNull, TEXT } from '../../../protocol/json-schema.ts';
import {
  CONDITION_SCHEMAS,
  FAULT_SCHEMAS,
  NEEDED_BESIDE,
  parseFaultRule,
} from '../../service/control/fault-rule.ts';
import { Refusal } from '../../service/refusals.ts';
import { declareCall } from '../route.ts';
import { describeList } from './control-schemas.ts';

const MAX_RULES = 1_000;

const OPERATION: JsonSchema = {
  ...TEXT,
  minLength: 1,
  description: 'An operationId, job:… or sftp:…; a * at the end matches any ending',
};

const EFFECTS = Object.entries(FAULT_SCHEMAS).filter(([name]) => !Object.hasOwn(NEEDED_BESIDE, name));

/** A fault rule as openapi.json shows it; service/control/fault-rule.ts checks it, so that each refusal names the member. */
const FAULT_RULE: JsonSchema = {
  ...exactly({ operation: OPERATION }, { ...CONDITION_SCHEMAS, ...FAULT_SCHEMAS }),
  // A rule says something that goes wrong.
  anyOf: EFFECTS.map(([name, schema]) => ({ required: [name], properties: { [name]: schema } })),
};

const RULES = describeList(
  'rules',
  exactly({
    id: TEXT,
    operation: OPERATION,
    ...CONDITION_SCHEMAS,
    nth: orNull(CONDITION_SCHEMAS.nth),
    times: orNull(CONDITION_SCHEMAS.times),
    fault: exactly({}, FAULT_SCHEMAS),
    calls: means('Calls that matched the operation', COUNT),
    struck: means('Calls that the fault affected', COUNT),
  }),
);

export const FAULT_CALLS = [
  declareCall('get-faults', 'GET /_brctl/faults', {
    isOfSearch: true,
    summary: 'Fault rules, with how often each matched and took effect.',
    answer: RULES,
    handle: ({ host }) => ({ rules: host.faults.list() }),
  }),
  /** Takes one rule, an array of rules, or `{"rules":[…]}`: in place of all rules before. */
  declareCall('put-faults', 'PUT /_brctl/faults', {
    isOfSearch: true,
    summary: 'Replace the fault rules.',
    answer: RULES,
    checksBody: true,
    body: { anyOf: [FAULT_RULE, { type: 'array', items: FAULT_RULE }] },
    handle({ request: { body }, host }) {
      const rules = readRules(body);
      if (rules.length > MAX_RULES)
        throw new Refusal('invalid_parameter', `at most ${MAX_RULES} rules are allowed`);
      host.faults.replace(rules.map(parseFaultRule));
      return { rules: host.faults.list() };
    },
  }),
  declareCall('delete-faults', 'DELETE /_brctl/faults', {
    isOfSearch: true,
    summary: 'Remove all fault rules.',
    answer: RULES,
    handle({ host }) {
      host.faults.clear();
      return { rules: [] };
    },
  }),
];

function readRules(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null)
    throw new Refusal('malformed', 'the body must be a rule or a list of rules');
  return 'rules' in body && Array.isArray(body.rules) ? body.rules : [body];
}
