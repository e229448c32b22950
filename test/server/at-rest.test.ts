import { cpSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/base/files/sqlite.ts';
import { SearchThread } from '../../src/engine/embedded/host/search-thread.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/server/server.ts';
import { StateStore } from '../../src/server/store/state-store.ts';
import { temporaryFolder } from '../temp-folder.ts';

let emulator: Emulator | undefined;
afterEach(() => emulator?.stop());

const ACCOUNT = { accountId: '4242', apiKey: 'the-key', defaultCatalog: 'lamps' };
const DAY_MS = 86_400_000;

async function open(
  dataDir: string,
  options: Pick<EmulatorOptions, 'history' | 'now'> = {},
): Promise<Emulator> {
  emulator = await startEmulator({ dataDir, accounts: [ACCOUNT], ...options });
  return emulator;
}

const product = (id: number, text: string) => ({
  op: 'add',
  path: `/products/p${id}`,
  value: { attributes: { title: text, price: 1, url: 'https://shop.example' } },
});

/** Sends a load, or an index run, and waits for its end. */
async function send({ ready, catalogs }: Emulator, method: string, what: string, operations?: unknown[]) {
  const answer = await fetch(`${ready.catalogUrl}/accounts/4242/catalogs/lamps/${what}`, {
    method,
    headers: { authorization: 'Bearer the-key', 'content-type': 'application/json-patch+json' },
    ...(operations && { body: JSON.stringify(operations) }),
  });
  expect(answer.status).toBe(200);
  await catalogs.settled();
}

/** The files of records, or their logs. */
function recordsFiles(dataDir: string, which: RegExp): string[] {
  const folder = path.join(dataDir, 'local');
  const names = readdirSync(folder).filter((name) => name.startsWith('records-') && which.test(name));
  return names.map((name) => path.join(folder, name));
}

const sumBytes = (files: string[]) => files.reduce((sum, file) => sum + statSync(file).size, 0);

/** Stops while others have files open: the last thread to close one would move its log by chance. @returns bytes of logs */
async function stopBesideOthers(shop: Emulator, files: string[]): Promise<number> {
  const others = files.map((file) => openDatabase(file));
  for (const other of others) other.exec('PRAGMA user_version');
  await shop.stop();
  // A thread may outlive the stop, as long as it moves a log.
  await shop.threadsEnded();
  const left = sumBytes(files.map((file) => `${file}-wal`));
  for (const other of others) other.close();
  return left;
}

function fakeIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('after PUTs, PATCHes, index runs and a stop, files have no logs beside them', async () => {
  const dataDir = temporaryFolder();
  const shop = await open(dataDir);
  for (let round = 0; round < 3; round++) {
    const products = (text: string, length: number) =>
      Array.from({ length }, (_, id) => product(id, `${round} ${text.repeat(200)}`));
    await send(shop, 'PUT', 'products', products('lamp ', 500));
    await send(shop, 'POST', 'indexes');
    await search(shop);
    await send(shop, 'PATCH', 'products', products('sofa ', 400));
    await send(shop, 'POST', 'indexes');
  }
  const files = recordsFiles(dataDir, /\.db$/);
  expect(files).toHaveLength(3);
  expect(sumBytes(recordsFiles(dataDir, /-wal$/))).toBeGreaterThan(0);
  expect(await stopBesideOthers(shop, files)).toBe(0);
});

function indexLogs(dataDir: string): string[] {
  const folder = path.join(dataDir, 'local', 'index');
  const logs = readdirSync(folder).filter((name) => name.endsWith('-wal'));
  return logs.map((name) => path.join(folder, name));
}

async function search({ ready }: Emulator): Promise<void> {
  const { BRCTL_AUTH_KEY: auth_key = '' } = ready.env;
  const asked = { account_id: '4242', auth_key, domain_key: 'lamps', request_type: 'search' };
  const query = new URLSearchParams({ ...asked, search_type: 'keyword', q: 'lamp', fl: 'pid' });
  expect((await fetch(`${ready.searchUrl}?${query}`)).status).toBe(200);
}

/** A search has the index open while a tenth of its products change, each time in words that nothing else has. @returns its log after each */
async function changeBesideSearch(shop: Emulator, dataDir: string, rounds: number): Promise<number[]> {
  const describe = (round: number, id: number) =>
    `lamp ${Array.from({ length: 300 }, (_, word) => `w${round}x${id}y${word}`).join(' ')}`;
  const products = (round: number, count: number) =>
    Array.from({ length: count }, (_, id) => product(id, describe(round, id)));
  await send(shop, 'PUT', 'products', products(0, 200));
  await send(shop, 'POST', 'indexes');
  await search(shop);
  const logs: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    await send(shop, 'PATCH', 'products', products(round, 20));
    await send(shop, 'POST', 'indexes');
    logs.push(sumBytes(indexLogs(dataDir)));
  }
  return logs;
}

