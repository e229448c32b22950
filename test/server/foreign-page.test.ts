import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/server/server.ts';
import { CHROMIUM, hasChromium } from './inspector/browser.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Bodies with which the call would do something. */
const BODIES: Record<string, unknown> = {
  'post-reset': { snapshot: 'kept' },
  'put-clock': { advanceMs: 86_400_000 },
  'put-faults': { operation: 'sftp:*', status: 503 },
  'put-findings': { because: 'planted' },
};

interface ControlCall {
  operation: string;
  method: string;
  path: string;
  body?: string;
}

interface Api {
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
}

let emulator: Emulator;
let origin: string;
let shop: Server;
let browser: Browser;
let calls: ControlCall[];
beforeAll(async () => {
  if (!hasChromium) return;
  const file = fileURLToPath(new URL('../../fixtures/catalog.jsonl', import.meta.url));
  // Begins with an hour, so that none ends while a test compares clocks.
  const now = () => Date.UTC(2026, 0, 1) + performance.now();
  emulator = await startEmulator({ load: [{ catalog: 'products_en', files: [file] }], now });
  origin = new URL(emulator.ready.catalogUrl).origin;
  shop = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end('<p>shop'));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-popup-blocking',
      '--host-resolver-rules=MAP *.example 127.0.0.1',
    ],
  });
  await emulator.saveSnapshot('kept');
  await fetch(emulator.ready.searchUrl);
  calls = await controlCalls();
});
afterAll(async () => {
  await browser?.close();
  shop?.close();
  await emulator?.stop();
});

/** Every control call that openapi.json has, of things that are there. */
async function controlCalls(): Promise<ControlCall[]> {
  const { paths } = (await told('/_brctl/openapi.json')) as Api;
  const { jobs } = (await told('/_brctl/jobs')) as { jobs: { id: string }[] };
  const { requests } = (await told('/_brctl/requests')) as { requests: { id: string }[] };
  const names: Record<string, string | undefined> = {
    catalogs: 'products_en',
    snapshots: 'kept',
    jobs: jobs[0]?.id,
    requests: requests[0]?.id,
  };
  return Object.entries(paths).flatMap(([template, methods]) => {
    const [, , kind = ''] = template.split('/');
    const path = template
      .replace('{name}', String(names[kind]))
      .replace('{id}', '40001')
      .replace('{at}', '1')
      .replace('{range}', '1..1');
    return Object.entries(methods).flatMap(([method, { operationId, tags }]) => {
      const body = JSON.stringify(BODIES[operationId]);
      return tags[0] === 'control'
        ? [{ operation: operationId, method: method.toUpperCase(), path, body }]
        : [];
    });
  });
}

async function told(path: string): Promise<unknown> {
  return await (await fetch(origin + path)).json();
}

/** All that a control call could have changed. */
async function state(): Promise<unknown> {
  const asked = ['snapshots', 'jobs', 'catalogs', 'catalogs/products_en/versions', 'faults', 'clock'];
  const [now, ...rest] = (await Promise.all(asked.map((path) => told(`/_brctl/${path}`)))).reverse();
  return [Math.round(Date.parse((now as { now: string }).now) / 3_600_000), rest, emulator.events.readers];
}

/** The server's own account of what came: `PUT /_brctl/clock 403`. */
let arrived: Set<string>;
const note = (message: unknown) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  if (String(request.socket.localPort) !== new URL(origin).port) return;
  arrived.add(`${request.method} ${request.url?.split('?', 1)[0]} ${response.statusCode}`);
};
beforeAll(() => subscribe('http.server.response.finish', note));
afterAll(() => void unsubscribe('http.server.response.finish', note));
beforeEach(() => {
  arrived = new Set();
});

