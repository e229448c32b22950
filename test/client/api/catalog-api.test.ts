import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type CatalogApi, createCatalogApi } from '../../../src/client/api/catalog-api.ts';
import { createTransport, type HttpTransport } from '../../../src/client/api/http.ts';
import type { HttpBody } from '../../../src/client/api/http-body.ts';
import { DEFAULT_TRIES } from '../../../src/client/api/retry.ts';
import {
  halfBody,
  json,
  reset,
  type Scene,
  type ScriptedServer,
  silence,
  startScriptedServer,
  text,
} from './scripted-server.ts';

function textBody(text: string): HttpBody {
  const bytes = Buffer.from(text);
  return {
    lengthBytes: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

const JOB = '5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a';
const DELTA = { mode: 'delta', family: 'products', bodyKind: 'jsonLines', gzip: false } as const;
const LINE = '{"op":"add","path":"/products/1/attributes/price","value":1.10}\n';

let server: ScriptedServer | undefined;
let transport: HttpTransport | undefined;
let pauses: number[] = [];

afterEach(async () => {
  await transport?.close();
  await server?.close();
  server = undefined;
});

function client(url: string, timeoutMs = 60_000): CatalogApi {
  pauses = [];
  transport = createTransport();
  return createCatalogApi({
    transport,
    tries: DEFAULT_TRIES,
    timing: {
      now: () => new Date('2031-02-03T10:00:00Z'),
      random: () => 1,
      sleep: async (ms) => void pauses.push(ms),
    },
    baseUrl: `${url}/dataconnect/api/v1`,
    accountId: '4242',
    catalog: 'lighting_en',
    apiKey: 'shop-key-1',
    timeoutMs,
  });
}

async function play(scenes: readonly Scene[], timeoutMs?: number): Promise<CatalogApi> {
  server = await startScriptedServer(scenes);
  return client(server.url, timeoutMs);
}

describe('submit', () => {
  test('sends a delta as PATCH with the key, the content type and the length', async () => {
    const api = await play([json(200, { jobId: JOB })]);
    expect(await api.submit(DELTA, textBody(LINE))).toBe(JOB);
    const [request] = server!.seen;
    expect(request).toMatchObject({
      method: 'PATCH',
      url: '/dataconnect/api/v1/accounts/4242/catalogs/lighting_en/products',
      headers: {
        authorization: 'Bearer shop-key-1',
        'content-type': 'application/json-patch+jsonlines',
        'content-length': String(LINE.length),
      },
    });
    expect(request?.body.toString()).toBe(LINE);
  });

  test('sends a full load of items as PUT, gzip announced', async () => {
    const api = await play([json(200, { jobId: JOB })]);
    await api.submit({ mode: 'full', family: 'items', bodyKind: 'jsonLines', gzip: true }, textBody('x'));
    expect(server!.seen[0]).toMatchObject({
      method: 'PUT',
      url: '/dataconnect/api/v1/accounts/4242/catalogs/lighting_en/items',
      headers: { 'content-encoding': 'gzip' },
    });
  });

  test.each([
    ['a cut connection', reset],
    ['HTTP 500', json(500, { message: 'boom' })],
    ['HTTP 502', text(502, '<html>Bad Gateway</html>', 'text/html')],
    ['HTTP 504', json(504, {})],
    ['HTML with status 200', text(200, '<html>Login</html>', 'text/html')],
    ['half a body', halfBody('{"jobId":"5f7a')],
    ['truncated JSON', text(200, '{"jobId":"5f7a', 'application/json')],
    ['no job id', json(200, { ok: true })],
  ])('does not repeat after %s: the outcome is unknown', async (_name, scene) => {
    const api = await play([scene, json(200, { jobId: JOB })]);
    await expect(api.submit(DELTA, textBody(LINE))).rejects.toMatchObject({
      kind: 'temporary',
      code: 'submit.outcome_unknown',
    });
    expect(server!.seen).toHaveLength(1);
  });

  test('takes a 507 for what it says: nothing was taken in, and there will be room later', async () => {
    const api = await play([json(507, { message: 'disk full' }), json(200, { jobId: JOB })]);
    await expect(api.submit(DELTA, textBody(LINE))).rejects.toMatchObject({
      kind: 'temporary',
      code: 'submit.storage_full',
      message: expect.stringContaining('disk full'),
    });
    expect(server!.seen).toHaveLength(1);
  });

  test('does not repeat when no answer comes in time', async () => {
    const api = await play([silence], 80);
    await expect(api.submit(DELTA, textBody(LINE))).rejects.toMatchObject({ code: 'submit.outcome_unknown' });
    expect(server!.seen).toHaveLength(1);
  });

  test('repeats after 408: the request did not come whole', async () => {
    const api = await play([json(408, { message: 'too slow' }), json(200, { jobId: JOB })]);
    expect(await api.submit(DELTA, textBody(LINE))).toBe(JOB);
    expect(pauses).toEqual([500]);
  });

  test('repeats after 429 and 503, as long as the service asks to wait', async () => {
    const api = await play([
      json(429, {}, { 'retry-after': '7' }),
      json(503, {}, { 'retry-after': 'Mon, 03 Feb 2031 10:00:09 GMT' }),
      json(200, { jobId: JOB }),
    ]);
    expect(await api.submit(DELTA, textBody(LINE))).toBe(JOB);
    expect(pauses).toEqual([7_000, 9_000]);
    expect(server!.seen.map(({ body }) => body.toString())).toEqual([LINE, LINE, LINE]);
  });

  test('does not repeat after a 503 that names no time to come back: it may have come from behind the service', async () => {
    const api = await play([json(503, { message: 'upstream connect error' })]);
    await expect(api.submit(DELTA, textBody(LINE))).rejects.toMatchObject({
      code: 'submit.outcome_unknown',
      details: { status: 503, retryable: false },
    });
    expect(server!.seen).toHaveLength(1);
  });

  test('repeats a look at a job, and an index run, after such a 503', async () => {
    const api = await play([
      json(503, {}),
      json(200, { id: JOB, status: 'success' }),
      json(503, {}),
      json(200, { jobId: JOB }),
    ]);
    expect((await api.job(JOB)).status).toBe('success');
    expect(await api.runIndex()).toBe(JOB);
  });

  test('gives up after five tries', async () => {
    const api = await play([json(429, { message: 'slow down' })]);
    await expect(api.submit(DELTA, textBody(LINE))).rejects.toMatchObject({
      kind: 'temporary',
      code: 'submit.rate_limited',
      message: "the service's rate limit was reached: slow down",
    });
    expect(server!.seen).toHaveLength(5);
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000]);
  });

  test('does not wait for an hour because the service says so', async () => {
    const api = await play([json(503, {}, { 'retry-after': '3600' })]);
    await expect(api.submit(DELTA, textBody(LINE))).rejects.toMatchObject({
      code: 'submit.unavailable',
      details: { hint: 'run it again later (the service says Retry-After: 3600)' },
    });
    expect(server!.seen).toHaveLength(1);
  });

  test('repeats when no connection could be made', async () => {
    const api = client('http://127.0.0.1:1');
    await expect(api.submit(DELTA, textBody(LINE))).rejects.toMatchObject({
      kind: 'temporary',
      code: 'submit.no_answer',
    });
    expect(pauses).toHaveLength(4);
  });

  test('repeats when the connection was cut before the last byte was out', async () => {
    const cutter = createServer((socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => cutter.listen(0, '127.0.0.1', resolve));
    const { port } = cutter.address() as { port: number };
    const chunk = Buffer.alloc(1 << 20, 32);
    let opened = 0;
    const body: HttpBody = {
      lengthBytes: chunk.length * 64,
      async *open() {
        opened++;
        for (let sent = 0; sent < 64; sent++) yield chunk;
      },
    };
    const error = client(`http://127.0.0.1:${port}`).submit(DELTA, body);
    await expect(error).rejects.toMatchObject({ code: 'submit.no_answer' });
    expect(opened).toBe(5);
    await new Promise((resolve) => cutter.close(resolve));
  });

  test('tells before the last byte goes out, and only then', async () => {
    const api = await play([json(200, { jobId: JOB })]);
    const order: string[] = [];
    await api.submit(DELTA, {
      lengthBytes: 3,
      async *open() {
        for (const byte of 'abc') {
          order.push(byte);
          yield Buffer.from(byte);
        }
      },
      beforeLastByte: async () => void order.push('told'),
    });
    expect(order).toEqual(['a', 'b', 'c', 'told']);
    expect(server!.seen[0]?.body.toString()).toBe('abc');
  });

  test.each([
    [401, {}, 'config', 'submit.unauthorized'],
    [403, {}, 'config', 'submit.unauthorized'],
    [404, null, 'not-found', 'submit.not_found'],
    [400, { details: [{ detail: 'Line 12: path must begin with /products/' }] }, 'refused', 'submit.refused'],
    [413, { message: 'too large' }, 'refused', 'submit.refused'],
    [414, {}, 'refused', 'submit.too_long'],
    [302, {}, 'refused', 'submit.redirected'],
  ])('HTTP %d is not repeated', async (status, body, kind, code) => {
    const api = await play([json(status, body)]);
    await expect(api.submit(DELTA, textBody(LINE))).rejects.toMatchObject({
      kind,
      code,
      details: { status },
    });
    expect(server!.seen).toHaveLength(1);
  });

  test("carries the service's own message", async () => {
    const api = await play([json(400, { details: [{ title: 'Invalid', detail: 'Line 12: no path' }] })]);
    await expect(api.submit(DELTA, textBody(LINE))).rejects.toThrow(
      'the service refused (HTTP 400): Line 12: no path',
    );
  });
});

describe('a job', () => {
  test('is read from either page of the documentation, whatever is missing or added', async () => {
    const api = await play([
      json(200, { status: 'running', account_id: 7, surprise: [] }),
      json(200, {
        id: JOB,
        status: 'failed',
        message: 'Line 3',
        created_at: '1900000000000',
        stopped_at: null,
      }),
    ]);
    expect(await api.job(JOB)).toEqual({ id: JOB, status: 'running' });
    expect(await api.job(JOB)).toEqual({
      id: JOB,
      status: 'failed',
      message: 'Line 3',
      createdAt: '2030-03-17T17:46:40.000Z',
    });
    expect(server!.seen[0]).toMatchObject({ method: 'GET', url: `/dataconnect/api/v1/jobs/${JOB}` });
  });

  test.each([
    ['500', json(500, {})],
    ['502', json(502, {})],
    ['a cut connection', reset],
    ['HTML', text(200, '<html>', 'text/html')],
    ['half a body', halfBody('{"status":')],
    ['the record of another job', json(200, { id: 'other', status: 'success' })],
  ])('is asked for again after %s', async (_name, scene) => {
    const api = await play([scene, json(200, { id: JOB, status: 'success' })]);
    expect(await api.job(JOB)).toMatchObject({ status: 'success' });
  });

  const FAILED = { id: JOB, status: 'failed', type: 'ingest full' };
  const REASON = { 'x-brctl-reason': `/_brctl/jobs/${JOB}` };

  test('of a service on this machine that tells more elsewhere has its reason from there, asked for without the key', async () => {
    const told = { ...FAILED, message: 'Line 3: no url', error_code: 'invalid_patch' };
    const api = await play([json(200, FAILED, REASON), json(200, told)]);
    expect(await api.job(JOB)).toEqual({ ...FAILED, message: 'Line 3: no url', errorCode: 'invalid_patch' });
    const [, second] = server!.seen;
    expect(second).toMatchObject({ method: 'GET', url: `/_brctl/jobs/${JOB}` });
    expect(second?.headers.authorization).toBeUndefined();
  });

  test('of a service on this machine that is under way tells how far it is', async () => {
    const running = { id: JOB, status: 'running', type: 'index update' };
    const told = { ...running, progress: { done: 84, total: null, unit: 'operations' } };
    const api = await play([json(200, running, REASON), json(200, told)]);
    expect(await api.job(JOB)).toEqual({ ...running, progress: { done: 84, unit: 'operations' } });
  });

  test.each([
    ['that refuses to tell', json(403, { error: { code: 'forbidden', message: 'no' } })],
    ['that tells of another job', json(200, { ...FAILED, id: 'other', message: 'not mine' })],
    ['that tells nothing readable', text(200, '<html>')],
    ['that gives no answer', reset],
  ])('of a service %s is known without', async (_name, scene) => {
    const api = await play([json(200, FAILED, REASON), scene]);
    expect(await api.job(JOB)).toEqual(FAILED);
    expect(server!.seen).toHaveLength(2);
  });

  test.each([
    ['does not point to a reason', 'http://127.0.0.1:1', {}],
    ['is not a local service', 'https://api.connect.example', REASON],
    ['is named like this machine', 'http://127.0.0.1.attacker.example', REASON],
  ])('of a service that %s is asked for once', async (_name, baseUrl, headers) => {
    const asked: string[] = [];
    const stub = async ({ url }: { url: string }) => {
      asked.push(url);
      return {
        status: 200,
        headers: { 'content-type': 'application/json', ...headers },
        text: JSON.stringify(FAILED),
      };
    };
    const api = createCatalogApi({
      transport: Object.assign(stub, { close: async () => undefined }),
      tries: DEFAULT_TRIES,
      timing: { now: () => new Date(0), random: () => 1, sleep: async () => undefined },
      baseUrl,
      accountId: '4242',
      catalog: 'lighting_en',
      apiKey: 'shop-key-1',
      timeoutMs: 1_000,
    });
    expect(await api.job(JOB)).toEqual(FAILED);
    expect(asked).toEqual([`${baseUrl}/jobs/${JOB}`]);
  });

  test('that is always another one is an error', async () => {
    const api = await play([json(200, { id: 'other', status: 'success' })]);
    await expect(api.job(JOB)).rejects.toMatchObject({
      kind: 'temporary',
      code: 'job.bad_answer',
      message: `asked for job ${JOB}, the answer is about job other`,
    });
  });

  test('that is HTML shows its first 200 characters', async () => {
    const api = await play([text(200, `<html>${'x'.repeat(500)}</html>`, 'text/html')]);
    await expect(api.job(JOB)).rejects.toThrow(`HTML: <html>${'x'.repeat(194)}…`);
  });

  test('that the service does not know is not found', async () => {
    const api = await play([json(404, null)]);
    await expect(api.job(JOB)).rejects.toMatchObject({ kind: 'not-found', code: 'job.not_found' });
  });
});

test('an aborted call rejects with the reason of its signal', async () => {
  const api = await play([silence]);
  const reason = new Error('stopped');
  const controller = new AbortController();
  const answer = api.job(JOB, controller.signal);
  controller.abort(reason);
  await expect(answer).rejects.toBe(reason);
});

test('index is a POST without a body', async () => {
  const api = await play([json(200, { jobId: JOB })]);
  expect(await api.runIndex()).toBe(JOB);
  expect(server!.seen[0]).toMatchObject({
    method: 'POST',
    url: '/dataconnect/api/v1/accounts/4242/catalogs/lighting_en/indexes',
  });
  expect(server!.seen[0]?.body).toHaveLength(0);
});

test('a request that is under way when its transport is closed is not tried again', async () => {
  server = await startScriptedServer(() => () => void transport?.close());
  await expect(client(server.url).job(JOB)).rejects.toThrow('the transport was closed');
  expect(pauses).toEqual([]);
});