test('beside a search that has it open, the log of an index keeps within its bound', async () => {
  const dataDir = temporaryFolder();
  const logs = await changeBesideSearch(await open(dataDir), dataDir, 8);
  const written = logs.map((bytes, round) => Math.max(bytes - (logs[round - 1] ?? 0), 0));
  expect(written.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(4_500_000);
  expect(Math.max(...logs)).toBeLessThan(4_000_000);
});

test('a stop moves the log of an index that a search has open', async () => {
  const dataDir = temporaryFolder();
  const shop = await open(dataDir);
  await changeBesideSearch(shop, dataDir, 1);
  const logs = indexLogs(dataDir);
  expect(sumBytes(logs)).toBeGreaterThan(0);
  const files = logs.map((log) => log.replace(/-wal$/, ''));
  expect(await stopBesideOthers(shop, files)).toBe(0);
});

test('a stop moves the log of an index that two search threads have open', async () => {
  const dataDir = temporaryFolder();
  const shop = await open(dataDir);
  await changeBesideSearch(shop, dataDir, 1);
  // Each look at the clock finds it 100 ms later: a call behind another one counts it as long.
  const now = performance.now.bind(performance);
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + looks++ * 100);
  onTestFinished(() => void vi.restoreAllMocks());
  const started = vi.spyOn(SearchThread.prototype, 'send');
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 20 }, () => search(shop)));
  expect(new Set(started.mock.contexts).size).toBe(2);
  const files = indexLogs(dataDir).map((log) => log.replace(/-wal$/, ''));
  expect(sumBytes(indexLogs(dataDir))).toBeGreaterThan(0);
  expect(await stopBesideOthers(shop, files)).toBe(0);
});

test('a start moves the logs of indexes that a killed process has left', async () => {
  const [dataDir, killed] = [temporaryFolder(), temporaryFolder()];
  const shop = await open(dataDir);
  await changeBesideSearch(shop, dataDir, 1);
  cpSync(dataDir, killed, { recursive: true });
  await shop.stop();
  expect(sumBytes(indexLogs(killed))).toBeGreaterThan(0);
  const next = await open(killed);
  expect(sumBytes(indexLogs(killed))).toBe(0);
  await search(next);
});

test('history keeps within its bound in files', async () => {
  const dataDir = temporaryFolder();
  const shop = await open(dataDir, { history: { maxBytes: 2_000_000 } });
  const products = (round: number) =>
    Array.from({ length: 200 }, (_, id) => product(id, `${round} ${'lamp '.repeat(100)}`));
  await send(shop, 'PUT', 'products', products(0));
  await shop.stop();
  const whole = sumBytes(recordsFiles(dataDir, /\.db$/));
  const again = await open(dataDir, { history: { maxBytes: 2_000_000 } });
  for (let round = 1; round < 60; round++) {
    await send(again, 'PATCH', 'products', products(round));
    if (round % 5 === 0) await send(again, 'POST', 'indexes');
  }
  await again.stop();
  expect(sumBytes(recordsFiles(dataDir, /\.db$/))).toBeLessThan(2 * whole + 2_000_000 + 500_000);
});

