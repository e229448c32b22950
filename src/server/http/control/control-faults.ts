import { CONDITIONS, FAULT_MEMBERS, parseFaultRule } from '../../service/control/fault-rule.ts';
import { Refusal } from '../../service/refusals.ts';
import { exactly } from '../openapi/json-schema.ts';
import type { ControlCall, JsonSchema } from '../route.ts';
import { listOf } from './control-schemas.ts';

const MAX_RULES = 1_000;

const OPERATION: JsonSchema = {
  type: 'string',
  minLength: 1,
  description: 'An operationId, job:… or sftp:…; a * at the end matches any ending',
};

const WHEN = schemasOf(CONDITIONS);
const FAULT = schemasOf(FAULT_MEMBERS);

function schemasOf(members: Readonly<Record<string, { schema: JsonSchema }>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema]));
}

const EFFECTS = Object.entries(FAULT_MEMBERS).flatMap(([name, { beside }]) =>
  beside === undefined ? [name] : [],
);

/** A fault rule as openapi.json shows it; service/control/fault-rule.ts checks it, so that each refusal names the member. */
const FAULT_RULE_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['operation'],
  // A rule says something that goes wrong.
  anyOf: EFFECTS.map((name) => ({ required: [name], properties: { [name]: FAULT[name] } })),
  additionalProperties: false,
  properties: { operation: OPERATION, ...WHEN, ...FAULT },
};

const FAULT_RULE_STATE: JsonSchema = exactly({
  id: { type: 'string' },
  operation: OPERATION,
  ...WHEN,
  nth: { anyOf: [WHEN.nth, { type: 'null' }] },
  times: { anyOf: [WHEN.times, { type: 'null' }] },
  fault: { type: 'object', additionalProperties: false, properties: FAULT },
  calls: { type: 'integer', minimum: 0, description: 'Calls that matched the operation' },
  struck: { type: 'integer', minimum: 0, description: 'Calls that the fault affected' },
});

const RULES = listOf('rules', FAULT_RULE_STATE);

export const getFaults: ControlCall = {
  path: '/_brctl/faults',
  operation: 'get-faults',
  method: 'GET',
  summary: 'Fault rules, with how often each matched and took effect.',
  answer: RULES,
  async handle(_request, _reply, host) {
    return { rules: host.faults.list() };
  },
};

/** Takes one rule, an array of rules, or `{"rules":[…]}`: in place of all rules before. */
export const putFaults: ControlCall = {
  path: '/_brctl/faults',
  operation: 'put-faults',
  method: 'PUT',
  summary: 'Replace the fault rules.',
  answer: RULES,
  checksBody: true,
  body: { anyOf: [FAULT_RULE_SCHEMA, { type: 'array', items: FAULT_RULE_SCHEMA }] },
  async handle(request, _reply, host) {
    const rules = rulesOf(request.body);
    if (rules.length > MAX_RULES)
      throw new Refusal('invalid_parameter', `at most ${MAX_RULES} rules are taken`, { at: 'rules' });
    host.faults.replace(rules.map(parseFaultRule));
    return { rules: host.faults.list() };
  },
};

function rulesOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null)
    throw new Refusal('malformed', 'the body must be a rule or a list of rules');
  return 'rules' in body && Array.isArray(body.rules) ? body.rules : [body];
}

export const deleteFaults: ControlCall = {
  path: '/_brctl/faults',
  operation: 'delete-faults',
  method: 'DELETE',
  summary: 'Remove all fault rules.',
  answer: RULES,
  async handle(_request, _reply, host) {
    host.faults.clear();
    return { rules: [] };
  },
};