/** Every way in which a page reaches a server; gives what it could read. */
const ATTACK = `async ({ origin, calls, paths, methods }) => {
  const read = [];
  const tell = (way, path, status, text) => read.push({ way, path, status, text: String(text).slice(0, 200) });
  const ask = async (path, options) => {
    try {
      const answer = await fetch(origin + path, { ...options, signal: AbortSignal.timeout(10000) });
      if (answer.type === 'opaque') return;
      const reader = answer.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      void reader?.cancel();
      tell(options.method, path, answer.status, new TextDecoder().decode(value));
    } catch {}
  };
  const embed = (tag, members, path) => new Promise((resolve) => {
    const element = Object.assign(document.createElement(tag), members);
    const end = (event) => {
      if (tag === 'script' && event.type === 'load') tell(tag, path, 200, 'ran');
      try { const { innerText } = element.contentDocument.body; if (innerText) tell(tag, path, 0, innerText); } catch {}
      element.remove();
      resolve();
    };
    element.onload = element.onloadeddata = element.onerror = end;
    document.body.append(element);
  });
  const post = (path, enctype) => new Promise((resolve) => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'target' + Math.random() });
    const form = Object.assign(document.createElement('form'), { method: 'post', action: origin + path, enctype, target: frame.name });
    form.append(Object.assign(document.createElement('input'), { name: '{"snapshot":"a', value: 'b"}' }));
    document.body.append(frame, form);
    frame.onload = () => resolve();
    form.submit();
  });
  const popUp = async (path) => {
    const popup = window.open(origin + path);
    try {
      while (popup.location.href === 'about:blank' || popup.document.readyState !== 'complete')
        await new Promise((resolve) => setTimeout(resolve, 5));
      tell('window', path, 0, popup.document.body.innerText);
    } catch {}
    popup.close();
  };
  const socket = (kind, url) => new Promise((resolve) => {
    const end = (event) => {
      if (event.type === 'open' || event.type === 'message') tell(kind.name, url, 200, event.type);
      opened.close();
      resolve();
    };
    const opened = new kind(url);
    opened.onopen = opened.onmessage = opened.onerror = end;
  });
  // What is refused ends at once; a download or a stream never does.
  const limit = (attempt) => Promise.race([attempt, new Promise((resolve) => setTimeout(resolve, 5000))]);
  window.show = (answer) => tell('callback', '', 200, JSON.stringify(answer));
  for (const { method, path, body } of calls) await ask(path, { method, body });
  for (const [at, path] of paths.entries()) {
    const url = origin + path;
    for (const method of methods) await ask(path, { method });
    for (const method of ['GET', 'HEAD', 'POST']) await ask(path, { method, mode: 'no-cors' });
    await ask(path, { method: 'POST', mode: 'no-cors', body: new Blob(['{"snapshot":"kept"}'], { type: 'text/plain' }) });
    navigator.sendBeacon(url, '{"snapshot":"kept"}');
    navigator.sendBeacon(url, new Blob(['{"snapshot":"kept"}'], { type: 'application/json' }));
    await limit(embed('script', { src: url + '?callback=show&q=lamp' }, path));
    const ways = [
      () => embed('script', { src: url, type: 'module' }, path),
      () => embed('img', { src: url }, path),
      () => embed('iframe', { src: url }, path),
      () => embed('object', { data: url }, path),
      () => embed('video', { src: url }, path),
      () => embed('link', { rel: 'stylesheet', href: url }, path),
      () => post(path, 'text/plain'),
      // A link may lead to the page itself, in a window of its own.
      () => path !== '/_brctl/' && popUp(path),
      () => socket(EventSource, url),
    ];
    // To the server they are all GETs, or POSTs, and differ by headers: every path by a third of them, every one to a third.
    for (const [way, attempt] of ways.entries()) if ((at + way) % 3 === 0) await limit(attempt());
  }
  // Chromium lets a page that fails wait ever longer: one is enough.
  if (paths.length > 0) await limit(socket(WebSocket, origin.replace('http', 'ws') + '/_brctl/events'));
  return read;
}`;

interface Reading {
  way: string;
  path: string;
  status: number;
  text: string;
}

/** Runs the attack on a page under that name. */
async function attackFrom(page: string, target: string, isByFetchAlone = false): Promise<Reading[]> {
  const context = await browser.newContext();
  const opened = await context.newPage();
  await opened.goto(page);
  const paths = isByFetchAlone ? [] : [...new Set(calls.map(({ path }) => path))];
  const given = JSON.stringify({ origin: target, calls, paths, methods: METHODS });
  const read = (await opened.evaluate(`(${ATTACK})(${given})`)) as Reading[];
  await context.close();
  return read;
}

const answered = () =>
  [...arrived].filter((each) => / \/(_brctl|metrics)/.test(each) && !each.endsWith(' 403'));

describe.runIf(hasChromium)('a page', { timeout: 600_000 }, () => {
  test('of another site reaches no control call, and reads nothing', async () => {
    const before = await state();
    arrived.clear();
    const read = await attackFrom(`http://shop.example:${(shop.address() as AddressInfo).port}/`, origin);
    const came = [...arrived];
    expect(read).toEqual([]);
    expect(answered()).toEqual([]);
    // Each call was tried: of those that a browser sends only after it has asked, the question came.
    const missing = calls.filter(({ method, path }) => {
      const tried = ['GET', 'HEAD', 'POST'].includes(method) ? method : 'OPTIONS';
      return !came.includes(`${tried} ${path} 403`);
    });
    expect(missing).toEqual([]);
    expect(await state()).toEqual(before);
  });

  test('whose own name leads here reaches no control call: it learns whether the service is ready', async () => {
    const before = await state();
    arrived.clear();
    const rebound = origin.replace('127.0.0.1', 'rebound.example');
    const read = await attackFrom(`${rebound}/nothing`, rebound);
    const came = [...arrived];
    const open = ['GET /_brctl/ready 200', 'GET /_brctl/ready 400', 'HEAD /_brctl/ready 200'];
    expect(answered().sort()).toEqual(open);
    const missing = calls.filter(({ method, path }) => {
      const status = path === '/_brctl/ready' ? 200 : 403;
      return !came.includes(`${method} ${path} ${status}`);
    });
    expect(missing).toEqual([]);
    const secrets = read.filter(
      ({ status, text }) => status !== 403 && !text.startsWith('{"error":{"code":"forbidden"'),
    );
    const told = '{"schema":"brctl.serve/1","engine":{"engine":"embedded","state":"green"}}';
    for (const { path, text } of secrets)
      expect([path, ['', told]]).toEqual([path, expect.arrayContaining([text])]);
    expect(new Set(secrets.map(({ path }) => path))).toEqual(new Set(['/_brctl/ready']));
    expect(await state()).toEqual(before);
  });

  test('of this machine does with the same attempts what it is refused elsewhere', async () => {
    const before = await state();
    const port = (shop.address() as AddressInfo).port;
    const read = await attackFrom(`http://localhost:${port}/`, origin, true);
    const reached = calls.filter(({ method, path }) =>
      read.some((each) => each.way === method && each.path === path),
    );
    expect(reached).toEqual(calls);
    expect(await state()).not.toEqual(before);
  });
});
