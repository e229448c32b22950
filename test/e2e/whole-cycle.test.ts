import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { runCli } from '../cli/harness.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { bareClient, type Emulator } from './service.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const CATALOG = fixture('catalog.jsonl');
const NEXT_DAY = fixture('catalog-next-day.jsonl');

let emulator: Emulator;
const home = temporaryFolder();

beforeAll(async () => {
  emulator = await startEmulator({});
});
afterAll(() => emulator.stop());

async function brctl(...argv: string[]) {
  const run = await runCli(argv, { env: { ...emulator.ready.env }, home });
  expect(run.stderr, argv.join(' ')).not.toMatch(/error /);
  expect(run.exitCode, argv.join(' ')).toBe(0);
  return run;
}

const wait = ['--wait', '--poll', '20ms', '--timeout', '170s'];
const found = async (query: string) =>
  (await brctl('search', query, '--json')).json<{ total: number }>().total;

test('the whole cycle, step by step: load, index, search, diff, upload, submit, status, index, search', async () => {
  const [catalogJob = ''] = (await brctl('submit', CATALOG, '--mode', 'full', ...wait)).stdout
    .trim()
    .split('\n');
  expect(catalogJob).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

  const unindexed = await runCli(['search', 'lamp', '--json'], { env: { ...emulator.ready.env }, home });
  if (unindexed.exitCode === 0) expect(unindexed.json<{ total: number }>().total).toBe(0);

  await brctl('index', ...wait);
  expect(await found('lamp')).toBeGreaterThan(5);
  expect(await found('edition')).toBe(0);

  const delta = path.join(home, 'delta.jsonl');
  await brctl('diff', CATALOG, NEXT_DAY, '-o', delta);
  const operations = readFileSync(delta, 'utf8').trimEnd().split('\n');
  expect(operations.length).toBeGreaterThan(10);
  expect(operations.length).toBeLessThan(60);

  const remote = (await brctl('upload', delta)).stdout.trim();
  expect(remote).toMatch(/^[\w.-]+\/[\w.-]+_delta_\d{8}T\d{6}Z\.jsonl\.gz$/);
  expect((await brctl('files', 'ls')).stdout).toContain(remote);
  const job = (await brctl('submit', '--sftp', remote)).stdout.trim();
  expect((await brctl('status', job, ...wait, '--quiet')).stdout.trim()).toBe('success');

  expect(await found('edition'), 'nothing is searchable before its index job ends').toBe(0);
  await brctl('index', ...wait);
  expect(await found('edition')).toBeGreaterThan(0);
});

test('the catalog that the service holds is the file that was pushed', async () => {
  await brctl('push', NEXT_DAY, '--poll', '20ms');
  const byPath = (text: string) =>
    new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line) => [JSON.parse(line).path as string, JSON.parse(line).value as unknown]),
    );
  const stored = byPath(await bareClient(emulator, emulator.ready.env.BRCTL_CATALOG ?? '').stored());
  const pushed = byPath(readFileSync(NEXT_DAY, 'utf8'));
  // Products that vanished are made unavailable, not removed.
  for (const [at, value] of pushed) expect(stored.get(at), at).toEqual(value);
});

test('a category answers with its facets, and the widget of a product with related products', async () => {
  const category = (await brctl('category', '100', '--json')).json<{
    total: number;
    facets: { field: string; values: { label: string; count: number }[] }[];
  }>();
  expect(category.total).toBeGreaterThan(10);
  const categories = category.facets
    .find(({ field }) => field === 'category')
    ?.values.map(({ label }) => label);
  expect(categories).toEqual(expect.arrayContaining(['Lighting', 'Floor lamps']));

  const page = JSON.parse(readFileSync(NEXT_DAY, 'utf8').split('\n')[3] ?? '').value.attributes.url as string;
  const widget = (await brctl('widget', page, '--json')).json<Record<string, unknown[]>>();
  for (const list of ['related-category', 'related-item', 'more-results'])
    expect(widget[list]?.length, list).toBeGreaterThan(0);
  expect(JSON.stringify(widget['related-item'])).not.toContain(page);
});

test('a failed job is told with line and reason by submit and status', async () => {
  const absent = path.join(home, 'absent.jsonl');
  writeFileSync(
    absent,
    '{"op":"add","path":"/products/40001/attributes/price","value":1}\n{"op":"remove","path":"/products/never"}\n',
  );
  const options = { env: { ...emulator.ready.env }, home };
  const run = await runCli(['submit', absent, ...wait], options);
  expect(run.exitCode).toBe(8);
  expect(run.stderr).toMatch(/ended failed: Line 2: .*never/);
  const [job = ''] = /[0-9a-f-]{36}/.exec(run.stderr) ?? [];
  const status = await runCli(['status', job, '--json'], options);
  expect(status.json()).toMatchObject({
    jobs: [{ status: 'failed', message: expect.stringMatching(/^Line 2: /), error_code: 'invalid_patch' }],
  });
});
