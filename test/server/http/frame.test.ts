import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACCOUNT, bodyOf, type CatalogErrorBody, type Frame, startFrame } from './frame.ts';

let frame: Frame;
const PRODUCTS = '/dataconnect/api/v1/accounts/6702/catalogs/products_en/products';
const bearer = { authorization: `Bearer ${ACCOUNT.apiKey}` };

beforeEach(async () => {
  frame = await startFrame();
});
afterEach(() => frame.http.close());

/** Sends bytes as they are and gives all that comes back until the connection ends. */
function exchange(request: string | Buffer, send: 'write' | 'end' = 'write'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(frame.http.port, '127.0.0.1', () => socket[send](request));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

function put(headers: Record<string, string>, path = PRODUCTS): Promise<Response> {
  return fetch(frame.origin + path, { method: 'PUT', headers, body: '{}' });
}

test('every answer names its request and the basis of its behaviour', async () => {
  const answer = await fetch(`${frame.origin}/api/v1/core/`);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
  expect(answer.headers.get('x-brctl-basis')).toBe('doc');
});

test('a plus sign and %20 are spaces', async () => {
  const answer = await fetch(`${frame.origin}/api/v1/core/?q=red+wool%20sofa`);
  expect(await answer.json()).toMatchObject({ query: { q: 'red wool sofa' } });
});

test('the catalog area takes a Bearer key in any letter case of the scheme', async () => {
  expect((await put(bearer)).status).toBe(200);
  expect((await put({ authorization: `bearer ${ACCOUNT.apiKey}` })).status).toBe(200);
});

test.each([
  ['no key', {}, 401],
  ['a wrong key', { authorization: 'Bearer wrong' }, 401],
  ['a bare key', { authorization: ACCOUNT.apiKey }, 401],
  ['another scheme', { authorization: `Basic ${ACCOUNT.apiKey}` }, 401],
])('the catalog area refuses %s with its envelope', async (_what, headers, status) => {
  const answer = await put(headers as Record<string, string>);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  const body = await bodyOf<CatalogErrorBody>(answer);
  expect(body.details).toEqual([
    { type: 'catalogs/unauthorized', title: 'Unauthorized', detail: expect.any(String), class: 'error' },
  ]);
  expect(JSON.stringify(body)).not.toContain(ACCOUNT.apiKey);
});

test('a key is not valid for another account', async () => {
  const answer = await put(bearer, PRODUCTS.replace('6702', '6703'));
  expect(answer.status).toBe(403);
});

test('a path that exists under another method is 405, one that does not is 404', async () => {
  const get = await fetch(frame.origin + PRODUCTS);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'PUT']);
  const query = await fetch(frame.origin + PRODUCTS, { method: 'QUERY' });
  expect([query.status, query.headers.get('allow')]).toEqual([405, 'PUT']);
  expect((await bodyOf<CatalogErrorBody>(get)).details[0]?.type).toBe('catalogs/method_not_allowed');
  const other = await fetch(`${frame.origin}/dataconnect/api/v1/nothing`);
  expect([other.status, (await bodyOf<CatalogErrorBody>(other)).details[0]?.title]).toEqual([
    404,
    'Not Found',
  ]);
});

