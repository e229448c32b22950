import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACCOUNT, bodyOf, type CatalogErrorBody, type Frame, startFrame } from '../frame.ts';

let frame: Frame;
const PRODUCTS = '/dataconnect/api/v1/accounts/6702/catalogs/products_en/products';

beforeEach(async () => {
  frame = await startFrame();
});
afterEach(() => frame.http.close());

function setFaults(rules: unknown): Promise<Response> {
  return fetch(`${frame.origin}/_brctl/faults`, { method: 'PUT', body: JSON.stringify(rules) });
}

function put(): Promise<Response> {
  const headers = { authorization: `Bearer ${ACCOUNT.apiKey}` };
  return fetch(frame.origin + PRODUCTS, { method: 'PUT', headers, body: '[]' });
}

test('a status with Retry-After, twice, then all is well again', async () => {
  await setFaults([{ operation: 'put-products', status: 503, retryAfterSeconds: 7, times: 2 }]);
  for (const _time of [1, 2]) {
    const answer = await put();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7']);
    expect((await bodyOf<CatalogErrorBody>(answer)).details[0]?.detail).toBe('a fault rule answered');
  }
  expect((await put()).status).toBe(200);
});

test('a reset connection gives no answer and is in the request log', async () => {
  await setFaults({ operation: 'get-search', reset: true });
  await expect(fetch(`${frame.origin}/api/v1/core/?q=a`)).rejects.toThrow('fetch failed');
  const log = await fetch(`${frame.origin}/_brctl/requests`);
  const { requests } = await bodyOf<{ requests: unknown[] }>(log);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ operation: 'get-search', status: 0, notes: ['fault: {"reset":true}'] });
});

test.each([0, 5, 32])(
  'a body cut after %i bytes announces its whole length and breaks off',
  async (bytes) => {
    await setFaults({ operation: 'get-search', cutBodyAfterBytes: bytes });
    const answer = await fetch(`${frame.origin}/api/v1/core/?q=abc`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe('33');
    await expect(answer.text()).rejects.toThrow('terminated');
  },
);

test('a body that is not longer than the cut comes whole, on a connection that lives on', async () => {
  await setFaults({ operation: 'get-search', cutBodyAfterBytes: 33 });
  const answers = [1, 2].map(() => fetch(`${frame.origin}/api/v1/core/?q=abc`));
  for (const answer of await Promise.all(answers)) expect(await answer.text()).toHaveLength(33);
});

test('latency delays the call', async () => {
  await setFaults({ operation: 'get-search', latencyMs: 60 });
  const started = performance.now();
  expect((await fetch(`${frame.origin}/api/v1/core/?q=abc`)).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThanOrEqual(55);
});

test('a full disk is 507', async () => {
  await setFaults({ operation: 'put-*', diskFull: true });
  const answer = await put();
  expect([answer.status, (await bodyOf<CatalogErrorBody>(answer)).details[0]?.type]).toEqual([
    507,
    'catalogs/storage_full',
  ]);
});

test('control calls are never struck, and rules can be read and taken back', async () => {
  await setFaults({ rules: [{ operation: '*', status: 500 }] });
  expect((await put()).status).toBe(500);
  const { rules } = await bodyOf<{ rules: unknown[] }>(await fetch(`${frame.origin}/_brctl/faults`));
  expect(rules).toEqual([
    {
      id: 'rule-1',
      operation: '*',
      nth: null,
      times: null,
      probability: 1,
      seed: 1,
      fault: { status: 500 },
      calls: 1,
      struck: 1,
    },
  ]);
  await fetch(`${frame.origin}/_brctl/faults`, { method: 'DELETE' });
  expect((await put()).status).toBe(200);
});

test('a wrong rule is refused by name and changes nothing', async () => {
  await setFaults({ operation: 'put-products', status: 503 });
  const answer = await setFaults({ operation: 'put-products', stauts: 500 });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: { code: 'invalid_parameter', message: 'fault rule: unknown member "stauts"' } },
  ]);
  expect((await put()).status).toBe(503);
});
