import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

let service: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startEmulator();
  ({ env } = service.ready);
});
afterAll(() => service.stop());
beforeEach(async () => void (await runCli(['local', 'reset'], { env })));

const patch = () =>
  runCli(['submit', '-', '--wait'], {
    env,
    stdin: '{"op":"add","path":"/products/1","value":{"attributes":{"title":"Lamp","price":1,"url":"u"}}}\n',
  });

test('ready exits 0 while the service is ready, and 7 while it is not or nothing is there', async () => {
  const ready = await runCli(['local', 'ready', '--json'], { env });
  expect(ready.exitCode).toBe(0);
  expect(ready.json()).toEqual({
    schema: 'brctl.local-ready/1',
    ready: true,
    url: new URL(env.BRCTL_CATALOG_URL ?? '').origin,
    environment: 'local',
  });
  const starting = createServer((_request, response) =>
    response.writeHead(503).end('{"error":{"code":"unavailable","message":"not ready yet"}}'),
  );
  await new Promise<void>((resolve) => starting.listen(0, '127.0.0.1', resolve));
  const { port } = starting.address() as AddressInfo;
  const at = (where: number) => ({
    ...env,
    BRCTL_CATALOG_URL: `http://127.0.0.1:${where}/dataconnect/api/v1`,
  });
  expect((await runCli(['local', 'ready'], { env: at(port) })).exitCode).toBe(7);
  starting.close();
  expect((await runCli(['local', 'ready'], { env: at(9) })).exitCode).toBe(7);
});

test('requests are listed, each with the job that it made', async () => {
  const [jobId] = (await patch()).stdout.split('\n');
  await runCli(['search', 'lamp'], { env });
  const run = await runCli(['local', 'requests', '--operation', 'patch-products', '--json'], { env });
  const [request, ...others] = run.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    schema: 'brctl.local-request/1',
    method: 'PATCH',
    status: 200,
    job_id: jobId,
  });
  const table = await runCli(['local', 'requests'], { env, terminalColumns: 100 });
  expect(table.stdout).toContain('PATCH');
  expect(table.stdout).not.toContain(env.BRCTL_AUTH_KEY);
});

test('requests --follow prints calls as they come, until the service ends', async () => {
  const call = { kind: 'request', id: 'r2', operation: 'get-search', method: 'GET', path: '/api/v1/core/' };
  const at = '2031-02-03T10:00:00.000Z';
  const answers: Record<string, string> = {
    '/_brctl/requests?limit=20': '{"requests":[]}',
    '/_brctl/events':
      'retry: 1000\n\n:\n\nid: a-1\nevent: update\ndata: {"kind":"job","id":"j"}\n\n' +
      `id: a-2\nevent: new\ndata: ${JSON.stringify({ ...call, at, status: 200, ms: 1.5 })}\n\n`,
  };
  const scripted = createServer((request, response) => response.end(answers[request.url ?? '']));
  await new Promise<void>((resolve) => scripted.listen(0, '127.0.0.1', resolve));
  const { port } = scripted.address() as AddressInfo;
  const run = await runCli(['local', 'requests', '--follow'], {
    env: { ...env, BRCTL_CATALOG_URL: `http://127.0.0.1:${port}/dataconnect/api/v1` },
  });
  scripted.close();
  expect([run.exitCode, run.stdout]).toEqual([0, '10:00:00  GET     200     2 ms  /api/v1/core/\n']);
});

const origin = () => new URL(env.BRCTL_CATALOG_URL ?? '').origin;