test('the search hosts answer an unknown path with a page of their web server', async () => {
  const answer = await fetch(`${frame.origin}/api/v1/nothing`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html']);
  expect(await answer.text()).toContain('<center><h1>404 Not Found</h1></center>');
});

test('pathways answers an unknown path in its envelope', async () => {
  const answer = await fetch(`${frame.origin}/api/v2/widgets/item`);
  expect([answer.status, Object.keys(await bodyOf<object>(answer))]).toEqual([404, ['detail']]);
});

test.each([
  ['16,384 bytes are taken', 16_384, 200],
  ['16,385 bytes are refused', 16_385, 414],
  ['100,000 bytes are refused', 100_000, 414],
])('of a search request %s', async (_what, bytes, status) => {
  const path = '/api/v1/core/?q=';
  const answer = await fetch(frame.origin + path + 'x'.repeat(bytes - path.length));
  expect(answer.status).toBe(status);
  if (status !== 414) return;
  expect(answer.headers.get('x-brctl-basis')).toBe('spec');
  expect(await answer.json()).toEqual({ status_code: 414, message: expect.stringContaining(String(bytes)) });
});

test('a request line without end is 414 too, many headers are 431', async () => {
  const line = await exchange(`GET /api/v1/core/?q=${'x'.repeat(400_000)}`);
  expect(line).toMatch(/^HTTP\/1\.1 414 /);
  const header = `X-A: ${'a'.repeat(1_000)}\r\n`;
  const headers = await exchange(`GET /api/v1/core/ HTTP/1.1\r\nHost: x\r\n${header.repeat(400)}\r\n`);
  expect(headers).toMatch(/^HTTP\/1\.1 431 /);
});

test('a path that cannot be decoded is 400', async () => {
  expect((await fetch(`${frame.origin}/api/v2/widgets/%zz/1`)).status).toBe(400);
  const job = await fetch(`${frame.origin}/dataconnect/api/v1/jobs/%zz`);
  expect(job.headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
  expect(job.headers.get('x-brctl-basis')).toBe('assumption');
  expect(await job.json()).toMatchObject({ details: [{ type: 'catalogs/malformed' }] });
});

test('a long id in a path is one that is not known', async () => {
  const headers = { authorization: `Bearer ${ACCOUNT.apiKey}` };
  const job = await fetch(`${frame.origin}/dataconnect/api/v1/jobs/${'x'.repeat(100_000)}`, { headers });
  expect(job.status).toBe(404);
});

test('a client that asks first is refused before it sends its body', async () => {
  const head = `PUT ${PRODUCTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 900000000\r\nExpect: 100-continue\r\n`;
  const refused = await exchange(`${head}\r\n`);
  expect(refused).toMatch(/^HTTP\/1\.1 401 /);
});

test('a client that asks first and has the key is told to go on', async () => {
  const body = 'x'.repeat(10);
  const head = `PUT ${PRODUCTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\nConnection: close\r\n`;
  const answer = await exchange(`${head}Authorization: Bearer ${ACCOUNT.apiKey}\r\n\r\n${body}`);
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  expect(answer).toContain('{"bytes":10}');
});

test('the long body of a refused request is not read, and the client gets the answer', async () => {
  const head = `PUT ${PRODUCTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n`;
  const answer = await exchange(Buffer.concat([Buffer.from(head), Buffer.alloc(20_000_000)]));
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(frame.host.requests.list()[0]?.requestBody?.bytes ?? 0).toBeLessThan(2_000_000);
});

test('a connection goes on after a short body that nobody read', async () => {
  const first = `PUT ${PRODUCTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`;
  const answer = await exchange(`${first}GET /api/v1/core/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 /);
});

test('a large body reaches the handler as a stream', async () => {
  const answer = await fetch(frame.origin + PRODUCTS, {
    method: 'PUT',
    headers: bearer,
    body: Buffer.alloc(30_000_000),
  });
  expect(await answer.json()).toEqual({ bytes: 30_000_000 });
});

test('an unexpected error is a 500 in the envelope of the area', async () => {
  await frame.http.close();
  const [put] = (await import('./frame.ts')).SAMPLE_ROUTES;
  const handle = async () => Promise.reject(new Error('broken'));
  frame = await startFrame({ routes: [{ ...put!, handle }] });
  const answer = await fetch(frame.origin + PRODUCTS, { method: 'PUT', headers: bearer });
  expect([answer.status, (await bodyOf<CatalogErrorBody>(answer)).details[0]?.type]).toEqual([
    500,
    'catalogs/internal_error',
  ]);
});

test('a storefront of another origin may ask first, and sees why it is refused', async () => {
  const preflight = await fetch(`${frame.origin}/api/v1/core/`, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, '*']);
  const refused = await fetch(`${frame.origin}/api/v1/core/?q=${'x'.repeat(17_000)}`);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  const control = await fetch(`${frame.origin}/_brctl/clock`, { method: 'OPTIONS' });
  expect([control.status, control.headers.get('access-control-allow-origin')]).toEqual([405, null]);
});

test.each([
  ['Host: localhost\r\nhost: localhost\r\n', 400],
  ['Host: localhost\r\nTransfer-Encoding: gzip, chunked\r\n', 501],
  ['Host: localhost\r\nTransfer-Encoding: Chunked\r\n', 200],
])('a request with the headers %j is answered %i', async (headers, status) => {
  const body = headers.includes('Transfer') ? '0\r\n\r\n' : '';
  const load = `PUT ${PRODUCTS} HTTP/1.1\r\n${headers}Authorization: ${bearer.authorization}\r\n\r\n${body}`;
  expect(await exchange(load, 'end')).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const search = `GET /nowhere HTTP/1.1\r\n${headers}\r\n${body}`;
  expect(await exchange(search, 'end')).toMatch(new RegExp(`^HTTP/1.1 ${status === 200 ? 404 : status} `));
});

test('a client that closes its direction behind its requests gets every answer', async () => {
  const search = 'GET /api/v1/core/?q=one HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answers = await exchange(search + search.replace('one', 'two'), 'end');
  expect(answers.match(/"q":"(one|two)"/g)).toEqual(['"q":"one"', '"q":"two"']);
  const load =
    `PUT ${PRODUCTS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${bearer.authorization}\r\n` +
    'Content-Length: 2\r\n\r\n{}';
  expect(await exchange(load, 'end')).toContain('{"bytes":2}');
  expect(await exchange('', 'end')).toBe('');
  await expect.poll(() => frame.http.connections()).toBe(0);
});

test('a client that sends nonsense and never closes its side holds no connection', async () => {
  const socket = connect({ port: frame.http.port, host: '127.0.0.1', allowHalfOpen: true }, () => {
    socket.write('nonsense\r\n\r\n');
  });
  socket.on('error', () => undefined);
  await once(socket, 'data');
  await expect.poll(() => frame.http.connections()).toBe(0);
  socket.destroy();
});
