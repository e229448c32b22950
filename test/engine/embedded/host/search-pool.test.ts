import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ThreadCatalog } from '../../../../src/engine/embedded/host/search-messages.ts';
import { SearchPool } from '../../../../src/engine/embedded/host/search-pool.ts';

interface Told {
  threadId: number;
  told: string[];
}

const MEGABYTE = 1024 * 1024;
let folder: string;
let pool: SearchPool;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'brctl-pool-'));
  pool = new SearchPool({
    script: new URL('telling.worker.mjs', import.meta.url),
    calls: undefined,
    longMs: 60_000,
  });
});
afterEach(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

function version(catalog: string, file: string, bytes: number, number = 1): ThreadCatalog {
  const indexFile = path.join(folder, file);
  writeFileSync(indexFile, '');
  truncateSync(indexFile, bytes);
  return { catalog, indexFile, version: number, records: 'r', settings: {} as never };
}

function ask(opened: ThreadCatalog): Promise<Told> {
  return pool.call(opened, 'tell', null) as Promise<Told>;
}

test('a thread that would close a large file is replaced, and the next one has its catalogs', async () => {
  const beds = version('beds', 'beds-1', 0);
  const lamps = version('lamps', 'lamps-1', 16 * MEGABYTE);
  await ask(beds);
  const before = await ask(lamps);
  const next = version('lamps', 'lamps-2', 16 * MEGABYTE);
  await pool.take(next);
  const after = await ask(next);
  expect(after.threadId).not.toBe(before.threadId);
  expect(after.told).toEqual(['open beds-1', 'open lamps-2']);
  expect((await ask(beds)).threadId).toBe(after.threadId);
});

test('a version of the same file, and small files, are taken up by the same thread', async () => {
  const lamps = version('lamps', 'lamps-1', 16 * MEGABYTE);
  const { threadId } = await ask(lamps);
  await pool.take({ ...lamps, version: 2 });
  expect((await ask(lamps)).threadId).toBe(threadId);
  const beds = version('beds', 'beds-1', MEGABYTE);
  await ask(beds);
  await pool.take(version('beds', 'beds-2', MEGABYTE));
  expect(await ask(beds)).toEqual({
    threadId,
    told: ['open lamps-1', 'open lamps-1', 'open beds-1', 'open beds-2'],
  });
});

test('a thread closes sixteen small files', async () => {
  const first = version('lamps', 'lamps-0', 10);
  const { threadId } = await ask(first);
  for (let at = 1; at <= 16; at++) await pool.take(version('lamps', `lamps-${at}`, 10));
  expect((await ask(first)).threadId).toBe(threadId);
  await pool.take(version('lamps', 'lamps-17', 10));
  expect((await ask(first)).threadId).not.toBe(threadId);
});

test('a catalog that goes takes its thread along where the file is large; the others stay open', async () => {
  const beds = version('beds', 'beds-1', 0);
  const lamps = version('lamps', 'lamps-1', 16 * MEGABYTE);
  await ask(beds);
  const before = await ask(lamps);
  await pool.forget('lamps');
  const after = await ask(beds);
  expect(after.threadId).not.toBe(before.threadId);
  expect(after.told).toEqual(['open beds-1']);
});

test('calls behind a long one go to a further thread as soon as that has the catalog open', async () => {
  const script = new URL('telling.worker.mjs', import.meta.url);
  pool = new SearchPool({ script, calls: undefined, longMs: 0 });
  const lamps = version('lamps', 'lamps-1', 0);
  await ask(lamps);
  const [first, second] = await Promise.all([ask(lamps), ask(lamps)]);
  expect(second.threadId).toBe(first.threadId);
  await pool.take(lamps);
  const ids = await Promise.all([ask(lamps), ask(lamps), ask(lamps), ask(lamps)]);
  expect(new Set(ids.map(({ threadId }) => threadId)).size).toBe(2);
});

test('calls behind short ones share a thread', async () => {
  const lamps = version('lamps', 'lamps-1', 0);
  const both = () => Promise.all([ask(lamps), ask(lamps)]);
  const told = [...(await both()), ...(await both())];
  expect(new Set(told.map(({ threadId }) => threadId)).size).toBe(1);
});
