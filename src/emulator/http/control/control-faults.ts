import { parseFaultRule } from '../../service/control/fault-rule.ts';
import { Refusal } from '../../service/refusals.ts';
import type { ControlCall } from '../control-route.ts';
import { listOf } from './control-schemas.ts';
import { FAULT_RULE_SCHEMA, FAULT_RULE_STATE } from './fault-schema.ts';

const RULES = listOf('rules', FAULT_RULE_STATE);

export const getFaults: ControlCall = {
  path: '/_brctl/faults',
  operation: 'get-faults',
  method: 'GET',
  summary: 'Fault rules, with how often each matched and took effect.',
  schema: { response: { 200: RULES } },
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
  schema: { response: { 200: RULES } },
  described: {
    body: {
      schema: { anyOf: [FAULT_RULE_SCHEMA, { type: 'array', items: FAULT_RULE_SCHEMA }] },
      required: true,
    },
  },
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
  schema: { response: { 200: RULES } },
  async handle(_request, _reply, host) {
    host.faults.clear();
    return { rules: [] };
  },
};
