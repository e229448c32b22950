import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAULT_OPERATIONS } from '../../../../src/protocol/fault-operations.ts';
import { ROUTES } from '../../../../src/server/http/routes.ts';
import { parseFaultRule } from '../../../../src/server/service/control/fault-rule.ts';
import { FaultRules } from '../../../../src/server/service/control/faults.ts';

/** Which of the first `calls` calls of an operation a rule strikes, from 1. */
function struckCalls(rule: object, calls: number, operation = 'put-products'): number[] {
  const faults = new FaultRules();
  faults.replace([parseFaultRule(rule)]);
  return Array.from({ length: calls }, (_, at) => at + 1).filter(() => faults.nextFault(operation) !== null);
}

test.each([
  ['every call', {}, [1, 2, 3, 4]],
  ['the third call', { nth: 3 }, [3]],
  ['two calls', { times: 2 }, [1, 2]],
  ['no call by chance 0', { probability: 0 }, []],
])('a rule strikes %s', (_what, when, expected) => {
  expect(struckCalls({ operation: 'put-products', status: 503, ...when }, 4)).toEqual(expected);
});

test.each([
  ['put-products', 'put-products', true],
  ['put-products', 'patch-products', false],
  ['put-*', 'put-items', true],
  ['*', 'sftp:write', true],
  ['job:*', 'put-items', false],
])('the pattern %s against the operation %s: %s', (pattern, operation, expected) => {
  expect(struckCalls({ operation: pattern, diskFull: true }, 1, operation).length === 1).toBe(expected);
});

test('what can be struck is every route of the service and every kind of SFTP request', () => {
  const routes = ROUTES.filter(({ area }) => area !== 'control').map(({ operation }) => operation);
  const isOther = (name: string) => name.startsWith('job:') || name.startsWith('sftp:');
  expect(FAULT_OPERATIONS.filter((name) => !isOther(name)).sort()).toEqual(routes.sort());
  const asked = readFileSync(new URL('../../../../src/server/sftp/dispatch.ts', import.meta.url), 'utf8');
  const sftp = [...asked.matchAll(/'(sftp:\w+)'/g)].map(([, name]) => name);
  expect([...new Set(['sftp:connect', ...sftp])].sort()).toEqual(
    FAULT_OPERATIONS.filter((name) => name.startsWith('sftp:')).sort(),
  );
});

test('the same seed strikes the same calls, whatever the probability', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (seed, probability) => {
        const rule = { operation: '*', reset: true, seed, probability };
        expect(struckCalls(rule, 50)).toEqual(struckCalls(rule, 50));
      },
    ),
  );
});

test('a higher probability strikes all the calls that a lower one does', () => {
  const low = struckCalls({ operation: '*', reset: true, seed: 7, probability: 0.2 }, 200);
  const high = struckCalls({ operation: '*', reset: true, seed: 7, probability: 0.7 }, 200);
  expect(low.length).toBeGreaterThan(15);
  expect(high.length).toBeLessThan(180);
  expect(high).toEqual(expect.arrayContaining(low));
});

test('the first rule that strikes wins, and the list counts calls and strikes', () => {
  const faults = new FaultRules();
  faults.replace([
    parseFaultRule({ operation: 'put-products', status: 503, times: 1 }),
    parseFaultRule({ operation: 'put-*', status: 429, retryAfterSeconds: 2 }),
  ]);
  expect(faults.nextFault('put-products')).toEqual({ status: 503 });
  expect(faults.nextFault('put-products')).toEqual({ status: 429, retryAfterSeconds: 2 });
  expect(faults.list().map(({ id, calls, struck }) => [id, calls, struck])).toEqual([
    ['rule-1', 2, 1],
    ['rule-2', 2, 1],
  ]);
  faults.clear();
  expect(faults.nextFault('put-products')).toBeNull();
});

test.each([
  [{}, 'operation must name an operation'],
  [[], 'a fault rule must be an object'],
  [{ operation: 'get-jobs', status: 503 }, 'unknown operation "get-jobs"; one of put-products'],
  [{ operation: 'sfpt:*', drop: true }, 'unknown operation "sfpt:*"'],
  [{ operation: 'get-job' }, 'has no effect set'],
  [{ operation: 'get-job', status: 200 }, 'status must be a status from 400 to 599'],
  [{ operation: 'get-job', stauts: 500 }, 'unknown member "stauts"'],
  [{ operation: 'get-job', reset: true, nth: 0 }, 'nth must be a whole number from 1 to 1000000000'],
  [{ operation: 'get-job', reset: true, probability: 1.5 }, 'probability must be a number from 0 to 1'],
  [{ operation: 'get-job', job: 'explode' }, 'job must be "fail" or "stick"'],
  [{ operation: 'get-job', constructor: 1 }, 'unknown member "constructor"'],
  [{ operation: 'put-products', job: 'fail' }, 'job has no effect on put-products'],
  [{ operation: 'job:*', status: 500 }, 'status has no effect on job:*'],
  [{ operation: 'job:ingest-full', job: 'fail', latencyMs: 5 }, 'latencyMs has no effect on job:ingest-full'],
  [{ operation: 'sftp:write', cutBodyAfterBytes: 5 }, 'cutBodyAfterBytes has no effect on sftp:write'],
  [{ operation: 'get-job', drop: true }, 'drop has no effect on get-job'],
  [{ operation: 'get-job', retryAfterSeconds: 1 }, 'retryAfterSeconds has no effect without status'],
  [{ operation: 'sftp:write', afterBytes: 1 }, 'afterBytes has no effect without drop or reset'],
  [{ operation: 'get-job', reset: false }, 'reset must be true'],
])('the rule %j is refused', (rule, message) => {
  expect(() => parseFaultRule(rule)).toThrow(message);
});

test('a rule for every operation may say something for each kind', () => {
  const fault = { status: 500, job: 'fail', drop: true } as const;
  expect(parseFaultRule({ operation: '*', ...fault }).fault).toEqual(fault);
});

test('a test writes rules as the control call takes them', () => {
  const faults = new FaultRules();
  faults.set({ operation: 'get-job', status: 500, times: 1 }, { operation: 'get-job', latencyMs: 5 });
  expect([1, 2].map(() => faults.nextFault('get-job'))).toEqual([{ status: 500 }, { latencyMs: 5 }]);
});
