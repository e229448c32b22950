import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

/** Marked secrets: none of them may turn up anywhere, in no spelling. */
const API_KEY = 'canary-api-key+with/odd=chars~71c2';
const AUTH_KEY = 'canary-auth-key-93fe';
const ACCT_AUTH = 'canary-acct-auth-5d0b';
const PASSPHRASE = 'canary-passphrase-aa10';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const bin = fileURLToPath(new URL('../../bin/brctl.js', import.meta.url));
const CATALOG = fixture('catalog.jsonl');
const NEXT_DAY = fixture('catalog-next-day.jsonl');

const logLines: string[] = [];
const home = temporaryFolder();
let emulator: Awaited<ReturnType<typeof startEmulator>>;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = await startEmulator({
    accounts: [{ accountId: '6702', apiKey: API_KEY, authKey: AUTH_KEY, acctAuth: ACCT_AUTH }],
    log: { format: 'json', level: 'debug', writeLine: (line) => logLines.push(line) },
  });
  env = { ...emulator.ready.env, BRCTL_SFTP_PASSPHRASE: PASSPHRASE, BRCTL_MAX_RETRIES: '0' };
});
afterAll(() => emulator.stop());

function expectNoCanary(text: string, where: string): void {
  const spellings = [API_KEY, AUTH_KEY, ACCT_AUTH, PASSPHRASE].flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ]);
  for (const spelling of spellings) expect(text.includes(spelling), `${where} shows a secret`).toBe(false);
  expect(text.match(/.{0,80}canary-.{0,30}/)?.[0], `${where} shows a part of a secret`).toBeUndefined();
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((file) => path.join(folder, String(file)))
    .filter((file) => statSync(file).isFile());
}

const COMMANDS: readonly (readonly string[])[] = [
  ['config', 'show'],
  ['doctor'],
  ['submit', CATALOG, '--mode', 'full', '--dry-run'],
  ['submit', CATALOG, '--mode', 'full', '--wait', '--poll', '20ms'],
  ['index', '--wait', '--poll', '20ms'],
  ['push', NEXT_DAY, '--dry-run'],
  ['push', NEXT_DAY, '--poll', '20ms'],
  ['upload', NEXT_DAY, '--mode', 'full'],
  ['files', 'ls'],
  ['status', '00000000-0000-4000-8000-000000000000'],
  ['jobs'],
  ['search', 'lamp'],
  ['search', 'lamp', '--curl'],
  ['search', 'lamp', '--raw'],
  ['search', 'lamp', '--catalog', 'unknown'],
  ['category', '100'],
  ['content', 'nothing', 'x'],
  ['widget', 'https://shop.example/p/kasai-coffee-table-20002'],
  ['recs', 'item', 'x', '--item', '20002'],
  ['suggest', 'flo'],
  ['diff', CATALOG, NEXT_DAY],
  ['search', 'lamp', '--search-url', 'http://127.0.0.1:9/api/v1/core/'],
  ['submit', CATALOG, '--catalog-url', 'http://127.0.0.1:9/dataconnect/api/v1'],
];

test.each(COMMANDS.map((argv) => [argv.join(' ').replaceAll(/\S*\/fixtures\//g, ''), argv] as const))(
  '%s shows no secret',
  async (_title, argv) => {
    for (const extra of [['-v'], ['-v', '--json']]) {
      const run = await runCli([...argv, ...extra], { env, home });
      expectNoCanary(run.stdout, 'stdout');
      expectNoCanary(run.stderr, 'stderr');
    }
  },
);

test('a wrong key is refused without being repeated', async () => {
  const wrong = {
    ...env,
    BRCTL_API_KEY: 'canary-wrong-key',
    BRCTL_AUTH_KEY: 'canary-wrong-auth',
    BRCTL_ACCT_AUTH: 'canary-wrong-acct',
  };
  for (const argv of [['index'], ['search', 'x'], ['widget', 'https://shop.example/'], ['doctor']]) {
    const run = await runCli([...argv, '-v'], { env: wrong, home });
    expect([run.exitCode, run.stderr], argv.join(' ')).toEqual([3, expect.anything()]);
    expectNoCanary(run.stdout + run.stderr, argv.join(' '));
  }
});

test('no file that brctl keeps holds a secret, nor does the log of the service', () => {
  const files = filesBelow(home);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expectNoCanary(readFileSync(file, 'latin1'), file);
  expect(logLines.length).toBeGreaterThan(10);
  expectNoCanary(logLines.join('\n'), 'the log');
});

test('the request log and the other control calls show no secret', async () => {
  const origin = new URL(emulator.ready.catalogUrl).origin;
  for (const call of [
    '/_brctl/requests',
    '/_brctl/requests?format=curl',
    '/_brctl/jobs',
    '/_brctl/catalogs',
    '/metrics',
    '/_brctl/openapi.json',
  ]) {
    expectNoCanary(await (await fetch(origin + call)).text(), call);
  }
});

test('the process list shows no secret while a command runs', async () => {
  const script = `"$0" "$1" status --wait --timeout 1s 00000000-0000-4000-8000-000000000001 & for i in 1 2 3 4 5 6; do cat /proc/[0-9]*/cmdline | tr '\\0' ' '; sleep 0.05; done; wait`;
  const run = await execa('bash', ['-c', script, process.execPath, bin], {
    env: { ...env, HOME: home },
    reject: false,
    all: true,
  });
  expect(run.all).toContain('brctl.js status');
  expectNoCanary(run.all, 'the process list');
});
