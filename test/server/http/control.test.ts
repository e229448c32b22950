import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACCOUNT, bodyOf, createHost, type Frame, startFrame } from './frame.ts';

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { parameters: unknown[]; responses: object }>>;
}

let frame: Frame;

beforeAll(async () => {
  frame = await startFrame();
});
beforeEach(() => Object.assign(frame.host, createHost()));
afterAll(() => frame.http.close());

function call(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(frame.origin + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

/** With headers that fetch does not let one set. */
function answerWith(
  headers: Record<string, string>,
  path: string,
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: frame.http.port, host: '127.0.0.1', path, headers }, async (answer) => {
      resolve({ status: answer.statusCode, text: Buffer.concat(await answer.toArray()).toString() });
    });
    sent.on('error', reject).end();
  });
}

async function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  return (await answerWith(headers, '/_brctl/clock')).status;
}

test.each([
  [{ host: 'localhost:4747' }, 200],
  [{ host: '127.0.0.1' }, 200],
  [{ host: '[::1]:4747' }, 200],
  [{ host: 'attacker.example' }, 403],
  [{ host: 'localhost.attacker.example' }, 403],
  [{ host: 'localhost', origin: 'https://attacker.example' }, 403],
  [{ host: 'localhost', origin: 'null' }, 403],
  [{ host: 'localhost', origin: 'http://localhost:3000' }, 200],
])('a control call with the headers %j is answered %i', async (headers, status) => {
  expect(await statusWith(headers)).toBe(status);
});

