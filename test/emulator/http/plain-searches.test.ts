import { writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getSearch } from '../../../src/emulator/http/routes/get-search.ts';
import { type Emulator, startEmulator } from '../../../src/emulator/server.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { ACCOUNT, startFrame } from './frame.ts';

let emulator: Emulator;
let caller: string;

beforeAll(async () => {
  const file = path.join(temporaryFolder(), 'lamps.jsonl');
  const lines = ['Oak lamp', 'Elm lamp', 'Oak chair'].map((title, at) => {
    const attributes = { title, brand: 'Grove', price: 10 * at + 5, url: `https://shop.example/${at}` };
    return JSON.stringify({ op: 'add', path: `/products/p${at}`, value: { attributes } });
  });
  writeFileSync(file, lines.join('\n'));
  emulator = await startEmulator({ loose: true, load: [{ catalog: 'lamps', files: [file] }] });
  const { BRCTL_ACCOUNT_ID = '', BRCTL_AUTH_KEY = '' } = emulator.ready.env;
  caller = `account_id=${BRCTL_ACCOUNT_ID}&auth_key=${BRCTL_AUTH_KEY}&domain_key=lamps`;
});
afterAll(() => emulator.stop());

interface Answer {
  status: number | undefined;
  headers: Record<string, string[] | undefined>;
  headerNames: string[];
  body: string;
}

function get(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = new URL(emulator.ready.searchUrl);
    const call = { host: url.hostname, port: url.port, path: target, headers };
    const request = http.get(call, async (response) => {
      let body = '';
      for await (const chunk of response.setEncoding('utf8')) body += chunk;
      const { 'x-request-id': _id, date: _date, ...told } = response.headersDistinct;
      const headerNames = response.rawHeaders.filter((_, at) => at % 2 === 0);
      resolve({ status: response.statusCode, headers: told, headerNames, body });
    });
    request.on('error', reject);
  });
}

/** The newest entry of the request log without what differs from call to call. */
function lastEntry() {
  const [entry] = emulator.requests.list({ limit: 1 });
  if (entry === undefined) throw new Error('no call was kept');
  const { id: _id, at: _at, elapsedMs: _elapsed, url, headers, ...rest } = entry;
  return { ...rest, url: url.replace('//', '/'), headers: { ...headers, host: '' } };
}

const SEARCH = 'request_type=search&search_type=keyword&fl=pid,title,price';

it.each([
  ['a search', `${SEARCH}&q=lamp&fq=price:[1 TO 9]`.replaceAll(' ', '%20')],
  ['another order of what may repeat', `fq=brand:%22Grove%22&${SEARCH}&q=oak&fq=price:%5B1+TO+99%5D`],
  ['a JSONP call', `${SEARCH}&q=lamp&callback=show`],
  ['a parameter that the service does not know', `${SEARCH}&q=lamp&colour=red&colour=blue`],
  ['a feature that loose mode skips', `${SEARCH}&q=lamp&query.smartsort=top_products&new=1`],
  ['a refused value', `${SEARCH}&q=lamp&rows=many`],
  ['a refused filter', `${SEARCH}&q=lamp&fq=price`],
  ['no query', SEARCH],
  ['an unfinished encoding', `${SEARCH}&q=100%`],
  ['another key', `${SEARCH}&q=lamp&auth_key=wrong`.replace('&q', '&auth_key=other&q')],
])('answers and records %s as the ordinary way does', async (_what, query) => {
  const plain = await get(`/api/v1/core/?${caller}&${query}`);
  const plainEntry = lastEntry();
  // A doubled slash is the same path, and leads by the ordinary way.
  const ordinary = await get(`/api/v1//core/?${caller}&${query}`);
  expect(plain).toEqual(ordinary);
  expect(plainEntry).toEqual(lastEntry());
  expect(plain.headers['x-brctl-basis']).toHaveLength(1);
});

it.each([
  ['a wrong key', 'account_id=1&auth_key=x&domain_key=lamps', 400],
  ['too long a request', `${'x'.repeat(16_384)}`, 414],
])('refuses %s', async (_what, query, status) => {
  const plain = await get(`/api/v1/core/?${query}`);
  expect(plain.status).toBe(status);
  const ordinary = await get(`/api/v1//core/?${query}`);
  // The other path is a character longer.
  const lengthless = ({ body }: Answer) => body.replace(/\d+ bytes/, 'n bytes');
  expect({ ...plain, body: lengthless(plain) }).toEqual({ ...ordinary, body: lengthless(ordinary) });
});

it('makes a search that failed once only', async () => {
  const { app, http: running, host } = await startFrame({ routes: [getSearch], plainSearches: true });
  const answerSearch = vi.fn(() => Promise.reject(new Error('the thread has ended')));
  const summary = { name: 'lamps', accountId: ACCOUNT.accountId };
  Object.assign(host.catalogs, { catalogs: () => [summary], published: () => ({ family: 'products' }) });
  Object.assign(host.search, { answerSearch });
  const query = `account_id=${ACCOUNT.accountId}&auth_key=${ACCOUNT.authKey}&domain_key=lamps&${SEARCH}&q=lamp`;
  const response = await fetch(`http://127.0.0.1:${running.port}/api/v1/core/?${query}`);
  expect([response.status, await response.json()]).toEqual([
    500,
    { status_code: 500, message: 'the thread has ended' },
  ]);
  expect(answerSearch).toHaveBeenCalledTimes(1);
  await app.close();
});

it('leaves a search to the fault that is meant for it', async () => {
  emulator.faults.set({ operation: 'get-search', status: 503, times: 1 });
  const target = `/api/v1/core/?${caller}&${SEARCH}&q=lamp`;
  expect((await get(target)).status).toBe(503);
  expect((await get(target)).status).toBe(200);
  emulator.faults.clear();
  expect((await get(target)).status).toBe(200);
});

it('gives every request an id of its own', async () => {
  const asked = Array.from({ length: 600 }, () => get(`/api/v1/core/?${caller}&${SEARCH}&q=lamp`));
  await Promise.all(asked);
  const ids = emulator.requests.list({ limit: 600 }).map(({ id }) => id);
  expect(new Set(ids).size).toBe(600);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
});

it('records a search whose caller has gone', async () => {
  const before = emulator.requests.list({}).length;
  const url = new URL(emulator.ready.searchUrl);
  const target = `/api/v1/core/?${caller}&${SEARCH}&q=lamp&start=1&rows=3`;
  const request = http.get({ host: url.hostname, port: url.port, path: target, agent: false });
  request.on('error', () => undefined);
  request.on('socket', (socket) => socket.on('connect', () => setImmediate(() => request.destroy())));
  await expect.poll(() => emulator.requests.list({}).length).toBe(before + 1);
  const [entry] = emulator.requests.list({ limit: 1 });
  expect(entry).toMatchObject({ operation: 'get-search', url: expect.stringContaining('start=1') });
});
