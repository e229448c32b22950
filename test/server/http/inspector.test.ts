import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { FaultRuleInput } from '../../../src/server/server.ts';
import { ACCOUNT, type Frame, startFrame } from './frame.ts';

let frame: Frame;

beforeEach(async () => {
  frame = await startFrame();
});
afterEach(() => frame.http.close());

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

test.each([
  ['/_brctl/', 'text/html; charset=utf-8'],
  ['/_brctl', 'text/html; charset=utf-8'],
  ['/_brctl/assets/inspector.js', 'text/javascript; charset=utf-8'],
  ['/_brctl/assets/inspector.css', 'text/css; charset=utf-8'],
])('%s is the page, under a strict policy', async (path, type) => {
  const answer = await fetch(frame.origin + path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  expect(answer.headers.get('content-security-policy')).toBe(POLICY);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('all of it is at most 35,000 bytes compressed, and names nobody else', async () => {
  const paths = ['/_brctl/', '/_brctl/assets/inspector.js', '/_brctl/assets/inspector.css'];
  const texts = await Promise.all(paths.map(async (path) => await (await fetch(frame.origin + path)).text()));
  expect(texts.reduce((bytes, text) => bytes + gzipSync(text).length, 0)).toBeLessThanOrEqual(35_000);
  const names = texts.join('').match(/https?:\/\/[\w.-]+/g) ?? [];
  expect(names.filter((name) => name !== 'http://www.w3.org')).toEqual([]);
});

test.each([
  '/_brctl/assets/index.html',
  '/_brctl/assets/..%2f..%2fpackage.json',
  '/_brctl/assets/constructor',
])('%s is no file of the page', async (path) => expect((await fetch(frame.origin + path)).status).toBe(404));

function statusWith(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port: frame.http.port, host: '127.0.0.1', path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test.each(['/_brctl/', '/_brctl/assets/inspector.js', '/_brctl/events', '/_brctl/requests/1'])(
  '%s is for this machine and its own pages only',
  async (path) => {
    expect(await statusWith(path, { host: 'attacker.example' })).toBe(403);
    expect(await statusWith(path, { host: 'localhost', origin: 'https://attacker.example' })).toBe(403);
    expect(await statusWith(path, { host: 'localhost', 'x-forwarded-for': '1.2.3.4' })).toBe(403);
  },
);

test('a browser at / is led to the page; other clients find nothing there, as before', async () => {
  const browser = await fetch(`${frame.origin}/`, {
    headers: { accept: 'text/html,*/*' },
    redirect: 'manual',
  });
  expect([browser.status, browser.headers.get('location')]).toEqual([302, '/_brctl/']);
  expect((await fetch(`${frame.origin}/`)).status).toBe(404);
  const { requests } = (await (await fetch(`${frame.origin}/_brctl/requests?format=brief`)).json()) as {
    requests: { url: string; status: number }[];
  };
  expect(requests.map(({ url, status }) => [url, status])).toEqual([['/', 404]]);
});

describe('a call that is made again', () => {
  const again = async (id: string, body?: unknown) =>
    await fetch(`${frame.origin}/_brctl/requests/${id}/resend`, {
      method: 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const searched = async (): Promise<string> => {
    const query = `account_id=${ACCOUNT.accountId}&auth_key=${ACCOUNT.authKey}&q=lamp`;
    const answer = await fetch(`${frame.origin}/api/v1/core/?${query}`);
    return answer.headers.get('x-request-id') ?? '';
  };
  const logged = async (id: string) =>
    (await (await fetch(`${frame.origin}/_brctl/requests/${id}`)).json()) as { url: string; status: number };

  test('has the key that the log masks, and is in the log without it', async () => {
    const first = await searched();
    const answer = await again(first);
    expect(answer.status).toBe(200);
    const { id, status } = (await answer.json()) as { id: string; status: number };
    expect(status).toBe((await logged(first)).status);
    expect((await logged(id)).url).toContain('auth_key=***');
  });

  test('takes edits', async () => {
    const { id } = (await (await again(await searched(), { url: '/nowhere?x=1' })).json()) as { id: string };
    expect(await logged(id)).toMatchObject({ url: '/nowhere?x=1', status: 404 });
  });

  test.each([
    [{ url: '@attacker.example/' }],
    [{ url: ':1/' }],
    [{ url: '/_brctl/reset', method: 'POST' }],
    [{ url: '/x/../_brctl/reset', method: 'POST' }],
    [{ url: 7 }],
    [{ headers: { a: 1 } }],
    [{ unknown: '' }],
    [{ method: 'GET /x' }],
    [{ headers: { 'a\nb': 'c' } }],
    [{ headers: { a: 'b\r\nc: d' } }],
  ])('goes nowhere but to the service itself: %j', async (edits) => {
    expect((await again(await searched(), edits)).status).toBe(400);
  });

  test.each<Partial<FaultRuleInput>>([{ cutBodyAfterBytes: 0 }, { cutBodyAfterBytes: 5 }, { reset: true }])(
    'is told to have broken where its answer breaks off: %j',
    async (fault) => {
      const first = await searched();
      frame.host.faults.set({ operation: 'get-search', ...fault });
      const answer = await again(first);
      expect([answer.status, await answer.text()]).toEqual([
        503,
        expect.stringContaining('the request broke off: '),
      ]);
    },
  );

  test('is told to have broken where its connection is reset behind the head of the answer', async () => {
    const first = await searched();
    frame.host.faults.set({ operation: 'get-search', latencyMs: 60_000 });
    let socket: Socket | undefined;
    const begin = (message: unknown) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      if (request.headers.via === undefined) return;
      socket = request.socket;
      response.writeHead(200, { 'content-length': 9 }).write('begun');
    };
    const reset = () => void socket?.resetAndDestroy();
    subscribe('http.server.request.start', begin);
    subscribe('http.client.response.finish', reset);
    onTestFinished(() => {
      unsubscribe('http.server.request.start', begin);
      unsubscribe('http.client.response.finish', reset);
    });
    expect((await again(first)).status).toBe(503);
  });

  test('has to be in the log', async () => {
    expect((await again('0000000000000000')).status).toBe(404);
  });
});
