import { isObject } from '../../../base/json/shape.ts';
import { FAULT_OPERATIONS } from '../../../protocol/fault-operations.ts';
import {
  always,
  type JsonSchema,
  type Members,
  means,
  oneOf,
  type Schema,
} from '../../../protocol/json-schema.ts';
import { Refusal } from '../refusals.ts';

/** Faults that a rule injects; several may be combined, such as latency and a status. */
export const FAULT_SCHEMAS = {
  status: describeWhole(400, 599, 'a status', 'HTTP: answered with this status; SFTP: a failed request'),
  retryAfterSeconds: describeWhole(0, 86_400, 'seconds', 'HTTP: Retry-After to go with the status'),
  latencyMs: describeWhole(0, 600_000, 'milliseconds', 'HTTP, SFTP: waits first'),
  reset: addTitle('true', 'HTTP, SFTP: the connection is reset', always(true)),
  cutBodyAfterBytes: describeWhole(0, 1e9, 'bytes', 'HTTP: the answer breaks off after this many bytes'),
  job: addTitle('"fail" or "stick"', 'Jobs: ends failed, or stays running', oneOf('fail', 'stick')),
  drop: addTitle('true', 'SFTP: the connection drops', always(true)),
  afterBytes: describeWhole(0, 1e10, 'bytes', 'SFTP: bytes transferred before the drop'),
  diskFull: addTitle('true', 'HTTP, jobs, SFTP: as if the disk were full', always(true)),
  message: addTitle('text', 'The message to give as the reason'),
};

/** When a fault strikes. */
export const CONDITION_SCHEMAS = {
  nth: describeWhole(1, 1e9, 'a whole number', 'Only the n-th matching call'),
  times: describeWhole(1, 1e9, 'a whole number', 'At most this many calls'),
  probability: { ...describeWhole(0, 1, 'a number', 'Share of the matching calls'), type: 'number' },
  seed: describeWhole(0, 2 ** 32 - 1, 'a whole number', 'The same seed affects the same calls'),
};

const SCHEMAS: Readonly<Record<string, JsonSchema>> = { ...CONDITION_SCHEMAS, ...FAULT_SCHEMAS };

export type Fault = Members<typeof FAULT_SCHEMAS>;
type FaultMember = keyof typeof FAULT_SCHEMAS;
type Conditions = Members<typeof CONDITION_SCHEMAS>;

export interface FaultRule {
  /** Operation name; a `*` at the end stands for any rest (`put-*`, `*`). */
  operation: string;
  /** Only the n-th matching call, from 1; null for any. */
  nth: number | null;
  /** At most this many calls; null for no bound. */
  times: number | null;
  /** Share of the matching calls, 0 to 1. */
  probability: number;
  seed: number;
  fault: Fault;
}

/** A rule as control calls and tests write it: the fault's members beside the operation, conditions where wanted. */
export type FaultRuleInput = Fault & { operation: string } & Conditions;

type Channel = 'http' | 'job' | 'sftp';

/** Where each member does something. */
const CHANNELS: Readonly<Record<FaultMember, readonly Channel[]>> = {
  status: ['http', 'sftp'],
  retryAfterSeconds: ['http'],
  latencyMs: ['http', 'sftp'],
  reset: ['http', 'sftp'],
  cutBodyAfterBytes: ['http'],
  job: ['job'],
  drop: ['sftp'],
  afterBytes: ['sftp'],
  diskFull: ['http', 'job', 'sftp'],
  message: ['http', 'job', 'sftp'],
};

/** Members that do something only beside one of others. */
export const NEEDED_BESIDE: Readonly<Partial<Record<FaultMember, readonly FaultMember[]>>> = {
  retryAfterSeconds: ['status'],
  afterBytes: ['drop', 'reset'],
  message: ['status', 'job', 'diskFull'],
};

/** `{"operation":"put-products","status":503,"times":2}`. @throws Refusal naming the member that is wrong, or would do nothing */
export function parseFaultRule(described: unknown): FaultRule {
  if (!isObject(described)) throw refuse('a fault rule must be an object');
  const { operation, ...members } = described;
  if (typeof operation !== 'string' || operation === '') throw refuse('operation must name an operation');
  // Reject unknown operations: a misspelt rule would never fire and its test would pass.
  const meant = FAULT_OPERATIONS.filter((known) => matchesOperation(operation, known));
  if (meant.length === 0)
    throw refuse(`unknown operation ${JSON.stringify(operation)}; one of ${FAULT_OPERATIONS.join(', ')}`);
  for (const [name, value] of Object.entries(members)) {
    const schema = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
    if (schema === undefined) throw refuse(`unknown member ${JSON.stringify(name)}`);
    if (!fits(schema, value)) throw refuse(`${name} must be ${schema.title}`);
  }
  const { nth = null, times = null, probability = 1, seed = 1, ...fault } = members as Fault & Conditions;
  if (Object.keys(fault).length === 0)
    throw refuse(`has no effect set; use one of ${Object.keys(FAULT_SCHEMAS)}`);
  checkSense(fault, operation, new Set(meant.map(getChannel)));
  return { operation, nth, times, probability, seed, fault };
}

function fits({ const: only, enum: choices, type, minimum, maximum }: JsonSchema, value: unknown): boolean {
  if (only !== undefined) return value === only;
  if (Array.isArray(choices)) return choices.includes(value);
  if (type === 'string') return typeof value === 'string';
  const isNumber = type === 'integer' ? Number.isInteger(value) : typeof value === 'number';
  return isNumber && Number(value) >= Number(minimum) && Number(value) <= Number(maximum);
}

/** A member that does nothing where the rule strikes would let its test pass for nothing too. */
function checkSense(fault: Fault, operation: string, channels: ReadonlySet<Channel>): void {
  for (const name of Object.keys(fault) as FaultMember[]) {
    if (!CHANNELS[name].some((channel) => channels.has(channel))) {
      const help = 'docs/reference/serve.md says what each member is for';
      throw refuse(`${name} has no effect on ${operation}; ${help}`);
    }
    const beside = NEEDED_BESIDE[name];
    if (beside !== undefined && !beside.some((other) => other in fault))
      throw refuse(`${name} has no effect without ${beside.join(' or ')}`);
  }
}

function getChannel(operation: string): Channel {
  if (operation.startsWith('job:')) return 'job';
  return operation.startsWith('sftp:') ? 'sftp' : 'http';
}

function describeWhole(minimum: number, maximum: number, what: string, description: string): Schema<number> {
  return { type: 'integer', minimum, maximum, title: `${what} from ${minimum} to ${maximum}`, description };
}

/** @param title what its values are, for messages */
function addTitle<AnySchema extends JsonSchema = Schema<string>>(
  title: string,
  description: string,
  schema?: AnySchema,
): AnySchema {
  return { ...means(description, schema), title };
}

function refuse(message: string): Refusal {
  return new Refusal('invalid_parameter', `fault rule: ${message}`);
}

export function matchesOperation(pattern: string, operation: string): boolean {
  return pattern.endsWith('*') ? operation.startsWith(pattern.slice(0, -1)) : pattern === operation;
}
