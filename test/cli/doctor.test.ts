import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeFrontEnd } from '../../src/server/ready-object.ts';
import { startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type CliOptions, runCli } from './harness.ts';

let emulator: Awaited<ReturnType<typeof startEmulator>>;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = await startEmulator();
  const { env: reached, catalogUrl } = emulator.ready;
  env = { ...reached, BRCTL_MAX_RETRIES: '0' };
  const lamp =
    '{"op":"add","path":"/products/1","value":{"attributes":{"title":"Lamp","price":1,"url":"https://shop.example/1"}}}';
  const load = path.join(temporaryFolder(), 'lamp.jsonl');
  writeFileSync(load, `${lamp}\n`);
  const wait = ['--wait', '--poll', '20ms'];
  const home = temporaryFolder();
  expect(catalogUrl).toContain('127.0.0.1');
  expect((await runCli(['submit', load, '--mode', 'full', ...wait], { env, home })).exitCode).toBe(0);
  expect((await runCli(['index', ...wait], { env, home })).exitCode).toBe(0);
});
afterAll(() => emulator.stop());

interface Check {
  name: string;
  state: string;
  message: string;
  why: string | null;
  hint: string | null;
}

async function examine(changes: Record<string, string>, options: CliOptions = {}) {
  const run = await runCli(['doctor', '--json'], { ...options, env: { ...env, ...changes } });
  expect(run.stderr).toBe('');
  const { checks } = run.json<{ checks: Check[] }>();
  const check = (name: string) => checks.find((candidate) => candidate.name === name);
  const failed = checks.filter(({ state }) => state === 'failed').map(({ name }) => name);
  return { exitCode: run.exitCode, failed, check };
}

test('all is well', async () => {
  const { exitCode, failed, check } = await examine({});
  expect([exitCode, failed]).toEqual([0, []]);
  expect(check('SFTP')?.state).toBe('ok');
  expect(check('clock')?.state).toBe('ok');
  expect(check('program')?.message).toMatch(
    /^brctl 0\.0\.0-test \(0123456789abcdef\), Node \d+\.\d+\.\d+, \w+ \w+$/,
  );
});

test.each([
  ['BRCTL_API_KEY', 'catalog API'],
  ['BRCTL_AUTH_KEY', 'search'],
  ['BRCTL_ACCT_AUTH', 'widget'],
])('a wrong %s fails %s alone, with a hint and without the key', async (variable, name) => {
  const { exitCode, failed, check } = await examine({ [variable]: 'canary-wrong-key' });
  expect([exitCode, failed]).toEqual([3, [name]]);
  expect(check(name)?.hint).not.toBeNull();
  expect(check(name)?.hint).not.toContain('brctl doctor');
  expect(JSON.stringify(check(name))).not.toContain('canary');
});

test('a service that is not there is temporary, and the others are looked at all the same', async () => {
  const { exitCode, failed, check } = await examine({
    BRCTL_CATALOG_URL: 'http://127.0.0.1:9/dataconnect/api/v1',
  });
  expect([exitCode, failed]).toEqual([7, ['catalog API']]);
  expect(check('search')?.state).toBe('ok');
});

test('what is not set is named with every way to set it', async () => {
  const { exitCode, check } = await examine({ BRCTL_API_KEY: '' });
  expect(exitCode).toBe(3);
  expect(check('catalog API')?.hint).toContain('BRCTL_API_KEY');
});

test('a host key that is not known, or not the pinned one, is shown by its fingerprint', async () => {
  const empty = path.join(temporaryFolder(), 'known_hosts');
  writeFileSync(empty, '');
  const pinned = 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8';
  for (const hosts of [empty, pinned]) {
    const { exitCode, failed, check } = await examine({ BRCTL_KNOWN_HOSTS: hosts });
    expect([exitCode, failed]).toEqual([3, ['SFTP']]);
    const { message, why } = check('SFTP') ?? {};
    expect(`${message} ${why}`).toContain('SHA256:');
  }
});