test.each(['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'via', 'x-real-ip'])(
  'a control call that a proxy passes on (%s) is refused',
  async (name) => {
    expect(await statusWith({ host: 'localhost', [name]: '203.0.113.7' })).toBe(403);
  },
);

test('a page of this machine may use every control call, and a page from elsewhere none', async () => {
  const origin = 'http://localhost:5173';
  const ask = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  };
  const preflight = await fetch(`${frame.origin}/_brctl/faults`, { method: 'OPTIONS', headers: ask });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, PUT, DELETE');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('*');
  const answer = await fetch(`${frame.origin}/_brctl/faults`, { headers: { origin } });
  expect([answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([
    origin,
    'Origin',
  ]);
  const refusal = await fetch(`${frame.origin}/_brctl/jobs/none`, { method: 'DELETE', headers: { origin } });
  expect(refusal.headers.get('access-control-allow-origin')).toBe(origin);
  const foreign = { ...ask, origin: 'https://shop.example' };
  const stranger = await fetch(`${frame.origin}/_brctl/faults`, { method: 'OPTIONS', headers: foreign });
  expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test.each([
  [`Bearer ${ACCOUNT.apiKey}`, 'Bearer ***'],
  [`Bearer ${ACCOUNT.apiKey} x`, 'Bearer ***'],
  ['Bearer wrong-key-of-somebody and more', 'Bearer ***'],
  ['wrong-key-of-somebody x', '***'],
  ['wrong-key-of-somebody', '***'],
  ['basic dXNlcjpwYXNz', 'basic ***'],
])('of the header "%s" the request log keeps "%s"', async (authorization, kept) => {
  await fetch(`${frame.origin}/api/v1/core/`, { headers: { authorization } });
  const { requests } = await bodyOf<{ requests: { headers: Record<string, string> }[] }>(
    await call('GET', '/_brctl/requests'),
  );
  expect(requests[0]?.headers.authorization).toBe(kept);
});

test('a key is masked however it is percent-encoded, and wherever it stands', async () => {
  const encoded = [...ACCOUNT.authKey].map(
    (c, at) => `%${c.charCodeAt(0).toString(16)[at % 2 ? 'toUpperCase' : 'toLowerCase']()}`,
  );
  const half = encoded.map((hex, at) => (at % 3 === 0 ? ACCOUNT.authKey[at] : hex));
  await fetch(`${frame.origin}/api/v1/core/?own=${encoded.join('')}&other=${half.join('')}`);
  const { requests } = await bodyOf<{ requests: { url: string }[] }>(await call('GET', '/_brctl/requests'));
  expect(requests[0]?.url).toBe('/api/v1/core/?own=***&other=***');
});

test('ready is 503 until everything is up', async () => {
  expect((await call('GET', '/_brctl/ready')).status).toBe(503);
});

test('ready tells addresses and no keys', async () => {
  frame.host.ready = () =>
    ({ schema: 'brctl.serve/1', pid: 1, env: { BRCTL_API_KEY: ACCOUNT.apiKey } }) as never;
  const answer = await call('GET', '/_brctl/ready');
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).not.toContain(ACCOUNT.apiKey);
  expect(JSON.parse(text)).toMatchObject({ engine: { engine: 'embedded', state: 'green' } });
});

test('ready is 503 while the search engine is red, and says why', async () => {
  frame.host.ready = () => ({ schema: 'brctl.serve/1', pid: 1, env: {} }) as never;
  const { engineHealth } = frame.host;
  frame.host.engineHealth = async () => ({ engine: 'opensearch', state: 'red', detail: 'no node answers' });
  const answer = await call('GET', '/_brctl/ready');
  frame.host.engineHealth = engineHealth;
  expect([answer.status, await answer.text()]).toEqual([
    503,
    expect.stringContaining('the search engine opensearch is red: no node answers'),
  ]);
});

test.each([{ host: 'front-1:8080' }, { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }])(
  'ready is told to a load balancer with the headers %j, without addresses',
  async (headers) => {
    const searchUrl = 'http://10.0.0.7:8080/api/v1/core/';
    frame.host.ready = () => ({ schema: 'brctl.serve/1', pid: 1, searchUrl, env: {} }) as never;
    const answer = await answerWith(headers, '/_brctl/ready');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      schema: 'brctl.serve/1',
      engine: { engine: 'embedded', state: 'green' },
    });
    const { engineHealth } = frame.host;
    frame.host.engineHealth = async () => ({ engine: 'opensearch', state: 'red', detail: 'at 10.0.0.5' });
    const refusal = await answerWith(headers, '/_brctl/ready');
    frame.host.engineHealth = engineHealth;
    expect([refusal.status, JSON.parse(refusal.text)]).toEqual([
      503,
      { error: { code: 'unavailable', message: 'the search engine opensearch is red' } },
    ]);
  },
);

test('ready is not told to a page from elsewhere', async () => {
  const headers = { host: 'front-1:8080', origin: 'https://attacker.example' };
  expect((await answerWith(headers, '/_brctl/ready')).status).toBe(403);
});

test('reset goes to empty or to the snapshot that is named', async () => {
  await call('POST', '/_brctl/reset');
  await call('POST', '/_brctl/reset', { snapshot: 'loaded' });
  expect(frame.host.reset).toHaveBeenNthCalledWith(1, undefined);
  expect(frame.host.reset).toHaveBeenNthCalledWith(2, 'loaded');
  expect((await call('POST', '/_brctl/reset', { snapshot: 5 })).status).toBe(400);
});

test('snapshots are kept and forgotten by name', async () => {
  expect((await call('PUT', '/_brctl/snapshots/loaded')).status).toBe(200);
  expect((await call('DELETE', '/_brctl/snapshots/loaded')).status).toBe(200);
  expect(frame.host.saveSnapshot).toHaveBeenCalledWith('loaded');
  expect(frame.host.deleteSnapshot).toHaveBeenCalledWith('loaded');
});

test.each([[[null]], [{ snapshots: 'loaded' }], [{ snapshot: null }], ['loaded'], [null]])(
  'a reset by %j is refused: it would go to empty what was to go to a snapshot',
  async (body) => {
    expect((await call('POST', '/_brctl/reset', body)).status).toBe(400);
    expect(frame.host.reset).not.toHaveBeenCalled();
  },
);

test('a null in a body is no false', async () => {
  expect((await call('PUT', '/_brctl/clock', { freeze: null })).status).toBe(400);
});

test('the clock is set, frozen, advanced and put back', async () => {
  const set = await call('PUT', '/_brctl/clock', { now: '2030-05-06T07:08:09Z', freeze: true });
  expect(await set.json()).toEqual({ now: '2030-05-06T07:08:09.000Z', frozen: true });
  const moved = await call('PUT', '/_brctl/clock', { advanceMs: 86_400_000 });
  expect(await moved.json()).toEqual({ now: '2030-05-07T07:08:09.000Z', frozen: true });
  const back = await call('PUT', '/_brctl/clock', { reset: true });
  expect(await back.json()).toEqual({ now: '2026-01-01T00:00:00.000Z', frozen: false });
});

test.each([
  [{ now: 'tomorrow' }],
  [{ now: '2030-02-31T00:00:00Z' }],
  [{ advanceMs: 1e300 }],
  [{ nwo: '2030-05-06T07:08:09Z' }],
  [[]],
  [{ freeze: true, now: 'bad' }],
  [{ freeze: true, advanceMs: -1e15 }],
  [{ freeze: true, now: '2030-05-06T07:08:09Z', advanceMs: 1e15 }],
])('the clock refuses %j and stays as it was', async (body) => {
  expect((await call('PUT', '/_brctl/clock', body)).status).toBe(400);
  const clock = await call('GET', '/_brctl/clock');
  expect(await clock.json()).toEqual({ now: '2026-01-01T00:00:00.000Z', frozen: false });
});

test('a body that is no JSON is 400', async () => {
  const answer = await fetch(`${frame.origin}/_brctl/reset`, { method: 'POST', body: '{' });
  expect([answer.status, Object.keys(await bodyOf<object>(answer))]).toEqual([400, ['error']]);
});

test('the request log has bodies, notes and no keys', async () => {
  const path = '/dataconnect/api/v1/accounts/6702/catalogs/products_en/products?nonsense=1';
  const headers = { authorization: `Bearer ${ACCOUNT.apiKey}` };
  await fetch(frame.origin + path, { method: 'PUT', headers, body: `{"a":"${ACCOUNT.authKey}"}` });
  const text = await (await call('GET', '/_brctl/requests')).text();
  expect(text).not.toContain('of-the-test');
  const [entry] = JSON.parse(text).requests;
  expect(entry).toMatchObject({
    operation: 'put-products',
    method: 'PUT',
    url: path,
    at: '2026-01-01T00:00:00.000Z',
    requestBody: { text: '{"a":"***"}', encoding: 'utf8', bytes: 28, truncated: false },
    status: 200,
    responseBody: { text: '{"bytes":28}' },
    basis: 'spec',
    notes: ['unknown parameter "nonsense" ignored'],
  });
  expect(entry.headers.authorization).toBe('Bearer ***');
});

test('a logged request is replayed by a curl command, keys as variables', async () => {
  await fetch(`${frame.origin}/api/v1/core/?q=it%27s&auth_key=${ACCOUNT.authKey}`);
  const command = await (await call('GET', '/_brctl/requests?format=curl')).text();
  expect(command).toContain(
    `curl -X GET 'http://127.0.0.1/api/v1/core/?q=it%27s&auth_key='"$BRCTL_AUTH_KEY"''`,
  );
});

test('nothing of a call that anyone made leaves the quotes of its curl command', async () => {
  const hostile = "/x';touch${IFS}planted;'y?auth_key=a&q='\"$(id)`id`";
  await new Promise<void>((resolve, reject) => {
    const call = request(`${frame.origin}/`, { path: hostile, headers: { 'x-a': "'; id; '" } }, (answer) => {
      answer.resume().on('end', () => resolve());
    });
    call.on('error', reject).end();
  });
  const command = await (await call('GET', '/_brctl/requests?format=curl')).text();
  const words = execFileSync('/bin/bash', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], {
    env: { BRCTL_AUTH_KEY: 'the key' },
  });
  const received = words.toString('utf8').split('\0');
  expect(received).toContain("http://127.0.0.1/x';touch${IFS}planted;'y?auth_key=the key&q='\"$(id)`id`");
  expect(received).toContain("x-a: '; id; '");
});

