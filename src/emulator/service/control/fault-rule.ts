import { isObject } from '../../../json/json-text.ts';
import { Refusal } from '../refusals.ts';
import { FAULT_OPERATIONS, isMeant } from './fault-operations.ts';

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
  /** HTTP: the answer's body ends after so many bytes, then the connection is reset. */
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
  /** At most so many calls; null for no bound. */
  times: number | null;
  /** Share of the matching calls, 0 to 1. */
  probability: number;
  seed: number;
  fault: Fault;
}

/** A rule as control calls and tests write it: the fault's members beside the operation, conditions where wanted. */
export type FaultRuleInput = Fault & { operation: string } & Partial<
    Record<'nth' | 'times' | 'probability' | 'seed', number>
  >;

/** Where an operation is struck. */
type Door = 'http' | 'job' | 'sftp';

interface FaultMember {
  check: (value: unknown) => boolean;
  /** What to say where it is wrong. */
  expects: string;
  doors: readonly Door[];
  /** Does something only beside one of these. */
  beside?: readonly (keyof Fault)[];
}

const EVERYWHERE: readonly Door[] = ['http', 'job', 'sftp'];
const OUTSIDE: readonly Door[] = ['http', 'sftp'];

const FAULT_MEMBERS: Record<keyof Fault, FaultMember> = {
  status: { check: integerBetween(400, 599), expects: 'a status from 400 to 599', doors: OUTSIDE },
  retryAfterSeconds: {
    check: integerBetween(0, 86_400),
    expects: 'seconds from 0 to 86400',
    doors: ['http'],
    beside: ['status'],
  },
  latencyMs: { check: integerBetween(0, 600_000), expects: 'milliseconds from 0 to 600000', doors: OUTSIDE },
  reset: { check: isTrue, expects: 'true', doors: OUTSIDE },
  cutBodyAfterBytes: { check: integerBetween(0, 1e9), expects: 'bytes from 0', doors: ['http'] },
  job: {
    check: (value) => value === 'fail' || value === 'stick',
    expects: '"fail" or "stick"',
    doors: ['job'],
  },
  drop: { check: isTrue, expects: 'true', doors: ['sftp'] },
  afterBytes: {
    check: integerBetween(0, 1e10),
    expects: 'bytes from 0',
    doors: ['sftp'],
    beside: ['drop', 'reset'],
  },
  diskFull: { check: isTrue, expects: 'true', doors: EVERYWHERE },
  message: {
    check: (value) => typeof value === 'string',
    expects: 'text',
    doors: EVERYWHERE,
    beside: ['status', 'job', 'diskFull'],
  },
};

/**
 * The rule that a control call describes: `{"operation":"put-products","status":503,"times":2}`.
 * @throws Refusal `invalid_parameter` naming the member that is unknown or wrong, or would do nothing
 */
export function parseFaultRule(described: unknown): FaultRule {
  if (!isObject(described)) throw invalid('a fault rule must be an object');
  const { operation, nth, times, probability, seed, ...fault } = described;
  if (typeof operation !== 'string' || operation === '') throw invalid('operation must name an operation');
  // A misspelt rule would never strike, and its test would pass for nothing.
  const meant = FAULT_OPERATIONS.filter((known) => isMeant(operation, known));
  if (meant.length === 0) {
    throw invalid(`unknown operation ${JSON.stringify(operation)}; one of ${FAULT_OPERATIONS.join(', ')}`);
  }
  const parsed = parseFault(fault);
  checkSense(parsed, operation, new Set(meant.map(doorOf)));
  return {
    operation,
    nth: optional('nth', nth, integerBetween(1, 1e9), null),
    times: optional('times', times, integerBetween(1, 1e9), null),
    probability: optional('probability', probability, isProbability, 1),
    seed: optional('seed', seed, integerBetween(0, 2 ** 32 - 1), 1),
    fault: parsed,
  };
}

function doorOf(operation: string): Door {
  if (operation.startsWith('job:')) return 'job';
  return operation.startsWith('sftp:') ? 'sftp' : 'http';
}

function parseFault(members: Record<string, unknown>): Fault {
  const names = Object.keys(members);
  if (names.length === 0)
    throw invalid(`does not say what goes wrong; give one of ${Object.keys(FAULT_MEMBERS)}`);
  for (const name of names) {
    if (!Object.hasOwn(FAULT_MEMBERS, name)) throw invalid(`unknown member ${JSON.stringify(name)}`);
    const member = FAULT_MEMBERS[name as keyof Fault];
    if (!member.check(members[name])) throw invalid(`${name} must be ${member.expects}`);
  }
  return members as Fault;
}

/** A member that does nothing where the rule strikes would let its test pass for nothing too. */
function checkSense(fault: Fault, operation: string, doors: ReadonlySet<Door>): void {
  for (const name of Object.keys(fault) as (keyof Fault)[]) {
    const { doors: fitting, beside } = FAULT_MEMBERS[name];
    if (!fitting.some((door) => doors.has(door))) {
      throw invalid(`${name} has no effect on ${operation}; docs/serve.md says what each member is for`);
    }
    if (beside !== undefined && !beside.some((other) => other in fault)) {
      throw invalid(`${name} has no effect without ${beside.join(' or ')}`);
    }
  }
}

function optional<Absent extends number | null>(
  name: string,
  value: unknown,
  check: (value: unknown) => boolean,
  absent: Absent,
): number | Absent {
  if (value === undefined) return absent;
  if (!check(value)) throw invalid(`${name} is out of range`);
  return value as number;
}

function integerBetween(least: number, most: number): (value: unknown) => boolean {
  return (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function isTrue(value: unknown): boolean {
  return value === true;
}

function isProbability(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function invalid(message: string): Refusal {
  return new Refusal('invalid_parameter', `fault rule: ${message}`);
}
