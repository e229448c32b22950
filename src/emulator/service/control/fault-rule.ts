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

/** Each member of a fault: how it is checked, and what to say where it is wrong. */
const FAULT_MEMBERS: Record<keyof Fault, { check: (value: unknown) => boolean; expects: string }> = {
  status: { check: integerBetween(400, 599), expects: 'a status from 400 to 599' },
  retryAfterSeconds: { check: integerBetween(0, 86_400), expects: 'seconds from 0 to 86400' },
  latencyMs: { check: integerBetween(0, 600_000), expects: 'milliseconds from 0 to 600000' },
  reset: { check: isBoolean, expects: 'true or false' },
  cutBodyAfterBytes: { check: integerBetween(0, 1e9), expects: 'bytes from 0' },
  job: { check: (value) => value === 'fail' || value === 'stick', expects: '"fail" or "stick"' },
  drop: { check: isBoolean, expects: 'true or false' },
  afterBytes: { check: integerBetween(0, 1e10), expects: 'bytes from 0' },
  diskFull: { check: isBoolean, expects: 'true or false' },
  message: { check: (value) => typeof value === 'string', expects: 'text' },
};

/**
 * The rule that a control call describes: `{"operation":"put-products","status":503,"times":2}`.
 * @throws Refusal `invalid_parameter` naming the member that is unknown or wrong
 */
export function parseFaultRule(described: unknown): FaultRule {
  if (typeof described !== 'object' || described === null || Array.isArray(described)) {
    throw invalid('a fault rule is an object');
  }
  const { operation, nth, times, probability, seed, ...fault } = described as Record<string, unknown>;
  if (typeof operation !== 'string' || operation === '') throw invalid('operation must name an operation');
  // A misspelt rule would never strike, and its test would pass for nothing.
  if (!FAULT_OPERATIONS.some((known) => isMeant(operation, known))) {
    throw invalid(`unknown operation ${JSON.stringify(operation)}; one of ${FAULT_OPERATIONS.join(', ')}`);
  }
  const rule = {
    operation,
    nth: optional('nth', nth, integerBetween(1, 1e9), null),
    times: optional('times', times, integerBetween(1, 1e9), null),
    probability: optional('probability', probability, isProbability, 1),
    seed: optional('seed', seed, integerBetween(0, 2 ** 32 - 1), 1),
    fault: parseFault(fault),
  };
  return rule;
}

function parseFault(members: Record<string, unknown>): Fault {
  const names = Object.keys(members);
  if (names.length === 0) throw invalid(`says nothing that goes wrong; one of ${Object.keys(FAULT_MEMBERS)}`);
  for (const name of names) {
    if (!Object.hasOwn(FAULT_MEMBERS, name)) throw invalid(`unknown member ${JSON.stringify(name)}`);
    const member = FAULT_MEMBERS[name as keyof Fault];
    if (!member.check(members[name])) throw invalid(`${name} must be ${member.expects}`);
  }
  return members as Fault;
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

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isProbability(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function invalid(message: string): Refusal {
  return new Refusal('invalid_parameter', `fault rule: ${message}`);
}