test.each([
  ['GET', '/api/v1/core/?q=%5B1', "curl -X GET 'http://127.0.0.1/api/v1/core/?q=%5B1'"],
  ['GET', '/api/v1/core/?fq=price:[1]', "curl -g -X GET 'http://127.0.0.1/api/v1/core/?fq=price:[1]'"],
  ['HEAD', '/api/v1/core/?q=a', "curl --head 'http://127.0.0.1/api/v1/core/?q=a'"],
])('%s %s is replayed as it came', async (method, path, command) => {
  await fetch(`${frame.origin}${path}`, { method });
  expect(await (await call('GET', '/_brctl/requests?format=curl')).text()).toContain(command);
});

test.each([
  ["it's", "--data-binary 'it'\\''s'"],
  ['@/etc/passwd', '--data-binary @<(base64 -d <<<QC9ldGMvcGFzc3dk)'],
  ['a\0b', '--data-binary @<(base64 -d <<<YQBi)'],
])('the body %j is replayed as it came, and without a type that nobody gave', async (body, words) => {
  const headers = { authorization: `Bearer ${ACCOUNT.apiKey}` };
  const path = '/dataconnect/api/v1/accounts/6702/catalogs/products_en/products';
  await fetch(frame.origin + path, { method: 'PUT', body: Buffer.from(body), headers });
  const command = await (await call('GET', '/_brctl/requests?format=curl')).text();
  expect(command).toContain(`-H 'content-type:' ${words}`);
});

