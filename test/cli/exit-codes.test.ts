import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

/** Every exit code of the contract, provoked from outside. 130 and 143 stand in test/e2e/binary.test.ts; 1 is a bug. */
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const CATALOG = fixture('catalog.jsonl');
const NEXT_DAY = fixture('catalog-next-day.jsonl');

const home = temporaryFolder();
let emulator: Awaited<ReturnType<typeof startEmulator>>;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = await startEmulator({ load: [{ catalog: 'products_en', files: [CATALOG] }] });
  env = { ...emulator.ready.env, BRCTL_MAX_RETRIES: '0' };
});
afterAll(() => emulator.stop());

function file(name: string, text: string): string {
  const target = path.join(home, name);
  writeFileSync(target, text);
  return target;
}

async function exitOf(...argv: string[]): Promise<{ exit: number; code: string | undefined }> {
  const run = await runCli([...argv, '--json'], { env, home });
  const line = run.stderr.split('\n').find((text) => text.startsWith('{"error"'));
  const error = line === undefined ? undefined : (JSON.parse(line).error as { code: string; exit: number });
  if (error !== undefined) expect(error.exit, line).toBe(run.exitCode);
  return { exit: run.exitCode, code: error?.code };
}

test('0: nothing to do is done', async () => {
  expect(await exitOf('diff', CATALOG, CATALOG)).toEqual({ exit: 0, code: undefined });
});

test('2: an option that does not exist, a missing operand', async () => {
  expect((await exitOf('diff', CATALOG, NEXT_DAY, '--nope')).exit).toBe(2);
  expect((await exitOf('diff', CATALOG)).exit).toBe(2);
});

test('3: credentials missing or wrong', async () => {
  const missing = await runCli(['index', '-e', 'staging'], { home });
  expect([missing.exitCode, missing.stderr]).toEqual([
    3,
    expect.stringContaining('accountId is not set for the environment staging'),
  ]);
  const wrong = await runCli(['index'], { env: { ...env, BRCTL_API_KEY: 'wrong-key' }, home });
  expect(wrong.exitCode).toBe(3);
});

test('3: a host key that is unknown or not the pinned one', async () => {
  const empty = file('known_hosts', '');
  const unknown = await runCli(['files', 'ls'], { env: { ...env, BRCTL_KNOWN_HOSTS: empty }, home });
  expect([unknown.exitCode, unknown.stderr]).toEqual([3, expect.stringContaining('SHA256:')]);
  const pinned = 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8';
  const changed = await runCli(['files', 'ls'], { env: { ...env, BRCTL_KNOWN_HOSTS: pinned }, home });
  expect(changed.exitCode).toBe(3);
});

test('4: input that the service would refuse; nothing is sent', async () => {
  const broken = file(
    'broken.jsonl',
    '{"op":"add","path":"/products/1/attributes/price","value":1}\n{"op":"add","path":"nowhere","value":1}\n',
  );
  const before = await loadRequests();
  const run = await runCli(['submit', broken], { env, home });
  expect(run.exitCode).toBe(4);
  expect(run.stderr).toMatch(/broken\.jsonl.*line 2/);
  const many = file('many.jsonl', '{"op":"remove","path":"/products/1"}\n'.repeat(10_001));
  expect(await exitOf('submit', many)).toMatchObject({ exit: 4 });
  expect(await loadRequests()).toBe(before);
});

/** How many loads the service has seen. */
async function loadRequests(): Promise<number> {
  const answer = await fetch(new URL('/_brctl/requests', emulator.ready.catalogUrl));
  return (await answer.text()).match(/"operation":"(put|patch)-(products|items)"/g)?.length ?? 0;
}

test('5: a file, a job, a remote file that is not there', async () => {
  expect((await exitOf('diff', path.join(home, 'none.jsonl'), CATALOG)).exit).toBe(5);
  expect((await exitOf('status', '00000000-0000-4000-8000-000000000000')).exit).toBe(5);
  expect((await exitOf('files', 'rm', 'products_en/none.jsonl')).exit).toBe(5);
});

test('6: the service refuses', async () => {
  expect((await exitOf('search', 'lamp', '--sort', 'price sideways')).exit).toBe(6);
});

test('7: no service there', async () => {
  expect((await exitOf('search', 'x', '--search-url', 'http://127.0.0.1:9/')).exit).toBe(7);
  expect((await exitOf('index', '--catalog-url', 'http://127.0.0.1:9/dataconnect/api/v1')).exit).toBe(7);
});

test('8: a job that ends failed, with its own message', async () => {
  const delta = file('gone.jsonl', '{"op":"remove","path":"/products/not-there"}\n');
  const run = await runCli(['submit', delta, '--wait', '--poll', '20ms'], { env, home });
  expect(run.exitCode).toBe(8);
  expect(run.stderr).toMatch(/line 1/i);
});

test('9: gave up waiting, and the command that goes on waiting is printed', async () => {
  emulator.faults.set({ operation: 'job:*', job: 'stick', times: 1 });
  const delta = file('stuck.jsonl', '{"op":"add","path":"/products/10006/attributes/price","value":5}\n');
  const argv = ['submit', delta, '--wait', '--poll', '20ms', '--timeout', '300ms'];
  const run = await runCli(argv, { env, home });
  expect(run.exitCode, run.stderr).toBe(9);
  expect(run.stderr).toMatch(/brctl status [0-9a-f-]{36} --wait/);
});

test('10: differences, where they were asked for', async () => {
  expect((await exitOf('diff', CATALOG, NEXT_DAY, '--exit-code')).exit).toBe(10);
});

test('11: a guard refuses to shrink a catalog', async () => {
  const folder = temporaryFolder();
  const whole = path.join(folder, 'catalog.jsonl');
  const push = (...more: string[]) => {
    const argv = ['push', whole, '--poll', '20ms', ...more];
    return runCli(argv, { env: { ...env, BRCTL_CATALOG: 'guarded' }, home: folder });
  };
  copyFileSync(CATALOG, whole);
  expect(await push()).toMatchObject({ exitCode: 0 });
  writeFileSync(whole, readFileSync(CATALOG, 'utf8').split('\n').slice(0, 20).join('\n'));
  const second = await push('--mode', 'full');
  expect([second.exitCode, second.stderr]).toEqual([11, expect.stringContaining('--accept guard.shrink')]);
  expect(await push('--mode', 'full', '--allow-shrink')).toMatchObject({ exitCode: 0 });
});

test('12: another brctl holds the lock', async () => {
  const folder = temporaryFolder();
  const push = () =>
    runCli(['push', CATALOG, '--poll', '20ms'], {
      env: { ...env, BRCTL_CATALOG: 'contested' },
      home: folder,
    });
  const runs = await Promise.all([push(), push()]);
  const exits = runs.map(({ exitCode }) => exitCode).sort((a, b) => a - b);
  expect(exits, runs.map(({ stderr }) => stderr).join('\n')).toEqual([0, 12]);
});
