import { writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getSearch } from '../../../src/server/http/routes/get-search.ts';
import { type Emulator, startEmulator } from '../../../src/server/server.ts';
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

function get(target: string): Promise<Response> {
  return fetch(new URL(target, emulator.ready.searchUrl));
}

const SEARCH = 'request_type=search&search_type=keyword&fl=pid,title,price';

it('makes a search that failed once only', async () => {
  const { app, http: running, host } = await startFrame({ routes: [getSearch] });
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