test('of a long address and long headers the log keeps the beginning, and the call is not made again as it is', async () => {
  const before = frame.host.requests.bytes;
  const long = 'x'.repeat(100_000);
  await fetch(`${frame.origin}/api/v1/core/?q=${long}`, { headers: { 'x-long': long } });
  expect(frame.host.requests.bytes - before).toBeLessThan(40_000);
  const [entry] = frame.host.requests.list();
  expect(entry).toMatchObject({ cut: true });
  const again = await fetch(`${frame.origin}/_brctl/requests/${entry?.id}/resend`, { method: 'POST' });
  expect(again.status).toBe(400);
});

test('a key that came in a header is a variable of the replay, too', async () => {
  await fetch(`${frame.origin}/api/v1/core/`, { headers: { 'auth-key': ACCOUNT.authKey } });
  const command = await (await call('GET', '/_brctl/requests?format=curl')).text();
  expect(command).toContain('-H "auth-key: $BRCTL_AUTH_KEY"');
});

test('the metrics count calls by operation and status', async () => {
  await fetch(`${frame.origin}/api/v1/core/`);
  await fetch(`${frame.origin}/api/v1/core/?q=${'x'.repeat(20_000)}`);
  const metrics = await (await call('GET', '/metrics')).text();
  expect(metrics).toContain('brctl_http_requests_total{operation="get-search",status="200"} 1');
  expect(metrics).toContain('brctl_http_requests_total{operation="get-search",status="414"} 1');
  expect(metrics).toContain('brctl_http_request_duration_seconds_bucket{operation="get-search",le="+Inf"} 2');
});

test('openapi.json describes every operation with its parameters, keys and errors', async () => {
  const api = await bodyOf<OpenApi>(await call('GET', '/_brctl/openapi.json'));
  expect(api.openapi).toBe('3.1.0');
  const search = api.paths['/api/v1/core/']?.get;
  expect(search).toMatchObject({
    operationId: 'get-search',
    tags: ['search'],
    security: [{ authKey: [] }, {}],
  });
  expect(search?.parameters).toContainEqual({
    name: 'fq',
    in: 'query',
    required: false,
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: true,
  });
  expect(Object.keys(search?.responses ?? {})).toEqual(['400', '403', '414', '429', '500', '501']);
  expect(Object.keys(api.paths['/_brctl/snapshots/{name}'] ?? {})).toEqual(['put', 'delete']);
});

