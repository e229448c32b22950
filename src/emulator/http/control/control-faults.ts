import { parseFaultRule } from '../../service/control/fault-rule.ts';
import { Refusal } from '../../service/refusals.ts';
import type { ControlCall } from '../control-route.ts';
import { exactly } from '../openapi/json-schema.ts';
import type { JsonSchema } from '../route.ts';
import { listOf } from './control-schemas.ts';

function integer(minimum: number, maximum: number, description: string): JsonSchema {
  return { type: 'integer', minimum, maximum, description };
}

const OPERATION: JsonSchema = {
  type: 'string',
  minLength: 1,
  description: 'An operationId, job:… or sftp:…; a * at the end matches any ending',
};

/** When a rule strikes. */
const CONDITIONS: Record<string, JsonSchema> = {
  nth: integer(1, 1e9, 'Only the n-th matching call'),
  times: integer(1, 1e9, 'At most this many calls'),
  probability: { type: 'number', minimum: 0, maximum: 1, description: 'Share of the matching calls' },
  seed: integer(0, 2 ** 32 - 1, 'The same seed affects the same calls'),
};

/** What a rule does. */
const FAULT: Record<string, JsonSchema> = {
  status: integer(400, 599, 'HTTP: answered with this status; SFTP: a failed request'),
  retryAfterSeconds: integer(0, 86_400, 'HTTP: Retry-After to go with the status'),
  latencyMs: integer(0, 600_000, 'HTTP, SFTP: waits first'),
  reset: { const: true, description: 'HTTP, SFTP: the connection is reset' },
  cutBodyAfterBytes: integer(0, 1e9, 'HTTP: the answer breaks off after this many bytes'),
  job: { type: 'string', enum: ['fail', 'stick'], description: 'Jobs: ends failed, or stays running' },
  drop: { const: true, description: 'SFTP: the connection drops' },
  afterBytes: integer(0, 1e10, 'SFTP: bytes transferred before the drop'),
  diskFull: { const: true, description: 'HTTP, jobs, SFTP: as if the disk were full' },
  message: { type: 'string', description: 'The message to give as the reason' },
};

/** The members that do something by themselves. */
const EFFECTS = ['status', 'latencyMs', 'reset', 'cutBodyAfterBytes', 'job', 'drop', 'diskFull'];

/** A fault rule as openapi.json shows it; service/control/fault-rule.ts checks it, so that each refusal names the member. */
const FAULT_RULE_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['operation'],
  // A rule says something that goes wrong.
  anyOf: EFFECTS.map((name) => ({ required: [name], properties: { [name]: FAULT[name] } })),
  additionalProperties: false,
  properties: { operation: OPERATION, ...CONDITIONS, ...FAULT },
};

/** A rule as it is, its conditions spelt out, and how often it came up. */
const FAULT_RULE_STATE: JsonSchema = exactly({
  id: { type: 'string' },
  operation: OPERATION,
  ...CONDITIONS,
  nth: { anyOf: [CONDITIONS.nth, { type: 'null' }] },
  times: { anyOf: [CONDITIONS.times, { type: 'null' }] },
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
  body: { anyOf: [FAULT_RULE_SCHEMA, { type: 'array', items: FAULT_RULE_SCHEMA }] },
  async handle(request, _reply, host) {
    host.faults.replace(rulesOf(request.body).map(parseFaultRule));
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