test('the log is written as HAR, without keys', async () => {
  const file = path.join(temporaryFolder(), 'calls.har');
  const key = env.BRCTL_AUTH_KEY ?? '';
  const address = new URL(env.BRCTL_SEARCH_URL ?? '');
  address.search = String(new URLSearchParams({ q: 'lamp', auth_key: key }));
  await fetch(address, { headers: { 'auth-key': key } });
  const load = new URL(
    `accounts/${env.BRCTL_ACCOUNT_ID}/catalogs/products_en/products`,
    `${env.BRCTL_CATALOG_URL}/`,
  );
  const line = `{"op":"add","path":"/products/1","value":{"attributes":{"title":"${key}"}}}`;
  await fetch(load, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${env.BRCTL_API_KEY}`,
      'content-type': 'application/json-patch+jsonlines',
      'content-encoding': 'gzip',
    },
    body: gzipSync(line),
  });
  const run = await runCli(['local', 'requests', '--har', file, '--json'], { env });
  expect(run.json()).toEqual({ schema: 'brctl.local-har/1', file, calls: 2 });
  const text = readFileSync(file, 'utf8');
  for (const secret of [key, env.BRCTL_API_KEY ?? '']) expect(text).not.toContain(secret);
  const { log } = JSON.parse(text);
  expect(log.version).toBe('1.2');
  const [search, put] = log.entries;
  expect(search).toMatchObject({
    startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
    time: expect.any(Number),
    request: {
      method: 'GET',
      queryString: [
        { name: 'q', value: 'lamp' },
        { name: 'auth_key', value: '***' },
      ],
    },
    response: {
      status: 400,
      content: { mimeType: 'application/json', text: expect.stringContaining('message') },
    },
    timings: { send: 0, receive: 0 },
  });
  expect(put.request.postData.text).toContain('"path":"/products/1"');
});

test('a snapshot is carried to another service in a file', async () => {
  const file = path.join(temporaryFolder(), 'one.tgz');
  await patch();
  await runCli(['index', '--wait'], { env });
  await runCli(['local', 'snapshot', 'one'], { env });
  const written = await runCli(['local', 'snapshot', 'one', '--export', file, '--json'], { env });
  expect(written.json()).toMatchObject({ name: 'one', file, done: 'exported' });
  const other = await startEmulator();
  try {
    const there = { env: { ...other.ready.env } };
    const read = await runCli(['local', 'snapshot', 'two', '--import', file], there);
    expect(read.stdout).toContain('saved snapshot two');
    await runCli(['local', 'reset', 'two'], there);
    const found = await runCli(['search', 'lamp', '--json'], there);
    expect(found.json()).toMatchObject({ total: 1 });
    writeFileSync(file, gzipSync('no tar'));
    const refused = await runCli(['local', 'snapshot', 'three', '--import', file], there);
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain('not a snapshot archive');
    expect(other.snapshots().map(({ name }) => name)).toEqual(['two']);
  } finally {
    await other.stop();
  }
});

test('a snapshot is saved, listed, gone back to, and deleted', async () => {
  await patch();
  expect((await runCli(['local', 'snapshot', 'one'], { env })).stdout).toBe('saved snapshot one\n');
  expect((await runCli(['local', 'reset'], { env })).stdout).toBe('the service is empty\n');
  const back = await runCli(['local', 'reset', 'one', '--json'], { env });
  expect(back.json()).toEqual({ schema: 'brctl.local-reset/1', reset: true, snapshot: 'one' });
  const list = await runCli(['local', 'snapshot', '--json'], { env });
  expect(list.json().snapshots).toMatchObject([{ name: 'one' }]);
  expect((await runCli(['local', 'snapshot', 'one', '--delete'], { env })).stdout).toBe(
    'deleted snapshot one\n',
  );
  const gone = await runCli(['local', 'reset', 'one', '--json'], { env });
  expect(gone.exitCode).toBe(5);
});

test('faults are set from a file, shown and removed', async () => {
  const set = await runCli(['local', 'faults', '-', '--json'], {
    env,
    stdin: '{"operation":"get-search","status":503,"times":1}',
  });
  expect(set.json().rules).toMatchObject([{ operation: 'get-search', times: 1 }]);
  const failing = await runCli(['search', 'lamp', '--max-retries', '0'], { env });
  expect(failing.exitCode).toBe(7);
  expect((await runCli(['local', 'faults', '--clear', '--json'], { env })).json().rules).toEqual([]);
});

test('faults that are no JSON are told as such', async () => {
  const run = await runCli(['local', 'faults', '-'], { env, stdin: 'status=503' });
  expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining('input.bad_json')]);
});

test('open prints the address of the inspector', async () => {
  expect((await runCli(['local', 'open'], { env })).stdout).toBe(`${origin()}/_brctl/\n`);
});

test('where nothing runs, that is said with what starts it', async () => {
  const run = await runCli(['local', 'requests'], {
    env: { ...env, BRCTL_CATALOG_URL: 'http://127.0.0.1:9/dataconnect/api/v1' },
  });
  expect(run.exitCode).toBe(7);
  expect(run.stderr).toContain('no local service is running at http://127.0.0.1:9');
  expect(run.stderr).toContain('brctl serve');
});

const READERS: readonly string[][] = [
  ['local', 'requests'],
  ['local', 'requests', '--follow'],
  ['local', 'faults'],
  ['local', 'faults', '--clear'],
  ['local', 'snapshot'],
  ['local', 'snapshot', 'one'],
  ['local', 'snapshot', 'one', '--delete'],
  ['local', 'reset'],
  ['local', 'open'],
  ['local', 'record', '1'],
  ['local', 'history', '1'],
  ['local', 'requests', '--har', '/nowhere/calls.har'],
  ['local', 'snapshot', 'one', '--export', '/nowhere/one.tgz'],
  ['explain', '1'],
];
const FOREIGN: readonly [number, string][] = [
  [200, '{}'],
  [200, 'null'],
  [200, '<p>hello</p>'],
  [200, '{"requests":[{}],"rules":[1],"snapshots":[{}],"schema":"brctl.record/0"}'],
  [404, '<h1>Not Found</h1>'],
  [404, '{"status":404}'],
];

test.each(FOREIGN)('something else that answers %i %s is told as such', async (status, body) => {
  const other = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const to = { ...env, BRCTL_CATALOG_URL: `http://127.0.0.1:${port}/dataconnect/api/v1` };
  for (const args of READERS) {
    const run = await runCli([...args, '--json'], { env: to });
    const error = JSON.parse(run.stderr.trimEnd().split('\n').at(-1) ?? '').error;
    expect({ args, ...error, stdout: run.stdout }).toMatchObject({
      args,
      code: 'local.other_service',
      exit: 3,
      message: `the server at http://127.0.0.1:${port} is not brctl serve, or another version of it`,
      hint: expect.stringContaining('-e'),
      stdout: '',
    });
  }
  other.close();
});

test('a service on another machine has no control calls', async () => {
  const run = await runCli(['local', 'reset'], {
    env: { ...env, BRCTL_CATALOG_URL: 'https://api.connect.example/dataconnect/api/v1' },
  });
  expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining('local.not_local')]);
});

