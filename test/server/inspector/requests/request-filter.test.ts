import { expect, test } from 'vitest';
import type { BriefCall as RequestLine } from '../../../../src/protocol/control-documents.ts';
import { parseRequestFilter } from '../../../../src/server/inspector/requests/request-filter.ts';

const lines: readonly RequestLine[] = [
  line('a1', 'GET', '/api/v1/core/?q=floor+lamp&fq=price%3A%5B10%20TO%2050%5D', 200, 4, 'get-search'),
  line(
    'b2',
    'PUT',
    '/dataconnect/api/v1/accounts/1/catalogs/lighting_en/products',
    200,
    120,
    'put-products',
    '9f2c',
  ),
  line('c3', 'GET', '/api/v1/core/?q=sofa', 503, 900, 'get-search'),
  line('d4', 'GET', '/nowhere', 404, 1, null),
  line('e5', 'PATCH', '/dataconnect/api/v1/accounts/1/catalogs/b/products', 0, 30, 'patch-products'),
];

function line(
  id: string,
  method: string,
  url: string,
  status: number,
  elapsedMs: number,
  operation: string | null,
  jobId?: string,
): RequestLine {
  return {
    id,
    at: '2031-01-01T00:00:00Z',
    operation,
    method,
    url,
    status,
    elapsedMs,
    ...(jobId && { jobId }),
  };
}

test.each([
  ['', 'a1 b2 c3 d4 e5'],
  ['status:>=400', 'c3 d4'],
  ['status:5xx', 'c3'],
  ['status:0', 'e5'],
  ['status:<300 status:>0', 'a1 b2'],
  ['-status:200', 'c3 d4 e5'],
  ['op:put-products', 'b2'],
  ['op:products', 'b2 e5'],
  ['job:9f2', 'b2'],
  ['job:', 'b2'],
  ['-job:', 'a1 c3 d4 e5'],
  ['ms:>100', 'b2 c3'],
  ['method:get sofa', 'c3'],
  ['"floor lamp"', 'a1'],
  ['fq=price:[10', 'a1'],
  ['path:LIGHTING', 'b2'],
  ['core -sofa', 'a1'],
  ['"status:404"', ''],
  ['op:', 'a1 b2 c3 d4 e5'],
  ['STATUS:404', 'd4'],
  ['404', 'd4'],
  ['id:c', 'c3'],
  ['status:>', 'a1 b2 c3 d4 e5'],
  ['status:nonsense', ''],
  ['-', 'a1 b2 c3 e5'],
])('%j finds %s', (filter, found) => {
  expect(
    lines
      .filter(parseRequestFilter(filter))
      .map(({ id }) => id)
      .join(' '),
  ).toBe(found);
});
