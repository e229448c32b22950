import { afterAll, beforeAll, expect, test } from 'vitest';
import { PastShop, product } from '../server/past-shop.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type CliRun, runCli } from './harness.ts';

const home = temporaryFolder();
let shop: PastShop;
let patch: string;
let before: string;

beforeAll(async () => {
  shop = await PastShop.start();
  await shop.load('PUT', [product('A', { title: 'Grey sofa' }), product('B', { title: 'Sofa bed' })]);
  await shop.index();
  before = shop.step();
  patch = await shop.load('PATCH', [
    { op: 'remove', path: '/products/A' },
    product('C', { title: 'Sofa', category_paths: [[{ id: '100', name: 'Sofas' }]] }),
  ]);
  await shop.index();
});
afterAll(() => shop.emulator.stop());

function brctl(...argv: string[]): Promise<CliRun> {
  return runCli([...argv, '--catalog', 'shop'], { env: { ...shop.emulator.ready.env }, home, cwd: home });
}

const ids = (run: CliRun) =>
  run
    .json<{ products: { pid: string }[] }>()
    .products.map(({ pid }) => pid)
    .sort();

test('search and category answer as they did at a version, after a job and at a time', async () => {
  for (const [moment, found, version] of [
    ['1', ['A', 'B'], 1],
    [before, ['A', 'B'], 1],
    [patch, ['B', 'C'], 2],
  ] as const) {
    const run = await brctl('search', 'sofa', '--at', moment, '--json');
    expect(run.exitCode, run.stderr).toBe(0);
    expect(ids(run)).toEqual(found);
    expect(run.json()).toMatchObject({ schema: 'brctl.search/1', query: 'sofa', catalog_version: version });
  }
  expect(ids(await brctl('category', '100', '--at', '1', '--json'))).toEqual([]);
  expect(ids(await brctl('category', '100', '--at', '2', '--json'))).toEqual(['C']);
});

test('without --at nothing is said of versions', async () => {
  expect((await brctl('search', 'sofa', '--json')).json()).not.toHaveProperty('catalog_version');
});

test('explain tells of the past', async () => {
  const codeAt = async (moment: string) =>
    (await brctl('explain', 'A', '--query', 'sofa', '--at', moment, '--json')).json().code;
  expect(await codeAt('1')).toBe('explain.found');
  expect(await codeAt(patch)).toBe('explain.removed_later');
});

test('--curl prints the control call, which needs no key', async () => {
  const { stdout } = await brctl('search', 'sofa', '--at', '1', '--curl');
  expect(stdout).toContain('/_brctl/catalogs/shop/search');
  expect(stdout).toContain('--data-urlencode at=1');
  expect(stdout).not.toContain('auth_key');
  expect(stdout).not.toContain('account_id');
});

test.each([
  ['search', 'sofa'],
  ['category', '100'],
  ['explain', 'A'],
])('a moment that is not kept is exit 5, and says what is: %s', async (...command) => {
  const run = await brctl(...command, '--at', '99', '--json');
  expect(run.exitCode).toBe(5);
  const { error } = JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '') as {
    error: { code: string; message: string };
  };
  expect(error.code).toBe('local.not_found');
  expect(error.message).toContain('"99" is not a stored version; stored versions are 1 (');
});

test.each([
  ['search', 'sofa'],
  ['category', '100'],
  ['explain', 'A'],
])('a hosted environment has no past: %s', async (...command) => {
  const env = {
    BRCTL_ENV: 'production',
    BRCTL_ACCOUNT_ID: '6602',
    BRCTL_AUTH_KEY: 'k',
    BRCTL_API_KEY: 'k',
    BRCTL_CATALOG: 'shop',
    BRCTL_CATALOG_URL: 'https://api.example.com/dataconnect/api/v1',
    BRCTL_SEARCH_URL: 'https://core.example.com/api/v1/core/',
  };
  const run = await runCli([...command, '--at', '1', '-e', 'production'], { env, home, cwd: home });
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain('only a brctl serve on this machine accepts control calls');
  expect(run.stderr).toContain('error local.not_local (exit 2)');
});

test('--at and --vs exclude each other', async () => {
  const run = await brctl('search', 'sofa', '--at', '1', '--vs', 'production');
  expect([run.exitCode, run.stderr]).toEqual([
    2,
    expect.stringContaining('--at and --vs cannot both be given'),
  ]);
});
