import { expect, test } from 'vitest';
import { requestLine } from '../../../src/cli/output/local.ts';

const CALL = {
  id: 'r',
  at: '2031-02-03T10:00:00.000Z',
  operation: 'put-products',
  method: 'PUT',
  path: '/a\u001b[2J/b',
  status: 200,
  ms: 12.4,
  jobId: '9f2',
};

test.each([
  [200, '\u001b[32m200\u001b[39m'],
  [404, '\u001b[33m404\u001b[39m'],
  [503, '\u001b[31m503\u001b[39m'],
  [0, '\u001b[31m0\u001b[39m'],
])(
  'the status %i shows in colour how a call went; what a path holds does not steer the terminal',
  (status, shown) => {
    expect(requestLine({ ...CALL, status }, true)).toBe(
      `10:00:00  PUT     ${shown}    12 ms  /a[2J/b  job 9f2`,
    );
    expect(requestLine({ ...CALL, status }, false)).not.toContain('\u001b');
  },
);
