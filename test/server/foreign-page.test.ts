import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTROL_ROUTES } from '../../src/server/http/control/control-routes.ts';
import { type Emulator, startEmulator } from '../../src/server/server.ts';
import { CHROMIUM, hasChromium } from './inspector/browser.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

let emulator: Emulator;
let shop: Server;
let browser: Browser;
beforeAll(async () => {
  if (!hasChromium) return;
  const file = fileURLToPath(new URL('../../fixtures/catalog.jsonl', import.meta.url));
  emulator = await startEmulator({ load: [{ catalog: 'products_en', files: [file] }] });
  shop = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end('<p>shop'));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP shop.example 127.0.0.1'],
  });
});
afterAll(async () => {
  await browser?.close();
  shop?.close();
  await emulator?.stop();
});

/** Every way in which a page asks another origin, for every call; gives what it could read. */
const ATTACK = `async ({ origin, paths, methods }) => {
  const seen = [];
  const ask = async (url, options) => {
    try {
      const answer = await fetch(url, options);
      const text = await answer.text();
      if (text !== '' || answer.type !== 'opaque') seen.push(options.method + ' ' + url + ' ' + answer.status);
    } catch {}
  };
  const embed = (tag, name, url) => new Promise((resolve) => {
    const element = Object.assign(document.createElement(tag), { [name]: url });
    element.onload = () => { if (tag === 'script') seen.push(tag + ' ' + url); resolve(); };
    element.onerror = () => resolve();
    document.body.append(element);
  });
  window.show = (answer) => seen.push('callback ' + JSON.stringify(answer));
  for (const path of paths) {
    for (const method of methods) {
      await ask(origin + path, { method });
      if (['GET', 'HEAD', 'POST'].includes(method)) await ask(origin + path, { method, mode: 'no-cors' });
    }
    await embed('script', 'src', origin + path + '?callback=show&q=lamp');
    await embed('img', 'src', origin + path);
    await embed('iframe', 'src', origin + path);
  }
  return seen;
}`;

test.runIf(hasChromium)(
  'a page of another origin reaches no control call, and reads nothing',
  { timeout: 120_000 },
  async () => {
    const { origin } = new URL(emulator.ready.catalogUrl);
    const page = await browser.newPage();
    await page.goto(`http://shop.example:${(shop.address() as AddressInfo).port}/`);
    const paths = [
      ...new Set(
        CONTROL_ROUTES.map(({ path }) => path.replace(':name', 'products_en').replaceAll(/:\w+/g, '1')),
      ),
    ];
    const attack = `(${ATTACK})(${JSON.stringify({ origin, paths, methods: METHODS })})`;
    expect(await page.evaluate(attack)).toEqual([]);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    const operations = CONTROL_ROUTES.map(({ operation }) => operation);
    const answered = [
      ...metrics.matchAll(/^brctl_http_requests_total\{operation="([^"]+)",status="(\d+)"\}/gm),
    ]
      .map(([, operation = '', status = '']) => ({ operation, status }))
      .filter(({ operation }) => operations.includes(operation));
    expect(answered.length).toBeGreaterThan(operations.length / 2);
    expect(answered.filter(({ status }) => status !== '403')).toEqual([]);
  },
);
