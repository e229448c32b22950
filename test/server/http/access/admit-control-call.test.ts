import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTROL_ROUTES, type Frame, startFrame } from '../frame.ts';

/** As docs/reference/serve.md says. */
const MAX_EVENT_READERS = 64;

let frame: Frame;
beforeAll(async () => {
  frame = await startFrame();
});
afterAll(() => frame.http.close());

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];
const PATHS = [...new Set(CONTROL_ROUTES.map(({ path }) => path.replaceAll(/:\w+/g, 'x'))), '/_brctl/none'];

/** Every method of every control call, the methods of a path at once. */
async function callEach(check: (method: string, path: string) => Promise<void>): Promise<void> {
  for (const path of PATHS) await Promise.all(METHODS.map((method) => check(method, path)));
}

interface Answer {
  status: number | undefined;
  allowed: string | undefined;
}

/** With headers that fetch does not let one set; ends with the head of the answer. */
function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ port: frame.http.port, host: '127.0.0.1', method, path, headers }, (answer) => {
      resolve({ status: answer.statusCode, allowed: answer.headers['access-control-allow-origin'] });
      if (answer.statusCode === 200) answer.destroy();
      else answer.resume();
    });
    call.on('error', reject).end();
  });
}

describe.each([
  [
    'a script, image or form of another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  ],
  [
    'a frame of another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ],
  ['a fetch of another site', { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }],
  ['a fetch by an old browser', { origin: 'https://shop.example' }],
  ['a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
])('%s', (_what, headers) => {
  test('is refused by every control call, whatever its method', async () => {
    await callEach(async (method, path) => {
      const answer = await ask(method, path, headers);
      expect({ method, path, ...answer }).toEqual({ method, path, status: 403, allowed: undefined });
    });
  });
});

test('a name that leads here, or a proxy, reaches no control call, whatever its method', async () => {
  await callEach(async (method, path) => {
    if (path === '/_brctl/ready' && ['GET', 'HEAD'].includes(method)) return;
    for (const headers of [{ host: 'attacker.example' }, { via: '1.1 proxy' }]) {
      expect([method, path, (await ask(method, path, headers)).status]).toEqual([method, path, 403]);
    }
  });
});

test('no control call takes a callback', async () => {
  for (const { method, path } of CONTROL_ROUTES) {
    const answer = await ask(method, `${path.replaceAll(/:\w+/g, 'x')}?%63allback=show`);
    expect([path, answer.status]).toEqual([path, 400]);
  }
});

test.each([
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:5173' }, 200],
])('a page of this machine with the headers %j is answered %i', async (headers, status) => {
  expect((await ask('GET', '/_brctl/clock', headers)).status).toBe(status);
});

test.each([
  ['http://attacker.example/_brctl/clock', 403],
  ['http://localhost@attacker.example/_brctl/clock', 403],
  ['http://localhost/_brctl/clock', 200],
])('of the address %s in the first line, the name counts: %i', async (path, status) => {
  expect((await ask('GET', path, { host: 'localhost' })).status).toBe(status);
});

test('a link of another site leads to the page, and to nothing else', async () => {
  const link = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  const paths = ['/_brctl/', '/_brctl/clock', '/_brctl/requests'];
  const statuses = await Promise.all(paths.map((path) => ask('GET', path, link)));
  expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403]);
});

test('HEAD of a stream leaves no reader behind', async () => {
  for (let count = 0; count < 2 * MAX_EVENT_READERS; count++) {
    expect((await ask('HEAD', '/_brctl/events')).status).toBe(200);
  }
  expect(frame.host.events.readers).toBe(0);
});

test('so many clients read the events at once, and one that leaves makes room', async () => {
  const answers: Response[] = [];
  for (let count = 0; count < MAX_EVENT_READERS; count++)
    answers.push(await fetch(`${frame.origin}/_brctl/events`));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await ask('GET', '/_brctl/events')).status).toBe(503);
  for (const { body } of answers) await body?.cancel();
  await expect.poll(() => frame.host.events.readers).toBe(0);
  expect((await ask('GET', '/_brctl/events')).status).toBe(200);
});

test.each(['/_brctl/clock', '//_brctl/clock', '/%5Fbrctl/clock', '/%5fbrctl//clock', '/metrics'])(
  'no call that is made again reaches the control call %s',
  async (url) => {
    const id = (await fetch(`${frame.origin}/api/v1/core/?q=lamp`)).headers.get('x-request-id');
    const answer = await fetch(`${frame.origin}/_brctl/requests/${id}/resend`, {
      method: 'POST',
      body: JSON.stringify({ url, method: 'PUT' }),
    });
    const { status = 400 } = (await answer.json()) as { status?: number };
    expect([400, 403]).toContain(status);
  },
);
