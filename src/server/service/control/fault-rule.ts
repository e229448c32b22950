import { isObject } from '../../../base/json/json-text.ts';
import { Refusal } from '../refusals.ts';

/** What happens to a call that a rule strikes; several members may stand together, such as latency and a status. */
export interface Fault {
  /** HTTP: answered with this status in the area's error envelope; the body is not read. */
  status?: number;
  /** HTTP: `Retry-After` beside the status. */
  retryAfterSeconds?: number;
  /** HTTP and SFTP: the call waits first. */
  latencyMs?: number;
  /** HTTP: the connection is reset without an answer. */
  reset?: boolean;
  /** HTTP: the answer's body ends after this many bytes, then the connection is reset. */
  cutBodyAfterBytes?: number;
  /** Jobs: ends `failed`, or stays `running` until killed or reset. */
  job?: 'fail' | 'stick';
  /** SFTP: the connection drops; behind exactly `afterBytes` of files read or written, at once where that is absent. */
  drop?: boolean;
  afterBytes?: number;
  /** HTTP, jobs and SFTP: as if the disk were full. */
  diskFull?: boolean;
  /** The sentence to give as the reason, where one is given. */
  message?: string;
}

/** When a fault strikes. */
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
export type FaultRuleInput = Fault & { operation: string } & Partial<Record<Condition, number>>;

type Condition = 'nth' | 'times' | 'probability' | 'seed';

type Channel = 'http' | 'job' | 'sftp';

/** What a member may be, as openapi.json shows it, and as it is checked here. */
type Values =
  | { type: 'integer' | 'number'; minimum: number; maximum: number; description: string }
  | { type: 'string'; enum?: readonly string[]; description: string }
  | { const: true; description: string };

interface Member {
  schema: Values;
  unit?: string;
}

interface FaultMember extends Member {
  channels: readonly Channel[];
  /** Does something only beside one of these. */
  beside?: readonly (keyof Fault)[];
}

const EVERYWHERE: readonly Channel[] = ['http', 'job', 'sftp'];
const OUTSIDE: readonly Channel[] = ['http', 'sftp'];

export const FAULT_MEMBERS: Readonly<Record<keyof Fault, FaultMember>> = {
  status: {
    schema: integer(400, 599, 'HTTP: answered with this status; SFTP: a failed request'),
    unit: 'a status',
    channels: OUTSIDE,
  },
  retryAfterSeconds: {
    schema: integer(0, 86_400, 'HTTP: Retry-After to go with the status'),
    unit: 'seconds',
    channels: ['http'],
    beside: ['status'],
  },
  latencyMs: {
    schema: integer(0, 600_000, 'HTTP, SFTP: waits first'),
    unit: 'milliseconds',
    channels: OUTSIDE,
  },
  reset: { schema: { const: true, description: 'HTTP, SFTP: the connection is reset' }, channels: OUTSIDE },
  cutBodyAfterBytes: {
    schema: integer(0, 1e9, 'HTTP: the answer breaks off after this many bytes'),
    unit: 'bytes',
    channels: ['http'],
  },
  job: {
    schema: {
      type: 'string',
      enum: ['fail', 'stick'],
      description: 'Jobs: ends failed, or stays running',
    },
    channels: ['job'],
  },
  drop: { schema: { const: true, description: 'SFTP: the connection drops' }, channels: ['sftp'] },
  afterBytes: {
    schema: integer(0, 1e10, 'SFTP: bytes transferred before the drop'),
    unit: 'bytes',
    channels: ['sftp'],
    beside: ['drop', 'reset'],
  },
  diskFull: {
    schema: { const: true, description: 'HTTP, jobs, SFTP: as if the disk were full' },
    channels: EVERYWHERE,
  },
  message: {
    schema: { type: 'string', description: 'The message to give as the reason' },
    channels: EVERYWHERE,
    beside: ['status', 'job', 'diskFull'],
  },
};

export const CONDITIONS: Readonly<Record<Condition, Member>> = {
  nth: { schema: integer(1, 1e9, 'Only the n-th matching call'), unit: 'a whole number' },
  times: { schema: integer(1, 1e9, 'At most this many calls'), unit: 'a whole number' },
  probability: {
    schema: { type: 'number', minimum: 0, maximum: 1, description: 'Share of the matching calls' },
    unit: 'a number',
  },
  seed: { schema: integer(0, 2 ** 32 - 1, 'The same seed affects the same calls'), unit: 'a whole number' },
};

