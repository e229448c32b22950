import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCli, temporaryFolder } from './harness.ts';

interface Shown {
  environment: string;
  settings: { name: string; value: string | null; origin: string | null }[];
}

function write(folder: string, text: string, mode = 0o600): string {
  const file = path.join(folder, '.brctlrc');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

async function show(cwd: string, argv: string[] = [], env: Record<string, string> = {}) {
  const run = await runCli(['config', 'show', '--json', ...argv], { cwd, env });
  expect(run.stderr).toBe('');
  const shown = run.json<Shown>();
  return (name: string) => shown.settings.find((setting) => setting.name === name);
}

test('a flag goes before a variable, a variable before the project file, the file before the default', async () => {
  const folder = temporaryFolder();
  const file = write(folder, 'catalogUrl: http://file.example\n');
  const env = { BRCTL_CATALOG_URL: 'http://variable.example' };
  expect((await show(folder, ['--catalog-url', 'http://flag.example'], env))('catalogUrl')).toEqual({
    name: 'catalogUrl',
    value: 'http://flag.example',
    origin: '--catalog-url',
  });
  expect((await show(folder, [], env))('catalogUrl')?.origin).toBe('BRCTL_CATALOG_URL');
  expect((await show(folder))('catalogUrl')?.origin).toBe(file);
  expect((await show(temporaryFolder()))('catalogUrl')?.origin).toBe('default');
});

test('the project file is found upwards, and its own environment goes before its shared values', async () => {
  const folder = temporaryFolder();
  const file = write(folder, JSON.stringify({ accountId: '1', environments: { qa: { accountId: '2' } } }));
  const below = path.join(folder, 'a', 'b');
  mkdirSync(below, { recursive: true });
  expect((await show(below))('accountId')?.value).toBe('1');
  const inQa = (await show(below, ['-e', 'qa']))('accountId');
  expect(inQa).toEqual({ name: 'accountId', value: '2', origin: `${file} (qa)` });
});

test('an unknown key is an error that names the nearest one', async () => {
  const folder = temporaryFolder();
  write(folder, 'catlogUrl: http://x.example\n');
  const run = await runCli(['config', 'show'], { cwd: folder });
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('unknown key catlogUrl');
  expect(run.stderr).toContain('did you mean catalogUrl?');
});

test('an unknown environment is an error', async () => {
  const run = await runCli(['config', 'show', '--env', 'stagin']);
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('did you mean staging?');
});

test('a secret comes from its variable, from the file of ..._FILE or by a reference, and is never shown', async () => {
  const folder = temporaryFolder();
  const secretFile = path.join(folder, 'key.txt');
  writeFileSync(secretFile, 'canary-file-91\n');
  write(folder, 'authKey: ${MY_KEY}\n', 0o644);
  const env = {
    BRCTL_API_KEY_FILE: secretFile,
    MY_KEY: 'canary-reference-92',
    BRCTL_ACCT_AUTH: 'canary-variable-93',
  };
  const run = await runCli(['config', 'show', '--json', '-v'], { cwd: folder, env });
  expect(run.stderr).toBe('');
  expect(run.stdout).not.toContain('canary');
  const origins = run
    .json<Shown>()
    .settings.filter(({ value }) => value === '***')
    .map(({ name }) => name);
  expect(origins).toEqual(['apiKey', 'authKey', 'acctAuth']);
});

test('a file with a secret that others can read is warned of', async () => {
  const folder = temporaryFolder();
  write(folder, 'apiKey: canary-plain-94\n', 0o644);
  const run = await runCli(['config', 'show'], { cwd: folder });
  expect(run.exitCode).toBe(0);
  expect(run.stderr).toContain('chmod 600');
  expect(run.stdout + run.stderr).not.toContain('canary');
});

test('a reference to a variable that is not set is an error, not an empty key', async () => {
  const folder = temporaryFolder();
  write(folder, 'apiKey: ${NOT_SET_ANYWHERE}\n');
  const run = await runCli(['config', 'show'], { cwd: folder });
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('NOT_SET_ANYWHERE');
});