test('without an SFTP key nothing is tried there', async () => {
  const { exitCode, check } = await examine({ BRCTL_SFTP_KEY_FILE: '' });
  expect([exitCode, check('SFTP')?.state]).toEqual([0, 'skipped']);
});

test('a clock that is off is told by how much', async () => {
  const { exitCode, failed, check } = await examine(
    {},
    { now: () => new Date(Date.now() + 10 * 60 * 1_000) },
  );
  expect([exitCode, failed]).toEqual([3, ['clock']]);
  expect(check('clock')?.message).toMatch(/^is (599|600|601) s off/);
  expect(check('clock')?.hint).toContain('clock');
});

test('the engine of a service on this machine is told, too', async () => {
  const { check } = await examine({});
  expect(check('search engine')).toMatchObject({
    state: 'ok',
    message: 'embedded is green: index files on this machine',
  });
});

describe('with the lines of a front end alone', () => {
  let front: Server;
  let lines: Record<string, string>;

  beforeAll(async () => {
    const ready = () => describeFrontEnd({ environment: 'local', pid: 1, origin, certFile: null });
    const health = { engine: 'opensearch', state: 'green', detail: '1 node' };
    front = createServer(({ url }, response) => {
      const { env: _, ...addresses } = ready();
      const body = { ...addresses, environment: 'local', engine: health };
      response.writeHead(url === '/_brctl/ready' ? 200 : 404).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    lines = ready().env;
  });
  afterAll(() => new Promise((resolve) => front.close(resolve)));

  const inspect = async (changes: Record<string, string> = {}) => {
    const run = await runCli(['doctor', '--json'], { env: { ...lines, ...changes } });
    const { checks } = run.json<{ checks: Check[] }>();
    return { exitCode: run.exitCode, checks: new Map(checks.map((check) => [check.name, check])) };
  };

  test('it is found by its search address, said to be one, and what searches need is named', async () => {
    const { exitCode, checks } = await inspect();
    const address = new URL(lines.BRCTL_SEARCH_URL ?? '').host;
    expect(exitCode).toBe(3);
    expect(checks.get('catalog API')).toMatchObject({
      state: 'skipped',
      message: `${address} is a search node (brctl serve --role search): send loads to its ingest node`,
    });
    expect(checks.get('search')).toMatchObject({
      state: 'failed',
      message: `${address} answers, but accountId, authKey, catalog are not set`,
      hint: expect.stringContaining('set BRCTL_ACCOUNT_ID, BRCTL_AUTH_KEY, BRCTL_CATALOG'),
    });
    expect(checks.get('search engine')).toMatchObject({
      state: 'ok',
      message: 'opensearch is green: 1 node',
    });
  });

  test('with a key of the catalog API that is looked for as ever', async () => {
    const { checks } = await inspect({ BRCTL_API_KEY: 'canary-key' });
    expect(checks.get('catalog API')?.state).toBe('failed');
  });

  test('one that has stopped is told as that', async () => {
    const { exitCode, checks } = await inspect({ BRCTL_SEARCH_URL: 'http://127.0.0.1:9/api/v1/core/' });
    expect(exitCode).toBe(7);
    expect(checks.get('search')?.message).toBe('no local service is running at http://127.0.0.1:9');
  });

  test('searching without an account names what is not set', async () => {
    const run = await runCli(['search', 'lamp'], { env: lines });
    expect([run.exitCode, run.stderr]).toEqual([3, expect.stringContaining('error config.missing')]);
    expect(run.stderr).not.toContain('no local service is running');
  });

  test('brctl local speaks to it', async () => {
    const run = await runCli(['local', 'requests'], { env: lines });
    expect(run.stderr).toContain(`the server at ${new URL(lines.BRCTL_SEARCH_URL ?? '').origin}`);
  });
});

test('a person sees one line a check, below a failed one how to mend it', async () => {
  const run = await runCli(['doctor'], { env: { ...env, BRCTL_API_KEY: '' } });
  const lines = run.stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  expect(lines[2]).toMatch(/^failed {3}catalog API/);
  expect(lines[3]).toMatch(/^ {9}fix {12}start the local service.*give BRCTL_API_KEY/);
});