/** `{"operation":"put-products","status":503,"times":2}`. @throws Refusal naming the member that is wrong, or would do nothing */
export function parseFaultRule(described: unknown): FaultRule {
  if (!isObject(described)) throw invalid('a fault rule must be an object');
  const { operation, nth, times, probability, seed, ...fault } = described;
  if (typeof operation !== 'string' || operation === '') throw invalid('operation must name an operation');
  // Reject unknown operations: a misspelt rule would never fire and its test would pass.
  const meant = FAULT_OPERATIONS.filter((known) => matchesOperation(operation, known));
  if (meant.length === 0) {
    throw invalid(`unknown operation ${JSON.stringify(operation)}; one of ${FAULT_OPERATIONS.join(', ')}`);
  }
  const parsed = parseFault(fault);
  checkSense(parsed, operation, new Set(meant.map(channelOf)));
  return {
    operation,
    nth: optional('nth', nth, null),
    times: optional('times', times, null),
    probability: optional('probability', probability, 1),
    seed: optional('seed', seed, 1),
    fault: parsed,
  };
}

function channelOf(operation: string): Channel {
  if (operation.startsWith('job:')) return 'job';
  return operation.startsWith('sftp:') ? 'sftp' : 'http';
}

function parseFault(members: Record<string, unknown>): Fault {
  const names = Object.keys(members);
  if (names.length === 0) throw invalid(`has no effect set; use one of ${Object.keys(FAULT_MEMBERS)}`);
  for (const name of names) {
    if (!Object.hasOwn(FAULT_MEMBERS, name)) throw invalid(`unknown member ${JSON.stringify(name)}`);
    check(name, FAULT_MEMBERS[name as keyof Fault], members[name]);
  }
  return members as Fault;
}

/** A member that does nothing where the rule strikes would let its test pass for nothing too. */
function checkSense(fault: Fault, operation: string, channels: ReadonlySet<Channel>): void {
  for (const name of Object.keys(fault) as (keyof Fault)[]) {
    const { channels: fitting, beside } = FAULT_MEMBERS[name];
    if (!fitting.some((door) => channels.has(door))) {
      throw invalid(
        `${name} has no effect on ${operation}; docs/reference/serve.md says what each member is for`,
      );
    }
    if (beside !== undefined && !beside.some((other) => other in fault)) {
      throw invalid(`${name} has no effect without ${beside.join(' or ')}`);
    }
  }
}

function optional<Absent extends number | null>(
  name: Condition,
  value: unknown,
  absent: Absent,
): number | Absent {
  if (value === undefined) return absent;
  check(name, CONDITIONS[name], value);
  return value as number;
}

function check(name: string, member: Member, value: unknown): void {
  if (!fits(member.schema, value)) throw invalid(`${name} must be ${valuesOf(member)}`);
}

function fits(schema: Values, value: unknown): boolean {
  if ('const' in schema) return value === schema.const;
  if (schema.type === 'string') return typeof value === 'string' && (schema.enum?.includes(value) ?? true);
  const isNumber = schema.type === 'integer' ? Number.isInteger(value) : typeof value === 'number';
  return isNumber && Number(value) >= schema.minimum && Number(value) <= schema.maximum;
}

function valuesOf({ schema, unit }: Member): string {
  if ('const' in schema) return String(schema.const);
  if (schema.type !== 'string') return `${unit} from ${schema.minimum} to ${schema.maximum}`;
  return schema.enum?.map((value) => JSON.stringify(value)).join(' or ') ?? 'text';
}

function integer(minimum: number, maximum: number, description: string): Values {
  return { type: 'integer', minimum, maximum, description };
}

function invalid(message: string): Refusal {
  return new Refusal('invalid_parameter', `fault rule: ${message}`);
}

/** Every operation that a fault rule can strike; a test holds them against the routes and the SFTP requests. */
export const FAULT_OPERATIONS: readonly string[] = [
  'put-products',
  'patch-products',
  'put-items',
  'patch-items',
  'post-indexes',
  'get-job',
  'get-search',
  'get-suggest',
  'get-widget',
  'get-pathways-widget',
  'get-visual-widget',
  'post-visual-upload',
  'get-merchant-widgets',
  'job:ingest-full',
  'job:ingest-delta',
  'job:index-update',
  'sftp:connect',
  'sftp:open',
  'sftp:read',
  'sftp:write',
  'sftp:list',
  'sftp:stat',
  'sftp:rename',
  'sftp:remove',
  'sftp:mkdir',
];

export function matchesOperation(pattern: string, operation: string): boolean {
  return pattern.endsWith('*') ? operation.startsWith(pattern.slice(0, -1)) : pattern === operation;
}