test('every reference of openapi.json leads somewhere', async () => {
  const text = await (await call('GET', '/_brctl/openapi.json')).text();
  const api = JSON.parse(text);
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(50);
  for (const path of new Set(references)) {
    const target = path.split('/').reduce((at: Record<string, never> | undefined, name) => at?.[name], api);
    expect(target, path).toBeDefined();
  }
});

/** Reads server-sent events until `enough` is in them. */
async function eventsUntil(enough: RegExp, headers: Record<string, string> = {}): Promise<string> {
  const stop = new AbortController();
  const answer = await fetch(`${frame.origin}/_brctl/events`, { headers, signal: stop.signal });
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.startsWith('retry: 1000') && !/event:/.test(text))
      await fetch(`${frame.origin}/api/v1/core/?q=lamp`);
    if (enough.test(text)) break;
  }
  stop.abort();
  return text;
}

test('calls of clients are told as they happen, without their keys; a reader goes on after the last event it saw', async () => {
  const text = await eventsUntil(/event: new\n.*\n\n/);
  expect(text).toMatch(
    /^id: [0-9a-f]{16}-\d+\nevent: new\ndata: \{"kind":"request","id":"[^"]+","at":"[^"]+","operation":"get-search","method":"GET","path":"\/api\/v1\/core\/\?q=lamp","status":200,/m,
  );
  const [, id = ''] = /^id: (\S+)\nevent: new/m.exec(text) ?? [];
  await fetch(`${frame.origin}/api/v1/core/?q=sofa`);
  const missed = await eventsUntil(/event: new/, { 'last-event-id': id });
  expect(missed).toContain('event: new');
  expect(missed).not.toContain(`id: ${id}\n`);
});

test('events are for this machine and its own pages only', async () => {
  const answer = await fetch(`${frame.origin}/_brctl/events`, {
    headers: { origin: 'https://attacker.example' },
  });
  expect(answer.status).toBe(403);
});

test('a reader of events that is more than 1 MB behind is closed', async () => {
  const { port } = new URL(frame.origin);
  const reader = connect(Number(port), '127.0.0.1');
  await once(reader, 'connect');
  reader.pause();
  reader.write('GET /_brctl/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  const { events } = frame.host;
  await expect.poll(() => events.readers).toBe(1);
  for (let count = 0; count < 20; count++) events.call({ id: 'x'.repeat(1_000_000) });
  await expect.poll(() => events.readers).toBe(0);
  reader.destroy();
});

test('a stop ends the streams of events', async () => {
  const answer = await fetch(`${frame.origin}/_brctl/events`);
  const whole = answer.text();
  await frame.http.close();
  expect(await whole).toContain('retry: 1000');
  frame = await startFrame();
});

test.each([
  ['requests?limit=0', 'limit must be a whole number from 1'],
  ['requests?limit=x', 'limit must be a whole number from 1'],
  ['requests?status=', 'status must be a whole number from 0'],
  ['requests?format=xml', 'format must be one of json, brief, curl'],
  ['jobs?status=failed&status=queued', 'status must be one of creating, queued, running, success'],
  ['jobs?status=foo', 'status must be one of creating, queued, running, success'],
])('%s is refused: %s', async (path, message) => {
  const answer = await call('GET', `/_brctl/${path}`);
  expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
    400,
    expect.stringContaining(message),
  ]);
});

test.each([
  [undefined, 'the body must be a JSON object'],
  [{ nonsense: 1 }, 'nonsense is none of reset, now, advanceMs, freeze'],
  [{ advanceMs: 'x' }, 'advanceMs must be a number'],
])('the clock tells what is wrong with %j: %s', async (body, message) => {
  const answer = await call('PUT', '/_brctl/clock', body);
  expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
    400,
    expect.stringContaining(message),
  ]);
});

test('so many fault rules are taken, and no more', async () => {
  const rules = (count: number) =>
    Array.from({ length: count }, () => ({ operation: 'get-search', status: 503 }));
  expect((await call('PUT', '/_brctl/faults', rules(1_000))).status).toBe(200);
  expect((await call('PUT', '/_brctl/faults', rules(1_001))).status).toBe(400);
  expect(frame.host.faults.list()).toHaveLength(1_000);
});
