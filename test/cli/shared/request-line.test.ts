import { expect, test } from 'vitest';
import { formatRequest } from '../../../src/cli/shared/request-line.ts';

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

const JOB = '0d5f8c1e-6c0b-4a53-9a0e-2f4b8f0f9a11';
const PUT = { ...CALL, path: '/dataconnect/api/v1/accounts/6702/catalogs/products_en/products', jobId: JOB };

test.each([
  [120, `10:00:00  PUT     200    12 ms  /dataconnect/api/v1/ac…gs/products_en/products  job ${JOB}`],
  [80, `PUT     200    12 ms  /dataco…products  job ${JOB}`],
  [140, `10:00:00  PUT     200    12 ms  ${PUT.path}  job ${JOB}`],
])(
  'in %i columns the middle of the path gives way, and the time where they are few; status, time taken and job never',
  (columns, line) => {
    expect(formatRequest(PUT, false, columns)).toBe(line);
    expect(line.length).toBeLessThanOrEqual(columns);
  },
);

test('a line of a search ends with the versions that it was answered from', () => {
  const { jobId: _, ...search } = { ...CALL, method: 'GET', path: '/api/v1/core/?q=lamp' };
  const answeredFrom = [{ catalog: 'products_en', version: 41 }];
  expect(formatRequest({ ...search, answeredFrom }, false, 100)).toBe(
    '10:00:00  GET     200    12 ms  /api/v1/core/?q=lamp  v41',
  );
});

test.each([
  [200, '\u001b[32m200\u001b[39m'],
  [404, '\u001b[35m404\u001b[39m'],
  [503, '\u001b[31m503\u001b[39m'],
  [0, '\u001b[31m0\u001b[39m'],
])(
  'the status %i shows in colour how a call went; what a path holds does not steer the terminal',
  (status, shown) => {
    expect(formatRequest({ ...CALL, status }, true)).toBe(
      `10:00:00  PUT     ${shown}    12 ms  /a[2J/b  job 9f2`,
    );
    expect(formatRequest({ ...CALL, status }, false)).not.toContain('\u001b');
  },
);