test('a record is shown as it is and as it was, and its history with the job and line of each change', async () => {
  const line = (price: string) =>
    `{"op":"add","path":"/products/1","value":{"attributes":{"title":"Lamp","price":${price},"url":"u"}}}\n`;
  const submit = (stdin: string) => runCli(['submit', '-', '--wait', '--poll', '20ms'], { env, stdin });
  await submit(line('1.10'));
  const [jobId] = (await submit(line('2.50'))).stdout.split('\n');
  const was = await runCli(['local', 'record', '1', '--at', '1'], { env });
  expect(was.stdout).toBe('{"attributes":{"title":"Lamp","price":1.10,"url":"u"}}\n');
  const seen = await runCli(['local', 'record', '1'], { env, terminalColumns: 100 });
  expect(seen.stdout).toContain('1 in version 2 of products_en\nwritten   version 2, ingest delta, line 1, ');
  expect(seen.stdout).toContain('searches  nothing is indexed yet: brctl index\n');
  expect(seen.stdout).toContain('    "price": 2.50,\n');
  const history = await runCli(['local', 'history', '1'], { env });
  const [change, operation, first] = history.stdout.split('\n');
  expect(change).toMatch(
    new RegExp(`^changed   version 2, ingest delta, line 1, .*, job ${jobId}, request [0-9a-f]{16}$`),
  );
  expect(operation).toBe('  add /products/1/attributes/price 2.50');
  expect(first).toMatch(/^added {5}version 1, /);
  const none = await runCli(['local', 'record', '2'], { env });
  expect([none.exitCode, none.stderr]).toEqual([
    5,
    expect.stringContaining('the service does not know record 2'),
  ]);
});