test('while PATCHes follow one another, the log beside their file keeps within its bound', async () => {
  const dataDir = temporaryFolder();
  const { ready, catalogs } = await open(dataDir, { history: { maxBytes: 1 } });
  const load = (method: string, round: number) =>
    fetch(`${ready.catalogUrl}/accounts/4242/catalogs/lamps/products`, {
      method,
      headers: { authorization: 'Bearer the-key', 'content-type': 'application/json-patch+jsonlines' },
      body: Array.from({ length: 4_000 }, (_, id) =>
        JSON.stringify(product(id, `${round} ${'lamp '.repeat(600)}`)),
      ).join('\n'),
    });
  await load('PUT', 0);
  let last = 0;
  let written = 0;
  let largest = 0;
  const look = () => {
    const bytes = sumBytes(recordsFiles(dataDir, /-wal$/));
    written += Math.max(bytes - last, 0);
    largest = Math.max(largest, bytes);
    last = bytes;
  };
  const timer = setInterval(look, 10);
  for (let round = 1; round <= 10; round++) await load('PATCH', round);
  await catalogs.settled();
  clearInterval(timer);
  // Beyond the bound goes what one PATCH writes.
  expect(written).toBeGreaterThan(128_000_000);
  expect(largest).toBeLessThan(64 * 1024 * 1024 + 20_000_000);
});

test('versions go by time, without another load', async () => {
  const shop = await open(temporaryFolder());
  await send(shop, 'PUT', 'products', [product(1, 'a')]);
  await send(shop, 'PUT', 'products', [product(1, 'b')]);
  await send(shop, 'PATCH', 'products', [product(2, 'c')]);
  expect(shop.catalogs.history.versions('lamps').versions).toHaveLength(3);
  const { origin } = new URL(shop.ready.catalogUrl);
  await fetch(`${origin}/_brctl/clock`, { method: 'PUT', body: JSON.stringify({ advanceMs: 8 * DAY_MS }) });
  expect(shop.catalogs.history.versions('lamps').versions.map(({ version }) => version)).toEqual([3]);
  await expect
    .poll(() =>
      readdirSync(path.join(path.dirname(shop.files.root))).filter((name) => /^records-.*\.db$/.test(name)),
    )
    .toHaveLength(1);
});

test('versions go each minute, though nobody loads or moves the clock', async () => {
  fakeIntervals();
  let now = Date.now();
  const shop = await open(temporaryFolder(), { now: () => now });
  await send(shop, 'PUT', 'products', [product(1, 'a')]);
  await send(shop, 'PUT', 'products', [product(1, 'b')]);
  now += 8 * DAY_MS;
  expect(shop.catalogs.history.versions('lamps').versions).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(shop.catalogs.history.versions('lamps').versions).toHaveLength(1);
});

test('retention that meets a bad disk ends nothing, and is tried again', async () => {
  const shop = await open(temporaryFolder());
  await send(shop, 'PUT', 'products', [product(1, 'a')]);
  await send(shop, 'PUT', 'products', [product(1, 'b')]);
  const forget = vi.spyOn(StateStore.prototype, 'deleteVersions').mockImplementation(() => {
    throw new Error('disk I/O error');
  });
  const { origin } = new URL(shop.ready.catalogUrl);
  const advance = (advanceMs: number) =>
    fetch(`${origin}/_brctl/clock`, { method: 'PUT', body: JSON.stringify({ advanceMs }) });
  expect((await advance(8 * DAY_MS)).status).toBe(200);
  expect(shop.catalogs.history.versions('lamps').versions).toHaveLength(2);
  forget.mockRestore();
  await advance(1);
  expect(shop.catalogs.history.versions('lamps').versions).toHaveLength(1);
});

test('catalogs that never held anything are forgotten', async () => {
  fakeIntervals();
  const shop = await open(temporaryFolder());
  const { ready, catalogs } = shop;
  for (let count = 0; count < 20; count++) {
    await fetch(`${ready.catalogUrl}/accounts/4242/catalogs/none_${count}/products`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer the-key', 'content-type': 'application/json-patch+json' },
      body: '[{"op":"nonsense"}]',
    });
  }
  await catalogs.settled();
  vi.advanceTimersByTime(60_000);
  await shop.stop();
  const file = path.join(path.dirname(shop.files.root), 'state.db');
  const state = openDatabase(file);
  expect(state.prepare<{ count: number }>('SELECT count(*) AS count FROM catalog').get()?.count).toBe(0);
  state.close();
});
