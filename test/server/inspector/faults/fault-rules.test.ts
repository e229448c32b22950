import { expect, test } from 'vitest';
import { parseRule, toNewRule } from '../../../../src/server/inspector/faults/fault-rules.ts';
import { parseFaultRule } from '../../../../src/server/service/control/fault-rule.ts';

test.each([
  ['status', '503', '2', { operation: 'get-search', status: 503, times: 2 }],
  ['latencyMs', '20', '', { operation: 'get-search', latencyMs: 20 }],
  ['reset', '', '1', { operation: 'get-search', reset: true, times: 1 }],
  ['jobStick', '', '', { operation: 'get-search', job: 'stick' }],
] as const)('%s makes a rule', (effect, amount, times, rule) => {
  expect(parseRule({ operation: 'get-search', effect, amount, times })).toEqual(rule);
});

test('a listed rule is sent again as a rule that the service takes', () => {
  const listed = {
    id: '1',
    operation: 'get-search',
    nth: null,
    times: 3,
    probability: 1,
    seed: 7,
    fault: { status: 503 },
    calls: 5,
    struck: 1,
  };
  expect(toNewRule(listed)).toEqual({
    operation: 'get-search',
    times: 3,
    probability: 1,
    seed: 7,
    status: 503,
  });
  expect(() => parseFaultRule(toNewRule(listed))).not.toThrow();
});
